import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../tests/fixtures/free-port.ts';
import { type Judge, lookAtEach, type Program } from '../judge.ts';
import { run } from '../programs.ts';
import type { SampledNode } from '../sampled-node.ts';

const START_MS = 30_000;
const PAUSE_MS = 200;

/** Starts a cache, and waits until it answers. */
const startCache = async (program: Program, words: readonly string[], address: string): Promise<ChildProcess> => {
  const [command = '', ...others] = words;
  const cache = spawn(program.pathOf(command), others, { env: program.environment, stdio: 'ignore' });
  const deadline = Date.now() + START_MS;
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer !== undefined) {
      await answer.arrayBuffer();
      return cache;
    }
    if (cache.exitCode !== null || Date.now() > deadline) throw new Error(`${command} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};

const stopCache = async (cache: ChildProcess): Promise<void> => {
  const ended = once(cache, 'exit');
  cache.kill('SIGTERM');
  await ended;
};

/** What a cache may do with an answer: bytes stay the same, a second reader is served, and nothing changed is 304. */
const lookThrough = async (path: string, cached: string, direct: string): Promise<readonly string[]> => {
  const [original, first, second] = [
    await fetch(`${direct}${path}`),
    await fetch(`${cached}${path}`),
    await fetch(`${cached}${path}`),
  ];
  const bodies = await Promise.all([original, first, second].map(async (answer) => (await answer.bytes()).toString()));
  const tag = second.headers.get('etag');
  const again = tag === null ? undefined : await fetch(`${cached}${path}`, { headers: { 'if-none-match': tag } });
  await again?.arrayBuffer();
  return [
    ...(new Set(bodies).size === 1 ? [] : ['the bytes differ']),
    ...(second.status === original.status ? [] : [`status ${second.status}`]),
    ...(again === undefined ? ['no ETag'] : again.status === 304 ? [] : [`${again.status} instead of 304`]),
  ];
};

const pathsOf = (node: SampledNode): readonly string[] => [
  '/sitemap.xml',
  ...node.open.flatMap((item) => [
    `/items/${item.repository}/cite.bib`,
    ...Object.keys(item.files).map(
      (path) => `/col/${item.repository}/doc/${path.split('/').map(encodeURIComponent).join('/')}`,
    ),
  ]),
];

const judgeThrough = async (node: SampledNode, cached: string, cache: ChildProcess) => {
  try {
    return await lookAtEach(pathsOf(node), {
      unit: 'addresses',
      name: (path) => path,
      look: (path) => lookThrough(path, cached, node.url),
    });
  } finally {
    await stopCache(cache);
  }
};

const ABOUT = 'in front of a node: files, citations and lists come whole, and are 304 for who has them';

const varnish: Judge = {
  name: 'varnish',
  source: { debian: 'varnish', program: 'varnishd' },
  about: ABOUT,
  async judge(node, program) {
    const port = await findFreePort();
    const cached = `http://localhost:${port}`;
    const folder = join(node.folder, 'varnish');
    const words = [
      'varnishd',
      '-F',
      '-n',
      folder,
      '-j',
      'none',
      '-a',
      `localhost:${port}`,
      '-b',
      new URL(node.url).host,
    ];
    return judgeThrough(node, cached, await startCache(program, words, `${cached}/robots.txt`));
  },
};

const squid: Judge = {
  name: 'squid',
  source: { debian: 'squid', program: 'squid' },
  about: ABOUT,
  async judge(node, program) {
    const port = await findFreePort();
    const cached = `http://localhost:${port}`;
    const folder = join(node.folder, 'squid');
    const shared = join(program.folder ?? '/', 'usr/share/squid');
    // Squid does not run as root, and other users may have no access to the folder of the judges.
    for (const part of ['mime.conf', 'icons', 'errors/templates']) {
      cpSync(join(shared, part), join(folder, part), { recursive: true, dereference: true });
    }
    const isRoot = process.getuid?.() === 0;
    const file = join(folder, 'squid.conf');
    writeFileSync(
      file,
      [
        `http_port ${port} accel defaultsite=localhost no-vhost`,
        `cache_peer localhost parent ${new URL(node.url).port} 0 no-query originserver`,
        'http_access allow all',
        ...(isRoot ? ['cache_effective_user nobody'] : []),
        `pid_filename ${folder}/pid`,
        'access_log none',
        'cache_log /dev/null',
        `icon_directory ${folder}/icons`,
        `error_directory ${folder}/errors/templates`,
        `mime_table ${folder}/mime.conf`,
        'unlinkd_program /bin/true',
        'pinger_enable off',
        '',
      ].join('\n'),
    );
    if (isRoot) await run('chown', ['-R', 'nobody', folder]);
    chmodSync(node.folder, 0o755);
    const words = ['squid', '-N', '-n', `perene${port}`, '-f', file];
    return judgeThrough(node, cached, await startCache(program, words, `${cached}/robots.txt`));
  },
};

export const CACHES: readonly Judge[] = [varnish, squid];
