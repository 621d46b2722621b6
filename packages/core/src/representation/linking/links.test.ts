import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Description,
  fileLinks,
  formatLinkHeader,
  formatLinkset,
  formatLinksetJson,
  metadataLinks,
  pageLinks,
} from '../index.ts';

const FOLDER = new URL('../../../../../vectors/representation/', import.meta.url);
const names = readdirSync(FOLDER);
const described = (name: string): Description =>
  JSON.parse(readFileSync(new URL(`${name}/description.json`, FOLDER), 'utf8')) as Description;
const PAGE = 'https://archive.example/items/8JMKD3MGP3W34P/45CR9K8';
const dataset = described('dataset');

describe('the links of a page', () => {
  it('name the item, its authors, licence, formats, files, editions, translations and copies', () => {
    const links = pageLinks(dataset, PAGE);
    const targets = (rel: string): readonly string[] =>
      links.filter((link) => link.rel === rel).map(({ href }) => href);
    expect(targets('cite-as')).toEqual(['http://urlib.net/8JMKD3MGP3W34P/45CR9K8']);
    expect(targets('type')).toEqual(['https://schema.org/AboutPage', 'https://schema.org/Dataset']);
    expect(targets('author')).toEqual([
      'https://orcid.org/0000-0002-1825-0097',
      'https://isni.org/isni/0000000121164512',
      'https://ror.org/036rp1748',
    ]);
    expect(targets('license')).toEqual(['https://creativecommons.org/licenses/by/4.0/']);
    expect(targets('item')).toHaveLength(2);
    expect(links).toContainEqual({
      rel: 'describedby',
      href: `${PAGE}/schema-org.jsonld`,
      type: 'application/ld+json',
      profile: 'https://schema.org',
      title: 'schema.org (JSON-LD)',
    });
    expect(targets('predecessor-version')).toEqual(['http://urlib.net/8JMKD3MGP3W34P/43CR9K8']);
    expect(targets('successor-version')).toEqual(['http://urlib.net/8JMKD3MGP3W34P/46CR9K8']);
    expect(targets('latest-version')).toEqual(['http://urlib.net/8JMKD3MGP3W34P/47CR9K8']);
    expect(links).toContainEqual({
      rel: 'alternate',
      href: 'http://urlib.net/8JMKD3MGP3W34P/45CR9KB',
      hreflang: 'en',
    });
    expect(targets('duplicate')).toEqual(['https://other.example/items/sid.inpe.br/mtc-m21d/2024/02.01.12.30']);
  });
});

describe('the Link header', () => {
  it('is one line of typed links, with both linksets at its end', () => {
    expect(formatLinkHeader(fileLinks(dataset, PAGE), PAGE)).toBe(
      '<http://urlib.net/8JMKD3MGP3W34P/45CR9K8>; rel="cite-as", ' +
        `<${PAGE}>; rel="collection"; type="text/html", ` +
        '<https://creativecommons.org/licenses/by/4.0/>; rel="license", ' +
        `<${PAGE}/linkset.json>; rel="linkset"; type="application/linkset+json", ` +
        `<${PAGE}/linkset>; rel="linkset"; type="application/linkset"`,
    );
  });

  it('has at most twenty targets of a relation', () => {
    const files = Array.from({ length: 50 }, (_, index) => ({
      path: `${index}`,
      bytes: 1,
      sha256: '',
      mediaType: 'text/plain',
      url: `http://example.org/${index}`,
    }));
    const header = formatLinkHeader(pageLinks({ ...dataset, files }, PAGE), PAGE);
    expect(header.match(/rel="item"/g)).toHaveLength(20);
    expect(formatLinkset({ ...dataset, files }, PAGE).match(/rel="item"/g)).toHaveLength(50);
  });

  it('has nothing that could begin another header or another link', () => {
    const hostile = 'https://example.org/"><x>, \r\nSet-Cookie: a=b';
    const header = formatLinkHeader(metadataLinks({ metadata: {}, persistentUrl: hostile }, PAGE), PAGE);
    expect(header).not.toMatch(/[\r\n]|<x>|example\.org\/">/);
  });
});

describe('the linkset', () => {
  it.each(names)('of %s says the same in both formats', (name) => {
    const { linkset } = JSON.parse(formatLinksetJson(described(name), PAGE)) as {
      linkset: readonly Readonly<Record<string, unknown>>[];
    };
    const fromJson = linkset.flatMap(({ anchor, ...relations }) =>
      Object.entries(relations).flatMap(([rel, targets]) =>
        (targets as readonly { readonly href: string }[]).map(({ href }) => `${anchor} ${rel} ${href}`),
      ),
    );
    const LINK = /^<([^>]*)>; rel="([^"]*)".*; anchor="([^"]*)",?$/gm;
    const fromText = [...formatLinkset(described(name), PAGE).matchAll(LINK)].map(
      ([, href, rel, anchor]) => `${anchor} ${rel} ${href}`,
    );
    expect(fromText.length).toBeGreaterThan(0);
    expect([...fromText].sort()).toEqual([...fromJson].sort());
  });

  it('has texts where readers of Signposting expect them, and titles that tell the formats apart', () => {
    const { linkset } = JSON.parse(formatLinksetJson(described('thesis'), PAGE)) as {
      linkset: readonly { describedby?: readonly Readonly<Record<string, unknown>>[] }[];
    };
    const formats = linkset[0]?.describedby ?? [];
    for (const format of formats) for (const value of Object.values(format)) expect(value).toBeTypeOf('string');
    expect(new Set(formats.map(({ title }) => title)).size).toBe(formats.length);
  });

  it('has the page, every file and every format as contexts', () => {
    const { linkset } = JSON.parse(formatLinksetJson(dataset, PAGE)) as { linkset: readonly { anchor: string }[] };
    expect(linkset.map(({ anchor }) => anchor)).toEqual([
      PAGE,
      ...(dataset.files ?? []).map(({ url }) => url),
      ...['schema-org.jsonld', 'cite.json', 'cite.bib', 'cite.ris', 'datacite.xml', 'datacite.json']
        .concat('metadata.ttl', 'metadata.xml')
        .map((part) => `${PAGE}/${part}`),
    ]);
    expect(linkset[0]).toMatchObject({
      alternate: [{ href: 'http://urlib.net/8JMKD3MGP3W34P/45CR9KB', hreflang: ['en'] }],
    });
  });
});
