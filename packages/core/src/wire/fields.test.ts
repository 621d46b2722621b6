import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { oneOf, optional, type Parser, readFields } from './fields.ts';

const pair = (name: string, value: string, start: number) => ({
  name,
  value,
  // As if every character of the value were written as an escape.
  positionOf: (index: number) => start + 3 * index,
});

const parseNumber: Parser<number> = (text) =>
  /^\d+$/.test(text) ? accept(Number(text)) : refuse('number/digit', text.search(/\D|$/), 'a digit');

const SCHEMA = { one: parseNumber, two: oneOf('a', 'b'), three: optional(parseNumber) };

describe('readFields', () => {
  it('reads pairs in any order, and leaves alone what it does not know', () => {
    expect(
      readFields(
        [pair('three', '3', 0), pair('x', '?', 9), pair('two', 'b', 20), pair('x', '', 30), pair('one', '12', 40)],
        SCHEMA,
      ),
    ).toEqual(accept({ one: 12, two: 'b', three: 3 }));
  });

  it('does without what is optional', () => {
    expect(readFields([pair('one', '1', 0), pair('two', 'a', 9)], SCHEMA)).toEqual(accept({ one: 1, two: 'a' }));
  });

  it('misses what is not, at the end of the last pair', () => {
    expect(readFields([], SCHEMA)).toEqual(refuse('message/missing', 0, 'a pair named one'));
    expect(readFields([pair('one', '12', 40), pair('x', 'yz', 10)], SCHEMA)).toEqual(
      refuse('message/missing', 46, 'a pair named two'),
    );
    expect(readFields([pair('two', 'a', 10), pair('x', 'yz', 40)], SCHEMA)).toEqual(
      refuse('message/missing', 46, 'a pair named one'),
    );
  });

  it('refuses a known name twice, where it stands again', () => {
    expect(readFields([pair('one', '1', 0), pair('two', 'a', 9), pair('one', '1', 20)], SCHEMA)).toEqual(
      refuse('message/repeated', 20, 'one only once'),
    );
    expect(
      readFields([pair('one', '1', 0), pair('two', 'a', 9), pair('three', 'x', 20), pair('three', '1', 30)], SCHEMA),
    ).toEqual(refuse('message/repeated', 30, 'three only once'));
  });

  it('tells in which pair something is wrong, and where', () => {
    expect(readFields([pair('two', 'a', 50), pair('one', '12x', 10)], SCHEMA)).toEqual(
      refuse('number/digit', 16, 'in one: a digit'),
    );
    expect(readFields([pair('one', '1', 0), pair('two', 'a', 9), pair('three', '', 20)], SCHEMA)).toEqual(
      refuse('number/digit', 20, 'in three: a digit'),
    );
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

  it('names a single word alone', () => {
    expect(oneOf('HTTP')('http')).toEqual(refuse('message/value', 0, 'HTTP'));
  });
});
