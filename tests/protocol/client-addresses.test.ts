import { describe, expect, it } from 'vitest';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const INSIDE = '192.0.2.7';
const OUTSIDE = '203.0.113.9';

/** Serves an item that only 192.0.2.0/24 may read, over a connection from 127.0.0.1. */
const start = async (trustedProxies?: string) => {
  const { node, url } = await serveTestNode(trustedProxies === undefined ? {} : { 'trusted-proxies': trustedProxies });
  const item = await node.archive.deposit(
    { files: filesOf({ 'a.txt': 'inner text' }), access: { networks: ['192.0.2.0/24'], fileList: 'open' } },
    AUTHOR,
  );
  const ask = (path: string, forwarded?: string) =>
    fetch(`${url}${path}`, {
      redirect: 'manual',
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });
  return {
    document: async (forwarded?: string) => (await ask(`/col/${item.repository}/doc/a.txt`, forwarded)).status,
    /** Whether the persistent URL leads to the document, and not to its metadata. */
    leadsToDocument: async (forwarded?: string) =>
      (await ask(`/${item.repository}`, forwarded)).headers.get('location')?.endsWith('/a.txt'),
  };
};

describe('a reader who claims an address', () => {
  it('is not believed without a trusted proxy', async () => {
    const { document, leadsToDocument } = await start();
    for (const forwarded of [undefined, INSIDE, `${INSIDE}, 127.0.0.1`, `for=${INSIDE}`]) {
      expect([forwarded, await document(forwarded)]).not.toEqual([forwarded, 200]);
      expect([forwarded, await leadsToDocument(forwarded)]).toEqual([forwarded, false]);
    }
  });

  it('is not believed by a node that trusts another proxy', async () => {
    const { document } = await start('198.51.100.0/24');
    expect(await document(INSIDE)).not.toBe(200);
  });

  it('gets no document for an address before the one that the proxy saw', async () => {
    const { document } = await start('127.0.0.0/8');
    for (const forged of [
      `${INSIDE}, ${OUTSIDE}`,
      `${INSIDE},${INSIDE}, ${OUTSIDE}`,
      `${INSIDE}, ${OUTSIDE}, 127.0.0.1`,
    ]) {
      expect([forged, await document(forged)]).not.toEqual([forged, 200]);
    }
    for (const unreadable of ['x', '', `${INSIDE}, x`, '192.0.2.7.1', '::ffff:c000:207x']) {
      expect([unreadable, await document(unreadable)]).not.toEqual([unreadable, 200]);
    }
  });

  it('is judged by its own address behind the proxy, not by that of the proxy', async () => {
    const { document, leadsToDocument } = await start('127.0.0.0/8');
    expect([await document(INSIDE), await leadsToDocument(INSIDE)]).toEqual([200, true]);
    expect([await document(`${INSIDE}, 127.0.0.2`), (await document(OUTSIDE)) === 200]).toEqual([200, false]);
    expect(await leadsToDocument(OUTSIDE)).toBe(false);
    // Some proxies write ports.
    for (const forwarded of [`${INSIDE}:5555`, `${OUTSIDE}:1, ${INSIDE}:5555`]) {
      expect([await document(forwarded), await leadsToDocument(forwarded)]).toEqual([200, true]);
    }
    expect(await document(`${INSIDE}:5555, ${OUTSIDE}:5555`)).toBe(403);
  });
});
