import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { type PublicKey, parsePublicKey } from '../../trust/statements/public-key.ts';
import { formatSigned, parseSigned, type Signed } from '../../trust/statements/signed.ts';
import type { KeyChange } from '../../trust/statements/statement.ts';
import { escapeValue, parseQueryString } from '../../wire/query-string.ts';

/** The key that an Archive signs with, and how it came from its former keys, the earliest first. */
export interface ArchiveKey {
  readonly key: PublicKey;
  readonly rotations: readonly Signed<KeyChange>[];
}

const KEY = 'archivekey';
const CHANGE = 'archivekeychange.';
/** So many fit into a request line. */
const MAX_ROTATIONS = 6;

/** Pairs beyond RTC-11 at the end of inclusionRequest, which other resolvers ignore. */
export const addKeyPairs = (query: string, { key, rotations }: ArchiveKey): string => {
  const changes = rotations
    .slice(-MAX_ROTATIONS)
    .map((change, index) => `${CHANGE}${index + 1}=${escapeValue(formatLines(formatSigned(change)))}`);
  return [query, `${KEY}=${escapeValue(key)}`, ...changes].join('&');
};

/** The value is undefined for an Archive that does not sign. */
export const readKeyPairs = (query: string): Answer<ArchiveKey | undefined> => {
  const pairs = parseQueryString(query);
  if (!pairs.ok) return pairs;
  const given = pairs.value.find(({ name }) => name === KEY);
  if (given === undefined) return accept(undefined);
  const key = parsePublicKey(given.value);
  if (!key.ok) return { ...key, position: given.positionOf(key.position), expected: `in ${KEY}: ${key.expected}` };
  const rotations: Signed<KeyChange>[] = [];
  for (const { name, value, positionOf } of pairs.value) {
    if (!name.startsWith(CHANGE)) continue;
    if (rotations.length === MAX_ROTATIONS) return refuse('key-pairs/many', positionOf(0), `${MAX_ROTATIONS} changes`);
    const signed = parseSigned(parseLines(value));
    if (!signed.ok) return refuse(signed.problem, positionOf(0), `in ${name}: ${signed.expected}`);
    if (signed.value.statement.kind !== 'key') return refuse('key-pairs/kind', positionOf(0), 'the change of a key');
    rotations.push(signed.value as Signed<KeyChange>);
  }
  return accept({ key: key.value, rotations });
};

/** A query string has no line feeds, and the lines of a statement have no blanks. */
export const parseLines = (value: string): string => `${value.replaceAll(' ', '\n')}\n`;

export const formatLines = (text: string): string => text.trimEnd().replaceAll('\n', ' ');
