import { parseIbi } from '../../ibi/ibi.ts';
import { parseIbip } from '../../ibi/ibip.ts';
import type { Checked, IbipLabel, Label, RepositoryLabel } from '../../ibi/label.ts';
import { parseRepositoryName } from '../../ibi/repository-name.ts';
import { type Answer, accept, refuse, refuseLong, shift } from '../../parsing/answer.ts';
import { isAlphanumeric, skip } from '../../parsing/characters.ts';
import type { State } from '../../wire/values.ts';
import { type Hash, hashText, parseHash } from '../hash.ts';
import type { Sha256 } from '../sha256.ts';
import { type Instant, parseInstant } from './instant.ts';
import { type PublicKey, parsePublicKey } from './public-key.ts';

/** What an Archive says of an item that it holds (decision 32). */
export interface Claim {
  readonly kind: 'claim';
  /** At least one of the two labels is there. */
  readonly repository: RepositoryLabel | undefined;
  readonly ibip: IbipLabel | undefined;
  readonly state: State;
  /** Of the manifest of the item. */
  readonly hash: Hash;
  readonly time: Instant;
  /** Its repository name, or its IBIp if it has no repository name. */
  readonly archiveService: Label;
  /**
   * The hash of the statement before, about the same item and by the same Archive. The first claim of a new holder has
   * the hash of the transfer that names it.
   */
  readonly previous: Hash | undefined;
}

/** A claim of the old holder that hands the original over to the receiver (decision 33). */
export interface Transfer extends Omit<Claim, 'kind' | 'state'> {
  readonly kind: 'transfer';
  readonly receiver: Label;
}

/**
 * The key of an Archive: `pinned` when it was registered, `rotated` with a signature of the former key (decision 31),
 * `replaced` because the former key was lost. The resolver signs what is pinned and replaced, with the key of its log.
 */
export interface KeyChange {
  readonly kind: 'key';
  readonly reason: 'pinned' | 'rotated' | 'replaced';
  readonly archiveService: Label;
  readonly key: PublicKey;
  readonly former: PublicKey | undefined;
  readonly time: Instant;
}

/** The sender signs the offer of an original, the receiver signs that it has all of it (decision 54). */
export interface Handover {
  readonly kind: 'offer' | 'receipt';
  readonly transfer: TransferId;
  readonly label: Label;
  readonly hash: Hash;
  readonly sender: Label;
  readonly receiver: Label;
  readonly time: Instant;
}

export type Statement = Claim | Transfer | KeyChange | Handover;

/** The name of a transfer, which is secret. */
export type TransferId = Checked<string, 'TransferId'>;

type Parser = (line: string) => Answer<unknown>;

const MAX_TRANSFER_ID_LENGTH = 128;
const MAX_STATEMENT_LENGTH = 4_096;
/** Stands for a value that is not there. No label, hash or key is spelled so. */
const NONE = 'none';

/** Refuses other spellings of a label, so that a statement has one spelling. */
const canonical =
  <Text extends string>(parse: (text: string) => Answer<{ readonly text: Text }>) =>
  (line: string): Answer<Text> => {
    const label = parse(line);
    if (!label.ok) return label;
    const { text } = label.value;
    return text === line ? accept(text) : refuse('statement/spelling', 0, 'the label in its canonical spelling');
  };

const orNone =
  (parse: Parser): Parser =>
  (line) =>
    line === NONE ? accept(undefined) : parse(line);

const oneOf =
  (...words: readonly string[]): Parser =>
  (line) =>
    words.includes(line) ? accept(line) : refuse('statement/word', 0, words.join(', '));

export const parseCanonicalLabel: (line: string) => Answer<Label> = canonical<Label>(parseIbi);

const isIdCharacter = (code: number): boolean => isAlphanumeric(code) || code === 0x2d || code === 0x5f;

export const parseTransferId = (text: string): Answer<TransferId> => {
  const end = skip(text, 0, isIdCharacter);
  return end === text.length && end > 0 && end <= MAX_TRANSFER_ID_LENGTH
    ? accept(text as TransferId)
    : refuse('statement/transfer', 0, `1 to ${MAX_TRANSFER_ID_LENGTH} letters, digits, "-" and "_"`);
};

