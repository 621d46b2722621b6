import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finished } from './run-to-end.ts';
import { ARCHIVES, type ArchiveName, type Seeds, serviceOf } from './seeds.ts';

/** The program `perene`, built or from its sources; its data is in `perene-data` of the folder that it runs in. */
export interface Program<Process extends ServedProcess> {
  serve(folder: string, options: { readonly port: number; readonly flags: readonly string[] }): Promise<Process>;
  run(words: readonly string[], options: { readonly cwd: string }): Promise<Finished>;
}

export interface ServedProcess {
  readonly url: string;
  stop(): Promise<unknown>;
}

interface NetworkNode<Process> {
  readonly folder: string;
  readonly url: string;
  /** The key of its administrator. */
  readonly key: string;
  readonly process: Process;
}

export interface Network<Process> {
  readonly resolver: NetworkNode<Process>;
  readonly archives: Readonly<Record<ArchiveName, NetworkNode<Process>>>;
  stop(): Promise<void>;
}

export type Ports = Readonly<Record<ArchiveName | 'resolver', number>>;

const REGISTRATION_KEY = '31415926535897932384';
const ADMINISTRATOR = 'administrator@example.org';
const INCLUSION_MS = 300_000;
const PAUSE_MS = 50;

/** Starts one resolver and three Archives, which have the seeds and are included when this resolves. */
export const startNetwork = async <Process extends ServedProcess>(
  program: Program<Process>,
  {
    folder,
    ports,
    seeds,
    resolverFlags = [],
  }: {
    readonly folder: string;
    readonly ports: Ports;
    readonly seeds: Seeds;
    readonly resolverFlags?: readonly string[];
  },
): Promise<Network<Process>> => {
  const started: ServedProcess[] = [];
  const serve = async (name: keyof Ports, flags: readonly string[]): Promise<NetworkNode<Process>> => {
    const own = folderOf(folder, name);
    const process = await program.serve(own, {
      port: ports[name],
      flags: ['--allow-network', '127.0.0.0/8,::1', ...flags],
    });
    started.push(process);
    return { folder: own, url: process.url, key: readKey(own), process };
  };
  const stop = async (): Promise<void> => {
    // The Archives stop first, so that the resolver can exclude them.
    const [resolver, ...archives] = started.splice(0);
    await Promise.all(archives.map((archive) => archive.stop()));
    await resolver?.stop();
  };
  try {
    await Promise.all(ARCHIVES.map((name) => importItems(program, folderOf(folder, name), { name, seeds })));
    const resolver = await serve('resolver', resolverFlags);
    await Promise.all(ARCHIVES.map((name) => register(resolver, name)));
    const [north, south, west] = await Promise.all(ARCHIVES.map((name) => serve(name, joiningFlags(resolver, name))));
    if (!north || !south || !west) throw new Error('an Archive is missing');
    const archives = { north, south, west };
    await waitForInclusion(resolver);
    await copyItems(program, archives, seeds);
    await removeItems(archives, seeds);
    return { resolver, archives, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const folderOf = (folder: string, name: keyof Ports): string => {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  return own;
};

const readKey = (folder: string): string =>
  readFileSync(join(folder, 'perene-data', 'administrator.key'), 'utf8').trim();

/** The flags with which an Archive joins the resolver of the network. */
export const joiningFlags = (resolver: { readonly url: string }, name: ArchiveName): readonly string[] => [
  '--resolver-url',
  resolver.url,
  '--archive-resolver',
  resolver.url,
  '--archive-service',
  serviceOf(name),
  '--archive-registration-key',
  REGISTRATION_KEY,
  '--archive-administrator-email',
  ADMINISTRATOR,
];

const runOrThrow = async (
  program: Program<ServedProcess>,
  words: readonly string[],
  options: { readonly cwd: string },
): Promise<void> => {
  const { status, stderr, stdout } = await program.run(words, options);
  if (status !== 0) throw new Error(`perene ${words.join(' ')}: ${stderr}${stdout}`);
};

/** Imports items; importing them again changes nothing. */
const importItems = async (
  program: Program<ServedProcess>,
  folder: string,
  { name, seeds }: { readonly name: ArchiveName; readonly seeds: Seeds },
): Promise<void> => {
  const items = seeds.items.filter(({ home }) => home === name);
  const source = join(folder, 'seeds');
  const lines = items.map(({ record, files }) => {
    const base = record.repository;
    for (const [path, content] of Object.entries(files)) {
      const file = join(source, base, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    return { ...record, files: Object.keys(files).map((path) => ({ path, from: `${base}/${path}` })) };
  });
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'items.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  if (lines.length > 0) await runOrThrow(program, ['import', join('seeds', 'items.jsonl')], { cwd: folder });
};

const callApi = async (
  { url, key }: { readonly url: string; readonly key: string },
  path: string,
  init: { readonly method?: string; readonly body?: object } = {},
): Promise<Response> =>
  fetch(`${url}/api/v1/${path}`, {
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${key}`, ...(init.body && { 'content-type': 'application/json' }) },
    ...(init.body && { body: JSON.stringify(init.body) }),
  });

const register = async (resolver: { readonly url: string; readonly key: string }, name: ArchiveName): Promise<void> => {
  const answer = await callApi(resolver, 'archives', {
    method: 'POST',
    body: { service: serviceOf(name), registrationKey: REGISTRATION_KEY, email: ADMINISTRATOR },
  });
  if (!answer.ok) throw new Error(`${name} was not registered: ${await answer.text()}`);
};

const waitForInclusion = async (resolver: { readonly url: string; readonly key: string }): Promise<void> => {
  const deadline = Date.now() + INCLUSION_MS;
  for (;;) {
    const text = await (await callApi(resolver, 'archives?limit=100')).text();
    const { archives } = JSON.parse(text) as { archives: { service: string; state: string }[] };
    const isIn = (name: ArchiveName): boolean =>
      archives.some(({ service, state }) => service === serviceOf(name) && state === 'included');
    if (ARCHIVES.every(isIn)) return;
    if (Date.now() > deadline) throw new Error(`an Archive was not included: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};

type Places = Readonly<Record<ArchiveName, { readonly url: string; readonly key: string; readonly folder: string }>>;

const statusOf = async (archive: { readonly url: string; readonly key: string }, repository: string): Promise<number> =>
  (await callApi(archive, `items/${repository}`)).status;

const copyItems = async (program: Program<ServedProcess>, places: Places, { copies }: Seeds): Promise<void> => {
  for (const { repository, from, to } of copies) {
    if ((await statusOf(places[to], repository)) !== 404) continue;
    await runOrThrow(program, ['item', 'copy', repository, '--from', places[from].url], { cwd: places[to].folder });
  }
};

const removeItems = async (places: Places, { removals }: Seeds): Promise<void> => {
  for (const { repository, home, reason } of removals) {
    if ((await statusOf(places[home], repository)) === 410) continue;
    const query = new URLSearchParams({ reason });
    const answer = await callApi(places[home], `items/${repository}?${query}`, { method: 'DELETE' });
    if (!answer.ok) throw new Error(`${repository} was not removed: ${await answer.text()}`);
  }
};
