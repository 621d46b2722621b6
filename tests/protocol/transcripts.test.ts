import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { serveInProcess } from '../fixtures/serve-in-process.ts';

const vector = (path: string): string => fileURLToPath(new URL(`../../vectors/${path}`, import.meta.url));
const ITEMS = vector('archive/rtc11-items.jsonl');
const CLIENT = 'clientinformation.ipaddress=150.163.2.175';

/** Starts a node with the name of an Archive of the standard's examples, and with the items of the examples. */
const startArchive = async ({ host, service }: { host: string; service: string }) => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-transcripts-'));
  const { stdout, stderr, status } = await runInProcess(['import', ITEMS, '--files', vector('archive/files')], {
    cwd: folder,
  });
  expect(status, stdout + stderr).toBe(0);
  const node = await serveInProcess(folder, {
    flags: [
      ...['--public-url', `http://${host}`, '--archive-service', service],
      ...['--archive-platform-software', 'dpi.inpe.br/banon/1998/08.02.08.56'],
    ],
  });
  const ask = async (query: string): Promise<Response> => fetch(`${node.url}/${service}?${query}`);
  const linesOf = async (label: string, more = ''): Promise<readonly string[]> => {
    const answer = await ask(`servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=${label}${more}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain');
    // The claim is beside what the examples have.
    const lines = (await answer.text()).split('\r\n').filter((line) => !line.startsWith('claim.'));
    return lines.map((line) => line.replace(/^urlkey .*/, 'urlkey'));
  };
  const close = async (): Promise<void> => {
    await node.stop();
    rmSync(folder, { recursive: true });
  };
  return { ask, linesOf, url: node.url, close };
};

const M18 = { host: 'mtc-m16c.sid.inpe.br', service: 'sid.inpe.br/mtc-m18@80/2008/03.17.15.17' };
const M19 = { host: 'mtc-m16d.sid.inpe.br', service: 'sid.inpe.br/mtc-m19@80/2009/08.21.17.02' };

const pairsOf = (path: string): readonly string[] =>
  readFileSync(vector(path), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.replace(/^urlkey .*/, 'urlkey'));

describe('an Archive with the items of RTC-11', () => {
  type Archive = Awaited<ReturnType<typeof startArchive>>;
  let m18: Archive;
  let m19: Archive;
  beforeAll(async () => {
    m18 = await startArchive(M18);
    m19 = await startArchive(M19);
  });
  afterAll(async () => {
    await m18?.close();
    await m19?.close();
  });

  it('answers Examples 6.1 and 6.2 to the letter', async () => {
    const { linesOf } = m19;
    expect(await linesOf('8JMKD3MGP7W/3EPGUE5')).toEqual([
      'archiveaddress mtc-m16d.sid.inpe.br',
      'contenttype Data',
      'ibi {rep sid.inpe.br/mtc-m19/2013/09.04.12.27.57 ibip 8JMKD3MGP7W/3EPGUE5}',
      'ibi.archiveservice {rep sid.inpe.br/mtc-m19@80/2009/08.21.17.02}',
      'ibi.platformsoftware {rep dpi.inpe.br/banon/1998/08.02.08.56}',
      'state Original',
      'timestamp 2013-10-04T14:32:14Z',
      'url http://mtc-m16d.sid.inpe.br/col/sid.inpe.br/mtc-m19/2013/09.04.12.27.57/doc/Relat%f3rio%20Final.pdf',
      'urlkey',
    ]);
  });

  it('answers Examples 9.8 to 9.12', async () => {
    const { linesOf } = m19;
    const answers = [
      ...(await linesOf('8JMKD3MGP7W/3EPGUE5', '&parsedibiurl.verblist=GetMetadata')),
      ...(await linesOf('8JMKD3MGP7W/3EPGUE5', '&parsedibiurl.verblist=GetLastEdition')),
      ...(await linesOf('LK47B6W/362SFKH')),
      ...(await linesOf('LK47B6W/362SFKH', '&parsedibiurl.filepath=reference.bib')),
      ...(await linesOf('LK47B6W/362SFKH', '&parsedibiurl.verblist=GetFileList')),
    ];
    for (const line of [
      'ibi.metadata {rep sid.inpe.br/mtc-m19/2013/09.04.12.27.58}',
      'url.metadata http://mtc-m16d.sid.inpe.br/col/sid.inpe.br/mtc-m19/2013/09.04.12.27.58/doc/metadata.cgi',
      'ibi.lastedition {rep sid.inpe.br/mtc-m19/2013/09.04.12.27.57 ibip 8JMKD3MGP7W/3EPGUE5}',
      'timestamp.lastedition 2013-10-04T14:32:14Z',
      'url http://mtc-m16d.sid.inpe.br/col/iconet.com.br/banon/2009/09.09.22.01/doc/@relatorio.pdf',
      'url http://mtc-m16d.sid.inpe.br/col/iconet.com.br/banon/2009/09.09.22.01/doc/reference.bib',
      // The standard leaves the address of this page to the Archive.
      'url http://mtc-m16d.sid.inpe.br/col/iconet.com.br/banon/2009/09.09.22.01/doc/',
    ]) {
      expect(answers).toContain(line);
    }
  });

  it('holds every pair of Example 9.2 in its whole list, and in the answers to the verbs', async () => {
    const { linesOf } = m18;
    const expected = pairsOf('transcripts/url-list-9.2.txt');
    expect(await linesOf('8JMKD3MGP8W/35MME4E', '&parsedibiurl.filter=none')).toEqual(
      expect.arrayContaining([...expected]),
    );
    const filtered = await Promise.all(
      [
        '',
        'GetLastEdition',
        'GetLastEdition%20GetMetadata',
        'GetLastEdition%20GetMetadata(oai_dc)',
        'GetMetadata',
        'GetMetadata(oai_dc)',
        'GetMetadata%20GetTranslation',
        'GetTranslation',
      ].map((verbs) => linesOf('8JMKD3MGP8W/35MME4E', verbs === '' ? '' : `&parsedibiurl.verblist=${verbs}`)),
    );
    expect(new Set(filtered.flat())).toEqual(new Set(expected));
  });

  it('answers Example 9.3 to the letter', async () => {
    const { linesOf } = m18;
    expect(await linesOf('8JMKD3MGP8W/35MME4E', '&parsedibiurl.verblist=GetTranslation')).toEqual(
      pairsOf('transcripts/url-list-9.3-filtered-GetTranslation.txt'),
    );
  });

  it('answers the messages of sections 10.1 and 10.2', async () => {
    const { ask, linesOf } = m18;
    interface Transcript {
      readonly exchanges: readonly { readonly request: Record<string, string>; readonly response: readonly string[] }[];
      readonly acknowledgment: Record<string, string>;
      readonly acknowledged: string;
    }
    for (const path of ['resolve-10.1.json', 'resolve-10.2.json']) {
      const { exchanges, acknowledgment, acknowledged } = JSON.parse(
        readFileSync(vector(`transcripts/${path}`), 'utf8'),
      ) as Transcript;
      for (const { request, response } of exchanges) {
        const verbs = request['parsedibiurl.verblist'];
        const lines = await linesOf(
          request['parsedibiurl.ibi'] ?? '',
          verbs === undefined ? '' : `&parsedibiurl.verblist=${verbs.replaceAll(' ', '%20')}`,
        );
        expect(lines).toEqual(expect.arrayContaining(response.map((line) => line.replace(/^urlkey .*/, 'urlkey'))));
      }
      const query = Object.entries(acknowledgment).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      expect(await (await ask(query.join('&'))).text()).toBe(acknowledged);
    }
  });

  it('serves the files and metadata that its answers lead to', async () => {
    const { linesOf, url } = m18;
    const follow = async (label: string, more = ''): Promise<Response> => {
      const line = (await linesOf(label, more)).find((candidate) => /^url[ .]/.test(candidate)) ?? '';
      return fetch(line.replace(/^\S+ http:\/\/mtc-m16c\.sid\.inpe\.br/, url));
    };
    for (const [label, more] of [
      ['8JMKD3MGP7W/3EPGUE5', ''],
      ['8JMKD3MGP8W/35MME4E', ''],
      ['LK47B6W/362SFKH', '&parsedibiurl.filepath=reference.bib'],
      ['LK47B6W/362SFKH', '&parsedibiurl.verblist=GetFileList'],
      ['8JMKD3MGP8W/35MMLL8', '&parsedibiurl.verblist=GetLastEdition%20GetMetadata'],
    ] as const) {
      expect((await follow(label, more)).status).toBe(200);
    }
    const xml = await follow('8JMKD3MGP8W/35MME4E', '&parsedibiurl.verblist=GetMetadata(oai_dc)');
    expect(xml.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await xml.text()).toContain('<dc:title xml:lang="en">CCSDS 643.0-B-1</dc:title>');
  });
});
