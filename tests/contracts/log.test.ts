import type { Label } from '@perene/core';
import {
  checkProof,
  decodePaddedBase64,
  hashLeaf,
  instantOf,
  parseLogEntry,
  parseProofFile,
  parseSignedCheckpoint,
  verifyConsistency,
  verifyInclusion,
} from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import { createSqlWitnessedLogs } from '../../packages/server/src/adapters/sql/log/sql-witnessed-logs.ts';
import { createSqlNodeFacts } from '../../packages/server/src/adapters/sql/node/sql-node-facts.ts';
import { verifyLog } from '../../packages/server/src/services/resolver/log/verify-log.ts';
import { openSigner } from '../../packages/server/src/services/trust/open-signer.ts';
import { readArchiveKey, rotateArchiveKey } from '../../packages/server/src/services/trust/rotate-key.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { labelOf, newSigner, signatures, signClaim, statementHash } from '../fixtures/signed-claims.ts';
import { openTestLog } from '../fixtures/test-log.ts';
import { unwrap } from '../fixtures/trust-vectors.ts';

const { sha256 } = signatures;
const ARCHIVE = 'example.org/archive/2020/01.01.00.00' as Label;
const OTHER = 'example.org/other/2020/01.01.00.00' as Label;
const said = (signed: ReturnType<typeof signClaim>) =>
  ({ kind: 'said', signed, from: signed.statement.archiveService }) as const;
const rootOf = (head: string) => unwrap(parseSignedCheckpoint(head)).checkpoint.root;
const hashesOf = (path: readonly string[]) => path.map((text) => unwrap(decodePaddedBase64(text)));

