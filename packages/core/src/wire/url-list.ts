import { formatHostPort, type HostPort, parseHostPort } from '../internet/host-port.ts';
import { type Answer, accept, refuse, shift } from '../parsing/answer.ts';
import { parseRelation } from '../persistent-url/relation.ts';
import { asItIs, oneOf, type Parser } from './fields.ts';
import { formatIbiForms, type IbiForms, parseIbiForms } from './ibi-forms.ts';
import { parseKey } from './key.ts';
import { formatListOfPairs, type Pair, parseListOfPairs } from './list-of-pairs.ts';
import { type ContentType, parseTimestamp, parseUrl, type State } from './values.ts';

/** RTC-11 section 9.2: what an Archive knows of an item that it holds, and of those related to it. */
export interface UrlList {
  readonly archiveAddress: HostPort;
  readonly archiveService: IbiForms;
  readonly platformSoftware: IbiForms | undefined;
  readonly nextEdition: IbiForms | undefined;
  readonly urlKey: string | undefined;
  /** By relation (Table 9.5); the empty relation is the item itself. */
  readonly related: ReadonlyMap<string, RelatedItem>;
  /** Pairs that the standard does not know, kept as they are. */
  readonly others: readonly Pair[];
}

export interface RelatedItem {
  readonly ibi?: IbiForms;
  readonly url?: string;
  readonly contentType?: ContentType;
  readonly state?: State;
  readonly timestamp?: string;
}

/** How the value of one pair is read and written, and the property that it becomes. */
interface Property {
  readonly key: string;
  readonly read: (value: Pair['value']) => Answer<unknown>;
  /** Nothing where the pair is left out. */
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
  write: (forms: IbiForms | undefined) => forms && formatIbiForms(forms),
});

/** An Archive whose software has no IBI writes `{}`. */
const PLATFORM_SOFTWARE: Property = {
  ...asForms('platformSoftware'),
  read: (value) => (value.length === 0 ? accept(undefined) : asForms('').read(value)),
  write: (forms: IbiForms | undefined) => (forms ? formatIbiForms(forms) : []),
};

const OF_THE_LIST: Readonly<Record<string, Property>> = {
  archiveaddress: asWord('archiveAddress', parseHostPort, formatHostPort),
  'ibi.archiveservice': asForms('archiveService'),
  'ibi.nextedition': asForms('nextEdition'),
  'ibi.platformsoftware': PLATFORM_SOFTWARE,
  urlkey: asWord('urlKey', parseKey, asItIs),
};

/** Names of these have a relation behind them, as in `url.lastedition.metadata(oai_dc)`. */
const OF_RELATED_ITEMS: Readonly<Record<string, Property>> = {
  contenttype: asWord('contentType', oneOf('Data', 'Metadata'), asItIs),
  ibi: asForms('ibi'),
  state: asWord('state', oneOf('Original', 'Copy', 'Deleted'), asItIs),
  timestamp: asWord('timestamp', parseTimestamp, asItIs),
  url: asWord('url', parseUrl, asItIs),
};

type Properties = Record<string, unknown>;

/** Nothing at all where the Archive does not know the IBI. */
export const parseUrlList = (text: string): Answer<UrlList | undefined> => {
  const pairs = parseListOfPairs(text);
  if (!pairs.ok) return pairs;
  if (pairs.value.length === 0) return accept(undefined);

  const related = new Map<string, Properties>();
  const others: Pair[] = [];
  const list: Properties = { related, others };
  const names = new Set<string>();
  for (const { name, value, position } of pairs.value) {
    if (names.has(name)) return refuse('message/repeated', position, `${name} only once`);
    names.add(name);
    const [property, owner] = findProperty(name, list, related);
    if (property === undefined) others.push({ name, value });
    else {
      const answer = property.read(value);
      if (!answer.ok) return shift({ ...answer, expected: `in ${name}: ${answer.expected}` }, position);
      owner[property.key] = answer.value;
    }
  }
  const missing = ['archiveaddress', 'ibi.archiveservice', 'ibi'].find((name) => !names.has(name));
  if (missing !== undefined) return refuse('message/missing', text.length, `a pair named ${missing}`);
  return accept(list as unknown as UrlList);
};

const findProperty = (
  name: string,
  list: Properties,
  related: Map<string, Properties>,
): readonly [Property | undefined, Properties] => {
  if (Object.hasOwn(OF_THE_LIST, name)) return [OF_THE_LIST[name], list];
  const point = name.indexOf('.');
  const prefix = point < 0 ? name : name.slice(0, point);
  const relation = name.slice(prefix.length);
  if (!Object.hasOwn(OF_RELATED_ITEMS, prefix) || !parseRelation(relation).ok) return [undefined, list];
  const item = related.get(relation) ?? {};
  related.set(relation, item);
  return [OF_RELATED_ITEMS[prefix], item];
};

/** In alphabetical order, as in the examples. */
export const formatUrlList = (list: UrlList | undefined): Answer<string> => {
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
