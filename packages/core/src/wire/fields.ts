import { type Answer, accept, refuse } from '../parsing/answer.ts';

export type Parser<Value> = (text: string) => Answer<Value>;

/** What is read of a message: for each name its parser; `optional` where the pair may be absent. */
export type Schema = Readonly<Record<string, Parser<unknown> | OptionalField<unknown>>>;

interface OptionalField<Value> {
  readonly optional: Parser<Value>;
}

export const optional = <Value>(parser: Parser<Value>): OptionalField<Value> => ({ optional: parser });

export type Fields<S extends Schema> = {
  readonly [Name in keyof S]: S[Name] extends Parser<infer Value>
    ? Value
    : S[Name] extends OptionalField<infer Value>
      ? Value | undefined
      : never;
};

interface Text {
  readonly name: string;
  readonly value: string;
  /** Where a character of the value stands in the message; problems are reported there. */
  readonly positionOf: (index: number) => number;
}

/** Pairs in any order; names that the schema does not know are left alone, a known name twice is refused. */
export const readFields = <S extends Schema>(pairs: readonly Text[], schema: S): Answer<Fields<S>> => {
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema)) {
    const [pair, repeated] = pairs.filter((candidate) => candidate.name === name);
    if (repeated) return refuse('message/repeated', repeated.positionOf(0), `${name} only once`);
    if (pair === undefined) {
      if (typeof field === 'function') return refuse('message/missing', endOf(pairs), `a pair named ${name}`);
    } else {
      const value = (typeof field === 'function' ? field : field.optional)(pair.value);
      if (!value.ok) {
        return { ...value, position: pair.positionOf(value.position), expected: `in ${name}: ${value.expected}` };
      }
      fields[name] = value.value;
    }
  }
  return accept(fields as Fields<S>);
};

const endOf = (pairs: readonly Text[]): number =>
  pairs.reduce((end, { positionOf, value }) => Math.max(end, positionOf(value.length)), 0);

/** One of a few words. */
export const oneOf =
  <Word extends string>(...words: readonly Word[]): Parser<Word> =>
  (text) => {
    const word = words.find((candidate) => candidate === text);
    return word === undefined ? refuse('message/value', 0, words.join(' or ')) : accept(word);
  };
