import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readHtaccess } from './read-htaccess.ts';
import { readPurlXml } from './read-purl-xml.ts';

interface Case {
  readonly name: string;
  readonly format: 'xml' | 'htaccess';
  readonly text: string;
  readonly purls?: readonly unknown[];
  readonly rules?: readonly unknown[];
  readonly problems?: readonly unknown[];
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../../../vectors/purl/files.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[] };

it.each(cases)('reads $name', ({ format, text, purls = [], rules = [], problems = [] }) => {
  const read = format === 'xml' ? readPurlXml(text, 'obo') : readHtaccess(text);
  expect(read.purls.map((purl) => [purl.path, purl.status, purl.isPartial, purl.target ?? null])).toEqual(purls);
  expect(read.rules.map((rule) => [rule.pattern, rule.status, rule.replacement ?? null])).toEqual(rules);
  expect(read.problems.map(({ place, problem }) => [place, problem])).toEqual(problems);
});

it('reads the maintainers of PURLs, and groups among them', () => {
  const [first] = readPurlXml(cases.find(({ name }) => name === 'XML of purl.org')?.text ?? '', 'obo').purls;
  expect(first?.maintainers).toEqual(['ana', '@editors']);
});
