import { checkLanguage, type TextProblem } from '../text-checks.ts';
import { metadataField } from './metadata-fields.ts';
import { checkQualifier, checkText } from './metadata-text.ts';
import type { QualifierName } from './qualifier-names.ts';

/** The metadata of an item: the elements of Dublin Core, and any further fields. */
export type Metadata = Readonly<Record<string, readonly MetadataValue[]>>;

/** A text, and what is said of it; {@link metadataField} has what may be said of which field. */
export interface MetadataValue extends Readonly<Partial<Record<QualifierName, string>>> {
  readonly value: string;
  readonly language?: string;
}

export interface MetadataProblem extends TextProblem {
  /** The place of the problem, as in `title[1].language`; empty for the whole. */
  readonly path: string;
}

export type MetadataAnswer =
  | { readonly ok: true; readonly value: Metadata }
  | { readonly ok: false; readonly problems: readonly MetadataProblem[] };

const MAX_FIELDS = 200;
const MAX_VALUES_PER_FIELD = 1_000;
const MAX_TOTAL_LENGTH = 1_048_576;
const ESCAPED = /[&<>"\r]/g;
const ESCAPE_LENGTH = 5;
const MAX_PROBLEMS = 100;
const MAX_SHOWN_KEY_LENGTH = 64;

const FIELD_NAME = /^[a-z][A-Za-z0-9_.-]{0,63}$/;

const NOT_FIELDS = { problem: 'metadata/not-an-object', expected: 'an object of fields, such as {"title": "..."}' };
const NOT_A_VALUE = {
  problem: 'metadata/value',
  expected: 'a text, a whole number, or an object such as {"value": "...", "language": "pt"}',
};
const NOT_A_TEXT = { problem: 'metadata/value', expected: 'a text or a whole number' };
const NOT_A_NAME = {
  problem: 'metadata/field-name',
  expected: 'a lower-case letter, then letters, digits, "_", "." or "-", at most 64 characters in all',
};
const UNKNOWN_KEY = {
  problem: 'metadata/unknown-key',
  expected: 'nothing but "value", "language" and the qualifiers of the field',
};
const REPEATED_LANGUAGE = {
  problem: 'metadata/repeated-language',
  expected: 'one value a language, and one without',
};
const NO_TITLE = { problem: 'metadata/title-missing', expected: 'a title' };
const TOO_MANY_FIELDS = { problem: 'metadata/too-many-fields', expected: `at most ${MAX_FIELDS} fields` };
const TOO_MANY_VALUES = { problem: 'metadata/too-many-values', expected: `at most ${MAX_VALUES_PER_FIELD} values` };
const TOO_LARGE = {
  problem: 'metadata/too-large',
  expected: `at most ${MAX_TOTAL_LENGTH} characters in all, where each of & < > " counts six`,
};

type JsonObject = Readonly<Record<string, unknown>>;

/** A problem refuses the metadata but does not end the reading, so that people can correct all problems at once. */
interface Reading {
  readonly problems: MetadataProblem[];
  length: number;
}

/** As long as the text is in XML, where each of these signs takes up to six characters: writing it takes as much time. */
const writtenLength = (text: string): number => text.length + ESCAPE_LENGTH * (text.match(ESCAPED)?.length ?? 0);

/** Whether there are so many problems, or so much text, that the reading stops. */
const isOver = ({ problems, length }: Reading): boolean => problems.length >= MAX_PROBLEMS || length > MAX_TOTAL_LENGTH;

const report = ({ problems }: Reading, path: string, { problem, expected }: TextProblem): undefined => {
  if (problems.length < MAX_PROBLEMS) problems.push({ path, problem, expected });
};

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refuseMetadata = (path: string, { problem, expected }: TextProblem): MetadataAnswer => ({
  ok: false,
  problems: [{ path, problem, expected }],
});

/** Unexpected keys are cut and quoted, so that they can be shown. */
const quote = (key: string): string => `[${JSON.stringify(key.slice(0, MAX_SHOWN_KEY_LENGTH))}]`;

/** Fractions are refused, because JSON does not keep how they were written. */
const textOf = (source: unknown): string | undefined => {
  if (typeof source === 'string') return source;
  return Number.isSafeInteger(source) ? String(source) : undefined;
};

/** The place where a value is written. */
interface Place {
  readonly field: string;
  readonly path: string;
}

const readText = (reading: Reading, { field, path }: Place, source: string): MetadataValue | undefined => {
  const checked = checkText(field, source);
  if (!checked.ok) return report(reading, path, checked);
  reading.length += writtenLength(checked.text);
  return { value: checked.text };
};

const readValue = (reading: Reading, place: Place, source: unknown): MetadataValue | undefined => {
  if (isJsonObject(source)) return readValueObject(reading, place, source);
  const text = textOf(source);
  return text === undefined ? report(reading, place.path, NOT_A_VALUE) : readText(reading, place, text);
};

const readValueObject = (reading: Reading, place: Place, source: JsonObject): MetadataValue | undefined => {
  const qualifiers = readQualifiers(reading, place, source);
  const path = `${place.path}.value`;
  const text = textOf(source['value']);
  const read = text === undefined ? report(reading, path, NOT_A_TEXT) : readText(reading, { ...place, path }, text);
  const value = read && { ...read, ...qualifiers };
  if (source['language'] === undefined) return value;
  const language = checkLanguage(source['language']);
  if (!language.ok) return report(reading, `${place.path}.language`, language);
  return value && { ...value, language: language.text };
};

const readQualifiers = (
  reading: Reading,
  { field, path }: Place,
  source: JsonObject,
): Readonly<Record<string, string>> => {
  const qualifiers: Record<string, string> = {};
  for (const [name, written] of Object.entries(source)) {
    if (name === 'value' || name === 'language') continue;
    if (isOver(reading)) break;
    const text = textOf(written);
    const checked = checkQualifier(field, name, text ?? '');
    if (checked === undefined) report(reading, path + quote(name), UNKNOWN_KEY);
    else if (text === undefined) report(reading, `${path}.${name}`, NOT_A_TEXT);
    else if (!checked.ok) report(reading, `${path}.${name}`, checked);
    else {
      reading.length += writtenLength(checked.text);
      qualifiers[name] = checked.text;
    }
  }
  return qualifiers;
};

const readField = (reading: Reading, field: string, source: unknown): readonly MetadataValue[] => {
  const sources: readonly unknown[] = Array.isArray(source) ? source : [source];
  const values: MetadataValue[] = [];
  if (sources.length > MAX_VALUES_PER_FIELD) report(reading, field, TOO_MANY_VALUES);
  const languages = new Set<string | undefined>();
  const isOnePerLanguage = metadataField(field).values === 'one-per-language';
  for (const [index, item] of sources.slice(0, MAX_VALUES_PER_FIELD).entries()) {
    if (isOver(reading)) break;
    const path = Array.isArray(source) ? `${field}[${index}]` : field;
    const value = readValue(reading, { field, path }, item);
    if (value === undefined) continue;
    if (isOnePerLanguage && languages.has(value.language)) {
      report(reading, value.language === undefined ? path : `${path}.language`, REPEATED_LANGUAGE);
    }
    languages.add(value.language);
    values.push(value);
  }
  return values;
};

const isEmptyList = (source: unknown): boolean => Array.isArray(source) && source.length === 0;

/**
 * Reads metadata as people write them in JSON: a field is a text, a whole number, an object with `value` and perhaps
 * `language`, or a list of these. Reading the result again gives the same.
 */
export const parseMetadata = (source: unknown): MetadataAnswer => {
  if (!isJsonObject(source)) return refuseMetadata('', NOT_FIELDS);
  const names = Object.keys(source).filter((name) => !isEmptyList(source[name]));
  if (names.length > MAX_FIELDS) return refuseMetadata('', TOO_MANY_FIELDS);

  const reading: Reading = { problems: [], length: 0 };
  // The object has no prototype, so that a field called `constructor` exists only if somebody wrote it.
  const metadata: Record<string, readonly MetadataValue[]> = Object.create(null);
  if (!names.includes('title')) report(reading, 'title', NO_TITLE);
  for (const name of names) {
    if (isOver(reading)) break;
    if (FIELD_NAME.test(name)) metadata[name] = readField(reading, name, source[name]);
    else report(reading, quote(name), NOT_A_NAME);
  }
  if (reading.length > MAX_TOTAL_LENGTH) report(reading, '', TOO_LARGE);
  return reading.problems.length > 0 ? { ok: false, problems: reading.problems } : { ok: true, value: metadata };
};

/**
 * A merge patch (RFC 7396) whose members are fields: a field of the change replaces the whole field, `null` removes
 * it.
 */
export const mergeMetadata = (current: Metadata, change: unknown): MetadataAnswer => {
  if (!isJsonObject(change)) return refuseMetadata('', NOT_FIELDS);
  const merged = Object.entries({ ...current, ...change }).filter(([, value]) => value !== null);
  return parseMetadata(Object.fromEntries(merged));
};
