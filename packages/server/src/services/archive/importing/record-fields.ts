import { type FieldExpectation, type Refusal, refuse } from '@perene/api/refusals';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads the fields of a JSON object one by one, and refuses fields that were not read at the end. */
export interface RecordFields {
  text(name: string): string | undefined;
  /** A whole number, 0 or more. */
  number(name: string): number | undefined;
  texts(name: string): readonly string[] | undefined;
  list(name: string): readonly unknown[] | undefined;
  /** The texts of an object, by name. */
  textsByName(name: string): Readonly<Record<string, string>> | undefined;
  object(name: string): RecordFields | undefined;
  /** Any value; another parser checks it. */
  value(name: string): unknown;
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
  /** A date and time of ISO 8601 in UTC, as microseconds since 1970. */
  time(name: string): bigint | undefined;
  finish(): void;
  /** The refusal for the field of that name. */
  expected(name: string, what: FieldExpectation): Refusal;
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/;
const MICROSECOND_DIGITS = 6;

const isText = (value: unknown): value is string => typeof value === 'string';

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const parseJsonObject = (text: string): JsonObject => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('record-invalid', { reason: 'no-json' });
  }
  if (isJsonObject(value)) return value;
  throw refuse('record-invalid', { reason: 'no-object' });
};

/** `place` is the place of the object in its line, such as `metadata.`; empty for the whole. */
export const readFields = (source: JsonObject, place: string): RecordFields => {
  const asked = new Set<string>();
  const expected = (name: string, what: FieldExpectation): Refusal =>
    refuse('record-invalid', { reason: 'field', place: `${place}${name}`, expected: what });

  const read = <Value>(
    name: string,
    fits: (value: unknown) => value is Value,
    wrong: FieldExpectation | Refusal,
  ): Value | undefined => {
    asked.add(name);
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    if (value === undefined) return undefined;
    if (fits(value)) return value;
    throw typeof wrong === 'string' ? expected(name, wrong) : wrong;
  };

  return {
    expected,
    text: (name) => read(name, isText, 'text'),
    number: (name) => read(name, isCount, 'whole-number'),
    texts: (name) => read(name, isListOfTexts, 'list-of-texts'),
    list: (name) => read(name, Array.isArray, 'list'),
    textsByName: (name) => read(name, isObjectOfTexts, 'object-of-texts'),
    object(name) {
      const value = read(name, isJsonObject, 'object');
      return value && readFields(value, `${place}${name}.`);
    },
    value: (name) => read(name, (value): value is unknown => value !== undefined, 'value'),
    choice: <Choice extends string>(name: string, choices: readonly Choice[]) =>
      read(
        name,
        (value): value is Choice => choices.some((choice) => choice === value),
        refuse('record-invalid', { reason: 'choice', place: `${place}${name}`, choices: choices.join(' or ') }),
      ),
    time(name) {
      const text = read(name, isText, 'text');
      if (text === undefined) return undefined;
      const time = parseTime(text);
      if (time === undefined) throw expected(name, 'time');
      return time;
    },
    finish() {
      const unknown = Object.keys(source).find((name) => !asked.has(name));
      if (unknown === undefined) return;
      throw refuse('record-invalid', {
        reason: 'unknown-field',
        name: unknown.slice(0, 64),
        place: place.slice(0, -1),
      });
    },
  };
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isListOfTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

const isObjectOfTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isJsonObject(value) && Object.values(value).every(isText);

const parseTime = (text: string): bigint | undefined => {
  const [, seconds = '', fraction = ''] = TIME.exec(text) ?? [];
  const milliseconds = Date.parse(`${seconds}Z`);
  // Date reads a day that its month does not have as one of the next month.
  if (Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(seconds)) return undefined;
  return BigInt(milliseconds) * 1_000n + BigInt(fraction.padEnd(MICROSECOND_DIGITS, '0'));
};
