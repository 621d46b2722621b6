import { formatHostPort, type HostPort, parseHostPort } from '../internet/host-port.ts';
import { type Answer, accept, type Refused, refuse, shift } from '../parsing/answer.ts';
import { parseRelation } from '../persistent-url/relation.ts';
import { asItIs, oneOf, type Parser } from './fields.ts';
import { formatIbiForms, type IbiForms, parseIbiForms, type WrittenForms } from './ibi-forms.ts';
import { parseKey } from './key.ts';
import {
  formatListOfPairs,
  isNotSyntax,
  isWord,
  type Pair,
  type PlacedPair,
  parseListOfPairs,
} from './list-of-pairs.ts';
import { type ContentType, parseTimestamp, parseUrl, type State } from './values.ts';

/** RTC-11 section 9.2: what an Archive knows of an item that it holds, and of those related to it. */
export interface UrlList<Forms extends WrittenForms = IbiForms> {
  readonly archiveAddress: HostPort | undefined;
  readonly archiveService: Forms | undefined;
  readonly platformSoftware: Forms | undefined;
  readonly nextEdition: Forms | undefined;
  readonly urlKey: string | undefined;
  /** Items by relation (Table 9.5); the empty relation is the item itself. */
  readonly related: ReadonlyMap<string, RelatedItem<Forms>>;
  /** Pairs that the standard does not know, kept as they are. */
  readonly others: readonly Pair[];
}

/** A list as another Archive wrote it. */
export interface ReadUrlList extends UrlList {
  /** The first pairs that could not be read and are not needed. */
  readonly unread: readonly UnreadPair[];
}

export interface UnreadPair {
  readonly name: string;
  readonly problem: string;
  readonly expected: string;
}

const leaveOut = (name: string, { problem, expected }: Refused): UnreadPair => ({
  name: showName(name),
  problem,
  expected,
});

const MAX_UNREAD = 32;
const MAX_NAME_LENGTH = 64;

export interface RelatedItem<Forms extends WrittenForms = IbiForms> {
  readonly ibi?: Forms;
  readonly url?: string;
  readonly contentType?: ContentType;
  readonly state?: State;
  readonly timestamp?: string;
}

/** How the value of one pair is read and written, and the property that it becomes. */
interface Property {
  readonly key: string;
  readonly read: (value: Pair['value']) => Answer<unknown>;
  /** Returns undefined if the pair is left out. */
  readonly write: (value: never) => Pair['value'] | undefined;
}

const asWord = <Value>(key: string, parse: Parser<Value>, format: (value: Value) => string): Property => ({
  key,
  read: (value) => (typeof value === 'string' ? parse(value) : refuse('message/value', 0, 'one word')),
  write: (value: Value | undefined) => (value === undefined ? undefined : format(value)),
});

const asForms = (key: string): Property => ({
  key,
  read(value) {
    const forms = parseIbiForms([value].flat());
    return forms.ok ? forms : { ...forms, position: 0 };
  },
  write: (forms: WrittenForms | undefined) => forms && formatIbiForms(forms),
});

/** An Archive whose software has no IBI writes `{}`. */
const PLATFORM_SOFTWARE: Property = {
  ...asForms('platformSoftware'),
  read: (value) => (value.length === 0 ? accept(undefined) : asForms('').read(value)),
  write: (forms: WrittenForms | undefined) => (forms ? formatIbiForms(forms) : []),
};

const OF_THE_LIST: Readonly<Record<string, Property>> = {
  archiveaddress: asWord('archiveAddress', parseHostPort, formatHostPort),
  'ibi.archiveservice': asForms('archiveService'),
  'ibi.nextedition': asForms('nextEdition'),
  'ibi.platformsoftware': PLATFORM_SOFTWARE,
  urlkey: asWord('urlKey', parseKey, asItIs),
};

/** The names of these pairs end with a relation, as in `url.lastedition.metadata(oai_dc)`. */
const OF_RELATED_ITEMS: Readonly<Record<string, Property>> = {
  contenttype: asWord('contentType', oneOf('Data', 'Metadata'), asItIs),
  ibi: asForms('ibi'),
  state: asWord('state', oneOf('Original', 'Copy', 'Deleted'), asItIs),
  timestamp: asWord('timestamp', parseTimestamp, asItIs),
  url: asWord('url', parseUrl, asItIs),
};

type Properties = Record<string, unknown>;

/**
 * Without these pairs nobody can tell whose answer it is, and what it is about: if they cannot be read, the answer is
 * refused.
 */