const REPOSITORY = ['repository', orNone(canonical(parseRepositoryName))] as const;
const IBIP = ['ibip', orNone(canonical(parseIbip))] as const;
const STATE = ['state', oneOf('Original', 'Copy', 'Deleted')] as const;
const HASH = ['hash', parseHash] as const;
const TIME = ['time', parseInstant] as const;
const SERVICE = ['archiveService', parseCanonicalLabel] as const;
const PREVIOUS = ['previous', orNone(parseHash)] as const;
const RECEIVER = ['receiver', parseCanonicalLabel] as const;
const SENDER = ['sender', parseCanonicalLabel] as const;
const TRANSFER = ['transfer', parseTransferId] as const;
const LABEL = ['label', parseCanonicalLabel] as const;
const REASON = ['reason', oneOf('pinned', 'rotated', 'replaced')] as const;
const KEY = ['key', parsePublicKey] as const;
const FORMER = ['former', orNone(parsePublicKey)] as const;

const HANDOVER = [TRANSFER, LABEL, HASH, SENDER, RECEIVER, TIME];

/** The lines of each kind after the first, which is its name: `ibi-claim-v1`. Every line ends with a line feed. */
const LINES: Readonly<Record<Statement['kind'], readonly (readonly [name: string, parse: Parser])[]>> = {
  claim: [REPOSITORY, IBIP, STATE, HASH, TIME, SERVICE, PREVIOUS],
  transfer: [REPOSITORY, IBIP, HASH, TIME, SERVICE, PREVIOUS, RECEIVER],
  key: [REASON, SERVICE, KEY, FORMER, TIME],
  offer: HANDOVER,
  receipt: HANDOVER,
};

const headerOf = (kind: string): string => `ibi-${kind}-v1`;

const KINDS = new Map(Object.keys(LINES).map((kind) => [headerOf(kind), kind as Statement['kind']]));

/** The text that is signed, as UTF-8. */
export const formatStatement = (statement: Statement): string => {
  const values = statement as unknown as Readonly<Record<string, string | undefined>>;
  return [headerOf(statement.kind), ...LINES[statement.kind].map(([name]) => values[name] ?? NONE), ''].join('\n');
};

/** Accepts exactly what `formatStatement` writes. */
export const parseStatement = (text: string): Answer<Statement> => {
  if (text.length > MAX_STATEMENT_LENGTH) return refuseLong('statement', MAX_STATEMENT_LENGTH);
  const [header = '', ...lines] = text.split('\n');
  const kind = KINDS.get(header);
  if (kind === undefined) return refuse('statement/kind', 0, [...KINDS.keys()].join(', '));
  const fields = LINES[kind];
  const statement: Record<string, unknown> = { kind };
  let start = header.length + 1;
  for (const [index, [name, parse]] of fields.entries()) {
    const line = lines[index];
    if (line === undefined) return refuse('statement/missing', text.length, `a line with ${name}`);
    const value = parse(line);
    if (!value.ok) return shift({ ...value, expected: `in ${name}: ${value.expected}` }, start);
    statement[name] = value.value;
    start += line.length + 1;
  }
  if (lines.length !== fields.length + 1 || lines.at(-1) !== '') {
    return refuse('statement/end', Math.min(start, text.length), 'one line feed, then the end');
  }
  const read = statement as unknown as Statement;
  const problem = contradictionOf(read);
  return problem === undefined ? accept(read) : refuse(problem, 0, 'a statement that does not contradict itself');
};

const contradictionOf = (statement: Statement): string | undefined => {
  if (statement.kind === 'key') {
    const isFirst = statement.former === undefined;
    if (isFirst !== (statement.reason === 'pinned')) return 'statement/former';
    return statement.former === statement.key ? 'statement/same-key' : undefined;
  }
  if ('sender' in statement) {
    return statement.sender === statement.receiver ? 'statement/same-archive' : undefined;
  }
  if (statement.repository === undefined && statement.ibip === undefined) return 'statement/no-label';
  return statement.kind === 'transfer' && statement.receiver === statement.archiveService
    ? 'statement/same-archive'
    : undefined;
};

/** What `previous` of the next claim names: the hash of the signed text, without key and signature. */
export const hashStatement = (statement: Statement, sha256: Sha256): Hash =>
  hashText(formatStatement(statement), sha256);
