import type { Label } from '@perene/core';
import { addKeyPairs, parseLogAnswer } from '@perene/core/federation';
import {
  type Claim,
  checkProof,
  decodePaddedBase64,
  hashLeaf,
  hashStatement,
  isAlert,
  parseLogEntry,
  parseProofFile,
  parseSignedCheckpoint,
  parseVerifierKey,
  type Signed,
  type Transfer,
  verifyConsistency,
  verifyInclusion,
} from '@perene/core/trust';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { MailMessage } from '../../packages/server/src/ports/federation/mail.ts';
import { parsedLabel } from '../fixtures/labels.ts';
import { includeArchive, REGISTRATION_KEY, registerArchive } from '../fixtures/scripted-archive.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { labelOf, newSigner, signatures, signClaim, statementHash } from '../fixtures/signed-claims.ts';
import { type SigningArchive, startSigningArchive } from '../fixtures/signing-archive.ts';
import { unwrap } from '../fixtures/trust-vectors.ts';

const { sha256 } = signatures;
const POLL = { interval: 20, timeout: 20_000 };

const start = async (...names: readonly string[]) => {
  const mails: MailMessage[] = [];
  const flags = { 'smtp.url': 'smtp://localhost', 'smtp.from': 'resolver@example.org' } as const;
  const served = await serveTestNode(
    {
      ...flags,
      'public-url': 'http://resolver.example.org',
      roles: 'resolver',
      'resolver.alert-email': 'ana@example.org',
    },
    { mail: { send: async (message) => void mails.push(message) } },
  );
  const resolver = { ...served, key: await served.createKey('admin') };
  const archives: SigningArchive[] = [];
  for (const name of names) {
    const archive = await startSigningArchive(name);
    onTestFinished(() => archive.close());
    await includeArchive(resolver, archive);
    archives.push(archive);
  }
  const get = async (path: string) => {
    const answer = await fetch(`${resolver.url}/api/v1${path}`);
    return { status: answer.status, body: await answer.json() };
  };
  const ask = async (query: string) => {
    const answer = await fetch(`${resolver.url}/J8LNKB5R7W/3FUQHC5?${query}`);
    const text = await answer.text();
    return { status: answer.status, text, read: (name: string) => unwrap(parseLogAnswer(text))(name) };
  };
  return {
    resolver,
    mails,
    archives: archives as [SigningArchive, ...SigningArchive[]],
    get,
    ask,
    resolve: async (label: string, query = '') =>
      (await fetch(`${resolver.url}/${label}${query}`, { redirect: 'manual' })).status,
    contents: async () =>
      (await get('/log/entries?from=0')).body.entries.map((text: string) => unwrap(parseLogEntry(text)).content),
    size: async () => (await get('/log/entries?from=0')).body.size as number,
  };
};

const claimBy = ({ label }: SigningArchive, signer = newSigner(), parts: { readonly content?: string } = {}) =>
  signClaim(signer, { archiveService: label, repository: labelOf(1), ...parts });

