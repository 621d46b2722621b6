import { type Answer, accept, type Refused, refuse, shift } from '../../parsing/answer.ts';
import { isAlphanumeric, skip } from '../../parsing/characters.ts';
import { type PlacedPair, parseListOfPairs } from '../../wire/list-of-pairs.ts';
import { formatQueryString, parseQueryString } from '../../wire/query-string.ts';
import { decodeSet, encodeSet, type SetChange } from '../set-digest.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';

/** Asks an Archive which labels it has: all of them, or the changes since a version. */
export interface DigestRequest {
  readonly since: string | undefined;
}

/** Fingerprints of the labels of an Archive. With `since`, only what has changed from that version to this one. */
export interface Digest extends SetChange {
  readonly version: string;
  readonly since: string | undefined;
  /** How many labels the Archive had at that version. */
  readonly count: number;
  /** Whether there are later changes, to be asked for since this version. */
  readonly hasMore: boolean;
}

const SUBJECT = 'digestRequest';
export const ALGORITHM = 'murmur3-48-rice';
/** The last pair of a digest that does not have all changes. */
export const MORE_CHANGES = 'digest.more yes';
const MAX_VERSION_LENGTH = 64;

/** The value is undefined for another message. */
export const parseDigestRequest = (query: string): Answer<DigestRequest | undefined> => {
  const pairs = parseQueryString(query);
  if (!pairs.ok) return pairs;
  const find = (wanted: string) => pairs.value.find(({ name }) => name === wanted);
  if (find('servicesubject')?.value !== SUBJECT) return accept(undefined);
  const since = find('digest.since');
  if (since === undefined) return accept({ since: undefined });
  const version = parseVersion(since.value);
  return version.ok ? accept({ since: version.value }) : { ...version, position: since.positionOf(version.position) };
};

export const formatDigestRequest = ({ since }: DigestRequest): string =>
  formatQueryString([['servicesubject', SUBJECT], ...(since === undefined ? [] : [['digest.since', since] as const])]);

/** Only the Archive interprets a version. */
const parseVersion = (text: string): Answer<string> => {
  const end = skip(text, 0, (code) => isAlphanumeric(code) || code === 0x2d);
  const isVersion = end === text.length && end > 0 && end <= MAX_VERSION_LENGTH;
  return isVersion
    ? accept(text)
    : refuse('digest/version', Math.min(end, MAX_VERSION_LENGTH), `1 to ${MAX_VERSION_LENGTH} letters, digits and "-"`);
};

export const formatDigest = ({ version, since, count, added, removed, hasMore }: Digest): string =>
  [
    `digest.version ${version}`,
    since === undefined ? 'digest.kind full' : `digest.kind delta\r\ndigest.since ${since}`,
    `digest.algorithm ${ALGORITHM}`,
    `digest.count ${count}`,
    ...(added.length === 0 ? [] : [`digest.added ${formatSet(added)}`]),
    ...(removed.length === 0 ? [] : [`digest.removed ${formatSet(removed)}`]),
    ...(hasMore ? [MORE_CHANGES] : []),
  ].join('\r\n');

/** The Archive may be hostile: the digest has at most `maxChanges` changes, whatever the text is. */
export const parseDigest = (text: string, { maxChanges }: { readonly maxChanges: number }): Answer<Digest> => {
  const pairs = parseListOfPairs(text);
  if (!pairs.ok) return pairs;
  const read = <Value>(name: string, parse: (value: string) => Answer<Value>): Answer<Value> =>
    readPair(pairs.value, name, parse, text.length);
  const kind = read('digest.kind', oneOf('full', 'delta'));
  if (!kind.ok) return kind;
  const algorithm = read('digest.algorithm', oneOf(ALGORITHM));
  if (!algorithm.ok) return algorithm;
  const version = read('digest.version', parseVersion);
  if (!version.ok) return version;
  const since = kind.value === 'full' ? accept(undefined) : read('digest.since', parseVersion);
  if (!since.ok) return since;
  const count = read('digest.count', parseCount);
  if (!count.ok) return count;
  const isThere = (wanted: string): boolean => pairs.value.some(({ name }) => name === wanted);
  const readSet = (name: string) => (isThere(name) ? read(name, parseSet(maxChanges)) : accept(new Float64Array()));
  const added = readSet('digest.added');
  if (!added.ok) return added;
  const removed = readSet('digest.removed');
  if (!removed.ok) return removed;
  return accept({
    version: version.value,
    since: since.value,
    count: count.value,
    added: added.value,
    removed: removed.value,
    hasMore: isThere('digest.more'),
  });
};

const readPair = <Value>(
  pairs: readonly PlacedPair[],
  wanted: string,
  parse: (value: string) => Answer<Value>,
  end: number,
): Answer<Value> => {
  const pair = pairs.find(({ name }) => name === wanted);
  if (pair === undefined) return refuse('digest/missing', end, `a pair named ${wanted}`);
  if (typeof pair.value !== 'string') return refuse('digest/list', pair.position, `one word as the value of ${wanted}`);
  const value = parse(pair.value);
  return value.ok ? value : shift(value, pair.position);
};

const oneOf =
  <Word extends string>(...words: readonly Word[]) =>
  (text: string): Answer<Word> => {
    const word = words.find((candidate) => candidate === text);
    return word === undefined ? refuse('digest/value', 0, words.join(' or ')) : accept(word);
  };

const parseCount = (text: string): Answer<number> =>
  /^\d{1,15}$/.test(text) ? accept(Number(text)) : refuse('digest/count', 0, 'a number of at most 15 digits');

export const parseSet =
  (maxCount: number) =>
  (text: string): Answer<Float64Array<ArrayBuffer>> => {
    const bytes = decodeBase64(text);
    if (!bytes.ok) return bytes;
    const set = decodeSet(bytes.value, { maxCount });
    return set.ok ? set : inText(set);
  };

export const formatSet = (fingerprints: Float64Array): string => encodeBase64(encodeSet(fingerprints));

/** Three bytes are written as four characters. */
const inText = (refused: Refused): Refused => ({ ...refused, position: Math.floor((refused.position * 4) / 3) });
