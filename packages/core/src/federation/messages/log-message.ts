import { type Ibi, parseIbi } from '../../ibi/ibi.ts';
import type { Label } from '../../ibi/label.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { MAX_TREE_SIZE } from '../../trust/log/merkle-tree.ts';
import { asItIs, type Field, fieldsOf, formatFields, oneOf, readFields } from '../../wire/fields.ts';
import { parseKey } from '../../wire/key.ts';
import { parseListOfPairs } from '../../wire/list-of-pairs.ts';
import { parseQueryString } from '../../wire/query-string.ts';
import { formatLines, parseLines } from './key-pairs.ts';

/** What anybody asks about the log of a resolver, and what Archives that run Perene send for it. */
export type LogMessage =
  /** The head that witnesses are asked to sign stays the same for a while. */
  | { readonly subject: 'logHead'; readonly isForWitness: boolean }
  /** The entry with this index, or the newest about this label. */
  | {
      readonly subject: 'logProof';
      readonly about: { readonly index: number } | { readonly label: Label };
      readonly size: number | undefined;
    }
  | { readonly subject: 'logConsistency'; readonly from: number; readonly to: number }
  | { readonly subject: 'logEntries'; readonly from: number; readonly count: number | undefined }
  | LogSubmission;

/** From a member of the resolver. */
export type LogSubmission =
  /** It has signed the head of that size, as a witness: the signature is as in the line of a signed note. */
  | (Sender & { readonly subject: 'logWitness'; readonly size: number; readonly signature: string })
  /** A statement that the log may not have seen: a transfer, or a claim that others follow. */
  | (Sender & { readonly subject: 'logStatement'; readonly text: string });

interface Sender {
  readonly archiveService: Ibi;
  readonly registrationKey: string;
}

interface Flat {
  readonly subject: LogMessage['subject'];
  readonly archiveService: Ibi | undefined;
  readonly registrationKey: string | undefined;
  readonly reader: 'witness' | undefined;
  readonly index: number | undefined;
  readonly label: Ibi | undefined;
  readonly size: number | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly count: number | undefined;
  readonly signature: string | undefined;
  readonly text: string | undefined;
}

const SUBJECTS = ['logHead', 'logProof', 'logConsistency', 'logEntries', 'logWitness', 'logStatement'] as const;
const MAX_TEXT_LENGTH = 8_192;
const NUMBER = /^(?:0|[1-9]\d{0,15})$/;

const parseNumber = (text: string): Answer<number> =>
  NUMBER.test(text) && Number(text) <= MAX_TREE_SIZE
    ? accept(Number(text))
    : refuse('log-message/number', 0, `a whole number up to ${MAX_TREE_SIZE}`);

const parseText = (text: string): Answer<string> =>
  text.length <= MAX_TEXT_LENGTH
    ? accept(text)
    : refuse('log-message/too-long', MAX_TEXT_LENGTH, `at most ${MAX_TEXT_LENGTH} characters`);

const parseStatementLines = (text: string): Answer<string> => {
  const lines = parseText(text);
  return lines.ok ? accept(parseLines(lines.value)) : lines;
};

const field = fieldsOf<Flat>();
const ABSENT = { absent: undefined };

const FIELDS: readonly Field<Flat>[] = [
  field('servicesubject', 'subject', oneOf(...SUBJECTS), asItIs),
  field('archiveserviceibi', 'archiveService', parseIbi, ({ text }) => text, ABSENT),
  field('registrationkey', 'registrationKey', parseKey, asItIs, ABSENT),
  field('log.for', 'reader', oneOf('witness'), asItIs, ABSENT),
  field('log.index', 'index', parseNumber, String, ABSENT),
  field('log.label', 'label', parseIbi, ({ text }) => text, ABSENT),
  field('log.size', 'size', parseNumber, String, ABSENT),
  field('log.from', 'from', parseNumber, String, ABSENT),
  field('log.to', 'to', parseNumber, String, ABSENT),
  field('log.count', 'count', parseNumber, String, ABSENT),
  field('log.signature', 'signature', parseText, asItIs, ABSENT),
  field('log.statement', 'text', parseStatementLines, formatLines, ABSENT),
];

