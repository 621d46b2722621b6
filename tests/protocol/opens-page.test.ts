import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { formOf } from '../api/client.ts';
import { administratorKey } from '../fixtures/places.ts';
import { type ServedNode, serveInProcess } from '../fixtures/serve-in-process.ts';

let node: ServedNode;
let folder: string;

const deposit = async (access?: object): Promise<ItemView> => {
  const body = formOf({ metadata: { title: 'Land cover' }, ...(access && { access }) }, { 'a.txt': 'hello' });
  const headers = { authorization: `Bearer ${administratorKey(folder)}` };
  const answer = await fetch(`${node.url}/api/v1/items`, { method: 'POST', body, headers });
  return (await answer.json()) as ItemView;
};

const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${node.url}${path}`, { headers, redirect: 'manual' });
  return { response, location: response.headers.get('location')?.replace(node.url, '') };
};

describe('a node whose persistent URLs open pages', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
    node = await serveInProcess(folder, { flags: ['--opens', 'page'] });
  });
  afterAll(async () => {
    await node.stop();
    rmSync(folder, { recursive: true });
  });

  it('leads from the bare item to its page, and with a path or a verb where it always does', async () => {
    const item = await deposit();
    const page = `/items/${item.repository}`;
    const file = `/col/${item.repository}/doc/a.txt`;
    for (const label of [item.repository, item.ibip]) {
      expect((await ask(`/${label}`)).location).toBe(page);
      expect((await ask(`/${label}/a.txt`)).location).toBe(file);
      expect((await ask(`/${label}!`)).location).toBe(file);
      expect((await ask(`/${label}:`)).location).toContain(`/col/${item.metadata?.repository}/doc/`);
    }
    const shown = await (await ask(page, { accept: 'text/html' })).response.text();
    expect(shown).toContain(`<a class="action" href="${file}">`);
  });

  it('gives those who ask for another format what they ask for', async () => {
    const item = await deposit();
    const accept = 'application/x-bibtex';
    const { location = '' } = await ask(`/${item.ibip}`, { accept });
    const { response } = await ask(location, { accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, `${accept}; charset=utf-8`]);
  });

  it('leads to the file of an item whose list of files is closed', async () => {
    const item = await deposit({ fileList: 'closed' });
    expect((await ask(`/${item.ibip}`)).location).toBe(`/col/${item.repository}/doc/a.txt`);
  });
});
