import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../tests/fixtures/free-port.ts';
import { startPerene } from '../../tests/fixtures/running-node.ts';
import { run } from './programs.ts';
import { SAMPLE, type SampleItem } from './sample.ts';

const PERENE = fileURLToPath(new URL('../../packages/server/bin/perene.cjs', import.meta.url));

/** A running node with the sample, which judges look at. */
export interface SampledNode {
  readonly url: string;
  /** The key of its administrator. */
  readonly key: string;
  /** A folder for what judges write. */
  readonly folder: string;
  readonly items: readonly SampleItem[];
  /** The items that everybody may read. */
  readonly open: readonly SampleItem[];
  /** The address of an item, or of one of its representations. */
  addressOf(item: SampleItem, part?: string): string;
  read(address: string, headers?: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

export const startSampledNode = async (): Promise<SampledNode> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-foreign-'));
  writeSample(folder);
  const port = await findFreePort();
  const own = ['--data', join(folder, 'data')];
  const imported = await run(process.execPath, [PERENE, 'import', ...own, join(folder, 'sample', 'items.jsonl')]);
  if (imported.status !== 0) throw new Error(`the sample was not imported: ${imported.stdout}${imported.stderr}`);
  const node = await startPerene(folder, {
    port,
    flags: [...own, '--archive-administrator-email', 'administrator@example.org'],
  });
  const url = node.url;
  return {
    url,
    key: readFileSync(join(folder, 'data', 'administrator.key'), 'utf8').trim(),
    folder,
    items: SAMPLE,
    open: SAMPLE.filter(({ isOpen, isRemoved }) => isOpen && !isRemoved),
    addressOf: ({ repository }, part) => `${url}/items/${repository}${part === undefined ? '' : `/${part}`}`,
    async read(address, headers = {}) {
      const answer = await fetch(address, { headers });
      if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
      return answer.text();
    },
    async stop() {
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const writeSample = (folder: string): void => {
  const lines = SAMPLE.map(({ repository, files, record }) => {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, 'sample', repository, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const paths = Object.keys(files).map((path) => ({ path, from: `${repository}/${path}` }));
    return JSON.stringify({ ...record, ...(paths.length > 0 && { files: paths }) });
  });
  writeFileSync(join(folder, 'sample', 'items.jsonl'), `${lines.join('\n')}\n`);
};
