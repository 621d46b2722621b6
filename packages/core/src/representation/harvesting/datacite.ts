import type { MetadataValue } from '../../item/metadata/metadata-json.ts';
import { doiOf, type Identifier, nameIdentifiers, readIdentifier, readRelated } from '../identifiers.ts';
import { type Agent, houseOf, onOneLine, type Reference, yearsOf } from '../reference.ts';

/** The schema of DataCite that both of its formats follow. */
export const DATACITE_SCHEMA = 'http://datacite.org/schema/kernel-4';

/** A value that is needed but not known (DataCite 4.7, appendix 3). */
export const UNKNOWN = ':unkn';

const SCHEME_ADDRESSES: Readonly<Record<string, string>> = {
  ORCID: 'https://orcid.org',
  ROR: 'https://ror.org',
  ISNI: 'https://isni.org',
};

/** Roles that DataCite does not know. */
const ROLES: Readonly<Record<string, string>> = { CoSupervisor: 'Supervisor', CommitteeMember: 'Other' };

const MAX_FORMATS = 100;

export interface DataCiteAgent {
  readonly name: string;
  readonly nameType: 'Personal' | 'Organizational';
  readonly givenName?: string;
  readonly familyName?: string;
  readonly nameIdentifiers: readonly (Required<Identifier> & { readonly schemeUri: string })[];
  readonly affiliation: readonly { readonly name: string; readonly ror?: string }[];
}

const describeAgent = ({ name, said }: Agent): DataCiteAgent => ({
  ...(name.kind === 'body'
    ? { name: name.name, nameType: 'Organizational' }
    : {
        name: [name.family, name.given, name.suffix].filter((part) => part !== '').join(', '),
        nameType: 'Personal',
        givenName: name.given,
        familyName: name.family,
      }),
  nameIdentifiers: nameIdentifiers(said).map((identifier) => ({
    ...identifier,
    schemeUri: String(SCHEME_ADDRESSES[identifier.scheme]),
  })),
  affiliation: affiliationOf(said),
});

const affiliationOf = ({ affiliation, affiliationRor }: MetadataValue): DataCiteAgent['affiliation'] => {
  if (affiliation === undefined && affiliationRor === undefined) return [];
  const ror = affiliationRor === undefined ? undefined : `https://ror.org/${affiliationRor}`;
  return [{ name: affiliation ?? String(ror), ...(ror !== undefined && { ror }) }];
};

const isSaid = <Value>(value: Value | undefined): value is Value => value !== undefined;

const describeTitles = ({ all, title }: Reference) => {
  const [main, ...others] = [...all('title')].sort(
    (one, other) => Number(onOneLine(other.value) === title) - Number(onOneLine(one.value) === title),
  );
  return [
    { value: title || UNKNOWN, language: main?.language, type: undefined },
    ...others.map(({ value, language }) => ({ value: onOneLine(value), language, type: 'TranslatedTitle' })),
    ...all('alternative').map(({ value, language, type = 'AlternativeTitle' }) => ({
      value: onOneLine(value),
      language,
      type,
    })),
  ];
};

const describeDates = ({ all, description: { created, updated } }: Reference) => [
  ...all('date').map(({ value, type = 'Issued' }) => ({ value, type })),
  ...(created === undefined ? [] : [{ value: created, type: 'Available' }]),
  ...(updated === undefined ? [] : [{ value: updated, type: 'Updated' }]),
];

const describeRelated = (reference: Reference) => {
  const { all, description } = reference;
  const { previousEdition, nextEdition, translations = [], copyOf } = description;
  const known = [
    { url: previousEdition, type: 'IsNewVersionOf' },
    { url: nextEdition, type: 'IsPreviousVersionOf' },
    ...translations.map(({ url }) => ({ url, type: 'HasTranslation' })),
    { url: copyOf, type: 'IsIdenticalTo' },
  ];
  const said = all('relation').map((relation) => {
    const related = relation.type === undefined ? undefined : readRelated(relation, reference);
    return related && { ...related, type: String(relation.type) };
  });
  return [
    ...known.flatMap(({ url, type }) => (url === undefined ? [] : [{ scheme: 'URL', text: url, type }])),
    ...said.filter(isSaid),
  ];
};

