import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Network } from '../../tools/dev-network/network.ts';
import { depositReport, runOn, startTestNetwork } from '../fixtures/network.ts';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import type { ServedNode } from '../fixtures/serve-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

let network: Network<ServedNode>;

beforeAll(async () => {
  network = await startTestNetwork();
});

afterAll(async () => {
  await network?.stop();
});

const locate = async (target: string): Promise<string> => {
  const response = await fetch(`${network.resolver.url}/${target}`, { redirect: 'manual' });
  return response.headers.get('location') ?? String(response.status);
};

it('an edition that another Archive holds is proposed, accepted, and found; and its link is removed again', async () => {
  const { north, south } = network.archives;
  const { answer: first } = await depositReport(north, '--language', 'en');
  const { answer: second, told } = await depositReport(south, '--language', 'en', '--edition-of', first.repository);
  expect(told).toContain('which has not answered yet');
  expect(second.proposals).toMatchObject([{ state: 'open', of: first.repository }]);
  expect(await locate(`${first.repository}!`)).toContain(first.repository);

  const { answer: waiting } = await runOn(north, 'relation', 'list');
  expect(waiting.proposals).toMatchObject([{ direction: 'in', item: second.repository, titleItem: 'A report' }]);
  await runOn(north, 'relation', 'accept', waiting.proposals[0].id);
  expect(await locate(`${first.repository}!`)).toContain(second.repository);
  const { answer: heard } = await runOn(south, 'relation', 'propose', second.repository);
  expect(heard.proposals).toMatchObject([{ state: 'accepted' }]);

  const page = await (
    await fetch(`${north.url}/items/${first.repository}`, { headers: { accept: 'text/html' } })
  ).text();
  expect(page).toContain(`${first.persistentUrl}!"`);
  expect(page).not.toContain(`/items/${second.repository}`);

  await runOn(north, 'relation', 'remove', first.repository, second.repository);
  expect(await locate(`${first.repository}!`)).toContain(first.repository);
});

it('a translation that another Archive holds is found by its language, and the item itself without it', async () => {
  const { north, south } = network.archives;
  const { answer: original } = await depositReport(north, '--language', 'pt');
  const { answer: translation } = await depositReport(
    south,
    '--language',
    'en',
    '--translation-of',
    original.repository,
  );
  const { answer: waiting } = await runOn(north, 'relation', 'list', original.repository);
  await runOn(north, 'relation', 'accept', waiting.proposals[0].id);
  expect(await locate(`${original.repository}+(en)`)).toContain(translation.repository);
  expect(await locate(`${translation.repository}+(pt)`)).toContain(original.repository);
  expect(await locate(`${translation.repository}+`)).toContain(translation.repository);
});

it('a command in the data folder of a running node proposes as the node does, without flags', async () => {
  const { north, south } = network.archives;
  const { answer: first } = await depositReport(north, '--language', 'en');
  const file = join(createTemporaryFolder(), 'report.txt');
  writeFileSync(file, 'a second edition');
  const words = ['deposit', file, '--language', 'en', '--edition-of', first.repository, '--json'];
  const { stdout, stderr } = await runPerene(words, { cwd: south.folder });
  expect(stderr).toContain('which has not answered yet');
  const { persistentUrl, proposals } = JSON.parse(stdout);
  expect(persistentUrl).toContain(network.resolver.url);
  const { answer: archive } = await runOn(north, 'relation', 'list', first.repository);
  expect(archive.proposals).toMatchObject([{ direction: 'in', state: 'open', item: proposals[0].item }]);
});