describe.each(DATABASES)('the log of a resolver in $name', ({ openMigrated, createMigratedData }) => {
  it('has each statement once, in the order in which it came, and pins the first key', async () => {
    const log = openTestLog(await openMigrated());
    const signer = newSigner();
    const first = signClaim(signer, { archiveService: ARCHIVE, repository: labelOf(1) });
    const second = signClaim(signer, { archiveService: ARCHIVE, repository: labelOf(2) });
    expect(await log.append([said(first), said(first), said(second)])).toEqual(['logged', 'known', 'logged']);
    expect(await log.append([said(second)])).toEqual(['known']);
    const { entries, size } = await log.reader.entries({ from: 0 });
    expect(size).toBe(3);
    const contents = entries.map((text) => unwrap(parseLogEntry(text)).content);
    expect(contents[0]).toMatchObject({
      statement: { kind: 'key', reason: 'pinned', archiveService: ARCHIVE, key: signer.key },
      key: log.signer.key,
    });
    expect(contents.slice(1)).toEqual([first, second]);
    expect((await log.reader.entries({ from: 1, count: 1 })).entries).toEqual([entries[1]]);
    expect((await log.reader.entries({ from: 3 })).entries).toEqual([]);
  });

  it('takes no claim with a key that does not count', async () => {
    const log = openTestLog(await openMigrated());
    const [signer, thief] = [newSigner(), newSigner()];
    await log.append([{ kind: 'key', archiveService: ARCHIVE, key: signer.key, rotations: [] }]);
    const stolen = signClaim(thief, { archiveService: ARCHIVE, repository: labelOf(1) });
    expect(await log.append([said(stolen)])).toEqual(['refused']);
    expect(await log.append([{ kind: 'key', archiveService: ARCHIVE, key: thief.key, rotations: [] }])).toEqual([
      'refused',
    ]);
    expect(await log.append([{ kind: 'replacement', archiveService: ARCHIVE, key: thief.key }])).toEqual(['logged']);
    expect(await log.append([{ kind: 'replacement', archiveService: ARCHIVE, key: signer.key }])).toEqual(['refused']);
    // A lost key counts for nothing that is logged later, whatever time it writes.
    const old = signClaim(signer, { archiveService: ARCHIVE, repository: labelOf(2), seconds: 1 });
    expect(await log.append([said(stolen), said(old)])).toEqual(['logged', 'refused']);
    expect((await verifyLog({ log: log.reader, signatures })).findings).toEqual([]);
  });

  it('follows a key that was rotated, with all steps since it was seen last', async () => {
    const log = openTestLog(await openMigrated());
    const signers = [newSigner(), newSigner(), newSigner()] as const;
    const rotate = (from: number, to: number, seconds: number) =>
      (signers[from] as (typeof signers)[0]).sign({
        kind: 'key',
        reason: 'rotated',
        archiveService: ARCHIVE,
        key: (signers[to] as (typeof signers)[0]).key,
        former: (signers[from] as (typeof signers)[0]).key,
        time: instantOf(seconds),
      });
    const rotations = [rotate(0, 1, 1_790_000_100), rotate(1, 2, 1_790_000_200)];
    const [first, , last] = signers;
    await log.append([{ kind: 'key', archiveService: ARCHIVE, key: first.key, rotations: [] }]);
    log.setClock(1_000);
    expect(await log.append([{ kind: 'key', archiveService: ARCHIVE, key: last.key, rotations }])).toEqual(['logged']);
    expect(await log.append([{ kind: 'key', archiveService: ARCHIVE, key: last.key, rotations }])).toEqual(['known']);
    expect(await log.append([{ kind: 'key', archiveService: OTHER, key: last.key, rotations }])).toEqual(['refused']);
    const before = signClaim(first, { archiveService: ARCHIVE, repository: labelOf(1), seconds: 1_790_000_050 });
    const after = signClaim(first, { archiveService: ARCHIVE, repository: labelOf(2), seconds: 1_790_000_150 });
    const now = signClaim(last, { archiveService: ARCHIVE, repository: labelOf(3), seconds: 1_790_000_250 });
    expect(await log.append([said(before), said(after), said(now)])).toEqual(['logged', 'refused', 'logged']);
    expect((await verifyLog({ log: log.reader, signatures })).findings).toEqual([]);
  });

  it('is in the order of time, even if the clock is set back', async () => {
    const log = openTestLog(await openMigrated());
    const signer = newSigner();
    log.setClock(500);
    await log.append([said(signClaim(signer, { archiveService: ARCHIVE, repository: labelOf(1) }))]);
    log.setClock(0);
    await log.append([said(signClaim(signer, { archiveService: ARCHIVE, repository: labelOf(2) }))]);
    const times = (await log.reader.entries({ from: 0 })).entries.map((text) => unwrap(parseLogEntry(text)).time);
    expect(new Set(times).size).toBe(1);
  });

  it('proves every entry at every size, and every size to every later one', async () => {
    const log = openTestLog(await openMigrated());
    const signer = newSigner();
    const heads = [await log.reader.head({ isWitnessed: false })];
    for (let number = 0; heads.length < 12; number += 1) {
      await log.append([said(signClaim(signer, { archiveService: ARCHIVE, repository: labelOf(number) }))]);
      heads.push(await log.reader.head({ isWitnessed: false }));
    }
    for (const { size } of heads.slice(1)) {
      for (const index of [0, Math.floor(size / 2), size - 1]) {
        const proof = await log.reader.proof({ index, size });
        const hash = hashLeaf(proof.entry, sha256);
        expect(
          verifyInclusion({ index, size, hash, path: hashesOf(proof.path), root: rootOf(proof.head) }, sha256),
        ).toEqual({ ok: true });
      }
    }
    for (const [place, { size: from, head }] of heads.entries()) {
      for (const later of heads.slice(place)) {
        const { path } = await log.reader.consistency({ from, to: later.size });
        const roots = { fromRoot: rootOf(head), toRoot: rootOf(later.head) };
        expect(verifyConsistency({ from, to: later.size, ...roots, path: hashesOf(path) }, sha256)).toEqual({
          ok: true,
        });
      }
    }
    await expect(log.reader.consistency({ from: 0, to: 1_000 })).rejects.toThrow('size');
    await expect(log.reader.consistency({ from: 3, to: 2 })).rejects.toThrow('size');
    await expect(log.reader.proof({ index: 1_000 })).rejects.toThrow('no entry 1000');
    await expect(log.reader.proof({ index: 0, size: 1_000 })).rejects.toThrow('size');
  });

  it('makes proof files that a reader checks without it', async () => {
    const log = openTestLog(await openMigrated());
    const [signer, rival] = [newSigner(), newSigner()];
    const ibip = '8JMKD3MGP8W/34PGRBS' as never;
    const first = signClaim(signer, { archiveService: ARCHIVE, repository: labelOf(1), ibip });
    const second = signClaim(signer, {
      archiveService: ARCHIVE,
      repository: labelOf(1),
      ibip,
      content: 'edited',
      previous: statementHash(first),
    });
    // Another item, under a label that was claimed before.
    const taken = signClaim(rival, { archiveService: OTHER, repository: labelOf(2), ibip });
    await log.append([said(first), said(taken), said(second)]);
    for (const label of [labelOf(1), ibip]) {
      const file = await log.reader.proofFile(label);
      const proof = unwrap(parseProofFile(JSON.stringify(file), sha256));
      expect(proof.history.map(({ entry }) => entry.content)).toEqual([first, second]);
      const trusted = { logs: [log.heads.verifierKey], witnesses: [] };
      const { signatures: checks, conclude } = checkProof(proof, { sha256, trusted });
      const { verdict, steps } = conclude(checks.map((check) => signatures.verify(check)));
      expect(verdict).toBe('unproven');
      expect(steps.filter((step) => step.verdict !== 'passed').map(({ step }) => step)).toEqual([
        'manifest',
        'witnesses',
      ]);
    }
    const { index, others } = await log.reader.proof({ label: labelOf(1) });
    expect([index, ...others]).toEqual([4, 1]);
    await expect(log.reader.proofFile(labelOf(3))).rejects.toThrow('has nothing about');
    await expect(log.reader.proof({ label: labelOf(3) })).rejects.toThrow('has nothing about');
  });

  it('grows by one entry at a time, whoever appends', async () => {
    const open = await createMigratedData();
    const signer = newSigner();
    const logs = [await open(), await open(), await open()].map((database) => openTestLog(database, { signer }));
    const archive = newSigner();
    await Promise.all(
      Array.from({ length: 60 }, (_, number) => {
        const claim = signClaim(archive, { archiveService: ARCHIVE, repository: labelOf(Math.floor(number / 2)) });
        return logs[number % 3]?.append([said(claim)]);
      }),
    );
    const [log] = logs;
    if (log === undefined) throw new Error('no log');
    expect(await log.store.size()).toBe(31);
    expect((await verifyLog({ log: log.reader, signatures })).isSound).toBe(true);
    expect(await log.inspect()).toEqual([]);
  });

  it('keeps what witnesses signed of the last heads they were shown', async () => {
    const { witnesses } = openTestLog(await openMigrated());
    expect(await witnesses.offer({ size: 5, at: 100n, renewBefore: 70n })).toBe(5);
    expect(await witnesses.offer({ size: 9, at: 120n, renewBefore: 90n })).toBe(5);
    expect(await witnesses.keep(9, { service: ARCHIVE, line: 'nine' })).toBe(false);
    expect(await witnesses.keep(5, { service: OTHER, line: 'five' })).toBe(true);
    expect(await witnesses.keep(5, { service: ARCHIVE, line: 'five' })).toBe(true);
    expect(await witnesses.keep(5, { service: ARCHIVE, line: 'five again' })).toBe(true);
    expect(await witnesses.offer({ size: 9, at: 200n, renewBefore: 170n })).toBe(9);
    expect(await witnesses.cosigned({ limit: 2 })).toEqual([
      {
        size: 5,
        cosignatures: [
          { service: ARCHIVE, line: 'five again' },
          { service: OTHER, line: 'five' },
        ],
      },
    ]);
    for (let size = 10; size < 80; size += 1) {
      await witnesses.offer({ size, at: BigInt(size) * 100n, renewBefore: BigInt(size) * 100n });
    }
    expect(await witnesses.cosigned({ limit: 2 })).toEqual([]);
    expect(await witnesses.keep(5, { service: ARCHIVE, line: 'late' })).toBe(false);
  });
});

