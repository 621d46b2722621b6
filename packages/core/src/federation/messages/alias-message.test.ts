import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseIbip } from '../../ibi/ibip.ts';
import { parseRepositoryName } from '../../ibi/repository-name.ts';
import { parseAlias } from '../../item/alias.ts';
import type { Answer } from '../../parsing/answer.ts';
import {
  formatAliasAnnouncers,
  formatAliasAnswer,
  formatAliasRequest,
  parseAliasAnnouncers,
  parseAliasAnswer,
  parseAliasRequest,
} from './alias-message.ts';

const { same } = JSON.parse(
  readFileSync(new URL('../../../../../vectors/item/aliases.json', import.meta.url), 'utf8'),
) as { readonly same: readonly { readonly key: string; readonly spellings: readonly string[] }[] };

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(answer.problem);
  return answer.value;
};

describe('aliasRequest', () => {
  it.each(same)('carries $key there', ({ key, spellings: [spelling = ''] }) => {
    const query = formatAliasRequest(unwrap(parseAlias(spelling)));
    expect(query).toMatch(/^servicesubject=aliasRequest&alias=[\x21-\x7e]+$/);
    expect(unwrap(parseAliasRequest(query))?.alias.key).toBe(key);
  });

  it('is written as plainly as may be', () => {
    expect(formatAliasRequest({ key: 'doi:10.1590/abc' })).toBe('servicesubject=aliasRequest&alias=doi:10.1590/abc');
  });

  it('may name the item that is to carry the alias', () => {
    const query = formatAliasRequest({ key: 'hdl:1234/5' }, unwrap(parseIbip('8JMKD3MGP8W/34PGRBS')).text);
    expect(query).toBe('servicesubject=aliasRequest&alias=hdl:1234/5&item=8JMKD3MGP8W/34PGRBS');
    expect(unwrap(parseAliasRequest(query))).toMatchObject({
      alias: { key: 'hdl:1234/5' },
      item: { text: '8JMKD3MGP8W/34PGRBS' },
    });
  });

  it.each([
    ['servicesubject=digestRequest', undefined],
    ['alias=doi:10.1590/abc', undefined],
  ])('is not %s', (query, value) => {
    expect(parseAliasRequest(query)).toEqual({ ok: true, value });
  });

  it.each([
    ['servicesubject', 'query-string/pair', 0],
    ['servicesubject=aliasRequest', 'alias-request/missing', 27],
    ['servicesubject=aliasRequest&alias=x', 'alias/kind', 34],
    ['servicesubject=aliasRequest&alias=doi:10.1590/ABC', 'alias-request/key', 34],
    ['servicesubject=aliasRequest&alias=doi:10.1590/%ff', 'alias-request/key', 34],
    ['servicesubject=aliasRequest&alias=8JMKD3MGP8W/34PGRBS', 'alias/ibi', 34],
    ['servicesubject=aliasRequest&alias=hdl:1/2&item=x', 'ibi/no-slash', 48],
  ])('refuses %s', (query, problem, position) => {
    expect(parseAliasRequest(query)).toMatchObject({ ok: false, problem, position });
  });
});

describe('the answer to an aliasRequest', () => {
  const repository = unwrap(parseRepositoryName('sid.inpe.br/mtc-m18@80/2009/02.16.17.46'));
  const ibip = unwrap(parseIbip('8JMKD3MGP8W/34PGRBS'));

  it.each([
    ['', undefined],
    ['ibi {rep sid.inpe.br/mtc-m18@80/2009/02.16.17.46}', { ibi: { repository, ibip: undefined }, state: 'Original' }],
    [
      'ibi {rep sid.inpe.br/mtc-m18@80/2009/02.16.17.46 ibip 8JMKD3MGP8W/34PGRBS}',
      { ibi: { repository, ibip }, state: 'Original' },
    ],
    ['ibi {ibip 8JMKD3MGP8W/34PGRBS}', { ibi: { repository: undefined, ibip }, state: 'Original' }],
    ['ibi {ibip 8JMKD3MGP8W/34PGRBS}\r\nstate Copy', { ibi: { repository: undefined, ibip }, state: 'Copy' }],
    ['ibi {ibip 8JMKD3MGP8W/34PGRBS}\r\nstate Deleted', { ibi: { repository: undefined, ibip }, state: 'Deleted' }],
  ] as const)('is "%s"', (text, item) => {
    expect(formatAliasAnswer(item)).toBe(text);
    expect(parseAliasAnswer(text)).toEqual({ ok: true, value: item });
  });

  it('may have other pairs', () => {
    const { value } = parseAliasAnswer('x y\nibi {ibip 8JMKD3MGP8W/34PGRBS}\nstate Original') as { value: unknown };
    expect(value).toEqual({ ibi: { repository: undefined, ibip }, state: 'Original' });
  });

  it.each([
    ['x', 'pairs/value', 1],
    ['a b', 'alias-answer/ibi', 3],
    ['ibi x', 'alias-answer/ibi', 4],
    ['ibi {rep x}', 'alias-answer/ibi', 4],
  ])('is not "%s"', (text, problem, position) => {
    expect(parseAliasAnswer(text)).toMatchObject({ ok: false, problem, position });
  });
});

describe('the Archives that announced an alias', () => {
  const announcers = ['a', 'b'].map((name) => ({
    service: unwrap(parseRepositoryName(`example.org/${name}/2000/01.01.00.00`)).text,
    address: `${name}.example.org:8080`,
  }));

  it('are pairs of an answer without an item, which others cannot take for a "no"', () => {
    const text = formatAliasAnnouncers(announcers);
    expect(text).toBe(
      'announcer {example.org/a/2000/01.01.00.00 a.example.org:8080}\r\nannouncer {example.org/b/2000/01.01.00.00 b.example.org:8080}',
    );
    expect(parseAliasAnnouncers(text)).toEqual(announcers);
    expect(parseAliasAnswer(text)).toMatchObject({ ok: false, problem: 'alias-answer/ibi' });
  });

  it.each(['', 'ibi {ibip 8JMKD3MGP8W/34PGRBS}', 'announcer x', 'announcer {}', 'announcer {x}', 'x'])(
    'are not in "%s"',
    (text) => {
      expect(parseAliasAnnouncers(text)).toEqual([]);
    },
  );
});
