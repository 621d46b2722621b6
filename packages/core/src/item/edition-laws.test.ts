import { describe, expect, it } from 'vitest';
import {
  chainName,
  type EditionFacts,
  judgeEditions,
  judgeSameEdition,
  judgeToldEdition,
  mayHaveEditions,
} from './edition-laws.ts';

const at = (chain: string, place: bigint) => ({ chain, place });
const PAIR = { earlier: 'a', later: 'b' };

describe('the next edition of an item', () => {
  const FREE: EditionFacts = {
    earlierPlace: at('a', 4n),
    laterPlace: at('b', 0n),
    earlierIsEditionOf: undefined,
    nextOfEarlier: undefined,
    previousOfLater: undefined,
    leadsBack: false,
  };

  it('brings its chain along, behind the other', () => {
    expect(judgeEditions(PAIR, FREE)).toEqual({ kind: 'join', shift: 5n });
    expect(judgeEditions(PAIR, { ...FREE, laterPlace: at('b', 7n) })).toEqual({ kind: 'join', shift: -2n });
  });

  it('may be a link that the items already named', () => {
    const facts = { ...FREE, nextOfEarlier: 'b', previousOfLater: 'a', earlierIsEditionOf: 'c' };
    expect(judgeEditions(PAIR, facts)).toEqual({ kind: 'join', shift: 5n });
  });

  it('is linked already where it stands behind it', () => {
    expect(judgeEditions(PAIR, { ...FREE, laterPlace: at('a', 5n) })).toEqual({ kind: 'linked-already' });
  });

  it.each([
    ['the item itself', { earlier: 'a', later: 'a' }, {}, { kind: 'itself' }],
    ['an earlier one', PAIR, { laterPlace: at('a', 3n) }, { kind: 'same-item' }],
    ['one that comes later', PAIR, { laterPlace: at('a', 6n) }, { kind: 'same-item' }],
    ['what it says it follows', PAIR, { earlierIsEditionOf: 'b' }, { kind: 'reversed' }],
    ['one that is told to lead to it', PAIR, { leadsBack: true }, { kind: 'reversed' }],
    ['a second one', PAIR, { nextOfEarlier: 'c' }, { kind: 'other-next', label: 'c' }],
    ['that of another', PAIR, { previousOfLater: 'c' }, { kind: 'other-previous', label: 'c' }],
  ])('is not %s', (_case, pair, facts, problem) => {
    expect(judgeEditions(pair, { ...FREE, ...facts })).toEqual({ kind: 'refused', problem });
  });
});

describe('an edition of what is held elsewhere', () => {
  const FREE = { earlierPlace: undefined, laterPlace: undefined, previousOfLater: undefined, nextOfEarlier: undefined };

  it('says so', () => {
    expect(judgeToldEdition(PAIR, FREE)).toEqual({ kind: 'join', shift: 0n });
    expect(judgeToldEdition(PAIR, { ...FREE, laterPlace: at('b', 0n) })).toEqual({ kind: 'join', shift: 0n });
    expect(judgeToldEdition(PAIR, { ...FREE, laterPlace: at('b', 0n), earlierPlace: at('a', 0n) })).toMatchObject({
      kind: 'join',
    });
  });

  it('says so once', () => {
    expect(judgeToldEdition(PAIR, { ...FREE, previousOfLater: 'a' })).toEqual({ kind: 'linked-already' });
  });

  it.each([
    ['the item itself', { earlier: 'a', later: 'a' }, {}, { kind: 'itself' }],
    ['of two items', PAIR, { previousOfLater: 'c' }, { kind: 'other-previous', label: 'c' }],
    ['where there is another', PAIR, { nextOfEarlier: 'c' }, { kind: 'other-next', label: 'c' }],
    ['of one that comes after it', PAIR, { earlierPlace: at('x', 1n), laterPlace: at('x', 0n) }, { kind: 'same-item' }],
  ])('is not %s', (_case, pair, facts, problem) => {
    expect(judgeToldEdition(pair, { ...FREE, ...facts })).toEqual({ kind: 'refused', problem });
  });
});

describe('two labels of one item', () => {
  it('have one place, where only one of them had a previous edition', () => {
    expect(judgeSameEdition(at('a', 0n), at('b', 3n), { previousOfNamed: 'c' })).toEqual({ kind: 'join', shift: -3n });
    expect(judgeSameEdition(at('a', 0n), at('b', 3n), { previousOfOwn: 'c' })).toEqual({ kind: 'linked-already' });
  });

  it('are not two editions', () => {
    expect(judgeSameEdition(at('a', 0n), at('a', 1n), { previousOfNamed: 'x' })).toEqual({
      kind: 'refused',
      problem: { kind: 'two-editions' },
    });
  });

  it('do not follow two items', () => {
    expect(judgeSameEdition(at('a', 1n), at('b', 1n), { previousOfOwn: 'x', previousOfNamed: 'y' })).toEqual({
      kind: 'refused',
      problem: { kind: 'same-place', label: 'x' },
    });
  });
});

it('a chain goes by its label, and by numbers where that is taken', () => {
  expect(chainName('a', { attempt: 0, isCut: false })).toBe('a');
  expect(chainName('a', { attempt: 2, isCut: false })).toBe('a 2');
  expect(chainName('a', { attempt: 0, isCut: true })).toBe('a cut');
  expect(chainName('a', { attempt: 1, isCut: true })).toBe('a cut 1');
});

it('only data have editions', () => {
  expect(['Data', 'Metadata', 'Service'].filter(mayHaveEditions)).toEqual(['Data']);
});
