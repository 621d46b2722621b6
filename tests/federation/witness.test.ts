import { request as forward } from 'node:http';
import { parseIbi } from '@perene/core';
import { addKeyPairs } from '@perene/core/federation';
import { type Claim, type PublicKey, parseSignedCheckpoint, parseVerifierKey, type Signed } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import { createHttpMessenger } from '../../packages/server/src/adapters/peers/http-messenger.ts';
import { createSqlWitnessedLogs } from '../../packages/server/src/adapters/sql/log/sql-witnessed-logs.ts';
import { openDatabase } from '../../packages/server/src/compose/open-storage.ts';
import { createLogWitness } from '../../packages/server/src/services/archive/exchange/joining/witness-log.ts';
import { verifyLog } from '../../packages/server/src/services/resolver/log/verify-log.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { REGISTRATION_KEY, registerArchive } from '../fixtures/scripted-archive.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { labelOf, newSigner, signatures, signClaim } from '../fixtures/signed-claims.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { openTestNode, settingsOf } from '../fixtures/test-node.ts';
import { unwrap } from '../fixtures/trust-vectors.ts';
import { serve } from './membership-resolver.ts';

const SERVICE = unwrap(parseIbi('example.org/witness/2020/01.01.00.00'));
const START = 1_790_000_000_000_000n;

/** A resolver whose log the test fills; another with the same key and name shows another history of the same log. */
const startResolver = async (like?: Awaited<ReturnType<typeof serveTestNode>>) => {
  const flags = { data: createTemporaryFolder(), 'public-url': 'http://resolver.example.org', roles: 'resolver' };
  const settings = settingsOf(flags);
  const before = await openTestNode(settings, { database: await openDatabase(settings) });
  for (const fact of ['log.signing-key', 'log.origin']) {
    const value = await like?.node.facts.find(fact);
    if (value !== undefined) await before.facts.keep(fact, value);
  }
  await before.close();
  const served = await serveTestNode(flags);
  return { ...served, key: await served.createKey('admin') };
};

