import type { MetadataTexts } from '../metadata-words.ts';

/** The words of one language for what was done to an item. */
export interface HistoryTexts {
  /** What was done, as in "Ana Lima: deposited". */
  readonly actions: Readonly<Record<string, string>>;
  /** The names of what an edit changes. */
  readonly names: Readonly<Record<string, string>>;
  /** The names of values that are codes. */
  readonly values: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
  readonly changed: (name: string, before: string, after: string) => string;
  readonly set: (name: string, after: string) => string;
  readonly cleared: (name: string, before: string) => string;
  readonly added: (name: string, value: string) => string;
  readonly removed: (name: string, value: string) => string;
  /** Something changed that is not shown. */
  readonly other: (name: string) => string;
  readonly files: (count: number, names: string) => string;
  readonly reason: (reason: string) => string;
  readonly file: (path: string) => string;
  readonly movedTo: (label: string) => string;
  readonly peer: (label: string) => string;
  readonly quote: (text: string) => string;
}

export interface ToldChange {
  readonly action: string;
  /** Sentences without a stop, one for each part that changed. */
  readonly details: readonly string[];
}

interface Speaker {
  readonly texts: HistoryTexts;
  readonly metadata: MetadataTexts;
  readonly languageName: (tag: string) => string;
}

type Fields = Readonly<Record<string, unknown>>;

const MAX_SHOWN = 200;
const MAX_FILES = 5;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): readonly string[] => listOf(value).filter((one) => typeof one === 'string');
const short = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** Tells what was done; an action or a part of another version goes by its own name. */
export const tellChange = (entry: { readonly action: string; readonly detail?: unknown }, by: Speaker): ToldChange => {
  const { actions } = by.texts;
  return {
    action: Object.hasOwn(actions, entry.action) ? (actions[entry.action] ?? entry.action) : entry.action,
    details: detailsOf(entry.action, fieldsOf(entry.detail), by),
  };
};

const detailsOf = (action: string, detail: Fields, by: Speaker): readonly string[] => {
  const { texts } = by;
  if (action === 'added') return tellFiles(detail['files'], texts);
  if (action === 'damaged' || action === 'healed') return tellText(detail['path'], texts.file);
  if (action === 'linked' || action === 'unlinked') return tellLink(detail, by);
  if (action === 'copy dropped') return [];
  return tellDifferences(fieldsOf(detail['before']), fieldsOf(detail['after']), by);
};

const tellText = (value: unknown, say: (text: string) => string): readonly string[] =>
  typeof value === 'string' && value !== '' ? [say(short(value))] : [];

const tellFiles = (files: unknown, texts: HistoryTexts): readonly string[] => {
  const names = listOf(files)
    .map((file) => fieldsOf(file)['path'])
    .filter((path) => typeof path === 'string');
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_FILES).join(', ');
  return [texts.files(names.length, names.length > MAX_FILES ? `${shown}, …` : shown)];
};

const tellLink = ({ item, kind, language }: Fields, { texts, languageName }: Speaker): readonly string[] => {
  const name = texts.links[String(kind)] ?? String(kind);
  const tag = typeof language === 'string' ? ` (${languageName(language)})` : '';
  return tellText(item, (label) => `${name}${tag}: ${label}`);
};

/** Told by other sentences, or by the action itself. */
const SILENT = new Set(['updatedAt', 'collections']);

const tellDifferences = (before: Fields, after: Fields, by: Speaker): readonly string[] => {
  const told = Object.keys(after)
    .filter((name) => !SILENT.has(name))
    .flatMap((name) => tellPart(name, before, after, by));
  return [...told, ...tellLists('collections', textsOf(before['collections']), textsOf(after['collections']), by)];
};

