import type { MetadataValue } from '../../item/metadata/metadata-json.ts';
import { nameIdentifiers, readIdentifier, readRelated } from '../identifiers.ts';
import { type Agent, houseOf, onOneLine, type Reference } from '../reference.ts';
import { prune, writeJson } from '../writing/json.ts';

/** Files beyond these are in the linkset and in the API. */
const MAX_FILES = 1_000;

/** Roles that schema.org has properties for. */
const ROLES: Readonly<Record<string, string>> = {
  Editor: 'editor',
  Producer: 'producer',
  RightsHolder: 'copyrightHolder',
  Sponsor: 'sponsor',
  Translator: 'translator',
};

/** Relations that schema.org has properties for: what the item is to the other. */
const RELATIONS: Readonly<Record<string, string>> = {
  Cites: 'citation',
  References: 'citation',
  IsPartOf: 'isPartOf',
  IsPublishedIn: 'isPartOf',
  HasPart: 'hasPart',
  IsDerivedFrom: 'isBasedOn',
  IsNewVersionOf: 'isBasedOn',
  IsIdenticalTo: 'sameAs',
  HasTranslation: 'workTranslation',
  IsTranslationOf: 'translationOfWork',
  IsDescribedBy: 'subjectOf',
  IsDocumentedBy: 'subjectOf',
  IsReviewedBy: 'review',
};

const describeAgent = ({ name, said }: Agent) => {
  const [identifier] = nameIdentifiers(said);
  const ror = said.affiliationRor && `https://ror.org/${said.affiliationRor}`;
  const affiliation = said.affiliation ?? ror;
  return {
    '@type': name.kind === 'body' ? 'Organization' : 'Person',
    '@id': identifier?.uri,
    name: name.kind === 'body' ? name.name : [name.given, name.family, name.suffix].filter(Boolean).join(' '),
    ...(name.kind === 'person' && { givenName: name.given, familyName: name.family }),
    sameAs: nameIdentifiers(said).map(({ uri }) => uri),
    affiliation: affiliation && {
      '@type': 'Organization',
      '@id': ror,
      name: affiliation,
    },
  };
};

const describeBox = (box: string) => {
  const [west, south, east, north] = box.split(' ');
  return west === east && south === north
    ? { '@type': 'GeoCoordinates', latitude: Number(south), longitude: Number(west) }
    : { '@type': 'GeoShape', box: `${south} ${west} ${north} ${east}` };
};

const describePlace = ({ value, box }: MetadataValue) => ({
  '@type': 'Place',
  name: onOneLine(value),
  geo: box && describeBox(box),
});

const describeFunding = (said: MetadataValue) => {
  const [identifier] = nameIdentifiers(said);
  return {
    '@type': 'Grant',
    identifier: said.award,
    name: said.awardTitle,
    url: said.uri,
    funder: { '@type': 'Organization', '@id': identifier?.uri, name: onOneLine(said.value) },
  };
};

const describeContainer = ({ value, volume, issue, issn, isbn }: MetadataValue) => ({
  '@type': issn === undefined ? 'CreativeWork' : 'Periodical',
  name: onOneLine(value),
  volumeNumber: volume,
  issueNumber: issue,
  issn,
  isbn,
});

const describeSubject = ({ value, scheme, uri }: MetadataValue): unknown =>
  scheme === undefined && uri === undefined
    ? onOneLine(value)
    : { '@type': 'DefinedTerm', '@id': uri, name: onOneLine(value), inDefinedTermSet: scheme };

/** Properties of the item by name, each with all that is said for it. */
const groupByProperty = (pairs: readonly (readonly [property: string, value: unknown])[]) => {
  const groups = new Map<string, unknown[]>();
  for (const [property, value] of pairs) groups.set(property, [...(groups.get(property) ?? []), value]);
  return Object.fromEntries(groups);
};

