import { formatHostPort, type HostPort, parseHostPort } from '../internet/host-port.ts';
import { type Answer, accept, type Refused, refuse, shift } from '../parsing/answer.ts';
import { parseRelation } from '../persistent-url/relation.ts';
import { oneOf, type Parser } from './fields.ts';
import { formatIbiForms, type IbiForms, parseIbiForms } from './ibi-forms.ts';
import { parseKey } from './key.ts';
import { formatListOfPairs, type Pair, type PlacedPair, parseListOfPairs } from './list-of-pairs.ts';
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

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

interface Draft extends Partial<Mutable<Omit<UrlList, 'related' | 'others'>>> {
  readonly related: Map<string, Mutable<RelatedItem>>;
  readonly others: Pair[];
}

/** Nothing at all where the Archive does not know the IBI. */
export const parseUrlList = (text: string): Answer<UrlList | undefined> => {
  const pairs = parseListOfPairs(text);
  if (!pairs.ok) return pairs;
  if (pairs.value.length === 0) return accept(undefined);

  const draft: Draft = { related: new Map(), others: [] };
  const names = new Set<string>();
  for (const pair of pairs.value) {
    if (names.has(pair.name)) return refuse('message/repeated', pair.position, `${pair.name} only once`);
    names.add(pair.name);
    const refused = readPair(pair, draft);
    if (refused) return shift({ ...refused, expected: `in ${pair.name}: ${refused.expected}` }, pair.position);
  }
  const { archiveAddress, archiveService, platformSoftware, nextEdition, urlKey, related, others } = draft;
  if (archiveAddress === undefined) return missing('archiveaddress', text);
  if (archiveService === undefined) return missing('ibi.archiveservice', text);
  if (related.get('')?.ibi === undefined) return missing('ibi', text);
  return accept({ archiveAddress, archiveService, platformSoftware, nextEdition, urlKey, related, others });
};

const missing = (name: string, text: string): Refused => refuse('message/missing', text.length, `a pair named ${name}`);

/** Puts the value of one pair where it belongs, or says why it cannot. */
const readPair = (pair: PlacedPair, draft: Draft): Refused | undefined => {
  switch (pair.name) {
    case 'archiveaddress':
      return keep(readWord(pair, parseHostPort), (address) => {
        draft.archiveAddress = address;
      });
    case 'ibi.archiveservice':
      return keep(readForms(pair), (forms) => {
        draft.archiveService = forms;
      });
    case 'ibi.nextedition':
      return keep(readForms(pair), (forms) => {
        draft.nextEdition = forms;
      });
    case 'ibi.platformsoftware':
      if (pair.value.length === 0) return undefined;
      return keep(readForms(pair), (forms) => {
        draft.platformSoftware = forms;
      });
    case 'urlkey':
      return keep(readWord(pair, parseKey), (key) => {
        draft.urlKey = key;
      });
    default:
      return readRelated(pair, draft);
  }
};

/** `prefix relation`, as in `url.lastedition.metadata(oai_dc)`. */
const readRelated = (pair: PlacedPair, { related, others }: Draft): Refused | undefined => {
  const point = pair.name.indexOf('.');
  const prefix = point < 0 ? pair.name : pair.name.slice(0, point);
  const relation = point < 0 ? '' : pair.name.slice(point);
  if (!PREFIXES.includes(prefix) || !parseRelation(relation).ok) {
    others.push({ name: pair.name, value: pair.value });
    return undefined;
  }
  const item: Mutable<RelatedItem> = related.get(relation) ?? {};
  related.set(relation, item);
  switch (prefix) {
    case 'ibi':
      return keep(readForms(pair), (forms) => {
        item.ibi = forms;
      });
    case 'url':
      return keep(readWord(pair, parseUrl), (url) => {
        item.url = url;
      });
    case 'contenttype':
      return keep(readWord(pair, oneOf('Data', 'Metadata')), (contentType) => {
        item.contentType = contentType;
      });
    case 'state':
      return keep(readWord(pair, oneOf('Original', 'Copy', 'Deleted')), (state) => {
        item.state = state;
      });
    default:
      return keep(readWord(pair, parseTimestamp), (timestamp) => {
        item.timestamp = timestamp;
      });
  }
};

const PREFIXES = ['ibi', 'url', 'contenttype', 'state', 'timestamp'];

const keep = <Value>(answer: Answer<Value>, store: (value: Value) => void): Refused | undefined => {
  if (!answer.ok) return answer;
  store(answer.value);
  return undefined;
};

const readWord = <Value>({ value }: Pair, parser: Parser<Value>): Answer<Value> =>
  typeof value === 'string' ? parser(value) : refuse('message/value', 0, 'one word, not a list');

const readForms = ({ value }: Pair): Answer<IbiForms> => {
  const forms = parseIbiForms([value].flat());
  return forms.ok ? forms : { ...forms, position: 0 };
};

/** In alphabetical order, as in the examples. */
export const formatUrlList = (list: UrlList | undefined): Answer<string> => {
  if (list === undefined) return accept('');
  const pairs: Pair[] = [
    { name: 'archiveaddress', value: formatHostPort(list.archiveAddress) },
    { name: 'ibi.archiveservice', value: formatIbiForms(list.archiveService) },
    { name: 'ibi.platformsoftware', value: list.platformSoftware ? formatIbiForms(list.platformSoftware) : [] },
    ...list.others,
  ];
  if (list.nextEdition) pairs.push({ name: 'ibi.nextedition', value: formatIbiForms(list.nextEdition) });
  if (list.urlKey !== undefined) pairs.push({ name: 'urlkey', value: list.urlKey });
  for (const [relation, item] of list.related) {
    if (item.ibi) pairs.push({ name: `ibi${relation}`, value: formatIbiForms(item.ibi) });
    if (item.url !== undefined) pairs.push({ name: `url${relation}`, value: item.url });
    if (item.contentType !== undefined) pairs.push({ name: `contenttype${relation}`, value: item.contentType });
    if (item.state !== undefined) pairs.push({ name: `state${relation}`, value: item.state });
    if (item.timestamp !== undefined) pairs.push({ name: `timestamp${relation}`, value: item.timestamp });
  }
  return formatListOfPairs(pairs.sort((one, other) => (one.name < other.name ? -1 : 1)));
};
