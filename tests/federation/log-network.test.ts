import { createClient } from '@perene/api';
import {
  type CheckedProof,
  checkProof,
  type ProofFile,
  parseLogEntry,
  parseProofFile,
  parseVerifierKey,
} from '@perene/core/trust';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Network } from '../../tools/dev-network/network.ts';
import { depositReport, type NetworkNode, runOn, startTestNetwork } from '../fixtures/network.ts';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import type { ServedNode } from '../fixtures/serve-in-process.ts';
import { signatures } from '../fixtures/signed-claims.ts';
import { unwrap } from '../fixtures/trust-vectors.ts';

let network: Network<ServedNode>;

beforeAll(async () => {
  network = await startTestNetwork();
});

afterAll(async () => {
  await network?.stop();
});

const { sha256, verify } = signatures;

const perene = async (node: NetworkNode, ...words: readonly string[]) => (await runOn(node, ...words)).answer;

const deposit = async (node: NetworkNode) => (await depositReport(node, '--language', 'en')).answer;

const resolve = async (label: string): Promise<string> => {
  const response = await fetch(`${network.resolver.url}/${label}?ibiurl.requireditemstatus=Original`, {
    redirect: 'manual',
  });
  return response.headers.get('location') ?? String(response.status);
};

interface Checked extends CheckedProof {
  readonly proof: ProofFile;
}

/** The proof of the resolver, checked by somebody who knows its keys. */
const check = async (label: string): Promise<Checked | undefined> => {
  const answer = await fetch(`${network.resolver.url}/api/v1/proofs/${label}`);
  if (answer.status === 404) return undefined;
  const proof = unwrap(parseProofFile(await answer.text(), sha256));
  const { logKey } = await createClient(network.resolver).showLogHead({});
  const trusted = { logs: [unwrap(parseVerifierKey(logKey, sha256))], witnesses: proof.witnessKeys };
  const { signatures: checks, conclude } = checkProof(proof, { sha256, trusted });
  return { ...conclude(checks.map(verify)), proof };
};

const said = (checked: Checked | undefined): readonly string[] | undefined =>
  checked?.proof.history.map(({ entry: { content } }) => {
    const { statement } = content;
    return statement.kind === 'claim' ? statement.state : statement.kind;
  });

it('a claim is proved by the log, of which the Archives are witnesses', async () => {
  const { north } = network.archives;
  const { repository } = await deposit(north);
  expect(await resolve(repository)).toContain(north.url);
  await expect.poll(async () => said(await check(repository))).toEqual(['Original']);
  const unproved = (await check(repository))?.steps.filter(({ verdict }) => verdict !== 'passed');
  for (const { step } of unproved ?? []) expect(['manifest', 'witnesses']).toContain(step);
  // They sign when they join, and every half minute.
  const { resolver } = network;
  const witnesses = async () => (await createClient(resolver).showLogHead({ witnessed: 'yes' })).witnessKeys;
  await expect.poll(async () => (await witnesses()).length).toBeGreaterThan(0);
});

it('an Archive adds the manifest to the proof of its resolver', async () => {
  const { north } = network.archives;
  const { repository } = await deposit(north);
  // Nobody has asked the resolver for the item before.
  await expect.poll(async () => (await fetch(`${north.url}/api/v1/items/${repository}/proof`)).status).toBe(200);
  const answer = await fetch(`${north.url}/api/v1/items/${repository}/proof`);
  const proof = unwrap(parseProofFile(await answer.text(), sha256));
  const { signatures: checks, conclude } = checkProof(proof, { sha256, trusted: undefined });
  const { steps } = conclude(checks.map(verify));
  expect(steps.find(({ step }) => step === 'manifest')).toMatchObject({ verdict: 'passed' });
  expect(proof.manifest?.files).toHaveLength(1);
});

it('a deposit is in the log before anybody asks for it', async () => {
  const { north } = network.archives;
  const isLogged = async (): Promise<readonly unknown[]> => {
    const { repository, metadata } = await deposit(north);
    return [said(await check(repository)), said(await check(metadata.repository))];
  };
  // From the first lease on.
  await expect.poll(isLogged).toEqual([['Original'], ['Original']]);
});

it('an alias of an item of another Archive is taken by nobody', async () => {
  const { resolver, archives } = network;
  const alias = 'doi:10.1234/theirs';
  const { repository } = await deposit(archives.north);
  await perene(archives.north, 'alias', 'add', repository, alias);
  // The Archive of the resolver itself, and one that has joined it.
  for (const node of [resolver, archives.west]) {
    const own = await deposit(node);
    const client = createClient(node);
    await expect(client.editItem({ ibi: own.repository, addAliases: [alias] })).rejects.toMatchObject({
      code: 'alias-taken',
    });
    expect(
      (await client.editItem({ ibi: own.repository, addAliases: [`doi:10.1234/${own.repository.slice(-2)}`] })).aliases,
    ).toHaveLength(1);
  }
  expect(
    (await createClient(archives.north).editItem({ ibi: repository, addAliases: [alias, 'hdl:1/2'] })).aliases,
  ).toHaveLength(2);
});

it('every edit is in the log, though nobody asked in between', async () => {
  const { west } = network.archives;
  const { repository } = await deposit(west);
  for (const title of ['Second', 'Third', 'Fourth']) await perene(west, 'item', 'edit', repository, '--title', title);
  expect(await resolve(repository)).toContain(west.url);
  await expect.poll(async () => said(await check(repository))).toEqual(Array.from({ length: 4 }, () => 'Original'));
  const checked = await check(repository);
  expect(checked?.steps.find(({ step }) => step === 'history')?.verdict).toBe('passed');
});

it('the whole log is sound, and has the keys of all Archives', async () => {
  const { status, stdout } = await runPerene(['log', 'verify', '--json', '--server', network.resolver.url]);
  expect([status, JSON.parse(stdout).isSound]).toEqual([0, true]);
  const { entries } = await createClient(network.resolver).listLogEntries({ from: 0 });
  const pinned = entries.flatMap((text) => {
    const { content } = unwrap(parseLogEntry(text));
    return 'statement' in content && content.statement.kind === 'key' ? [content.statement.archiveService] : [];
  });
  expect(new Set(pinned).size).toBe(pinned.length);
  expect(pinned.length).toBeGreaterThanOrEqual(3);
});
