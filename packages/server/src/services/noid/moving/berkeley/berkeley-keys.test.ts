import { describe, expect, it } from 'vitest';
import { type BerkeleyKey, hasPerlCode, readCirculation, readKey, readText } from './berkeley-keys.ts';

describe('readKey', () => {
  it.each<[string, BerkeleyKey]>([
    [':/template', { kind: 'setting', name: 'template' }],
    [':/c12/value', { kind: 'counter', counter: 12, part: 'value' }],
    [':/c12/top', { kind: 'counter', counter: 12, part: 'top' }],
    [
      ':/q/20240103030415/000002/00008',
      { kind: 'queue', entry: { date: '20240103030415', number: 2, padded: '00008' } },
    ],
    [':/:/key', { kind: 'note', note: 'key' }],
    [':/:/key\twith tab', { kind: 'note', note: 'key\twith tab' }],
    [':/:/', { kind: 'note', note: '' }],
    ['13030/f5\t:/c', { kind: 'circulation', id: '13030/f5' }],
    ['13030/f5\t:/h', { kind: 'hold', id: '13030/f5' }],
    ['13030/f5\t:/p', { kind: 'pepper', id: '13030/f5' }],
    ['a\tb\t:/c', { kind: 'circulation', id: 'a\tb' }],
    [':/idmap/goto\t:/h', { kind: 'hold', id: ':/idmap/goto' }],
    [':/idmap/goto\t^a\tb', { kind: 'rule', id: ':/idmap/goto', element: '^a\tb' }],
    ['13030/f5\twho\nwhat', { kind: 'element', id: '13030/f5', element: 'who\nwhat' }],
    ['13030/f5\t:/x', { kind: 'unknown' }],
    [':/x\ty', { kind: 'unknown' }],
    ['f5', { kind: 'unknown' }],
    ['\tf5', { kind: 'unknown' }],
    ['f5\t', { kind: 'unknown' }],
  ])('of %j', (key, meaning) => {
    expect(readKey(key)).toEqual(meaning);
  });
});

describe('readCirculation', () => {
  it('takes the contact between the date and the last number', () => {
    expect(readCirculation('qi|20240102030405|@10.0.0.1 a|b|c|17')).toEqual({
      status: 'qi',
      date: '20240102030405',
      contact: '@10.0.0.1 a|b|c',
      position: 17,
    });
  });

  it('keeps the two newest letters', () => {
    expect(readCirculation('iqi|20240102030405||1')).toMatchObject({ status: 'iq', contact: '' });
  });

  it.each(['', 'i', 'x|20240102030405|a|1', 'i|2024|a|1', 'i|20240102030405|a|', '|20240102030405|a|1'])(
    'means nothing: %j',
    (text) => {
      expect(readCirculation(text)).toBeUndefined();
    },
  );
});

describe('hasPerlCode', () => {
  it.each(['', 'http://x.org/', '$2/g7h/$1', '<$&>', '$1@', '100%', '$9', '\\/\\.', 'me\\@b.org', '\\$x'])(
    'does not find any in %j',
    (text) => {
      expect(hasPerlCode(text)).toBe(false);
    },
  );

  it.each(['$', '$0', '$x', '$+{n}', '$10', '\\U$1', '\\1', '\\\\\\1', '\\ ', 'a@b.org', '@{[ 1 ]}'])(
    'finds some in %j',
    (text) => {
      expect(hasPerlCode(text)).toBe(true);
    },
  );
});

describe('readText', () => {
  it('takes UTF-8, and otherwise Latin-1', () => {
    expect(readText(Buffer.from('é'))).toEqual({ text: 'é', isLatin: false });
    expect(readText(Buffer.from([0xe9]))).toEqual({ text: 'é', isLatin: true });
  });
});
