import { describe, expect, it, onTestFinished } from 'vitest';
import type { SampleState } from '../../packages/server/src/services/sample/sample-operations.ts';
import { administratorKey } from '../fixtures/places.ts';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import { serveInProcess } from '../fixtures/serve-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

type Environment = Readonly<Record<string, string>>;

const openNode = async (): Promise<Environment> => {
  const data = createTemporaryFolder();
  const node = await serveInProcess(data);
  onTestFinished(async () => {
    await node.stop();
  });
  const key = administratorKey(data);
  return { PERENE_SERVER: node.url, PERENE_KEY: key };
};

describe.each([
  ['a data folder', async (): Promise<Environment> => ({ PERENE_IDENTITY_HOST: 'www.example.org' })],
  ['a running node', openNode],
])('perene sample, on %s', (_what, open) => {
  it('loads, tells and removes the collection', async () => {
    const [cwd, environment] = [createTemporaryFolder(), await open()];
    const json = async (...words: readonly string[]): Promise<SampleState> => {
      const { status, stdout, stderr } = await runPerene(['--json', ...words], { cwd, environment });
      expect([status, stderr]).toEqual([0, '']);
      return JSON.parse(stdout);
    };
    expect(await json('sample', 'status')).toEqual({ state: 'absent', items: [] });
    const loaded = await json('sample', 'load');
    expect(loaded).toMatchObject({ state: 'loaded', items: expect.arrayContaining([]) });
    expect(await json('sample', 'status')).toEqual(loaded);
    const shown = await runPerene(['sample', 'status'], { cwd, environment });
    expect(shown.stdout).toMatch(/ {2}Dawn over Heron Marsh\n[\s\S]*\nsample collection loaded\n$/);
    expect((await json('item', 'list')) as unknown).toMatchObject({ items: { length: loaded.items.length } });
    expect(await json('sample', 'remove')).toEqual({ state: 'absent', items: [] });
    expect((await json('item', 'list')) as unknown).toEqual({ items: [] });
  });
});
