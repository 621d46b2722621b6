import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@perene/api';
import { expect, it, onTestFinished } from 'vitest';
import { joiningFlags } from '../../tools/dev-network/network.ts';
import { serviceOf } from '../../tools/dev-network/seeds.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { depositReport, runOn } from '../fixtures/network.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { REGISTRATION_KEY, registerArchive } from '../fixtures/scripted-archive.ts';
import { serveInProcess } from '../fixtures/serve-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const LOOPBACK = ['--allow-network', '127.0.0.0/8,::1'];

const start = async (folder: string, port: number, flags: readonly string[]) => {
  const served = await serveInProcess(folder, { port, flags: [...LOOPBACK, ...flags] });
  onTestFinished(async () => void (await served.stop()));
  return { ...served, key: readFileSync(join(folder, 'perene-data', 'administrator.key'), 'utf8').trim() };
};

it('an Archive restored from an older backup makes claims that the log takes, and proofs that hold', async () => {
  const [home, other, restored, backup] = Array.from({ length: 4 }, createTemporaryFolder) as [
    string,
    string,
    string,
    string,
  ];
  const resolver = await start(home, await findFreePort(), []);
  await registerArchive(resolver, { service: serviceOf('north') });
  const port = await findFreePort();
  const flags = [...joiningFlags(resolver, 'north'), '--archive-registration-key', REGISTRATION_KEY];
  const north = await start(other, port, flags);
  const { repository: item } = (await depositReport(north)).answer;
  const isKnown = async () => (await fetch(`${resolver.url}/${item}`, { redirect: 'manual' })).status;
  await expect.poll(isKnown).toBe(302);
  const data = ['--data', join(other, 'perene-data')];
  expect(await runInProcess(['backup', backup, ...data])).toMatchObject({ status: 0 });

  /** The proof, once the log has what the Archive says now. */
  const proofOf = async (node: { readonly url: string }, statements: number) => {
    let text = '';
    const count = async () => {
      await isKnown();
      text = await (await fetch(`${node.url}/api/v1/items/${item}/proof`)).text();
      return (JSON.parse(text) as { readonly history?: readonly unknown[] }).history?.length;
    };
    await expect.poll(count).toBe(statements);
    return text;
  };
  await runOn(north, 'item', 'edit', item, '--title', 'After the backup');
  await proofOf(north, 2);
  await north.stop();

  const there = join(restored, 'perene-data');
  expect(await runInProcess(['restore', backup, '--data', there])).toMatchObject({ status: 0 });
  writeFileSync(join(there, 'administrator.key'), `${north.key}\n`);
  const again = await start(restored, port, flags);
  const doctor = async (): Promise<string> => (await runInProcess(['doctor', '--data', there])).stdout;
  await expect.poll(doctor).toMatch(/^ok +claims +after the restore, claims go on from the log/m);
  await runOn(again, 'item', 'edit', item, '--title', 'After the restore');

  // The first, that of after the backup, that of the backup again, and the last.
  const proof = join(createTemporaryFolder(), 'proof.json');
  writeFileSync(proof, await proofOf(again, 4));
  const { logKey } = await createClient(resolver).showLogHead({});
  const verified = await runInProcess(['proof', 'verify', proof, '--log-key', logKey, '--json']);
  const { steps } = JSON.parse(verified.stdout) as { readonly steps: readonly { step: string; verdict: string }[] };
  expect(steps).toContainEqual(expect.objectContaining({ step: 'history', verdict: 'passed' }));
  // Nobody is a witness of this log yet.
  const unproved = steps.filter(({ verdict }) => verdict !== 'passed').map(({ step }) => step);
  expect(unproved.filter((step) => step !== 'witnesses')).toEqual([]);
  expect(await createClient(resolver).listAlerts({})).toMatchObject({ alerts: [] });
  expect(await runInProcess(['log', 'verify', '--server', resolver.url])).toMatchObject({ status: 0 });
  expect(await runInProcess(['verify', '--data', there])).toMatchObject({ status: 0 });
});
