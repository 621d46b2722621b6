import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  citeInStyle,
  citeItem,
  type Description,
  describeInDataCiteXml,
  findStyle,
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

describe('citeInStyle', () => {
  const item = described('dataset');

  it('knows the styles by the names of citation processors', () => {
    expect(findStyle()).toBe('apa');
    expect(findStyle('abnt')).toBe(findStyle('associacao-brasileira-de-normas-tecnicas'));
    expect(findStyle('nature')).toBeUndefined();
  });

  it('cites in English and Portuguese', () => {
    const { apa, abnt } = citeItem(item);
    expect(citeInStyle(item, 'apa')).toBe(apa);
    expect(citeInStyle(item, 'apa', 'fr')).toBe(apa);
    expect(citeInStyle(item, 'apa', 'pt-BR')).toBe(
      'Carberry, J., Grupo do Fogo, Lima, e Serviço Florestal. (2024). Áreas queimadas do Cerrado (Versão 2.1.0) [Conjunto de dados]. INPE. http://urlib.net/8JMKD3MGP3W34P/45CR9K8',
    );
    expect(citeInStyle(item, 'associacao-brasileira-de-normas-tecnicas')).toBe(abnt);
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