/** What the witness believes to be one resolver: the test says which one answers. */
const startGate = async (first: string) => {
  let target = first;
  let hidden = 'nothing';
  const gate = await serve((request, response) => {
    if (request.url?.includes(hidden)) {
      response.writeHead(404).end();
      return;
    }
    const asked = forward(`${target}${request.url}`, { headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    asked.end();
  });
  return {
    url: `http://127.0.0.1:${gate.port}`,
    lead: (url: string) => {
      target = url;
    },
    hide: (subject: 'logHead' | 'logConsistency' | 'nothing') => {
      hidden = subject;
    },
  };
};

const startWitness = async (resolver: string) => {
  const database = await DATABASES[0]?.openMigrated();
  if (database === undefined) throw new Error('no database');
  const witnessed = createSqlWitnessedLogs(database);
  const messenger = createHttpMessenger({ allowedNetworks: [] });
  const signer = newSigner();
  let now = START;
  const witness = createLogWitness({
    resolver,
    messenger,
    witnessed,
    signatures,
    signer: async () => signer,
    clock: { now: () => now },
    archiveService: SERVICE,
    registrationKey: REGISTRATION_KEY,
  });
  return {
    signer,
    witnessed,
    look: () => {
      now += 30_000_000n;
      return witness();
    },
  };
};

type Resolver = Awaited<ReturnType<typeof startResolver>>;

const submit = (resolver: Resolver, number: number, signer: ReturnType<typeof newSigner>) =>
  submitClaim(resolver, signClaim(signer, { archiveService: SERVICE.text, repository: labelOf(number) }));

const submitClaim = async (resolver: Resolver, { statement, key, signature }: Signed<Claim>) => {
  const { archiveService, ibip } = statement;
  const lines = ['ibi-claim-v1', statement.repository, ibip ?? 'none', 'Original', statement.hash, statement.time];
  const query = new URLSearchParams({
    servicesubject: 'logStatement',
    archiveserviceibi: archiveService,
    registrationkey: REGISTRATION_KEY,
    'log.statement': [...lines, archiveService, 'none', key, signature].join(' '),
  });
  const answer = await fetch(`${resolver.url}/J8LNKB5R7W/3FUQHC5?${query}`);
  expect(answer.status).toBe(200);
};

const join = async (resolver: Resolver, { key }: { readonly key: PublicKey }, service: string = SERVICE.text) => {
  await registerArchive(resolver, { service });
  const query = new URLSearchParams({
    servicesubject: 'inclusionRequest',
    archiveaddress: 'localhost:1',
    archiveserviceibi: service,
    archiveip: '127.0.0.1',
    archiveprotocol: 'HTTP',
    archiveplatformversion: 'witness',
    archiveadmemailaddress: 'administrator@example.org',
    registrationkey: REGISTRATION_KEY,
  });
  const pairs = addKeyPairs(String(query), { key, rotations: [] });
  const answer = await fetch(`${resolver.url}/J8LNKB5R7W/3FUQHC5?${pairs}`);
  expect(await answer.text()).toContain('status.key known');
};

const headOf = async (resolver: Resolver, query = '') =>
  (await (await fetch(`${resolver.url}/api/v1/log/head${query}`)).json()) as {
    readonly head: string;
    readonly size: number;
    readonly witnessKeys: readonly string[];
  };

describe('an Archive that is a witness of the log', () => {
  it('signs heads that follow one another, and the resolver shows its signature', async () => {
    const resolver = await startResolver();
    const witness = await startWitness(resolver.url);
    await join(resolver, witness.signer);
    expect(await witness.look()).toBe('signed');
    expect(await witness.look()).toBe('unchanged');
    const shown = await headOf(resolver, '?witnessed=yes');
    expect(shown.size).toBe(1);
    expect(unwrap(parseSignedCheckpoint(shown.head)).signatures.map(({ name }) => name)).toEqual([
      'resolver.example.org/log',
      SERVICE.text,
    ]);
    expect(shown.witnessKeys.map((key) => unwrap(parseVerifierKey(key, signatures.sha256)))).toMatchObject([
      { role: 'witness', name: SERVICE.text, key: witness.signer.key },
    ]);
    const { archives } = (await (await fetch(`${resolver.url}/api/v1/archives`)).json()) as { archives: unknown[] };
    expect(archives).toMatchObject([{ service: SERVICE.text, key: witness.signer.key, witnessed: 1 }]);
    const { witnesses, isSound } = await verifyLog({
      log: { ...resolver.node.log, head: () => resolver.node.log.head({ isWitnessed: true }) },
      signatures,
    });
    expect({ witnesses, isSound }).toEqual({ witnesses: [SERVICE.text], isSound: true });
  });

  it('is not believed with another key, or for a head that it was not shown', async () => {
    const resolver = await startResolver();
    const [witness, stranger] = [await startWitness(resolver.url), await startWitness(resolver.url)];
    await join(resolver, witness.signer);
    expect(await stranger.look()).toBe('unheard');
    expect(await stranger.look()).toBe('unheard');
    expect((await headOf(resolver, '?witnessed=yes')).witnessKeys).toEqual([]);
    expect(await witness.look()).toBe('signed');
    expect((await headOf(resolver, '?witnessed=yes')).witnessKeys).toHaveLength(1);
  });

  it('finds out a resolver that shows two histories, keeps both heads, and signs nothing more', async () => {
    const honest = await startResolver();
    const gate = await startGate(honest.url);
    const witness = await startWitness(gate.url);
    await join(honest, witness.signer);
    await submit(honest, 1, witness.signer);
    expect(await witness.look()).toBe('signed');
    const known = (await witness.witnessed.find(gate.url))?.head ?? '';
    const other = await startResolver(honest);
    await join(other, witness.signer);
    gate.lead(other.url);
    // Shorter than before: nothing is proved yet.
    expect(await witness.look()).toBe('behind');
    await submit(other, 2, witness.signer);
    await submit(other, 3, witness.signer);
    // The resolver offers a head for half a minute; here it offers another at once.
    const renewHead = () => other.node.database.transaction((session) => session.run('delete from log_heads'));
    await expect.poll(() => renewHead().then(witness.look), { interval: 50, timeout: 20_000 }).toBe('conflict');
    const kept = await witness.witnessed.find(gate.url);
    expect(kept?.head).toBe(known);
    const [one, two] = [known, kept?.conflict?.head ?? ''].map((head) => unwrap(parseSignedCheckpoint(head)));
    expect(one?.checkpoint).toMatchObject({ origin: 'resolver.example.org/log', size: 2 });
    expect(two?.checkpoint).toMatchObject({ origin: 'resolver.example.org/log', size: 3 });
    gate.lead(honest.url);
    expect(await witness.look()).toBe('conflict');
    expect((await headOf(other, '?witnessed=yes')).witnessKeys).toEqual([]);
    await witness.witnessed.forget(gate.url);
    expect(await witness.look()).toBe('signed');
  });

  it('finds out another root of the same size, and another key', async () => {
    const honest = await startResolver();
    const gate = await startGate(honest.url);
    const [first, second] = [await startWitness(gate.url), await startWitness(gate.url)];
    await join(honest, first.signer);
    expect(await first.look()).toBe('signed');
    expect(await second.look()).toBe('unheard');
    const other = await startResolver(honest);
    await join(other, newSigner());
    gate.lead(other.url);
    expect(await first.look()).toBe('conflict');
    gate.lead((await startResolver()).url);
    expect(await second.look()).toBe('conflict');
  });

  it('remembers since when the log has not been proved to follow, until all that was shown is proved', async () => {
    const honest = await startResolver();
    const gate = await startGate(honest.url);
    const witness = await startWitness(gate.url);
    await join(honest, witness.signer);
    await submit(honest, 1, witness.signer);
    expect(await witness.look()).toBe('signed');
    const known = (await witness.witnessed.find(gate.url))?.head;
    const doubt = async () => (await witness.witnessed.find(gate.url))?.doubt;
    gate.hide('logHead');
    expect(await witness.look()).toBe('no-log');
    const since = START + 60_000_000n;
    expect(await doubt()).toEqual({ since, kind: 'unshown', head: undefined });

    const [other, stranger] = [await startResolver(honest), newSigner()];
    await join(other, stranger);
    gate.hide('nothing');
    gate.lead(other.url);
    expect(await witness.look()).toBe('behind');
    const shorter = (await headOf(other)).head;
    expect(await doubt()).toEqual({ since, kind: 'behind', head: shorter });
    const showNewest = (resolver: Resolver) =>
      resolver.node.database.transaction((session) => session.run('delete from log_heads'));
    gate.hide('logConsistency');
    await submit(other, 2, stranger);
    await submit(other, 3, stranger);
    await expect.poll(() => showNewest(other).then(witness.look)).toBe('unproven');
    expect(await witness.witnessed.find(gate.url)).toMatchObject({ head: known, doubt: { since, head: shorter } });

    // The first history again: the head of the other one was signed by the same log, and nothing proves it.
    gate.lead(honest.url);
    expect(await witness.look()).toBe('unproven');
    gate.hide('nothing');
    expect(await witness.look()).toBe('conflict');
    expect(await witness.witnessed.find(gate.url)).toMatchObject({
      head: known,
      doubt: { since, head: shorter },
      conflict: { head: expect.stringContaining('resolver.example.org/log') },
    });
  });

  it('doubts no longer once the proof has come', async () => {
    const honest = await startResolver();
    const gate = await startGate(honest.url);
    const witness = await startWitness(gate.url);
    await join(honest, witness.signer);
    expect(await witness.look()).toBe('signed');
    gate.hide('logHead');
    expect(await witness.look()).toBe('no-log');
    gate.hide('nothing');
    expect(await witness.look()).toBe('unchanged');
    expect((await witness.witnessed.find(gate.url))?.doubt).toBeUndefined();
    const showNewest = () => honest.node.database.transaction((session) => session.run('delete from log_heads'));
    gate.hide('logConsistency');
    await submit(honest, 1, witness.signer);
    await expect.poll(() => showNewest().then(witness.look)).toBe('unproven');
    expect((await witness.witnessed.find(gate.url))?.doubt).toMatchObject({ kind: 'unproven' });
    gate.hide('nothing');
    await submit(honest, 2, witness.signer);
    await expect.poll(() => showNewest().then(witness.look)).toBe('signed');
    expect((await witness.witnessed.find(gate.url))?.doubt).toBeUndefined();
  });

  it('waits where there is no log, or nothing that can be checked', async () => {
    const answers = { text: 'status.archive refused' };
    const plain = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(answers.text);
    });
    const witness = await startWitness(`http://127.0.0.1:${plain.port}`);
    for (const text of ['status.archive refused', '', 'log.head a\r\nlog.key b', '{']) {
      answers.text = text;
      expect(await witness.look()).toBe('no-log');
    }
    const silent = await startWitness('http://127.0.0.1:1');
    expect(await silent.look()).toBe('no-log');
  });
});

it('an Archive that has joined a resolver proves its items with the log of that one, and with its own only if it must', async () => {
  const resolver = await startResolver();
  const { node, url } = await serveTestNode({
    'public-url': 'http://archive.example.org',
    'archive.resolver': resolver.url,
    'archive.registration-key': REGISTRATION_KEY,
    'archive.administrator-email': 'ana@example.org',
  });
  const { text: service } = await node.serviceLabel();
  const { repository } = await node.archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
  const claimed = await node.catalogue.findClaimed(repository as never);
  if (claimed?.claim === undefined) throw new Error('it is not claimed');
  const proofOrigin = async () => {
    const answer = await fetch(`${url}/api/v1/items/${encodeURIComponent(repository)}/proof`);
    return ((await answer.json()) as { readonly checkpoint: string }).checkpoint.split('\n')[0];
  };
  await join(resolver, await node.signer(), service);
  await submitClaim(resolver, claimed.claim);
  expect(await proofOrigin()).toBe('resolver.example.org/log');
  await resolver.server.close();
  expect(await proofOrigin()).toBe('archive.example.org/log');
});
