import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Access } from '@perene/api';
import { describe, expect, it } from 'vitest';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { named } from '../fixtures/labels.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const CONTENTS = { 'a.txt': 'one', 'b/ção.txt': 'two' };

const start = async (access?: Access) => {
  const served = await serveTestNode();
  const { node, url } = served;
  const item = await node.archive.deposit({ files: filesOf(CONTENTS), ...(access && { access }) }, AUTHOR);
  const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${url}/items/${item.repository}/all.zip`, { headers: { accept: '*/*', ...headers }, method });
  return { ...served, item, get };
};

describe('all files of an item', () => {
  it('come as one ZIP file of a known length, in parts as well', async () => {
    const { get, item, node } = await start();
    const head = await get({}, 'HEAD');
    expect(await node.catalogue.checksums.find(item.files.map(({ sha256 }) => sha256))).toEqual(new Map());
    const answer = await get();
    const whole = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    for (const { headers } of [head, answer]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/zip',
        'content-length': String(whole.length),
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=3600',
        etag: answer.headers.get('etag'),
        'content-disposition': expect.stringMatching(/^attachment; filename="?[\w.-]+\.zip"?$/),
        link: expect.stringContaining('rel="cite-as"'),
      });
      expect(headers.has('repr-digest')).toBe(false);
    }
    for (const content of Object.values(CONTENTS)) {
      expect(whole.includes(content)).toBe(true);
      const checksum = Buffer.alloc(4);
      checksum.writeUInt32LE(crc32(content));
      expect(whole.includes(checksum)).toBe(true);
    }
    const etag = answer.headers.get('etag') ?? '';
    const part = await get({ range: 'bytes=40-', 'if-range': etag });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 40-${whole.length - 1}/${whole.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(40));
    expect((await get({ range: 'bytes=40-', 'if-range': '"other"' })).status).toBe(200);
    expect((await get({ range: `bytes=${whole.length}-` })).status).toBe(416);
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await node.catalogue.checksums.find(item.files.map(({ sha256 }) => sha256))).size).toBe(2);
    // The description is not in it, so that whoever has the files has them for ever.
    await node.archive.edit(named(item.repository), { metadata: { title: 'Another title' } }, AUTHOR);
    expect((await get()).headers.get('etag')).toBe(etag);
  });

  it('are offered on the page of the item, in both languages', async () => {
    const { url, item } = await start();
    for (const [language, text] of [
      ['en', 'Download all files (ZIP)'],
      ['pt', 'Baixar todos os arquivos (ZIP)'],
    ]) {
      for (const part of ['', '/files']) {
        const page = await fetch(`${url}/items/${item.repository}${part}?lang=${language}`, {
          headers: { accept: 'text/html' },
        });
        expect(await page.text()).toContain(`<a href="/items/${item.repository}/all.zip" download>${text}</a>`);
      }
    }
  });

  it.each<[Access, string, string | undefined]>([
    [{ networks: ['192.0.2.0/24'], fileList: 'open' }, 'client-not-allowed', 'client-not-allowed'],
    [{ fileList: 'closed' }, 'file-list-closed', undefined],
    [{ fileList: 'open', description: 'closed' }, 'description-closed', undefined],
  ])('are refused as a whole where access is %j', async (access, code, codeWithKey) => {
    const { get, createKey } = await start(access);
    const refused = await get();
    expect([refused.status, (await refused.json()).code]).toEqual([403, code]);
    const basic = Buffer.from(`:${await createKey('depositor')}`).toString('base64');
    const answer = await get({ authorization: `Basic ${basic}` });
    expect(answer.headers.get('cache-control') ?? '').not.toContain('public');
    expect(answer.status === 200 ? undefined : (await answer.json()).code).toBe(codeWithKey);
  });

  it('are refused if one of them is damaged', async () => {
    const { get, item, node } = await start();
    appendFileSync(join(node.settings.dataFolder, 'col', item.repository, 'doc/a.txt'), '!');
    expect((await (await get()).json()).code).toBe('file-damaged');
  });
});
