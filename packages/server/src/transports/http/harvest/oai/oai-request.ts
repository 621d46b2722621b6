import { isMetadataPrefix, type MetadataPrefix } from './oai-formats.ts';
import { type OaiSet, parseSet } from './oai-sets.ts';
import { type OaiToken, readToken } from './oai-token.ts';

/** Section 3.6 of OAI-PMH 2.0. */
type OaiErrorCode =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noMetadataFormats'
  | 'noRecordsMatch';

export interface OaiError {
  readonly code: OaiErrorCode;
  readonly message: string;
}

/** What a list is of. Dates are microseconds since 1970. */
export interface OaiList {
  readonly verb: 'ListRecords' | 'ListIdentifiers';
  readonly prefix: MetadataPrefix;
  readonly set: OaiSet | undefined;
  readonly from: bigint | undefined;
  /** Exclusive. */
  readonly before: bigint | undefined;
  readonly token: OaiToken | undefined;
}

export type OaiRequest =
  | OaiList
  | { readonly verb: 'Identify' | 'ListSets' }
  | { readonly verb: 'ListMetadataFormats'; readonly identifier: string | undefined }
  | { readonly verb: 'GetRecord'; readonly identifier: string; readonly prefix: MetadataPrefix };

interface Rule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const LIST: Rule = { required: ['metadataPrefix'], optional: ['from', 'until', 'set', 'resumptionToken'] };

const RULES: Readonly<Record<OaiRequest['verb'], Rule>> = {
  Identify: { required: [], optional: [] },
  ListSets: { required: [], optional: ['resumptionToken'] },
  ListMetadataFormats: { required: [], optional: ['identifier'] },
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [] },
  ListRecords: LIST,
  ListIdentifiers: LIST,
};

const WORD = "[A-Za-z0-9\\-_.!~*'()]+";
/** As OAI-PMH.xsd has them: an answer that repeats other values would not be valid. */
const SYNTAX: ReadonlyMap<string, RegExp> = new Map([
  ['metadataPrefix', new RegExp(`^${WORD}$`)],
  ['set', new RegExp(`^${WORD}(?::${WORD})*$`)],
]);

const MAX_SHOWN = 100;

const wrong = (code: OaiErrorCode, message: string): OaiError => ({ code, message: message.slice(0, 4 * MAX_SHOWN) });
const shorten = (text: string): string => `"${text.slice(0, MAX_SHOWN)}"`;

export const isOaiError = (value: object): value is OaiError => 'code' in value;

/** Reads the arguments of a request; the first error that is found is returned. */
export const readOaiRequest = (given: URLSearchParams): OaiRequest | OaiError => {
  const [verb = '', ...furtherVerbs] = given.getAll('verb');
  if (verb === '' || furtherVerbs.length > 0) return wrong('badVerb', 'give one argument "verb"');
  if (!Object.hasOwn(RULES, verb)) return wrong('badVerb', `${shorten(verb)} is no verb of OAI-PMH`);
  const { required, optional } = RULES[verb as OaiRequest['verb']];
  const known = new Set([...required, ...optional]);
  const values = new Map<string, string>();
  for (const [name, value] of given) {
    if (name === 'verb') continue;
    if (!known.has(name)) return wrong('badArgument', `${verb} takes no argument ${shorten(name)}`);
    if (values.has(name)) return wrong('badArgument', `the argument ${name} is given twice`);
    if (value === '') return wrong('badArgument', `the argument ${name} is empty`);
    if (SYNTAX.get(name)?.test(value) === false) {
      return wrong('badArgument', `the argument ${name} has signs that it cannot have`);
    }
    values.set(name, value);
  }
  const token = values.get('resumptionToken');
  if (token !== undefined) return resume(verb, token, values);
  const missing = required.find((name) => !values.has(name));
  if (missing !== undefined) return wrong('badArgument', `${verb} needs the argument ${missing}`);
  return readArguments(verb as OaiRequest['verb'], values);
};

const resume = (verb: string, text: string, values: ReadonlyMap<string, string>): OaiRequest | OaiError => {
  if (values.size > 1) return wrong('badArgument', 'resumptionToken is given alone');
  const token = verb === 'ListSets' ? undefined : readToken(text);
  if (token === undefined) return wrong('badResumptionToken', 'this Archive gave no such token');
  const { metadataPrefix, set, from, until } = token;
  const list = readArguments(
    verb as OaiRequest['verb'],
    new Map(Object.entries({ metadataPrefix, set, from, until }).filter(([, value]) => value !== '')),
  );
  return isOaiError(list) ? wrong('badResumptionToken', list.message) : { ...(list as OaiList), token };
};

const readArguments = (verb: OaiRequest['verb'], values: ReadonlyMap<string, string>): OaiRequest | OaiError => {
  const identifier = values.get('identifier');
  if (verb === 'Identify' || verb === 'ListSets') return { verb };
  if (verb === 'ListMetadataFormats') return { verb, identifier };
  const prefix = values.get('metadataPrefix') ?? '';
  if (verb !== 'GetRecord') return readList(verb, prefix, values);
  return isMetadataPrefix(prefix) ? { verb, identifier: identifier ?? '', prefix } : unknownFormat(prefix);
};

const unknownFormat = (prefix: string): OaiError =>
  wrong('cannotDisseminateFormat', `this Archive has no metadata format ${shorten(prefix)}`);

const readList = (
  verb: OaiList['verb'],
  prefix: string,
  values: ReadonlyMap<string, string>,
): OaiRequest | OaiError => {
  const [from, until] = [values.get('from'), values.get('until')];
  const [first, last] = [readDate(from), readDate(until)];
  if (first === 'wrong' || last === 'wrong') {
    return wrong('badArgument', 'dates are written as YYYY-MM-DD or as YYYY-MM-DDThh:mm:ssZ');
  }
  if (first !== undefined && last !== undefined) {
    if (from?.length !== until?.length) return wrong('badArgument', 'from and until need the same granularity');
    if (first.start > last.start) return wrong('badArgument', 'from is later than until');
  }
  const set = values.get('set');
  const chosen = set === undefined ? undefined : parseSet(set);
  if (set !== undefined && chosen === undefined) return wrong('noRecordsMatch', `there is no set ${shorten(set)}`);
  if (!isMetadataPrefix(prefix)) return unknownFormat(prefix);
  return { verb, prefix, set: chosen, from: first?.start, before: last?.end, token: undefined };
};

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/;

interface Moment {
  readonly start: bigint;
  /** The end of the day or second, exclusive. */
  readonly end: bigint;
}

const readDate = (text: string | undefined): Moment | undefined | 'wrong' => {
  if (text === undefined) return undefined;
  const [, time] = DATE.exec(text) ?? ['', 'wrong'];
  const date = time === 'wrong' ? Number.NaN : Date.parse(text);
  // Days that do not exist, such as 30 February, are read as others.
  if (Number.isNaN(date) || !new Date(date).toISOString().startsWith(text.slice(0, 19))) return 'wrong';
  const seconds = BigInt(date / 1_000);
  return { start: seconds * 1_000_000n, end: (seconds + (time === undefined ? 86_400n : 1n)) * 1_000_000n };
};
