import { type Answer, accept, type Refused, refuse } from '../parsing/answer.ts';
import { escapeValue } from './query-string.ts';

export type Parser<Value> = (text: string) => Answer<Value>;

/** One pair of a message: how its value is read and written. */
export interface Field<Message> {
  readonly name: string;
  readonly isOptional: boolean;
  /** Puts the value into the message; without a text, the value for an absent pair. */
  readonly read: (text: string | undefined, message: Partial<Message>) => Refused | undefined;
  /** Returns the value as a query string carries it; empty if the message has none. */
  readonly write: (message: Message) => string;
}

interface FieldOptions<Value> {
  /** The value for a pair that may be absent. */
  readonly absent?: Value;
  readonly escape?: (text: string) => string;
}

/**
 * Makes the fields of one kind of message: the name on the wire, the property it becomes, and how the value is read and
 * written.
 */
export const fieldsOf =
  <Message>() =>
  <Key extends keyof Message>(
    name: string,
    key: Key,
    parse: Parser<Message[Key]>,
    format: (value: NonNullable<Message[Key]>) => string,
    options: FieldOptions<Message[Key]> = {},
  ): Field<Message> => ({
    name,
    isOptional: 'absent' in options,
    read(text, message) {
      const value = text === undefined ? accept(options.absent) : parse(text);
      if (!value.ok) return value;
      message[key] = value.value as Message[Key];
      return undefined;
    },
    write(message) {
      const value = message[key];
      return value === undefined || value === null ? '' : (options.escape ?? escapeValue)(format(value));
    },
  });

interface Text {
  readonly name: string;
  readonly value: string;
  /** The position of a character of the value in the message, where problems are reported. */
  readonly positionOf: (index: number) => number;
}

/** Reads pairs in any order. Ignores names that no field has, and refuses a name that comes twice. */
export const readFields = <Message>(pairs: readonly Text[], fields: readonly Field<Message>[]): Answer<Message> => {
  const message: Partial<Message> = {};
  for (const { name, isOptional, read } of fields) {
    const [pair, repeated] = pairs.filter((candidate) => candidate.name === name);
    if (repeated) return refuse('message/repeated', repeated.positionOf(0), `${name} only once`);
    if (pair === undefined && !isOptional) return refuse('message/missing', endOf(pairs), `a pair named ${name}`);
    const refused = read(pair?.value, message);
    if (pair && refused) {
      return { ...refused, position: pair.positionOf(refused.position), expected: `in ${name}: ${refused.expected}` };
    }
  }
  return accept(message as Message);
};

const endOf = (pairs: readonly Text[]): number =>
  pairs.reduce((end, { positionOf, value }) => Math.max(end, positionOf(value.length)), 0);

/** Writes the fields in their order. */
export const formatFields = <Message>(message: Message, fields: readonly Field<Message>[]): string =>
  fields
    .map(({ name, write }) => [name, write(message)])
    .filter(([, value]) => value !== '')
    .map((pair) => pair.join('='))
    .join('&');

/** Parses one of a few words. */
export const oneOf =
  <Word extends string>(...words: readonly Word[]): Parser<Word> =>
  (text) => {
    const word = words.find((candidate) => candidate === text);
    return word === undefined ? refuse('message/value', 0, words.join(' or ')) : accept(word);
  };

export const asItIs = (text: string): string => text;
