import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  citeItem,
  type Description,
  describeInDataCiteXml,
  formatsOf,
  METADATA_FORMATS,
  writeFormat,
} from './index.ts';

const FOLDER = new URL('../../../../vectors/representation/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8');
const names = readdirSync(FOLDER);
const described = (name: string): Description => JSON.parse(read(`${name}/description.json`)) as Description;
const cases = names.flatMap((name) => formatsOf(described(name)).map((format) => ({ ...format, item: name })));

describe('writeFormat', () => {
  it.each(cases)('writes $item as $title', ({ item, name, part }) => {
    expect(writeFormat(name, described(item))).toBe(read(`${item}/${part}`));
  });

  it('writes every format of every item to the file of its part, and no other file', () => {
    for (const name of names) {
      const parts = formatsOf(described(name)).map(({ part }) => part);
      const files = readdirSync(new URL(`${name}/`, FOLDER));
      expect(files.sort()).toEqual(['citations.json', 'description.json', ...parts].sort());
    }
  });
});

describe('describeInDataCiteXml', () => {
  it('writes the same as the document, without its declaration', () => {
    expect(`<?xml version="1.0" encoding="UTF-8"?>\n${describeInDataCiteXml(described('dataset'))}`).toBe(
      read('dataset/datacite.xml'),
    );
  });
});

describe('citeItem', () => {
  it.each(names)('cites %s for people', (name) => {
    const { apa, abnt } = citeItem(described(name));
    expect({ apa, abnt }).toEqual(JSON.parse(read(`${name}/citations.json`)));
  });
});

describe('the formats', () => {
  it('have an address and a name each', () => {
    expect(new Set(METADATA_FORMATS.map(({ part }) => part)).size).toBe(METADATA_FORMATS.length);
    expect(new Set(METADATA_FORMATS.map(({ title }) => title)).size).toBe(METADATA_FORMATS.length);
  });

  it('are told from one another by media type and profile', () => {
    const keys = METADATA_FORMATS.map(({ mediaTypes: [type], profile }) => `${type} ${profile}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
