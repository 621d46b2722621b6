import { type Ibi, parseIbi } from '../../ibi/ibi.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { type Hash, parseHash } from '../../trust/hash.ts';
import { formatQueryString, parseQueryString } from '../../wire/query-string.ts';

/**
 * Asks an Archive for what it has signed, or was given, about an item: the statement with that hash, and those before
 * it.
 */
export interface StatementRequest {
  readonly ibi: Ibi;
  readonly hash: Hash;
}

const SUBJECT = 'statementRequest';
/** The name of each statement in the answer, which `formatLogAnswer` writes; the newest comes first. */
export const STATEMENT = 'statement';
export const MAX_STATEMENTS = 20;

/** The value is undefined for another message. */
export const parseStatementRequest = (query: string): Answer<StatementRequest | undefined> => {
  const pairs = parseQueryString(query);
  if (!pairs.ok) return pairs;
  const find = (wanted: string): string => pairs.value.find(({ name }) => name === wanted)?.value ?? '';
  if (find('servicesubject') !== SUBJECT) return accept(undefined);
  const ibi = parseIbi(find('statement.item'));
  if (!ibi.ok) return refuse('statement-request/item', query.length, 'statement.item, the label of an item');
  const hash = parseHash(find('statement.hash'));
  return hash.ok
    ? accept({ ibi: ibi.value, hash: hash.value })
    : refuse('statement-request/hash', query.length, 'statement.hash, the hash of a statement');
};

export const formatStatementRequest = ({
  ibi,
  hash,
}: {
  readonly ibi: { readonly text: string };
  readonly hash: Hash;
}) =>
  formatQueryString([
    ['servicesubject', SUBJECT],
    ['statement.item', ibi.text],
    ['statement.hash', hash],
  ]);
