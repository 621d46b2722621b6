import type { IbipLabel, Label } from '@perene/core';
import { instantOf, type KeyChange, type Transfer } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import { DATABASES } from '../fixtures/databases.ts';
import { labelOf, newSigner, signClaim, statementHash } from '../fixtures/signed-claims.ts';
import { openTestLog } from '../fixtures/test-log.ts';

const [SQLITE] = DATABASES;
const ONE = 'example.org/one/2020/01.01.00.00' as Label;
const OTHER = 'example.org/other/2020/01.01.00.00' as Label;
/** The clock of the log at its start. */
const NOW = 1_790_000_000;

const open = async () => {
  const database = await SQLITE?.openMigrated();
  if (database === undefined) throw new Error('no database');
  return openTestLog(database);
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