describe.each(DATABASES)('logs that an Archive is a witness of in $name', ({ createMigratedData }) => {
  it('go on from the head that was seen last, whichever process looks', async () => {
    const open = await createMigratedData();
    const [one, other] = [createSqlWitnessedLogs(await open()), createSqlWitnessedLogs(await open())];
    const resolver = 'http://resolver.example.org';
    const step = { logKey: 'key', at: 7n };
    expect(await one.find(resolver)).toBeUndefined();
    expect(await one.advance(resolver, { ...step, before: 'none', head: 'first' })).toBe(false);
    expect(await one.advance(resolver, { ...step, before: undefined, head: 'first' })).toBe(true);
    expect(await other.advance(resolver, { ...step, before: undefined, head: 'other' })).toBe(false);
    const raced = [one, other].map((logs, place) =>
      logs.advance(resolver, { ...step, before: 'first', head: `second of ${place}` }),
    );
    expect((await Promise.all(raced)).filter((isDone) => isDone)).toHaveLength(1);
    await one.keepDoubt('http://unknown.example.org', { since: 1n, kind: 'behind', head: 'h' });
    await one.keepDoubt(resolver, { since: 8n, kind: 'unshown', head: undefined });
    await other.keepDoubt(resolver, { since: 9n, kind: 'unproven', head: 'doubtful' });
    await one.keepDoubt(resolver, { since: 10n, kind: 'behind', head: 'later' });
    expect((await one.find(resolver))?.doubt).toEqual({ since: 8n, kind: 'unproven', head: 'doubtful' });
    await one.endDoubt(resolver);
    const known = await other.find(resolver);
    expect(known?.doubt).toBeUndefined();
    const conflict = { logKey: 'key', head: 'rewritten', proof: ['a', 'b'] };
    await one.keepConflict(resolver, conflict);
    await one.keepConflict(resolver, { ...conflict, head: 'later' });
    expect(await other.find(resolver)).toEqual({ ...known, conflict });
    expect(await one.advance(resolver, { ...step, before: known?.head, head: 'third' })).toBe(false);
    await one.forget(resolver);
    expect(await other.find(resolver)).toBeUndefined();
  });
});

