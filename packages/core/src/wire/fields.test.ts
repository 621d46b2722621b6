import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { asItIs, fieldsOf, formatFields, oneOf, type Parser, readFields } from './fields.ts';

const pair = (name: string, value: string, start: number) => ({
  name,
  value,
  // These positions are as if every character of the value were written as an escape.
  positionOf: (index: number) => start + 3 * index,
});

const parseNumber: Parser<number> = (text) =>
  /^\d+$/.test(text) ? accept(Number(text)) : refuse('number/digit', text.search(/\D|$/), 'a digit');

interface Message {
  readonly first: number;
  readonly second: 'a' | 'b';
  readonly third: number | undefined;
  readonly fourth: number | null;
}

const field = fieldsOf<Message>();
const FIELDS = [
  field('one', 'first', parseNumber, String),
  field('two', 'second', oneOf('a', 'b'), asItIs),
  field('three', 'third', parseNumber, (value) => `${value} %20`, { absent: undefined }),
  field('four', 'fourth', parseNumber, (value) => `${value} %20`, { absent: null, escape: (text) => `<${text}>` }),
];

describe('readFields', () => {
  it('reads pairs in any order, and leaves alone what it does not know', () => {
    expect(
      readFields(
        [pair('three', '3', 0), pair('x', '?', 9), pair('two', 'b', 20), pair('x', '', 30), pair('one', '12', 40)],
        FIELDS,
      ),
    ).toEqual(accept({ first: 12, second: 'b', third: 3, fourth: null }));
  });

  it('does without optional fields', () => {
    expect(readFields([pair('one', '1', 0), pair('two', 'a', 9)], FIELDS)).toEqual(
      accept({ first: 1, second: 'a', third: undefined, fourth: null }),
    );
  });

  it('reports a missing field at the end of the last pair', () => {
    expect(readFields([], FIELDS)).toEqual(refuse('message/missing', 0, 'a pair named one'));
    expect(readFields([pair('one', '12', 40), pair('x', 'yz', 10)], FIELDS)).toEqual(
      refuse('message/missing', 46, 'a pair named two'),
    );
    expect(readFields([pair('two', 'a', 10), pair('x', 'yz', 40)], FIELDS)).toEqual(
      refuse('message/missing', 46, 'a pair named one'),
    );
  });

  it('refuses a known name twice, where it stands again', () => {
    expect(readFields([pair('one', '1', 0), pair('two', 'a', 9), pair('one', '1', 20)], FIELDS)).toEqual(
      refuse('message/repeated', 20, 'one only once'),
    );
    expect(
      readFields([pair('one', '1', 0), pair('two', 'a', 9), pair('three', 'x', 20), pair('three', '1', 30)], FIELDS),
    ).toEqual(refuse('message/repeated', 30, 'three only once'));
  });

  it('tells in which pair something is wrong, and where', () => {
    expect(readFields([pair('two', 'a', 50), pair('one', '12x', 10)], FIELDS)).toEqual(
      refuse('number/digit', 16, 'in one: a digit'),
    );
    expect(readFields([pair('one', '1', 0), pair('two', 'a', 9), pair('three', '', 20)], FIELDS)).toEqual(
      refuse('number/digit', 20, 'in three: a digit'),
    );
  });
});

describe('formatFields', () => {
  const message: Message = { first: 1, second: 'a', third: undefined, fourth: null };

  it('writes what is there, in the order of the fields', () => {
    expect(formatFields(message, FIELDS)).toBe('one=1&two=a');
    expect(formatFields({ ...message, third: 3 }, FIELDS)).toBe('one=1&two=a&three=3%20%2520');
  });

  it('escapes as it is told', () => {
    expect(formatFields({ ...message, fourth: 4 }, FIELDS)).toBe('one=1&two=a&four=<4 %20>');
  });
});

describe('oneOf', () => {
  const parse = oneOf('Data', 'Metadata');

  it('takes one of its words', () => {
    expect(parse('Data')).toEqual(accept('Data'));
    expect(parse('Metadata')).toEqual(accept('Metadata'));
  });

  it.each(['', 'data', 'Data ', 'DataMetadata'])('refuses %j', (text) => {
    expect(parse(text)).toEqual(refuse('message/value', 0, 'Data or Metadata'));
  });

  it('expects a single word by itself', () => {
    expect(oneOf('HTTP')('http')).toEqual(refuse('message/value', 0, 'HTTP'));
  });
});