const tellPart = (name: string, before: Fields, after: Fields, by: Speaker): readonly string[] => {
  const { texts } = by;
  const [old, now] = [before[name], after[name]];
  switch (name) {
    case 'metadata':
      return tellMetadata(fieldsOf(old), fieldsOf(now), by);
    case 'access':
      return Object.keys({ ...fieldsOf(old), ...fieldsOf(now) }).flatMap((part) =>
        tellValue(part, fieldsOf(old)[part], fieldsOf(now)[part], by),
      );
    case 'withdrawal':
      return tellText(fieldsOf(now)['reason'], texts.reason);
    case 'state':
      return tellState(fieldsOf(now), texts);
    case 'links':
      return tellLinks(fieldsOf(now), by);
    case 'files':
      return tellFiles(now, texts);
    case 'aliases':
      return tellLists('aliases', textsOf(old), textsOf(now), by);
    case 'aliasesMovedTo':
      return tellText(now, texts.movedTo);
    case 'addIbips':
    case 'addAliases':
      return textsOf(now).map((value) => texts.added(texts.names[name] ?? name, short(value)));
    case 'removeIbips':
    case 'removeAliases':
    case 'unlink':
      return textsOf(now).map((value) => texts.removed(texts.names[name] ?? name, short(value)));
    case 'owner':
      return [texts.other(texts.names['owner'] ?? name)];
    default:
      return tellValue(name, old, now, by);
  }
};

const tellState = ({ reason, to, from, of }: Fields, texts: HistoryTexts): readonly string[] => [
  ...tellText(reason, texts.reason),
  ...tellText(to ?? from ?? of, texts.peer),
];

const tellLinks = (links: Fields, { texts, languageName }: Speaker): readonly string[] =>
  Object.entries(links).flatMap(([kind, value]) => {
    const name = texts.links[kind] ?? kind;
    if (typeof value === 'string') return [texts.added(name, value)];
    return Object.entries(fieldsOf(value)).map(([tag, label]) =>
      texts.added(`${name} (${languageName(tag)})`, String(label)),
    );
  });

/** Tells of a value that is a text, a list of texts, or nothing. */
const tellValue = (name: string, old: unknown, now: unknown, by: Speaker): readonly string[] => {
  if (Array.isArray(old) || Array.isArray(now)) return tellLists(name, textsOf(old), textsOf(now), by);
  const { texts, languageName } = by;
  const shown = (value: unknown): string | undefined => {
    if (typeof value !== 'string' || value === '') return undefined;
    if (name === 'language') return languageName(value);
    return Object.hasOwn(texts.values, value) ? texts.values[value] : texts.quote(short(value));
  };
  return difference(texts.names[name] ?? name, shown(old), shown(now), texts);
};

const difference = (
  name: string,
  old: string | undefined,
  now: string | undefined,
  texts: HistoryTexts,
): readonly string[] => {
  if (old === now) return [];
  if (old === undefined) return now === undefined ? [] : [texts.set(name, now)];
  return [now === undefined ? texts.cleared(name, old) : texts.changed(name, old, now)];
};

const tellLists = (
  name: string,
  old: readonly string[],
  now: readonly string[],
  { texts }: Speaker,
): readonly string[] => {
  const title = texts.names[name] ?? name;
  return [
    ...now.filter((one) => !old.includes(one)).map((one) => texts.added(title, short(one))),
    ...old.filter((one) => !now.includes(one)).map((one) => texts.removed(title, short(one))),
  ];
};

/** Tells of each field: a single value that became another one, else what was added and what was taken away. */
const tellMetadata = (old: Fields, now: Fields, { texts, metadata }: Speaker): readonly string[] =>
  [...new Set([...Object.keys(now), ...Object.keys(old)])].flatMap((field) => {
    const name = metadata.fieldName(field);
    const [before, after] = [listOf(old[field]), listOf(now[field])];
    const has = (list: readonly unknown[], one: unknown): boolean =>
      list.some((other) => JSON.stringify(other) === JSON.stringify(one));
    const gone = before.filter((one) => !has(after, one));
    const came = after.filter((one) => !has(before, one));
    if (gone.length === 0 && came.length === 0)
      return before.length === after.length && !isSame(before, after) ? [texts.other(name)] : [];
    const spoken = (one: unknown): string => texts.quote(short(String(fieldsOf(one)['value'] ?? '')));
    if (gone.length === 1 && came.length === 1) {
      const [from, to] = [spoken(gone[0]), spoken(came[0])];
      return [from === to ? texts.other(`${name} ${to}`) : texts.changed(name, from, to)];
    }
    return [
      ...came.map((one) => texts.added(name, spoken(one))),
      ...gone.map((one) => texts.removed(name, spoken(one))),
    ];
  });

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The name of who did it, without the number of the key or the session. */
export const authorName = (who: string): string => {
  const named = /^(.+) \([0-9a-f-]{8,64}\)$/s.exec(who);
  return named?.[1] ?? who;
};
