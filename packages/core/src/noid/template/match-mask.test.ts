import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../../parsing/answer.ts';
import { matchMask } from './match-mask.ts';

describe('matchMask', () => {
  it.each([
    ['12', 'dd', 'sequential', 'dd'],
    ['1%', 'dk', 'random', 'dk'],
    ['00', 'de', 'unlimited', 'de'],
    ['10z', 'de', 'unlimited', 'dde'],
    ['z000', 'ed', 'unlimited', 'eeed'],
    ['100x', 'dek', 'unlimited', 'ddek'],
    ['9x', 'ii', 'random', 'ii'],
    ['', '', null, ''],
  ])('%j under %s (%s)', (characters, letters, order, places) => {
    expect(matchMask(characters, { letters, order })).toEqual(accept(places));
  });

  it.each([
    ['1', 'dd', 'random', refuse('noid/shorter', 1, '2 characters')],
    ['', 'd', 'unlimited', refuse('noid/shorter', 0, '1 characters')],
    ['123', 'dd', 'sequential', refuse('noid/longer', 2, '2 characters')],
    ['1x3', 'dk', 'random', refuse('noid/longer', 2, '2 characters')],
    ['1', '', null, refuse('noid/longer', 0, '0 characters')],
    ['0123', 'ddd', 'unlimited', refuse('noid/longer', 0, '3 characters')],
    [
      '1E',
      'EE',
      'random',
      refuse('noid/conflict', 1, "char 'E' (one of 123456789bcdfghjkmnpqrstvwxzBCDFGHJKMNPQRSTVWXZ)"),
    ],
    ['11', 'E', 'unlimited', refuse('noid/longer', 0, '1 characters')],
    ['1b', 'dd', 'random', refuse('noid/conflict', 1, "char 'd' (digit)")],
    ['ab', 'ed', 'random', refuse('noid/conflict', 0, "char 'e' (extended digit)")],
    ['1zz', 'de', 'unlimited', refuse('noid/conflict', 1, "char 'd' (digit)")],
    ['9y', 'ii', 'random', refuse('noid/conflict', 1, "char 'i' (one of 0123456789x)")],
  ])('%j under %s (%s) is refused', (characters, letters, order, refused) => {
    expect(matchMask(characters, { letters, order })).toEqual(refused);
  });
});
