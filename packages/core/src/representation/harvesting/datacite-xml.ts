import type { Reference } from '../reference.ts';
import { parentElement, textElement, writeXml, XML_DECLARATION, type Xml } from '../writing/xml.ts';
import { DATACITE_SCHEMA, type DataCite, type DataCiteAgent, describeInDataCite } from './datacite.ts';

const writeAgent = (kind: 'creator' | 'contributor', agent: DataCiteAgent, role?: string): Xml =>
  parentElement(
    kind,
    [
      textElement(`${kind}Name`, agent.name, { nameType: agent.nameType }),
      textElement('givenName', agent.givenName),
      textElement('familyName', agent.familyName),
      ...agent.nameIdentifiers.map(({ uri, scheme, schemeUri }) =>
        textElement('nameIdentifier', uri, { nameIdentifierScheme: scheme, schemeURI: schemeUri }),
      ),
      ...agent.affiliation.map(({ name, ror }) =>
        textElement(
          'affiliation',
          name,
          ror === undefined
            ? {}
            : { affiliationIdentifier: ror, affiliationIdentifierScheme: 'ROR', schemeURI: 'https://ror.org' },
        ),
      ),
    ],
    { contributorType: role },
  );

const writePlace = ({ place, point, box }: DataCite['geoLocations'][number]): Xml =>
  parentElement('geoLocation', [
    textElement('geoLocationPlace', place),
    ...(point === undefined
      ? []
      : [
          parentElement('geoLocationPoint', [
            textElement('pointLongitude', point.west),
            textElement('pointLatitude', point.south),
          ]),
        ]),
    ...(box === undefined
      ? []
      : [
          parentElement('geoLocationBox', [
            textElement('westBoundLongitude', box.west),
            textElement('eastBoundLongitude', box.east),
            textElement('southBoundLatitude', box.south),
            textElement('northBoundLatitude', box.north),
          ]),
        ]),
  ]);

const writeFunding = ({
  funderName,
  funder,
  awardNumber,
  awardUri,
  awardTitle,
}: DataCite['fundingReferences'][number]): Xml =>
  parentElement('fundingReference', [
    textElement('funderName', funderName),
    textElement('funderIdentifier', funder?.uri, { funderIdentifierType: funder?.scheme }),
    textElement('awardNumber', awardNumber, { awardURI: awardUri }),
    textElement('awardTitle', awardTitle),
  ]);

/** The element `resource` of DataCite 4.7, without the declaration of a document, for harvesters to embed. */
export const formatDataCiteElement = (reference: Reference): string => {
  const described = describeInDataCite(reference);
  const { identifier, publisher, resourceType } = described;
  const list = (name: string, children: readonly Xml[]): Xml => parentElement(name, children);
  const resource = parentElement(
    'resource',
    [
      textElement('identifier', identifier.value, { identifierType: identifier.type }),
      list(
        'creators',
        described.creators.map((agent) => writeAgent('creator', agent)),
      ),
      list(
        'titles',
        described.titles.map(({ value, language, type }) =>
          textElement('title', value, { 'xml:lang': language, titleType: type }),
        ),
      ),
      textElement('publisher', publisher.name, {
        publisherIdentifier: publisher.identifier?.uri,
        publisherIdentifierScheme: publisher.identifier?.scheme,
      }),
      textElement('publicationYear', described.publicationYear),
      textElement('resourceType', resourceType.text, { resourceTypeGeneral: resourceType.general }),
      list(
        'subjects',
        described.subjects.map(({ value, language, scheme, schemeUri, uri }) =>
          textElement('subject', value, {
            'xml:lang': language,
            subjectScheme: scheme,
            schemeURI: schemeUri,
            valueURI: uri,
          }),
        ),
      ),
      list(
        'contributors',
        described.contributors.map((agent) => writeAgent('contributor', agent, agent.contributorType)),
      ),
      list(
        'dates',
        described.dates.map(({ value, type }) => textElement('date', value, { dateType: type })),
      ),
      textElement('language', described.language),
      list(
        'alternateIdentifiers',
        described.alternateIdentifiers.map(({ value, type }) =>
          textElement('alternateIdentifier', value, { alternateIdentifierType: type }),
        ),
      ),
      list(
        'relatedIdentifiers',
        described.relatedIdentifiers.map(({ text, scheme, type }) =>
          textElement('relatedIdentifier', text, { relatedIdentifierType: scheme, relationType: type }),
        ),
      ),
      list(
        'sizes',
        described.sizes.map((size) => textElement('size', size)),
      ),
      list(
        'formats',
        described.formats.map((format) => textElement('format', format)),
      ),
      textElement('version', described.version),
      list(
        'rightsList',
        described.rights.map(({ text, language, license, uri }) =>
          textElement('rights', text, {
            'xml:lang': language,
            rightsURI: uri,
            ...(license !== undefined && {
              rightsIdentifier: license,
              rightsIdentifierScheme: 'SPDX',
              schemeURI: 'https://spdx.org/licenses/',
            }),
          }),
        ),
      ),
      list(
        'descriptions',
        described.descriptions.map(({ value, language, type }) =>
          textElement('description', value, { 'xml:lang': language, descriptionType: type }),
        ),
      ),
      list('geoLocations', described.geoLocations.map(writePlace)),
      list('fundingReferences', described.fundingReferences.map(writeFunding)),
    ],
    {
      xmlns: DATACITE_SCHEMA,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${DATACITE_SCHEMA} https://schema.datacite.org/meta/kernel-4.7/metadata.xsd`,
    },
  );
  return writeXml(resource);
};

export const formatDataCiteXml = (reference: Reference): string =>
  `${XML_DECLARATION}${formatDataCiteElement(reference)}`;