const NEEDED = ['ibi', 'ibi.archiveservice'];

/** The value is undefined if the Archive does not know the IBI. */
export const parseUrlList = (text: string): Answer<ReadUrlList | undefined> => {
  const lines = readLines(text);
  if (!lines.ok) return lines;
  const { pairs, unread } = lines.value;
  if (pairs.length === 0) return accept(undefined);

  const related = new Map<string, Properties>();
  const others: Pair[] = [];
  const list: Properties = { related, others, unread };
  const names = new Set<string>();
  for (const { name, value, position } of pairs) {
    const known = findProperty(name);
    const answer = names.has(name)
      ? refuse('message/repeated', 0, 'only once')
      : readPair({ name, value }, known?.property);
    names.add(name);
    if (answer.ok && known !== undefined) {
      const item = known.relation === undefined ? list : (related.get(known.relation) ?? {});
      item[known.property.key] = answer.value;
      if (known.relation !== undefined) related.set(known.relation, item);
    } else if (answer.ok) others.push({ name, value });
    else if (NEEDED.includes(name)) return shift({ ...answer, expected: `in ${name}: ${answer.expected}` }, position);
    else if (unread.length < MAX_UNREAD) unread.push(leaveOut(name, answer));
  }
  // A list without the item and without the Archive service says neither yes nor no.
  if (related.size === 0 && !('archiveService' in list)) {
    return refuse('message/missing', text.length, 'pairs of an answer to urlRequest');
  }
  return accept(list as unknown as ReadUrlList);
};

/**
 * If the whole text is not a list of pairs, each line that is one is read, so that a broken pair that is not needed
 * does not affect the others.
 */
const readLines = (text: string): Answer<{ readonly pairs: readonly PlacedPair[]; readonly unread: UnreadPair[] }> => {
  const whole = parseListOfPairs(text, isNotSyntax);
  if (whole.ok) return accept({ pairs: whole.value, unread: [] });
  const pairs: PlacedPair[] = [];
  const unread: UnreadPair[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const read = parseListOfPairs(line, isNotSyntax);
    const [name = ''] = line.trim().split(' ', 1);
    if (read.ok) for (const pair of read.value) pairs.push({ ...pair, position: pair.position + start });
    else if (NEEDED.includes(name)) return whole;
    else if (unread.length < MAX_UNREAD) unread.push(leaveOut(name, read));
    start += line.length + 1;
  }
  return pairs.length === 0 ? whole : accept({ pairs, unread });
};

const readPair = ({ name, value }: Pair, property: Property | undefined): Answer<unknown> =>
  [name, value].flat().every(isWord)
    ? (property?.read(value) ?? accept(undefined))
    : refuse('pairs/character', 0, 'ASCII characters; others as escapes');

const showName = (name: string): string => name.slice(0, MAX_NAME_LENGTH).replaceAll(/[^!-~]/g, '?');

interface KnownName {
  readonly property: Property;
  /** The relation; absent in pairs about the list as a whole. */
  readonly relation: string | undefined;
}

const findProperty = (name: string): KnownName | undefined => {
  if (Object.hasOwn(OF_THE_LIST, name)) return { property: OF_THE_LIST[name] as Property, relation: undefined };
  const point = name.indexOf('.');
  const prefix = point < 0 ? name : name.slice(0, point);
  const relation = name.slice(prefix.length);
  return Object.hasOwn(OF_RELATED_ITEMS, prefix) && parseRelation(relation).ok
    ? { property: OF_RELATED_ITEMS[prefix] as Property, relation }
    : undefined;
};

/** Writes the pairs in alphabetical order, as in the examples. */
export const formatUrlList = (list: UrlList<WrittenForms> | undefined): Answer<string> => {
  if (list === undefined) return accept('');
  const pairs = [...list.others, ...writeProperties(OF_THE_LIST, list, '')];
  for (const [relation, item] of list.related) pairs.push(...writeProperties(OF_RELATED_ITEMS, item, relation));
  return formatListOfPairs(pairs.sort((one, other) => (one.name < other.name ? -1 : 1)));
};

const writeProperties = (table: Readonly<Record<string, Property>>, owner: object, relation: string): readonly Pair[] =>
  Object.entries(table).flatMap(([name, { key, write }]) => {
    const value = write((owner as Record<string, never>)[key] as never);
    return value === undefined ? [] : [{ name: name + relation, value }];
  });