describe('the key of an Archive', () => {
  it('is rotated with its former key, and resolvers can follow every step', async () => {
    const [sqlite] = DATABASES;
    if (sqlite === undefined) throw new Error('no database');
    const log = openTestLog(await sqlite.openMigrated());
    const facts = createSqlNodeFacts(await sqlite.openMigrated());
    const clock = { now: () => 1_790_000_000_000_000n };
    const read = async () =>
      readArchiveKey({ facts, signer: await openSigner({ facts, signatures }, 'archive.signing-key') });
    const pin = async () => log.append([{ kind: 'key', archiveService: ARCHIVE, ...(await read()) }]);
    expect(await pin()).toEqual(['logged']);
    for (let turn = 0; turn < 3; turn += 1) {
      const before = await read();
      const { key, former } = await rotateArchiveKey({ facts, signatures, clock }, ARCHIVE);
      expect([former, key]).toEqual([before.key, (await read()).key]);
    }
    // Several nodes of one database rotate at the same time: each new key follows another.
    const raced = await Promise.all([1, 2].map(() => rotateArchiveKey({ facts, signatures, clock }, ARCHIVE)));
    expect(new Set(raced.map(({ former }) => former)).size).toBe(2);
    expect((await read()).rotations).toHaveLength(5);
    expect(await pin()).toEqual(['logged']);
    expect(await log.store.size()).toBe(6);
    expect((await verifyLog({ log: log.reader, signatures })).findings).toEqual([]);
  });
});
