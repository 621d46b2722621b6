import type { FieldGathering, GivenValue } from '../gather-fields.ts';
import { knownLanguage } from '../known-languages.ts';

/** A value of DSpace's metadata; its name has the schema, the element and perhaps a qualifier. */
export interface SafValue {
  readonly name: string;
  readonly text: string;
  readonly language: string | undefined;
}

type Mapped = readonly [field: string, qualifiers?: Readonly<Record<string, string>>];

/** Fields of Dublin Core in DSpace, and those that Brazilian repositories add, by the fields of ours. */
const FIELDS: ReadonlyMap<string, Mapped> = new Map<string, Mapped>([
  ['title', ['title']],
  ['title.alternative', ['alternative', { type: 'AlternativeTitle' }]],
  ['title.translated', ['alternative', { type: 'TranslatedTitle' }]],
  ['title.subtitle', ['alternative', { type: 'Subtitle' }]],
  ['creator', ['creator']],
  ['contributor.author', ['creator']],
  ['contributor', ['contributor']],
  ['contributor.advisor', ['contributor', { role: 'Supervisor' }]],
  ['contributor.advisor-co', ['contributor', { role: 'CoSupervisor' }]],
  ['contributor.coadvisor', ['contributor', { role: 'CoSupervisor' }]],
  ['contributor.co-advisor', ['contributor', { role: 'CoSupervisor' }]],
  ['contributor.advisorco', ['contributor', { role: 'CoSupervisor' }]],
  ['contributor.referee', ['contributor', { role: 'CommitteeMember' }]],
  ['contributor.referees', ['contributor', { role: 'CommitteeMember' }]],
  ['contributor.committeemember', ['contributor', { role: 'CommitteeMember' }]],
  ['contributor.editor', ['contributor', { role: 'Editor' }]],
  ['contributor.translator', ['contributor', { role: 'Translator' }]],
  ['contributor.sponsor', ['contributor', { role: 'Sponsor' }]],
  ['contributor.other', ['contributor', { role: 'Other' }]],
  ['date', ['date']],
  ['date.issued', ['date', { type: 'Issued' }]],
  ['date.available', ['date', { type: 'Available' }]],
  ['date.created', ['date', { type: 'Created' }]],
  ['date.submitted', ['date', { type: 'Submitted' }]],
  ['date.accepted', ['date', { type: 'Accepted' }]],
  ['date.copyright', ['date', { type: 'Copyrighted' }]],
  ['date.updated', ['date', { type: 'Updated' }]],
  ['publisher', ['publisher']],
  ['type', ['type']],
  ['format', ['format']],
  ['description', ['description']],
  ['description.abstract', ['abstract']],
  ['abstract', ['abstract']],
  ['description.sponsorship', ['funding']],
  ['subject', ['subject']],
  ['subject.other', ['subject']],
  ['subject.keyword', ['subject']],
  ['identifier', ['identifier']],
  ['identifier.uri', ['identifier']],
  ['identifier.other', ['identifier']],
  ['source', ['source']],
  ['relation', ['relation']],
  ['relation.uri', ['relation']],
  ['relation.ispartof', ['relation', { type: 'IsPartOf' }]],
  ['relation.ispartofseries', ['relation', { type: 'IsPartOf' }]],
  ['relation.haspart', ['relation', { type: 'HasPart' }]],
  ['relation.isversionof', ['relation', { type: 'IsVersionOf' }]],
  ['relation.hasversion', ['relation', { type: 'HasVersion' }]],
  ['relation.isbasedon', ['relation', { type: 'IsDerivedFrom' }]],
  ['relation.references', ['relation', { type: 'References' }]],
  ['relation.isreferencedby', ['relation', { type: 'IsReferencedBy' }]],
  ['relation.requires', ['relation', { type: 'Requires' }]],
  ['relation.replaces', ['relation', { type: 'Obsoletes' }]],
  ['relation.isreplacedby', ['relation', { type: 'IsObsoletedBy' }]],
  ['coverage', ['coverage']],
  ['coverage.spatial', ['coverage']],
  ['coverage.temporal', ['coverage']],
  ['rights', ['rights']],
  ['rights.uri', ['rights']],
  ['rights.license', ['rights']],
]);

