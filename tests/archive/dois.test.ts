import { describe, expect, it } from 'vitest';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { named } from '../fixtures/labels.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const METADATA = { title: 'On rivers', creator: 'Lima, Ana' };

const start = async (flags: Parameters<typeof serveTestNode>[0] = {}) => {
  const { url, node } = await serveTestNode(flags);
  const ask = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location') };
  };
  return { url, node, ask };
};

describe('a DOI', () => {
  it('leads to the item that carries it, which has metadata for DataCite, and else on to doi.org', async () => {
    const { url, ask, node } = await start();
    expect(await ask('/doi/10.1234/ABC?x=1')).toEqual({ status: 302, location: 'https://doi.org/10.1234/ABC?x=1' });
    const { repository } = await node.archive.deposit({ metadata: METADATA, files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
    await node.archive.edit(named(repository), { addAliases: ['doi:10.1234/ABC'] }, AUTHOR);
    const { status, location } = await ask('/doi/10.1234/abc');
    expect(status).toBe(302);
    expect(location).toMatch(/^http:\/\/example\.org\/.*a\.txt$/);
    const described = await fetch(`${url}${location?.slice('http://example.org'.length)}`, {
      headers: { accept: 'application/vnd.datacite.datacite+json' },
    });
    expect(described.headers.get('content-type')).toContain('application/vnd.datacite.datacite+json');
    expect(JSON.stringify(await described.json())).toContain('On rivers');
  });

  it.each(['/doi/', '/doi/11.1234/x', '/doi/10.1234', '/doi/10.x/y'])('is not %s', async (path) => {
    expect((await (await start()).ask(path)).status).toBe(400);
  });

  it('is left to the resolver of a node that has another one', async () => {
    const { ask } = await start({ roles: 'archive', 'resolver-url': 'https://resolver.example.org' });
    const location = 'https://resolver.example.org/doi/10.1234/abc';
    expect(await ask('/doi/10.1234/abc')).toEqual({ status: 302, location });
  });
});
