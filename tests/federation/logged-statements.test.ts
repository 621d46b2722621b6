import type { IbipLabel, Label } from '@perene/core';
import {
  type Claim,
  checkProof,
  findSubject,
  formatSigned,
  instantOf,
  type KeyChange,
  parseProofFile,
  type Signed,
  type Transfer,
} from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import type { Member, Members } from '../../packages/server/src/ports/federation/members.ts';
import { createLogSubmissions } from '../../packages/server/src/services/resolver/log/claims/take-submissions.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { labelOf, newSigner, signatures, signClaim, statementHash } from '../fixtures/signed-claims.ts';
import { openTestLog } from '../fixtures/test-log.ts';
import { unwrap } from '../fixtures/trust-vectors.ts';

const [SQLITE] = DATABASES;
const ONE = 'example.org/one/2020/01.01.00.00' as Label;
const OTHER = 'example.org/other/2020/01.01.00.00' as Label;
/** The clock of the log at its start. */
const NOW = 1_790_000_000;

const open = async (find: Members['find'] = async () => undefined) => {
  const database = await SQLITE?.openMigrated();
  if (database === undefined) throw new Error('no database');
  return openTestLog(database, { members: { find } });
};

describe('the instant in a label', () => {
  it('is when the label can first be claimed', async () => {
    const log = await open();
    const signer = newSigner();
    const claimAt = (label: string, seconds = NOW) =>
      log.append([
        {
          kind: 'said',
          signed: signClaim(signer, { archiveService: ONE, repository: label as never, seconds }),
          from: ONE,
        },
      ]);
    expect(await claimAt('example.org/a/2026/09.21.14.13.20')).toEqual(['logged']);
    // Clocks may differ by some seconds.
    expect(await claimAt('example.org/a/2026/09.21.14.13.25')).toEqual(['logged']);
    expect(await claimAt('example.org/a/2026/09.21.14.13.26')).toEqual(['refused']);
    expect(await claimAt('example.org/a/2026/09.21.14.13.10', NOW - 60)).toEqual(['refused']);
    expect(await claimAt('example.org/a/2026/09.21.14.13.10', NOW - 15)).toEqual(['logged']);
    log.setClock(60);
    expect(await claimAt('example.org/a/2026/09.21.14.13.26', NOW + 60)).toEqual(['logged']);
  });

  it('counts in both forms', async () => {
    const log = await open();
    const claim = { archiveService: ONE, repository: labelOf(1) };
    // Of 1995, and of a date that has not come.
    for (const [ibip, outcome] of [
      ['8JMKD3MGP8W/34PGRBS', 'logged'],
      ['8JMKD3MGP8W/4GQGU78', 'refused'],
    ] as const) {
      const signed = signClaim(newSigner(), { ...claim, ibip: ibip as IbipLabel });
      expect([ibip, ...(await (await open()).append([{ kind: 'said', signed, from: ONE }]))]).toEqual([ibip, outcome]);
    }
    expect(await log.store.size()).toBe(0);
  });
});

/** The proof of a label by the resolver, checked by somebody who knows no keys. */
const prove = async (log: Awaited<ReturnType<typeof open>>, label: Label) => {
  const proof = unwrap(parseProofFile(JSON.stringify(await log.reader.proofFile(label)), signatures.sha256));
  const { signatures: checks, conclude } = checkProof(proof, { sha256: signatures.sha256, trusted: undefined });
  const { steps } = conclude(checks.map(signatures.verify));
  return {
    proof,
    subject: findSubject(proof, signatures.sha256),
    history: steps.find(({ step }) => step === 'history'),
    failed: steps.filter(({ verdict }) => verdict === 'failed').map(({ step }) => step),
    speakers: proof.history.map(({ entry }) => entry.content.statement.archiveService),
  };
};

