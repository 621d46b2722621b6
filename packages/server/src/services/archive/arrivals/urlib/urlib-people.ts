import type { FieldGathering, GivenValue } from '../gather-fields.ts';
import { isReadable, textOf, type UrlibRecord } from './urlib-record.ts';

/** Who did what: fields of URLib, and the roles of ours. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['supervisor', 'Supervisor'],
  ['cosupervisor', 'CoSupervisor'],
  ['editor', 'Editor'],
  ['serieseditor', 'Editor'],
  ['translator', 'Translator'],
  ['producer', 'Producer'],
  ['rightsholder', 'RightsHolder'],
]);
/** What is said in parentheses of a member of a committee. */
const ROLES_IN_COMMITTEES: readonly (readonly [RegExp, string])[] = [
  [/co-?orient|co-?advis|co-?superv/i, 'CoSupervisor'],
  [/orient|advis|superv/i, 'Supervisor'],
];
/** `Soares, João Vianei (presidente),` */
const SAID = /^(.*?),?\s*\(([^()]*)\)[\s,]*$/s;
const ORCID = /^(?:https?:\/\/orcid\.org\/)?\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/i;

/** Adds authors and contributors; returns the names of the fields that are told by this. */
export const addPeople = (gathering: FieldGathering, record: UrlibRecord): readonly string[] => {
  const authors = valuesOf(record, 'author');
  // Lists of as many values go in step with the authors.
  const inStep = (name: string): readonly string[] => {
    const values = record.fields.get(name) ?? [];
    return values.length === authors.length ? values : [];
  };
  const [affiliations, orcids] = [inStep('affiliation'), inStep('orcid')];
  const areOrcids = orcids.every((orcid) => orcid === '' || ORCID.test(orcid));
  for (const [index, author] of authors.entries()) {
    const value = nameOf(author);
    const said: GivenValue = { value, affiliation: affiliations[index] || undefined };
    gathering.add(
      [
        ['creator', { ...said, orcid: areOrcids ? orcids[index] || undefined : undefined }],
        ['creator', said],
        ['creator', { value }],
      ],
      ['urlib.author', { value }],
    );
  }
  const told = new Set<string>();
  for (const [name, role] of ROLES) {
    for (const text of valuesOf(record, name)) {
      const value = nameOf(text);
      told.add(`${role} ${value}`);
      gathering.add([['contributor', { value, role }]], [`urlib.${name}`, { value }]);
    }
  }
  for (const text of valuesOf(record, 'committee')) addMember(gathering, text, told);
  return [
    'author',
    'committee',
    ...ROLES.keys(),
    ...(affiliations.length > 0 && areKept(gathering, affiliations, 'affiliation') ? ['affiliation'] : []),
    ...(orcids.length > 0 && areKept(gathering, orcids, 'orcid') ? ['orcid'] : []),
  ];
};

/** What is said of a member is kept in its own words, too. */
const addMember = (gathering: FieldGathering, text: string, told: ReadonlySet<string>): void => {
  const [, name, said] = (isReadable(text) && SAID.exec(text)) || [];
  const value = nameOf(name ?? text);
  const role = ROLES_IN_COMMITTEES.find(([pattern]) => pattern.test(said ?? ''))?.[1] ?? 'CommitteeMember';
  if (said !== undefined) gathering.add([], ['urlib.committee', { value: text }]);
  if (!told.has(`${role} ${value}`)) {
    gathering.add([['contributor', { value, role }]], ['urlib.committee', { value: text }]);
  }
};

const valuesOf = (record: UrlibRecord, name: string): readonly string[] =>
  textOf(record, name) === '' ? [] : (record.fields.get(name) ?? []).filter((value) => value !== '');

/** Names end in a comma where nothing follows. */
const nameOf = (text: string): string => (isReadable(text) ? text.replace(/[\s,]+$/, '') : text);

/** Whether each value stands beside its author. */
const areKept = (
  { fields }: FieldGathering,
  values: readonly string[],
  qualifier: 'affiliation' | 'orcid',
): boolean => {
  const creators = fields['creator'] ?? [];
  return (
    creators.length === values.length &&
    values.every((value, index) => (value === '') === (creators[index]?.[qualifier] === undefined))
  );
};