describe('what Archives claim in their answers', () => {
  it('is logged when it is first seen, once', async () => {
    const { archives, resolve, contents, get } = await start('signer');
    const [archive] = archives;
    const signer = newSigner();
    const first = claimBy(archive, signer);
    archive.hold(labelOf(1), first);
    expect(await resolve(labelOf(1))).toBe(302);
    await expect
      .poll(contents, POLL)
      .toMatchObject([
        { statement: { kind: 'key', reason: 'pinned', archiveService: archive.label, key: signer.key } },
        first,
      ]);
    for (let turn = 0; turn < 3; turn += 1) await resolve(labelOf(1));
    const second = signClaim(signer, {
      archiveService: archive.label,
      repository: labelOf(1),
      content: 'edited',
      previous: statementHash(first),
    });
    archive.hold(labelOf(1), second);
    await resolve(labelOf(1));
    await expect.poll(async () => (await contents()).slice(1), POLL).toEqual([first, second]);
    const { body } = await get(`/proofs/${labelOf(1)}`);
    const proof = unwrap(parseProofFile(JSON.stringify(body), sha256));
    const trusted = { logs: [unwrap(parseVerifierKey(body.logKey, sha256))], witnesses: [] };
    const { signatures: checks, conclude } = checkProof(proof, { sha256, trusted });
    const { steps } = conclude(checks.map((check) => signatures.verify(check)));
    expect(steps.filter(({ verdict }) => verdict !== 'passed').map(({ step }) => step)).toEqual([
      'manifest',
      'witnesses',
    ]);
    expect(body.logKey).toMatch(/^resolver\.example\.org\/log\+/);
  });

  it('is not logged if its signature is wrong, or its key another than the pinned one', async () => {
    const { archives, resolve, contents } = await start('signer');
    const [archive] = archives;
    const signer = newSigner();
    const honest = claimBy(archive, signer);
    const forged: Signed<Claim> = { ...claimBy(archive, signer, { content: 'other' }), signature: honest.signature };
    for (const claim of [forged, honest, claimBy(archive, newSigner())]) {
      archive.hold(labelOf(1), claim);
      expect(await resolve(labelOf(1))).toBe(302);
    }
    await expect.poll(async () => (await contents()).slice(1), POLL).toEqual([honest]);
    const last = signClaim(signer, { archiveService: archive.label, repository: labelOf(2) });
    archive.hold(labelOf(2), last);
    await resolve(labelOf(2));
    await expect.poll(async () => (await contents()).slice(1), POLL).toEqual([honest, last]);
  });

  it('pins no key for another member, whose name an Archive gives as its own', async () => {
    const { resolver, archives, resolve, contents } = await start('victim');
    const [victim] = archives;
    const thief = await startSigningArchive('thief', {
      names: `{rep ${victim.label} ibip LK47B6W/362SFKH}`,
    });
    onTestFinished(() => thief.close());
    await includeArchive(resolver, { ...thief, service: 'LK47B6W/362SFKH' });
    thief.hold(labelOf(1), claimBy(victim, newSigner()));
    expect(await resolve(labelOf(1))).toBe(302);
    const honest = claimBy(victim, newSigner(), { content: 'of the victim' });
    victim.hold(labelOf(3), honest);
    const own = signClaim(newSigner(), { archiveService: victim.label, repository: labelOf(3) });
    victim.hold(labelOf(3), own);
    expect(await resolve(labelOf(3))).toBe(302);
    await expect.poll(async () => (await contents()).slice(1), POLL).toEqual([own]);
  });

  it('pins no key for a name under which nobody is registered yet', async () => {
    const { resolver, archives, resolve, contents } = await start('honest');
    const [honest] = archives;
    const later = parsedLabel('example.org/later/2020/01.01.00.00');
    const thief = await startSigningArchive('thief', { names: `{rep ${later} ibip LK47B6W/362SFKH}` });
    onTestFinished(() => thief.close());
    await includeArchive(resolver, { ...thief, service: 'LK47B6W/362SFKH' });
    thief.hold(labelOf(1), signClaim(newSigner(), { archiveService: later, repository: labelOf(1) }));
    expect(await resolve(labelOf(1))).toBe(302);
    const own = signClaim(newSigner(), { archiveService: honest.label, repository: labelOf(2) });
    honest.hold(labelOf(2), own);
    expect(await resolve(labelOf(2))).toBe(302);
    await expect.poll(async () => (await contents()).slice(1), POLL).toEqual([own]);
  });

  it('is logged with what it follows, which its Archive is asked for', async () => {
    const { archives, resolve, contents, get } = await start('sender', 'receiver');
    const [sender, receiver] = archives as [SigningArchive, SigningArchive];
    const [old, next] = [newSigner(), newSigner()];
    const first = claimBy(sender, old);
    sender.hold(labelOf(1), first);
    expect(await resolve(labelOf(1))).toBe(302);
    const transfer = old.sign(handOver(first, receiver.label));
    const chain: Signed<Claim | Transfer>[] = [transfer];
    for (const content of ['content', 'edited', 'edited again']) {
      const last = chain[0] ?? transfer;
      const previous = hashStatement(last.statement, sha256);
      const parts = { archiveService: receiver.label, repository: labelOf(1), content, previous };
      chain.unshift(signClaim(next, parts));
    }
    sender.drop(labelOf(1));
    receiver.tell(chain);
    receiver.hold(labelOf(1), chain[0] as Signed<Claim>);
    expect(await resolve(labelOf(1))).toBe(302);
    const said = async () => (await contents()).filter(({ statement }: Signed) => statement.kind !== 'key');
    await expect.poll(said, POLL).toEqual([first, ...chain.toReversed()]);
    const { body } = await get(`/proofs/${labelOf(1)}`);
    const { conclude } = checkProof(unwrap(parseProofFile(JSON.stringify(body), sha256)), {
      sha256,
      trusted: undefined,
    });
    expect(conclude([]).steps.find(({ step }) => step === 'history')).toMatchObject({ verdict: 'passed' });
  });

  it('follows nothing that was forged, or that would pin the key of another', async () => {
    const { archives, resolve, contents } = await start('sender', 'receiver');
    const [sender, receiver] = archives as [SigningArchive, SigningArchive];
    const [old, next] = [newSigner(), newSigner()];
    const first = claimBy(sender, old);
    const transfer = old.sign(handOver(first, receiver.label));
    const taken = signClaim(next, {
      archiveService: receiver.label,
      repository: labelOf(1),
      previous: hashStatement(transfer.statement, sha256),
    });
    receiver.hold(labelOf(1), taken);
    for (const [place, told] of [transfer, { ...transfer, signature: first.signature }, first].entries()) {
      receiver.tell([told]);
      const claim = signClaim(next, { ...taken.statement, repository: labelOf(1), content: String(place) } as never);
      receiver.hold(labelOf(1), claim);
      await resolve(labelOf(1));
      await expect.poll(async () => (await contents()).at(-1), POLL).toEqual(claim);
    }
    // The key of the receiver, and its three claims.
    expect(await contents()).toHaveLength(4);
  });

  it('becomes an alert where two claim the original', async () => {
    const { resolver, archives, resolve, contents, get, mails } = await start('one', 'other', 'unsigned');
    const claims = archives.slice(0, 2).map((archive) => claimBy(archive));
    for (const [place, archive] of archives.entries()) archive.hold(labelOf(1), claims[place]);
    const original = '?ibiurl.requireditemstatus=Original';
    expect(await resolve(labelOf(1), original)).toBe(409);
    expect(await resolve(labelOf(1), original)).toBe(409);
    const alerts = async () => (await contents()).filter(isAlert);
    await expect.poll(alerts, POLL).toEqual([
      {
        kind: 'alert',
        label: labelOf(1),
        problem: 'two-originals',
        claimants: archives
          .map(({ label }, place) => ({
            archiveService: label,
            claim: claims[place] && statementHash(claims[place]),
          }))
          .toSorted((a, b) => (a.archiveService < b.archiveService ? -1 : 1)),
      },
    ]);
    expect(await contents()).toHaveLength(5);
    const shown = await get(`/alerts/${labelOf(1)}`);
    expect(shown.body.evidence).toMatchObject({
      labels: [{ label: labelOf(1), place: 'www.example.org' }],
      hashes: 'unknown',
      transfers: [],
    });
    const { claimants } = shown.body.evidence;
    const signatureOf = ({ label }: SigningArchive) =>
      claimants.find(({ service }: { service: string }) => service === label).signature;
    expect(archives.map(signatureOf)).toEqual(['valid', 'valid', 'unsigned']);
    expect((await get(`/alerts/${labelOf(2)}`)).status).toBe(404);
    const answerAs = async (accept: string, language: string) =>
      (
        await fetch(`${resolver.url}/${labelOf(1)}${original}`, { headers: { accept, 'accept-language': language } })
      ).text();
    expect(JSON.parse(await answerAs('application/json', 'en')).evidence).toEqual(shown.body.evidence);
    expect(await answerAs('text/html', 'pt')).toContain('válida, com uma chave que vale para este Arquivo');
    // The operator is told once, in both languages.
    await expect.poll(() => mails.map(({ to }) => to), POLL).toEqual(['ana@example.org']);
    for (const words of ['valid, with a key', 'válida, com uma chave', `/api/v1/alerts/${labelOf(1)}`]) {
      expect(mails[0]?.text).toContain(words);
    }
  });
});