describe('what others say of an item', () => {
  it('is not what its proof is about, and fails nothing', async () => {
    const log = await open();
    const [holder, other] = [newSigner(), newSigner()];
    const item = { archiveService: ONE, repository: labelOf(1) };
    const said = (signed: Signed<Claim | Transfer>) =>
      log.append([{ kind: 'said', signed, from: signed.statement.archiveService }]);
    const first = signClaim(holder, item);
    const second = signClaim(holder, { ...item, content: 'edited', previous: statementHash(first) });
    for (const claim of [first, second]) expect(await said(claim)).toEqual(['logged']);
    // A copy of an earlier version, whose Archive then signs two statements after the same one.
    const copy = { ...item, archiveService: OTHER, state: 'Copy' } as const;
    for (const content of ['content', 'another'])
      expect(await said(signClaim(other, { ...copy, content }))).toEqual(['logged']);
    const proved = await prove(log, labelOf(1));
    expect([proved.failed, proved.subject, proved.speakers]).toEqual([[], second.statement, [ONE, ONE]]);
    // A rival is shown, and its faults are its own.
    await said(signClaim(other, { ...copy, state: 'Original', content: 'of the rival' }));
    const disputed = await prove(log, labelOf(1));
    expect([disputed.failed, disputed.subject]).toEqual([[], second.statement]);
    expect(disputed.speakers).toEqual([ONE, ONE, OTHER, OTHER, OTHER]);
    expect(disputed.history?.faults).toContainEqual({ problem: 'history/fork', entry: 6, isOfAnother: true });
  });

  it('is bounded, and keeps nothing of the holder out of its proof', async () => {
    const log = await open();
    const [holder, other] = [newSigner(), newSigner()];
    const item = { archiveService: ONE, repository: labelOf(1) };
    const batch = (signed: readonly Signed<Claim>[]) =>
      log.append(signed.map((one) => ({ kind: 'said', signed: one, from: one.statement.archiveService })));
    const claims: Signed<Claim>[] = [];
    for (let edit = 0; edit < 60; edit += 1) {
      const previous = claims.at(-1);
      const last = previous && statementHash(previous);
      claims.push(signClaim(holder, { ...item, content: String(edit), previous: last }));
    }
    await batch(claims.slice(0, 30));
    const flood = Array.from({ length: 80 }, (_, place) =>
      signClaim(other, { ...item, archiveService: OTHER, content: `of the rival ${place}` }),
    );
    const outcomes = [...(await batch(flood.slice(0, 40))), ...(await batch(flood.slice(40)))];
    expect(outcomes.map((outcome, place) => outcome === (place < 50 ? 'logged' : 'refused'))).not.toContain(false);
    expect(await batch(claims.slice(30))).not.toContain('refused');
    const { speakers, failed, subject } = await prove(log, labelOf(1));
    expect(speakers.filter((by) => by === ONE)).toHaveLength(60);
    expect(speakers.filter((by) => by === OTHER)).toHaveLength(20);
    expect([failed, subject]).toEqual([[], claims.at(-1)?.statement]);
  });

  it('leads the proof of an IBIp to no item but that of the Archive whose address it has', async () => {
    // 150.163.34.243
    const ibip = '8JMKD3MGP8W/34PGRBS' as IbipLabel;
    const places = new Map([[ONE, { address: 'www.example.org', ips: ['150.163.34.243'] }]]);
    const log = await open(async (service) => ({ confirmed: places.get(service) }) as Member);
    const stolen = signClaim(newSigner(), { archiveService: OTHER, repository: labelOf(2), ibip });
    const own = signClaim(newSigner(), { archiveService: ONE, repository: labelOf(1), ibip });
    for (const signed of [stolen, own]) {
      await log.append([{ kind: 'said', signed, from: signed.statement.archiveService }]);
    }
    expect((await prove(log, ibip)).subject).toEqual(own.statement);
    places.clear();
    expect((await prove(log, ibip)).subject).toEqual(stolen.statement);
  });

  it('is limited for each member by the hour', async () => {
    const log = await open();
    let now = 0;
    const submissions = createLogSubmissions({ ...log, log: log.appender, signatures, now: () => now, maxHourly: 2 });
    const submit = (service: Label, second: number) =>
      submissions.statement(
        service,
        formatSigned(signClaim(newSigner(), { archiveService: service, repository: labelOf(second) })),
      );
    expect(await submit(ONE, 1)).toBe(true);
    // Wrong ones count as well.
    expect(await submit(ONE, 2)).toBe(false);
    expect(await submit(ONE, 3)).toBe('too-many');
    expect(await submit(OTHER, 4)).toBe(true);
    now = 3_600_000;
    expect(await submit(ONE, 5)).toBe(false);
  });
});

describe('a key that was rotated', () => {
  it('counts for nothing that another Archive brings, whatever its date', async () => {
    const log = await open();
    const [former, next] = [newSigner(), newSigner()];
    const said = (signed: Parameters<typeof statementHash>[0], from: Label) =>
      log.append([{ kind: 'said', signed, from }]);
    const claim = signClaim(former, { archiveService: ONE, repository: labelOf(1), seconds: NOW - 100 });
    expect(await said(claim, ONE)).toEqual(['logged']);
    const rotation = former.sign<KeyChange>({
      kind: 'key',
      reason: 'rotated',
      archiveService: ONE,
      key: next.key,
      former: former.key,
      time: instantOf(NOW),
    });
    expect(await log.append([{ kind: 'key', archiveService: ONE, key: next.key, rotations: [rotation] }])).toEqual([
      'logged',
    ]);
    // Stolen with the key, and dated before the rotation.
    const { state: _, ...claimed } = claim.statement;
    const transfer = former.sign<Transfer>({
      ...claimed,
      kind: 'transfer',
      time: instantOf(NOW - 50),
      previous: statementHash(claim),
      receiver: OTHER,
    });
    expect(await said(transfer, OTHER)).toEqual(['refused']);
    // The Archive itself may tell late what it signed before.
    expect(await said(transfer, ONE)).toEqual(['logged']);
    expect(await said(transfer, OTHER)).toEqual(['known']);
  });
});
