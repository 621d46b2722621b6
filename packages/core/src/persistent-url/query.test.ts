import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { readQuery } from './query.ts';

describe('readQuery', () => {
  it('reads nothing from an empty query', () => {
    expect(readQuery('')).toEqual(accept({ verbs: [], requiredItemStatus: undefined, passThrough: '' }));
  });

  it('keeps what is for the resolver and passes on the rest as it is written', () => {
    expect(
      readQuery('a=%41+b&ibiurl.verblist=+GetLastEdition%20GetFileList&&ibiurl.requireditemstatus=Original&=&c'),
    ).toEqual(
      accept({
        verbs: [
          { verb: { kind: 'lastEdition' }, position: 25 },
          { verb: { kind: 'fileList' }, position: 42 },
        ],
        requiredItemStatus: 'Original',
        passThrough: 'a=%41+b&=&c',
      }),
    );
  });

  it('says where every verb stands, whatever was escaped before it', () => {
    const query = 'x=1&ibiurl%2Everblist=%47etMetadata++GetMetadata(oai%5Fdc)&ibiurl.verblist=GetFileList';
    const metadata = { kind: 'metadata', format: undefined };
    expect(readQuery(query)).toEqual(
      accept({
        verbs: [
          { verb: metadata, position: query.indexOf('%47') },
          { verb: { ...metadata, format: 'oai_dc' }, position: query.indexOf('GetMetadata(') },
          { verb: { kind: 'fileList' }, position: query.indexOf('GetFileList') },
        ],
        requiredItemStatus: undefined,
        passThrough: 'x=1',
      }),
    );
  });

  it.each([
    ['a\u0020', 1],
    ['a=\u007f', 2],
    ['\u001f', 0],
    ['ibiurl.color=\u00e9', 13],
  ])('refuses the character of %j', (query, position) => {
    expect(readQuery(query)).toEqual(refuse('query/character', position, 'an ASCII character or a percent escape'));
  });

  it('takes every visible character, the first and the last included', () => {
    const visible = String.fromCharCode(...Array.from({ length: 0x7e - 0x21 + 1 }, (_, index) => 0x21 + index));
    expect(visible.startsWith('!')).toBe(true);
    expect(visible.endsWith('~')).toBe(true);
    expect(readQuery(visible)).toMatchObject({ ok: true, value: { passThrough: visible } });
  });

  it.each([
    ['ibiurl.requireditemstatus=Copy', 26],
    ['a&ibiurl.requireditemstatus=', 28],
    ['a&ibiurl.requireditemstatus', 27],
    ['ibiurl.requireditemstatus=Original&ibiurl.requireditemstatus=O', 61],
  ])('requires nothing but the original: %j', (query, position) => {
    expect(readQuery(query)).toEqual(refuse('query/required-status', position, 'Original'));
  });

  it.each([
    ['ibiurl.verblist=GetMetadata%2', 27],
    ['a=%&ibiurl.requireditemstatus=%zzOriginal', 30],
  ])('refuses the escape of %j', (query, position) => {
    expect(readQuery(query)).toEqual(refuse('escape/malformed', position, 'two hexadecimal digits'));
  });
});
