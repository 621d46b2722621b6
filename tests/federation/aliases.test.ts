import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Network } from '../../tools/dev-network/network.ts';
import { startTestNetwork } from '../fixtures/network.ts';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import {
  answerText,
  includeArchive,
  type ScriptedArchive,
  startScriptedArchive,
} from '../fixtures/scripted-archive.ts';
import type { ServedNode } from '../fixtures/serve-in-process.ts';

const ITEM = 'example.org/aliased/2005/07.19.22.01';
const PORTUGUESE = 'example.org/aliased/2005/07.20.22.01';
/** This label cannot be decoded. */
const LEGACY = '83LX3pFwXQZa/Bkjzd';
/** This label can be decoded, to another label than that of the item. */
const DECODABLE = '83LX3pFwXQZ5Jpy/Bkjzd';
const ALIASES = [
  'doi:10.1590/ABC(1)',
  'hdl:1234/5',
  'urn:nbn:br:6',
  'ark:99999/x5-7',
  'http://old.example.org/thesis.cgi?id=8',
  LEGACY,
  DECODABLE,
  'doi:10.1590/a#b',
  'ark:99999/h#i',
];

let network: Network<ServedNode>;
/** An Archive that knows only the standard. */
let foreign: ScriptedArchive;

const run = async (words: readonly string[], cwd: string) => {
  const { status, stdout, stderr } = await runPerene(words, { cwd });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

beforeAll(async () => {
  network = await startTestNetwork();
  foreign = await startScriptedArchive('foreign', {
    digestRequest: (_pairs, response) =>
      response.writeHead(400, { 'content-type': 'text/plain' }).end('status.archive refused'),
    urlRequest: (_pairs, response) => answerText(response, ''),
  });
  await includeArchive(network.resolver, foreign);
  const { folder } = network.archives.north;
  mkdirSync(join(folder, 'aliased'));
  writeFileSync(join(folder, 'aliased', 'a.html'), '<p>a</p>');
  writeFileSync(join(folder, 'aliased', 'b.html'), '<p>b</p>');
  const records = [
    {
      repository: ITEM,
      language: 'en',
      files: ['a.html', 'b.html'],
      target: 'a.html',
      metadata: { fields: { title: 'A' } },
    },
    {
      repository: PORTUGUESE,
      language: 'pt',
      files: ['b.html'],
      metadata: { fields: { title: 'B' } },
      translationOf: ITEM,
    },
  ];
  writeFileSync(
    join(folder, 'aliased', 'items.jsonl'),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  );
  await run(['import', join('aliased', 'items.jsonl')], folder);
  await run(['alias', 'add', ITEM, ...ALIASES.slice(0, 4)], folder);
  const { url, key } = network.archives.north;
  await run(['alias', 'add', ITEM, ...ALIASES.slice(4), '--server', url, '--key', key], folder);
});

afterAll(async () => {
  await foreign?.close();
  await network?.stop();
});

const ask = async (node: { readonly url: string }, target: string, method = 'GET') => {
  const answer = await fetch(`${node.url}/${target}`, { method, redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
};

const documentOf = (repository: string, path: string): string =>
  `${network.archives.north.url}/col/${repository}/doc/${path}`;

const ADDRESSES = [
  ['doi:10.1590/abc(1)', ITEM, 'a.html'],
  ['10.1590/ABC(1)', ITEM, 'a.html'],
  ['doi:10.1590%2Fabc%281%29', ITEM, 'a.html'],
  ['https://doi.org/10.1590/abc(1)', ITEM, 'a.html'],
  ['doi:10.1590/a%23b', ITEM, 'a.html'],
  ['ark:99999/h%23i', ITEM, 'a.html'],
  ['hdl:1234/5', ITEM, 'a.html'],
  ['hdl:1234/5+(pt)', PORTUGUESE, 'b.html'],
  ['urn:NBN:br:6', ITEM, 'a.html'],
  ['ark:99999/x57', ITEM, 'a.html'],
  ['ark:/99999/x5-7', ITEM, 'a.html'],
  ['ark:99999/x57+(pt)', PORTUGUESE, 'b.html'],
  ['ark:99999/x57!', ITEM, 'a.html'],
  ['ark:/99999/x57/b.html', ITEM, 'b.html'],
  ['http://old.example.org/thesis.cgi?id=8', ITEM, 'a.html'],
  [LEGACY, ITEM, 'a.html'],
  [`upn:EFDBHS:${LEGACY}+(pt)`, PORTUGUESE, 'b.html'],
  [`${LEGACY}/b.html`, ITEM, 'b.html'],
  // No Archive has an item of the label that it decodes to.
  [DECODABLE, ITEM, 'a.html'],
] as const;

describe.each(['resolver', 'north', 'south'] as const)('an alias at %s', (where) => {
  const node = () => (where === 'resolver' ? network.resolver : network.archives[where]);
  /** Follows a redirect from an Archive to its resolver, which happens for items that the Archive does not have. */
  const follow = async (target: string, method?: string) => {
    const first = await ask(node(), target, method);
    const isHandedOn = first.location?.startsWith(`${network.resolver.url}/`) === true && where !== 'resolver';
    return isHandedOn
      ? ask(network.resolver, first.location?.slice(network.resolver.url.length + 1) ?? '', method)
      : first;
  };

  it.each(ADDRESSES)('%s leads to the item', async (target, repository, path) => {
    const expected = { status: 302, location: documentOf(repository, path) };
    expect(await follow(target)).toMatchObject(expected);
    expect(await follow(target, 'HEAD')).toMatchObject(expected);
  });

  it.each(['?', '??', '?info'])('ark:99999/x57%s leads to the metadata of the item', async (inflection) => {
    const { location } = await follow(`${ITEM}:`);
    expect(await follow(`ark:/99999/x5-7${inflection}`)).toMatchObject({ status: 302, location });
  });

  it.each([LEGACY, DECODABLE])('/col/%s/doc/b.html is the file of the item', async (label) => {
    const answer = await fetch(`${node().url}/col/${label}/doc/b.html`);
    expect([answer.url, await answer.text()]).toEqual([documentOf(ITEM, 'b.html'), '<p>b</p>']);
    expect((await fetch(`${node().url}/col/${label}/doc/nofile.html`)).status).toBe(404);
  });

  it('ark:99999/x58 is unknown', async () => {
    expect((await follow('ark:99999/x58')).status).toBe(404);
    expect((await follow('ark:99999/x58?info')).status).toBe(404);
  });

  it.each(['doi:10.1590/other', 'hdl:1234/6', 'urn:nbn:br:7', '83LX3pFwXQZa/bkjzd'])(
    '%s is unknown',
    async (target) => {
      const { status, text } = await follow(target);
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ outcome: 'unknown' });
    },
  );
});

describe('aliases in a federation', () => {
  it('are never sent to a foreign Archive', async () => {
    // For a label that nobody has, everybody is asked.
    expect((await ask(network.resolver, 'example.org/nobody/2005/07.19.22.01')).status).toBe(404);
    expect(foreign.received.some((query) => query.includes('urlRequest'))).toBe(true);
    expect(foreign.received.filter((query) => query.includes('aliasRequest'))).toEqual([]);
  });

  it('are new at the resolver as soon as they are added, and gone as soon as they are removed', async () => {
    const { folder } = network.archives.south;
    const listed = JSON.parse(await run(['item', 'list', '--json'], folder)) as {
      items: { repository: string; state: string }[];
    };
    const repository = listed.items.find(({ state }) => state === 'Original')?.repository ?? '';
    expect((await ask(network.resolver, 'hdl:9/new')).status).toBe(404);
    await run(['alias', 'add', repository, 'hdl:9/new'], folder);
    expect((await ask(network.resolver, 'hdl:9/new')).status).toBe(302);
    await run(['alias', 'remove', repository, 'hdl:9/new'], folder);
    expect((await ask(network.resolver, 'hdl:9/new')).status).toBe(404);
  });

  it('show in commands, the API, the trace and the page of the item', async () => {
    const { folder, url } = network.archives.north;
    const sorted = [...ALIASES].toSorted();
    const listed = JSON.parse(await run(['alias', 'list', '--json'], folder)) as {
      repository: string;
      aliases: string[];
    }[];
    expect(listed.map(({ aliases, ...item }) => ({ ...item, aliases: aliases.toSorted() }))).toEqual([
      { repository: ITEM, aliases: sorted },
    ]);
    expect(await run(['alias', 'list', 'hdl:1234/5'], folder)).toContain(`doi:10.1590/ABC(1)`);
    expect(await run(['search', 'https://doi.org/10.1590/abc(1)'], folder)).toContain(ITEM);
    const shown = (await (await fetch(`${url}/api/v1/items/doi:10.1590%2Fabc(1)`)).json()) as { aliases: string[] };
    expect(shown.aliases.toSorted()).toEqual(sorted);
    expect(await (await fetch(`${url}/items/${ITEM}`, { headers: { accept: 'text/html' } })).text()).toContain(
      '<code>doi:10.1590/ABC(1)</code>',
    );
    const page = await fetch(`${url}/search?q=${encodeURIComponent('10.1590/abc(1)')}`, {
      headers: { accept: 'text/html' },
    });
    expect(page.url).toBe(`${url}/items/${ITEM}`);
    const refused = await runPerene(['alias', 'add', PORTUGUESE, 'hdl:1234/5'], { cwd: folder });
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining(ITEM) });
    expect(await runPerene(['alias', 'add', PORTUGUESE, 'nonsense'], { cwd: folder })).toMatchObject({ status: 2 });
    // A command asks the Archives like the node does.
    const asked = await runPerene(['resolve', 'doi:10.1590/abc(1)'], { cwd: network.resolver.folder });
    expect(asked).toMatchObject({ status: 0, stdout: expect.stringContaining(documentOf(ITEM, 'a.html')) });
    const { url: server, key } = network.resolver;
    const traced = await runPerene(['resolve', 'doi:10.1590/abc(1)', '--trace', '--server', server, '--key', key], {
      cwd: folder,
    });
    expect(`${traced.stdout}${traced.stderr}`).toContain('servicesubject=aliasRequest&alias=doi:10.1590/abc(1)');
  });
});