/** The value is undefined for another message. */
export const parseLogMessage = (query: string): Answer<LogMessage | undefined> => {
  const pairs = parseQueryString(query);
  if (!pairs.ok) return pairs;
  const subject = pairs.value.find(({ name }) => name === 'servicesubject')?.value;
  if (!SUBJECTS.some((known) => known === subject)) return accept(undefined);
  const read = readFields(pairs.value, FIELDS);
  if (!read.ok) return read;
  const message = messageOf(read.value);
  return typeof message === 'string'
    ? refuse('message/missing', query.length, `a pair named ${message}`)
    : accept(message);
};

/** Returns the name of what is missing instead. */
const messageOf = (flat: Flat): LogMessage | string => {
  const { subject, archiveService, registrationKey, index, label, size, from, to, count, signature, text } = flat;
  switch (subject) {
    case 'logHead':
      return { subject, isForWitness: flat.reader === 'witness' };
    case 'logProof':
      if (index !== undefined) return { subject, about: { index }, size };
      return label === undefined ? 'log.index' : { subject, about: { label: label.text }, size };
    case 'logConsistency':
      if (from === undefined) return 'log.from';
      return to === undefined ? 'log.to' : { subject, from, to };
    case 'logEntries':
      return from === undefined ? 'log.from' : { subject, from, count };
    default:
      if (archiveService === undefined) return 'archiveserviceibi';
      if (registrationKey === undefined) return 'registrationkey';
      if (subject === 'logStatement') {
        return text === undefined ? 'log.statement' : { subject, archiveService, registrationKey, text };
      }
      if (size === undefined) return 'log.size';
      return signature === undefined ? 'log.signature' : { subject, archiveService, registrationKey, size, signature };
  }
};

export const formatLogMessage = (message: LogMessage): string => formatFields(flatOf(message), FIELDS);

const EMPTY: Omit<Flat, 'subject'> = {
  archiveService: undefined,
  registrationKey: undefined,
  reader: undefined,
  index: undefined,
  label: undefined,
  size: undefined,
  from: undefined,
  to: undefined,
  count: undefined,
  signature: undefined,
  text: undefined,
};

const flatOf = (message: LogMessage): Flat => {
  if (message.subject === 'logHead') {
    return { ...EMPTY, subject: message.subject, reader: message.isForWitness ? 'witness' : undefined };
  }
  if (message.subject !== 'logProof') return { ...EMPTY, ...message };
  const { about, ...rest } = message;
  const label = 'label' in about ? ({ text: about.label } as Ibi) : undefined;
  return { ...EMPTY, ...rest, label, index: 'index' in about ? about.index : undefined };
};

/** The answer to what a member sent for the log. */
export const LOG_RECEIVED = 'notice {log received}';

/** A value of an answer about the log, by its name; names may come several times. */
export type LogPair = readonly [name: string, value: string];

/** One pair a line. Values are escaped, because entries and heads have several lines. */
export const formatLogAnswer = (pairs: readonly LogPair[]): string =>
  pairs.map(([name, value]) => `${name} ${value === '' ? NONE : encodeURIComponent(value)}`).join('\r\n');

/** Stands for an empty value. */
const NONE = 'none';

/** All values of each name, in order. */
export const parseLogAnswer = (text: string): Answer<(name: string) => readonly string[]> => {
  const pairs = parseListOfPairs(text);
  if (!pairs.ok) return pairs;
  const values = new Map<string, string[]>();
  for (const { name, value, position } of pairs.value) {
    const read = readWord(value);
    if (read === undefined) return refuse('log-message/escape', position, 'one word, escaped as in a URL');
    values.set(name, [...(values.get(name) ?? []), read]);
  }
  return accept((name) => values.get(name) ?? []);
};

const readWord = (value: string | readonly string[]): string | undefined => {
  if (typeof value !== 'string') return undefined;
  if (value === NONE) return '';
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
};
