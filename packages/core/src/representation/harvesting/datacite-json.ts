import type { Reference } from '../reference.ts';
import { writeJson } from '../writing/json.ts';
import { DATACITE_SCHEMA, type DataCite, type DataCiteAgent, describeInDataCite } from './datacite.ts';

const describeAgent = ({ nameIdentifiers, affiliation, ...agent }: DataCiteAgent) => ({
  ...agent,
  nameIdentifiers: nameIdentifiers.map(({ uri, scheme, schemeUri }) => ({
    nameIdentifier: uri,
    nameIdentifierScheme: scheme,
    schemeUri,
  })),
  affiliation: affiliation.map(({ name, ror }) => ({
    name,
    ...(ror !== undefined && {
      affiliationIdentifier: ror,
      affiliationIdentifierScheme: 'ROR',
      schemeUri: 'https://ror.org',
    }),
  })),
});

const describePlace = ({ place, point, box }: DataCite['geoLocations'][number]) => ({
  geoLocationPlace: place,
  geoLocationPoint: point && { pointLongitude: Number(point.west), pointLatitude: Number(point.south) },
  geoLocationBox: box && {
    westBoundLongitude: Number(box.west),
    eastBoundLongitude: Number(box.east),
    southBoundLatitude: Number(box.south),
    northBoundLatitude: Number(box.north),
  },
});

/** The JSON that the REST API of DataCite shows for the attributes of a record, in the schema 4.7. */
export const formatDataCiteJson = (reference: Reference): string => {
  const described = describeInDataCite(reference);
  const { identifier, publisher, resourceType } = described;
  const { type } = reference;
  return writeJson({
    schemaVersion: DATACITE_SCHEMA,
    ...(identifier.type === 'DOI' && { doi: identifier.value }),
    identifiers: [
      { identifier: identifier.value, identifierType: identifier.type },
      ...described.alternateIdentifiers.map(({ value, type: kind }) => ({ identifier: value, identifierType: kind })),
    ],
    url: reference.url,
    types: {
      resourceType: resourceType.text,
      resourceTypeGeneral: resourceType.general,
      schemaOrg: type.schemaOrg,
      citeproc: type.csl,
      bibtex: type.bibtex,
      ris: type.ris,
    },
    creators: described.creators.map(describeAgent),
    titles: described.titles.map(({ value, language, type: titleType }) => ({
      title: value,
      lang: language,
      titleType,
    })),
    publisher: {
      name: publisher.name,
      publisherIdentifier: publisher.identifier?.uri,
      publisherIdentifierScheme: publisher.identifier?.scheme,
    },
    publicationYear: Number(described.publicationYear),
    subjects: described.subjects.map(({ value, language, scheme, schemeUri, uri }) => ({
      subject: value,
      lang: language,
      subjectScheme: scheme,
      schemeUri,
      valueUri: uri,
    })),
    contributors: described.contributors.map(({ contributorType, ...agent }) => ({
      ...describeAgent(agent),
      contributorType,
    })),
    dates: described.dates.map(({ value, type: dateType }) => ({ date: value, dateType })),
    language: described.language,
    alternateIdentifiers: described.alternateIdentifiers.map(({ value, type: kind }) => ({
      alternateIdentifier: value,
      alternateIdentifierType: kind,
    })),
    relatedIdentifiers: described.relatedIdentifiers.map(({ text, scheme, type: relationType }) => ({
      relatedIdentifier: text,
      relatedIdentifierType: scheme,
      relationType,
    })),
    sizes: described.sizes,
    formats: described.formats,
    version: described.version,
    rightsList: described.rights.map(({ text, language, license, uri }) => ({
      rights: text,
      lang: language,
      rightsUri: uri,
      rightsIdentifier: license,
      ...(license !== undefined && { rightsIdentifierScheme: 'SPDX', schemeUri: 'https://spdx.org/licenses/' }),
    })),
    descriptions: described.descriptions.map(({ value, language, type: descriptionType }) => ({
      description: value,
      lang: language,
      descriptionType,
    })),
    geoLocations: described.geoLocations.map(describePlace),
    fundingReferences: described.fundingReferences.map(({ funderName, funder, awardNumber, awardUri, awardTitle }) => ({
      funderName,
      funderIdentifier: funder?.uri,
      funderIdentifierType: funder?.scheme,
      awardNumber,
      awardUri,
      awardTitle,
    })),
  });
};