describe('the key of an Archive', () => {
  it('is pinned when it joins, and changed by the former key alone', async () => {
    const { resolver, ask, contents } = await start();
    const service = 'example.org/joining/2020/01.01.00.00' as Label;
    await registerArchive(resolver, { service });
    const [first, second, thief] = [newSigner(), newSigner(), newSigner()];
    const include = async (key: typeof first, rotations: Parameters<typeof addKeyPairs>[1]['rotations'] = []) => {
      const query = new URLSearchParams({
        servicesubject: 'inclusionRequest',
        archiveaddress: 'localhost:1',
        archiveserviceibi: service,
        archiveip: '127.0.0.1',
        archiveprotocol: 'HTTP',
        archiveplatformversion: 'scripted',
        archiveadmemailaddress: 'administrator@example.org',
        registrationkey: REGISTRATION_KEY,
      });
      return (await ask(addKeyPairs(String(query), { key: key.key, rotations }))).text;
    };
    expect(await include(first)).toMatch(/^status.archive included\r\n.*\r\nstatus.key known$/);
    expect(await include(first)).toContain('status.key known');
    expect(await include(thief)).toContain('status.key other');
    const rotation = first.sign({
      kind: 'key',
      reason: 'rotated',
      archiveService: service,
      key: second.key,
      former: first.key,
      time: (await contents())[0].statement.time,
    });
    const stolen = thief.sign({ ...rotation.statement, key: thief.key });
    expect(await include(thief, [stolen])).toContain('status.key other');
    expect(await include(second, [rotation])).toContain('status.key known');
    expect((await contents()).map(({ statement }: { statement: object }) => statement)).toMatchObject([
      { reason: 'pinned', key: first.key },
      { reason: 'rotated', key: second.key, former: first.key },
    ]);
  });

  it('comes with no statement but its own', async () => {
    const { archives, ask, size } = await start('one', 'other');
    const [one, other] = archives as [SigningArchive, SigningArchive];
    const submit = async (by: SigningArchive, claim: Signed<Claim>) => {
      const lines = [...signedLines(claim)].join(' ');
      const query = new URLSearchParams({
        servicesubject: 'logStatement',
        archiveserviceibi: by.service,
        registrationkey: REGISTRATION_KEY,
        'log.statement': lines,
      });
      return (await ask(String(query))).status;
    };
    const claim = claimBy(one);
    expect(await submit(other, claim)).toBe(403);
    expect(await submit(one, claim)).toBe(200);
    expect(await submit(other, claim)).toBe(200);
    expect(await submit(one, { ...claim, statement: { ...claim.statement, state: 'Copy' } })).toBe(403);
    expect(await size()).toBe(2);
  });
});