const describePlace = ({ value, box }: MetadataValue) => {
  const [west, south, east, north] = (box ?? '').split(' ') as [string, string, string, string];
  const isPoint = west === east && south === north;
  return {
    place: onOneLine(value),
    point: box !== undefined && isPoint ? { west, south } : undefined,
    box: box === undefined || isPoint ? undefined : { west, east, south, north },
  };
};

const describeFunding = (said: MetadataValue) => ({
  funderName: onOneLine(said.value),
  funder: nameIdentifiers(said)[0],
  awardNumber: said.award,
  awardUri: said.uri,
  awardTitle: said.awardTitle,
});

/** What DataCite's metadata schema 4.7 knows of an item, for XML and JSON. */
export const describeInDataCite = (reference: Reference) => {
  const { authors, contributors, type, url, version, language, rights, description, all } = reference;
  const { labels = [], aliases = [], created, files = [] } = description;
  const doi = doiOf(reference);
  const house = houseOf(reference);
  return {
    identifier: doi === undefined ? { value: url, type: 'URL' } : { value: doi, type: 'DOI' },
    creators:
      authors.length === 0
        ? [describeAgent({ name: { kind: 'body', name: house || UNKNOWN }, said: { value: '' } })]
        : authors.map(describeAgent),
    titles: describeTitles(reference),
    publisher: { name: house || UNKNOWN, identifier: nameIdentifiers(all('publisher')[0] ?? { value: '' })[0] },
    publicationYear: yearsOf(reference, ' ').slice(-4) || (created ?? '0000').slice(0, 4),
    resourceType: { general: type.dataCite, text: onOneLine(all('type')[0]?.value ?? '') || type.dataCite },
    subjects: all('subject').map((subject) => ({ ...subject, value: onOneLine(subject.value) })),
    contributors: contributors.map((agent) => {
      const { role = 'Other' } = agent.said;
      return { ...describeAgent(agent), contributorType: ROLES[role] ?? role };
    }),
    dates: describeDates(reference),
    language,
    alternateIdentifiers: [
      ...(doi === undefined ? [] : [{ value: url, type: 'URL' }]),
      ...labels.map((value) => ({ value, type: 'IBI' })),
      ...aliases
        .map((value) => ({ value, type: readIdentifier(value)?.scheme ?? 'other' }))
        .filter((alias) => alias.type !== 'DOI'),
      ...all('identifier').map(({ value, scheme = 'other' }) => ({ value: onOneLine(value), type: scheme })),
    ],
    relatedIdentifiers: describeRelated(reference),
    sizes: files.length === 0 ? [] : [`${files.reduce((sum, { bytes }) => sum + bytes, 0)} bytes`],
    formats: [
      ...new Set([...all('format').map(({ value }) => onOneLine(value)), ...files.map(({ mediaType }) => mediaType)]),
    ].slice(0, MAX_FORMATS),
    version,
    rights: rights.map(({ said, license, uri }) => ({
      text: onOneLine(said.value),
      language: said.language,
      license,
      uri,
    })),
    descriptions: [
      ...all('abstract').map(({ value, language: tag }) => ({ value, language: tag, type: 'Abstract' })),
      ...all('description').map(({ value, language: tag }) => ({ value, language: tag, type: 'Other' })),
      ...all('container').map(({ value, volume, issue, pages }) => ({
        value: [onOneLine(value), volume, issue, pages].filter(isSaid).join(', '),
        language: undefined,
        type: 'SeriesInformation',
      })),
    ],
    geoLocations: all('coverage').map(describePlace),
    fundingReferences: all('funding').map(describeFunding),
  };
};

export type DataCite = ReturnType<typeof describeInDataCite>;
