import { describe, expect, it } from 'vitest';
import type { Description } from '../description.ts';
import { formatRoCrate, type PackagedFile } from './ro-crate.ts';

const FILE: PackagedFile = {
  path: 'a?.txt',
  place: 'files/a%3F.txt',
  bytes: 3,
  sha256: 'ab'.repeat(32),
  mediaType: 'text/plain; charset=utf-8',
};

const crateOf = (description: Partial<Description>, files: readonly PackagedFile[] = [FILE]) => {
  const whole = JSON.parse(
    formatRoCrate(
      { metadata: {}, persistentUrl: 'ibi:a/b/2026/11.18.01.00', created: '2026-11-18T01:00:00Z', ...description },
      files,
    ),
  );
  const graph: readonly Readonly<Record<string, unknown>>[] = whole['@graph'];
  return { whole, graph, find: (id: string) => graph.find((entity) => entity['@id'] === id) };
};

describe('an RO-Crate', () => {
  it('describes itself, the item and its files', () => {
    const { whole, graph, find } = crateOf({ metadata: { title: [{ value: 'A title' }] } });
    expect(whole['@context']).toBe('https://w3id.org/ro/crate/1.2/context');
    expect(graph[0]).toEqual({
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
      about: { '@id': './' },
    });
    expect(find('./')).toMatchObject({
      '@type': ['Dataset', 'CreativeWork'],
      name: 'A title',
      description: 'A title',
      datePublished: '2026-11-18T01:00:00Z',
      identifier: ['ibi:a/b/2026/11.18.01.00'],
      license: [{ '@id': '#no-licence' }],
      hasPart: [{ '@id': 'files/a%253F.txt' }],
    });
    expect(find('files/a%253F.txt')).toEqual({
      '@id': 'files/a%253F.txt',
      '@type': 'File',
      name: 'a?.txt',
      contentSize: '3',
      encodingFormat: 'text/plain',
      sha256: FILE.sha256,
    });
  });

  it('is flat, whatever the item says, and names every entity once', () => {
    const { graph, find } = crateOf({
      metadata: {
        title: [{ value: 'A title' }],
        type: [{ value: 'Dataset' }],
        creator: [
          { value: 'Lima, Ana', orcid: '0000-0002-1825-0097', affiliation: 'INPE' },
          { value: 'Souza, Rui', affiliation: 'INPE' },
        ],
        contributor: [{ value: 'Lima, Ana', orcid: '0000-0002-1825-0097', role: 'Editor' }],
        rights: [{ value: 'CC-BY-4.0' }, { value: 'Ask first' }],
        abstract: [{ value: 'What it is' }],
        date: [{ value: '2011-09-07' }],
        relation: [{ value: 'https://example.org/part', type: 'HasPart' }],
      },
    });
    expect(find('./')).toMatchObject({
      '@type': ['Dataset'],
      description: 'What it is',
      datePublished: '2011-09-07',
      license: [{ '@id': 'https://creativecommons.org/licenses/by/4.0/' }, { '@id': '#4' }],
      hasPart: [{ '@id': 'files/a%253F.txt' }, 'https://example.org/part'],
    });
    expect(find('https://orcid.org/0000-0002-1825-0097')).toMatchObject({
      '@type': 'Person',
      affiliation: { '@id': '#1' },
    });
    const ids = graph.map((entity) => entity['@id']);
    expect(new Set(ids).size).toBe(ids.length);
    for (const entity of graph) {
      for (const value of Object.values(entity).flat()) {
        if (typeof value === 'object') expect(Object.keys(value as object)).toEqual(['@id']);
      }
    }
  });

  it('is dated by the deposit where only another date is known', () => {
    const date = [{ value: '2011', type: 'Collected' }];
    expect(crateOf({ metadata: { date } }).find('./')).toMatchObject({ datePublished: '2026-11-18T01:00:00Z' });
  });
});
