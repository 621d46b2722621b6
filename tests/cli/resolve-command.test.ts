import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finished } from '../../tools/dev-network/run-to-end.ts';
import { administratorKey } from '../fixtures/places.ts';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import { type ServedNode, serveInProcess } from '../fixtures/serve-in-process.ts';

const UNKNOWN = 'example.org/item/2020/01.01.00.00';

describe.each(['a data folder', 'a running node'])('perene resolve on %s', (where) => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-cli-'));
  let node: ServedNode | undefined;
  let environment: Readonly<Record<string, string>> = {};
  let item: { readonly repository: string; readonly ibip: string };

  const run = (...words: readonly string[]): Promise<Finished> => runPerene(words, { cwd: folder, environment });

  beforeAll(async () => {
    if (where === 'a running node') {
      node = await serveInProcess(folder);
      const key = administratorKey(folder);
      environment = { PERENE_SERVER: node.url, PERENE_KEY: key };
    }
    writeFileSync(join(folder, 'one.txt'), 'one');
    const deposited = await run('deposit', 'one.txt', '--title', 'One', '--language', 'en', '--json');
    item = JSON.parse(deposited.stdout) as typeof item;
  });
  afterAll(async () => {
    await node?.stop();
    rmSync(folder, { recursive: true });
  });

  it('prints where it leads', async () => {
    for (const label of [item.ibip, item.repository.toUpperCase(), `http://urlib.net/rep/${item.repository}`]) {
      const { status, stdout } = await run('resolve', label);
      expect({ status, stdout }).toEqual({
        status: 0,
        stdout: expect.stringMatching(/^http:\/\/\S+\/doc\/one\.txt\n$/),
      });
    }
    expect((await run('resolve', `${item.ibip}+`, '--language', 'en')).stdout).toMatch(/one\.txt\n$/);
    expect((await run('resolve', item.ibip, '--original')).stdout).toMatch(/one\.txt\n$/);
  });

  it('tells every message, and why the choice was made', async () => {
    const { stdout, stderr } = await run('resolve', `${item.ibip}:(oai_dc)`, '--trace');
    expect(stdout).toMatch(/^http:\/\/\S+\n$/);
    expect(stderr).toMatch(/^ask {7}\S+, for it is here\n {10}\?\S*parsedibiurl\.verblist=GetMetadata\(oai_dc\)/);
    expect(stderr).toContain('\n          state.metadata(oai_dc) Original\n');
    expect(stderr).toMatch(/\ndecision {2}\S+ gives http:/);
    const traced = JSON.parse((await run('resolve', item.ibip, '--trace', '--json')).stdout) as object;
    expect(traced).toMatchObject({ outcome: 'found', state: 'Original', steps: [{ kind: 'asked' }, {}, {}] });
    expect(traced).not.toHaveProperty('acknowledgment');
  });

  it.each([
    [[UNKNOWN], `${UNKNOWN}: every Archive that may hold it says that it does not`],
    [['example.org/item/2020/13.01.00.00'], 'character 23'],
  ])('says why %j leads nowhere', async (words, reason) => {
    expect(await run('resolve', ...words)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(reason),
    });
  });

  it('names the languages that there are', async () => {
    expect(await run('resolve', `${item.ibip}+(fr)`)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/there is no translation in fr, but in en\n/),
    });
  });

  it('shows a tombstone', async () => {
    writeFileSync(join(folder, 'two.txt'), 'two');
    const two = JSON.parse((await run('deposit', 'two.txt', '--title', 'Água', '--json')).stdout) as typeof item;
    await run('item', 'delete', two.repository, '--reason', 'withdrawn');
    expect(await run('resolve', two.ibip)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/was removed by \S+ \(withdrawn\)/),
    });
    expect(JSON.parse((await run('resolve', two.ibip, '--json')).stdout)).toMatchObject({
      outcome: 'removed',
      removals: [{ title: 'Água', reason: 'withdrawn' }],
    });
  });
});
