import { type Ibi, parseIbi } from '../../ibi/ibi.ts';
import type { Label } from '../../ibi/label.ts';
import { type Alias, parseAlias } from '../../item/alias.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { unescapeText } from '../../parsing/escapes.ts';
import { formatIbiForms, type IbiForms, parseIbiForms, type WrittenForms } from '../../wire/ibi-forms.ts';
import { parseListOfPairs } from '../../wire/list-of-pairs.ts';
import { formatQueryString, parseQueryString } from '../../wire/query-string.ts';
import type { State } from '../../wire/values.ts';

/** Asks an Archive which item carries an alias. Only Archives that know digests are asked. */
const SUBJECT = 'aliasRequest';

export interface AliasRequest {
  readonly alias: Alias;
  /** The item that is to carry the alias, where the sender asks a resolver before giving it. */
  readonly item: Ibi | undefined;
}

/** The value is undefined for another message. */
export const parseAliasRequest = (query: string): Answer<AliasRequest | undefined> => {
  const pairs = parseQueryString(query);
  if (!pairs.ok) return pairs;
  const find = (wanted: string) => pairs.value.find(({ name }) => name === wanted);
  if (find('servicesubject')?.value !== SUBJECT) return accept(undefined);
  const given = find('alias');
  if (given === undefined) return refuse('alias-request/missing', query.length, 'a pair named alias');
  const alias = parseAliasKey(given.value);
  if (!alias.ok) return { ...alias, position: given.positionOf(alias.position) };
  const wanted = find('item');
  if (wanted === undefined) return accept({ alias: alias.value, item: undefined });
  const item = parseIbi(wanted.value);
  if (!item.ok) return { ...item, position: wanted.positionOf(item.position) };
  return accept({ alias: alias.value, item: item.value });
};

export const formatAliasRequest = ({ key }: Pick<Alias, 'key'>, item?: Label): string =>
  formatQueryString([
    ['servicesubject', SUBJECT],
    ['alias', key],
    ...(item === undefined ? [] : [['item', item] as const]),
  ]);

/** People do not write keys: those of labels of before RTC-10 and of URLs begin with their kind. */
const parseAliasKey = (key: string): Answer<Alias> => {
  const alias = parseAlias(textOfKey(key));
  if (!alias.ok) return alias;
  return alias.value.key === key ? alias : refuse('alias-request/key', 0, `the key ${alias.value.key.slice(0, 64)}`);
};

/** A key has no default port, so this one is of the other scheme. */
const HTTPS_AT_80 = /^url:\/\/[^/?#]*:80(?:[/?#]|$)/;

const textOfKey = (key: string): string => {
  if (key.startsWith('legacy:')) return key.slice('legacy:'.length);
  if (key.startsWith('url:')) return `${HTTPS_AT_80.test(key) ? 'https' : 'http'}:${key.slice('url:'.length)}`;
  return /^(?:doi|hdl):/.test(key) ? (unescapeText(key) ?? key) : key;
};

/** The item that carries an alias. */
export interface AliasItem<Forms> {
  readonly ibi: Forms;
  /** `Deleted` where only its tombstone is left. */
  readonly state: State;
}

export const formatAliasAnswer = (item: AliasItem<WrittenForms> | undefined): string => {
  if (item === undefined) return '';
  const ibi = `ibi {${formatIbiForms(item.ibi).join(' ')}}`;
  return item.state === 'Original' ? ibi : `${ibi}\r\nstate ${item.state}`;
};

/** The value is undefined if the Archive has no such item. */
export const parseAliasAnswer = (text: string): Answer<AliasItem<IbiForms> | undefined> => {
  const pairs = parseListOfPairs(text);
  if (!pairs.ok) return pairs;
  if (pairs.value.length === 0) return accept(undefined);
  const pair = pairs.value.find(({ name }) => name === 'ibi');
  if (pair === undefined || typeof pair.value === 'string') {
    return refuse('alias-answer/ibi', pair?.position ?? text.length, 'a pair named ibi, with the forms of a label');
  }
  const forms = parseIbiForms(pair.value);
  if (!forms.ok) return refuse('alias-answer/ibi', pair.position, forms.expected);
  const state = pairs.value.find(({ name }) => name === 'state')?.value;
  return accept({ ibi: forms.value, state: state === 'Deleted' || state === 'Copy' ? state : 'Original' });
};

/** An Archive that has announced an alias, and does not answer. */
export interface AliasAnnouncer<Service> {
  readonly service: Service;
  readonly address: string;
}

const ANNOUNCER = 'announcer';

/** A resolver's answer to whoever wants to give an alias that it can neither call free nor another item's. */
export const formatAliasAnnouncers = (announcers: readonly AliasAnnouncer<Label>[]): string =>
  announcers.map(({ service, address }) => `${ANNOUNCER} {${service} ${address}}`).join('\r\n');

/** None if it is another answer. */
export const parseAliasAnnouncers = (text: string): readonly AliasAnnouncer<string>[] => {
  const pairs = parseListOfPairs(text);
  if (!pairs.ok) return [];
  return pairs.value.flatMap(({ name, value }) => {
    const [service, address] = name === ANNOUNCER && typeof value !== 'string' ? value : [];
    return service === undefined || address === undefined ? [] : [{ service, address }];
  });
};
