import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedNode, serveInProcess } from '../fixtures/serve-in-process.ts';

const ADDRESSES = {
  minter: '/api/v1/minters',
  archive: '/api/v1/items',
  resolver: '/api/v1/archives',
  console: '/',
} as const;

describe.each(Object.keys(ADDRESSES) as readonly (keyof typeof ADDRESSES)[])(
  'a node with the role %s alone',
  (role) => {
    const folder = mkdtempSync(join(tmpdir(), 'perene-roles-'));
    let node: ServedNode;
    beforeAll(async () => {
      node = await serveInProcess(folder, { flags: ['--roles', role] });
    });
    afterAll(async () => {
      await node.stop();
      rmSync(folder, { recursive: true });
    });

    it('does that, and is watched over like any other', async () => {
      for (const [name, address] of Object.entries(ADDRESSES)) {
        expect((await fetch(`${node.url}${address}`)).status, name).toBe(name === role ? 200 : 404);
      }
      expect((await fetch(`${node.url}/ready`)).status).toBe(200);
    });

    it('answers persistent URLs only as a resolver', async () => {
      const { status } = await fetch(`${node.url}/example.org/item/2020/01.01.00.00`);
      expect(status).toBe(404);
      const body = await (await fetch(`${node.url}/api/v1/resolve?url=/example.org/item/2020/01.01.00.00`)).json();
      expect(body).toMatchObject(role === 'resolver' ? { outcome: 'unknown' } : { code: 'address-unknown' });
    });
  },
);