const relationsOf = (reference: Reference) => {
  const { all, description, container } = reference;
  const { previousEdition, translations = [], copyOf } = description;
  const said = all('relation').flatMap((relation) => {
    const property = RELATIONS[relation.type ?? ''];
    const related = readRelated(relation, reference);
    return property === undefined || related?.uri === undefined ? [] : [[property, related.uri] as const];
  });
  return groupByProperty([
    ...said,
    ...(previousEdition === undefined ? [] : [['isBasedOn', previousEdition] as const]),
    ...translations.map(
      ({ language, url }) =>
        ['workTranslation', { '@type': 'CreativeWork', '@id': url, inLanguage: language }] as const,
    ),
    ...(copyOf === undefined ? [] : [['sameAs', copyOf] as const]),
    ...(container === undefined ? [] : [['isPartOf', describeContainer(container)] as const]),
  ]);
};

const dateOf = (reference: Reference, type: string): string | undefined =>
  reference.all('date').find((date) => date.type === type)?.value;

const describeIdentifier = ({ value, scheme }: MetadataValue): unknown => {
  const text = onOneLine(value);
  const uri = readIdentifier(text)?.uri;
  if (uri !== undefined || scheme === undefined) return uri ?? text;
  return { '@type': 'PropertyValue', propertyID: scheme, value: text };
};

/** An item in the vocabulary of schema.org, as JSON-LD. Search engines of data, and FAIR assessors, read this. */
export const describeInSchemaOrg = (reference: Reference): unknown => {
  const { type, url, title, authors, contributors, all, description, rights, degree } = reference;
  const { aliases = [], created, updated, access, files = [] } = description;
  const house = houseOf(reference);
  const [publisher] = all('publisher').flatMap(nameIdentifiers);
  const listed = files.slice(0, MAX_FILES).map((file) => ({
    '@type': type.kind === 'dataset' ? 'DataDownload' : 'MediaObject',
    contentUrl: file.url,
    encodingFormat: file.mediaType,
    contentSize: `${file.bytes} B`,
    sha256: file.sha256,
    name: file.path,
  }));
  const roles = groupByProperty(
    contributors.map((agent) => [ROLES[agent.said.role ?? ''] ?? 'contributor', describeAgent(agent)] as const),
  );
  return prune({
    '@context': 'https://schema.org',
    '@id': url,
    '@type': type.schemaOrg,
    identifier: [
      url,
      ...aliases.map((alias) => readIdentifier(alias)?.uri ?? alias),
      ...all('identifier').map(describeIdentifier),
    ],
    url,
    name: title,
    alternateName: [...all('title'), ...all('alternative')]
      .map(({ value }) => onOneLine(value))
      .filter((name) => name !== title),
    author: authors.map(describeAgent),
    ...roles,
    datePublished:
      reference.dates.length === 0 || all('date').length === 0
        ? created
        : all('date').find(({ type: kind = 'Issued' }) => kind === 'Issued')?.value,
    dateCreated: dateOf(reference, 'Created'),
    dateModified: updated,
    temporalCoverage: dateOf(reference, 'Coverage') ?? dateOf(reference, 'Collected'),
    version: reference.version,
    publisher: house === '' ? undefined : { '@type': 'Organization', '@id': publisher?.uri, name: house },
    inLanguage: reference.language,
    description: reference.abstract,
    keywords: all('subject').map(describeSubject),
    license: rights.flatMap(({ uri }) => uri ?? []),
    conditionsOfAccess: access,
    isAccessibleForFree: access && access === 'open',
    spatialCoverage: all('coverage').map(describePlace),
    funding: all('funding').map(describeFunding),
    ...(type.kind === 'thesis' && { inSupportOf: degree?.value }),
    ...relationsOf(reference),
    [type.kind === 'dataset' ? 'distribution' : 'encoding']: listed,
  });
};

export const formatSchemaOrg = (reference: Reference): string => writeJson(describeInSchemaOrg(reference));