/** The hand-over of what was claimed. */
const handOver = (claim: Signed<Claim>, receiver: Label): Transfer => {
  const { state: _state, kind: _kind, ...claimed } = claim.statement;
  return { ...claimed, kind: 'transfer', previous: statementHash(claim), receiver };
};

const signedLines = ({ statement, key, signature }: Signed<Claim>): readonly string[] => [
  'ibi-claim-v1',
  String(statement.repository),
  'none',
  statement.state,
  statement.hash,
  statement.time,
  statement.archiveService,
  'none',
  key,
  signature,
];

describe('the log by the protocol', () => {
  const hashes = (path: string | undefined) =>
    (path ?? '')
      .split(' ')
      .filter((text) => text !== '')
      .map((text) => unwrap(decodePaddedBase64(text)));

  it('answers with heads, proofs and entries that can be checked', async () => {
    const { archives, resolve, ask, size } = await start('signer');
    const [archive] = archives;
    const signer = newSigner();
    for (let number = 1; number <= 5; number += 1) {
      archive.hold(labelOf(number), signClaim(signer, { archiveService: archive.label, repository: labelOf(number) }));
      await resolve(labelOf(number));
    }
    await expect.poll(size, POLL).toBe(6);
    const [whole] = (await ask('servicesubject=logEntries&log.from=0&log.count=2')).read('log.entry');
    expect(unwrap(parseLogEntry(whole ?? '')).content).toMatchObject({ statement: { kind: 'key' } });
    const { read } = await ask(`servicesubject=logProof&log.label=${labelOf(2)}`);
    const head = unwrap(parseSignedCheckpoint(read('log.head')[0] ?? '')).checkpoint;
    expect(head).toMatchObject({ origin: 'resolver.example.org/log', size: 6 });
    const [entry = ''] = read('log.entry');
    const index = Number(read('log.index')[0]);
    expect(
      verifyInclusion(
        { index, size: 6, hash: hashLeaf(entry, sha256), path: hashes(read('log.path')[0]), root: head.root },
        sha256,
      ),
    ).toEqual({ ok: true });
    const earlier = await ask('servicesubject=logProof&log.index=0&log.size=3');
    const from = unwrap(parseSignedCheckpoint(earlier.read('log.head')[0] ?? '')).checkpoint;
    const path = hashes((await ask('servicesubject=logConsistency&log.from=3&log.to=6')).read('log.path')[0]);
    expect(verifyConsistency({ from: 3, to: 6, fromRoot: from.root, toRoot: head.root, path }, sha256)).toEqual({
      ok: true,
    });
    expect(unwrap(parseVerifierKey(read('log.key')[0] ?? '', sha256))).toMatchObject({ role: 'log' });
  });

  it('tells what it does not have, and what it does not understand', async () => {
    const { ask, get } = await start();
    const [head] = (await ask('servicesubject=logHead')).read('log.head');
    expect(unwrap(parseSignedCheckpoint(head ?? '')).checkpoint.size).toBe(0);
    for (const query of [
      'logProof&log.index=0',
      'logProof&log.index=0&log.size=9',
      'logConsistency&log.from=0&log.to=1',
    ])
      expect(await ask(`servicesubject=${query}`)).toMatchObject({ status: 404 });
    for (const query of ['logProof', 'logEntries', 'logEntries&log.from=x', 'logWitness&log.size=1'])
      expect(await ask(`servicesubject=${query}`)).toMatchObject({ status: 400 });
    expect(await get('/log/proof')).toMatchObject({ status: 400, body: { code: 'request-invalid' } });
    expect(await get('/log/proof?index=7')).toMatchObject({ status: 404, body: { code: 'log-entry-not-found' } });
    expect(await get(`/proofs/${labelOf(9)}`)).toMatchObject({ status: 404, body: { code: 'log-entry-not-found' } });
    expect(await get('/log/head')).toMatchObject({ status: 200, body: { size: 0, witnessKeys: [] } });
    expect(await get('/log/consistency?from=0&to=0')).toMatchObject({ status: 200, body: { path: [] } });
  });
});