/** The rest of these is the name of a vocabulary, or of a kind of identifiers. */
const SCHEMES = /^(subject|identifier)\.([a-z][\w-]{0,63})$/;
/** What identifies nothing. */
const NO_SCHEMES = ['citation', 'govdoc', 'classification'];
const MAPPED_SCHEMAS = /^(?:dc|dcterms)\./;
/** dcterms has qualifiers as elements. */
const TERMS =
  /^dcterms\.(abstract|issued|available|created|alternative|isPartOf|isVersionOf|references|spatial|temporal)$/i;
const TERM_PARENTS: ReadonlyMap<string, string> = new Map([
  ['abstract', 'description'],
  ['issued', 'date'],
  ['available', 'date'],
  ['created', 'date'],
  ['alternative', 'title'],
  ['ispartof', 'relation'],
  ['isversionof', 'relation'],
  ['references', 'relation'],
  ['spatial', 'coverage'],
  ['temporal', 'coverage'],
]);

/** Adds a value to the fields of ours, or keeps it under its own name. */
export const addSafValue = (gathering: FieldGathering, value: SafValue): void => {
  const language = knownLanguage(value.language);
  const own: readonly [string, GivenValue] = [
    value.name,
    { value: value.text, language: language ?? (value.language || undefined) },
  ];
  gathering.add(fieldsOf(value, language), own);
};

const fieldsOf = (
  { name, text }: SafValue,
  language: string | undefined,
): readonly (readonly [string, GivenValue])[] => {
  if (!MAPPED_SCHEMAS.test(name)) return [];
  const key = keyOf(name);
  if (key === 'language' || key === 'language.iso') return [['language', { value: knownLanguage(text) ?? text }]];
  if (key === 'description.resumo') return inFields(['abstract'], { value: text, language: 'pt' });
  const [, field = '', scheme = ''] = SCHEMES.exec(key) ?? [];
  const mapped = FIELDS.get(key) ?? (scheme === '' || NO_SCHEMES.includes(scheme) ? undefined : schemed(field, scheme));
  if (mapped === undefined) return [];
  const plain = { value: text, language };
  return mapped[0] === 'rights' ? inRights(text, plain) : inFields(mapped, plain);
};

/** A second title or abstract in one language is another title, or a description. */
const inFields = ([field, qualifiers = {}]: Mapped, plain: GivenValue): readonly (readonly [string, GivenValue])[] => {
  const first = [field, { ...plain, ...qualifiers }] as const;
  if (field === 'title') return [first, ['alternative', plain]];
  if (field === 'abstract') return [first, ['description', plain]];
  return [first];
};

const schemed = (field: string, scheme: string): Mapped => [field, { scheme: scheme.toUpperCase() }];

const LICENSE =
  /^https?:\/\/creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)(?:\/([a-z]{2}))?(?:\/|$)/i;

/** An address is kept as one, and tells the licence if it is one of Creative Commons. */
const inRights = (text: string, plain: GivenValue): readonly (readonly [string, GivenValue])[] => {
  const [, group = '', kind = '', version = '', country] = LICENSE.exec(text.trim()) ?? [];
  const name =
    group.toLowerCase() === 'publicdomain' ? (kind === 'zero' ? 'CC0' : 'CC-PDM') : `CC-${kind.toUpperCase()}`;
  const license = [name, version, ...(country ? [country.toUpperCase()] : [])].join('-');
  const address = { ...plain, uri: text.trim() };
  return [
    ...(version === '' ? [] : [['rights', { ...address, license }] as const]),
    ['rights', address],
    ['rights', plain],
  ];
};

/** The element and the qualifier; numbers at the end only tell several people apart. */
const keyOf = (name: string): string => {
  const [, term] = TERMS.exec(name) ?? [];
  const folded = name.replace(MAPPED_SCHEMAS, '').toLowerCase();
  if (term !== undefined) return `${TERM_PARENTS.get(term.toLowerCase())}.${term.toLowerCase()}`;
  return folded.startsWith('contributor.') ? folded.replace(/\d+$/, '') : folded;
};
