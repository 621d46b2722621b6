import { describeEvidence } from '@perene/api/words';
import type { IbipLabel, Label } from '@perene/core';
import { type Claim, formatSigned, hashStatement, type Signed, type Transfer } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import type { AlertClaim, Member } from '../../packages/server/src/ports/federation/members.ts';
import { createEvidence } from '../../packages/server/src/services/resolver/log/alerts/find-evidence.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { labelOf, newSigner, signatures, signClaim, statementHash } from '../fixtures/signed-claims.ts';
import { openTestLog } from '../fixtures/test-log.ts';

const [SQLITE] = DATABASES;
/** Made at www.example.org, on 1 August 2026. */
const LABEL = labelOf(1);
const ONE = 'example.org/one/2020/01.01.00.00' as Label;
const OTHER = 'example.org/other/2020/01.01.00.00' as Label;
const ADDRESSES = new Map([
  [ONE, 'www.example.org'],
  [OTHER, 'other.example.org'],
]);
/** From the clock of the log at its start to after the label was made. */
const AFTER_LABEL = 5_000_000;

const open = async () => {
  const database = await SQLITE?.openMigrated();
  if (database === undefined) throw new Error('no database');
  const log = openTestLog(database);
  log.setClock(AFTER_LABEL);
  const ips = new Map<Label, string>();
  const unconfirmed = new Set<Label>();
  const members = {
    find: async (service: Label) => {
      const address = ADDRESSES.get(service);
      if (address === undefined) return undefined;
      const confirmed = unconfirmed.has(service) ? undefined : { address, ips: [ips.get(service) ?? []].flat() };
      return { service, address, ip: '150.163.34.243', confirmed } as Partial<Member> as Member;
    },
  };
  const find = createEvidence({ store: log.store, members, signatures });
  return {
    log,
    confirmAt: (service: Label, ip: string) => void ips.set(service, ip),
    doubt: (service: Label) => void unconfirmed.add(service),
    append: (...said: readonly Signed<Claim | Transfer>[]) =>
      log.append(said.map((signed) => ({ kind: 'said', signed, from: signed.statement.archiveService }))),
    async find(...claims: readonly (readonly [service: Label, signed?: Signed<Claim> | string | undefined])[]) {
      const rivals = claims.map(
        ([service, signed]): AlertClaim => ({
          service,
          address: ADDRESSES.get(service) ?? 'unknown.example.org',
          signed: typeof signed === 'object' ? formatSigned(signed) : signed,
        }),
      );
      const evidence = await find({ ibi: LABEL, claims: rivals });
      if (evidence === undefined) throw new Error('no evidence');
      return evidence;
    },
  };
};

const claimBy = (archiveService: Label, signer = newSigner(), parts: { content?: string; ibip?: IbipLabel } = {}) =>
  signClaim(signer, { archiveService, repository: LABEL, ...parts });

describe('the evidence of an alert', () => {
  it('says who claimed what when, with which key, and what the label says of each', async () => {
    const { log, append, find } = await open();
    const [first, second] = [claimBy(ONE), claimBy(OTHER, newSigner(), { content: 'another' })];
    await append(first);
    log.setClock(AFTER_LABEL + 60);
    await append(second);
    const evidence = await find([ONE, first], [OTHER, second]);
    expect(evidence).toEqual({
      labels: [{ label: LABEL, place: 'www.example.org', port: 80, made: '2026-08-01T00:00:01Z' }],
      forms: 'unknown',
      hashes: 'differ',
      claimants: [
        {
          service: ONE,
          address: 'www.example.org',
          signature: 'valid',
          claim: {
            hash: first.statement.hash,
            time: first.statement.time,
            key: first.key,
            logged: { index: 1, time: '2026-11-18T11:06:40Z' },
          },
          key: { reason: 'pinned', logged: { index: 0, time: '2026-11-18T11:06:40Z' } },
          first: { index: 1, time: '2026-11-18T11:06:40Z' },
          chain: 'first',
          host: 'agrees',
          ip: 'unknown',
          instant: 'agrees',
          secondsToClaim: 9_457_599,
        },
        {
          service: OTHER,
          address: 'other.example.org',
          signature: 'valid',
          claim: {
            hash: second.statement.hash,
            time: second.statement.time,
            key: second.key,
            logged: { index: 3, time: '2026-11-18T11:07:40Z' },
          },
          key: { reason: 'pinned', logged: { index: 2, time: '2026-11-18T11:07:40Z' } },
          first: { index: 3, time: '2026-11-18T11:07:40Z' },
          chain: 'neither',
          host: 'differs',
          ip: 'unknown',
          instant: 'agrees',
          secondsToClaim: 9_457_659,
        },
      ],
      transfers: [],
    });
    for (const language of ['en', 'pt'] as const) {
      const described = describeEvidence(evidence, language);
      expect(described?.sentences).toHaveLength(4);
      expect(described?.claimants.map(({ facts }) => facts.length)).toEqual([9, 9]);
      expect(JSON.stringify(described)).not.toContain('undefined');
    }
  });

  it('says what is wrong with a signature', async () => {
    const { append, find } = await open();
    const signer = newSigner();
    const honest = claimBy(ONE, signer);
    const other = claimBy(OTHER);
    await append(honest, other);
    const forged = { ...claimBy(ONE, signer, { content: 'forged' }), signature: honest.signature };
    const signatureOf = async (service: Label, signed?: Signed<Claim> | string) =>
      (await find([service, signed])).claimants[0]?.signature;
    expect(await signatureOf(ONE, honest)).toBe('valid');
    expect(await signatureOf(ONE)).toBe('unsigned');
    expect(await signatureOf(ONE, '')).toBe('wrong');
    expect(await signatureOf(ONE, forged)).toBe('wrong');
    expect(await signatureOf(ONE, claimBy(ONE))).toBe('key-unknown');
    // A claim that another member signed is no claim of this one.
    expect(await signatureOf(ONE, other)).toBe('of-another');
  });

  it('says that a key was replaced, and that a former key signed too late', async () => {
    const { log, append, find } = await open();
    const [lost, next, last] = [newSigner(), newSigner(), newSigner()];
    const claim = claimBy(ONE, lost);
    await append(claim);
    await log.append([{ kind: 'replacement', archiveService: ONE, key: next.key }]);
    expect((await find([ONE, claim])).claimants[0]?.signature).toBe('key-replaced');
    const renewed = claimBy(ONE, next);
    expect((await find([ONE, renewed])).claimants[0]).toMatchObject({
      signature: 'valid',
      key: { reason: 'replaced', logged: { index: 2 } },
    });
    const time = (await find([ONE, renewed])).claimants[0]?.key?.logged.time as Claim['time'];
    const rotation = next.sign({
      kind: 'key',
      reason: 'rotated',
      archiveService: ONE,
      key: last.key,
      former: next.key,
      time,
    });
    await log.append([{ kind: 'key', archiveService: ONE, key: last.key, rotations: [rotation] }]);
    const late = signClaim(next, { archiveService: ONE, repository: LABEL, seconds: 1_800_000_000 });
    expect((await find([ONE, late])).claimants[0]?.signature).toBe('key-expired');
  });

  it('shows transfers, and who received the original by them', async () => {
    const { append, find } = await open();
    const [old, next] = [newSigner(), newSigner()];
    const first = claimBy(ONE, old);
    const { state: _state, ...claimed } = first.statement;
    const transfer = old.sign<Transfer>({
      ...claimed,
      kind: 'transfer',
      previous: statementHash(first),
      receiver: OTHER,
    });
    const received = signClaim(next, {
      archiveService: OTHER,
      repository: LABEL,
      previous: hashStatement(transfer.statement, signatures.sha256),
    });
    await append(first, transfer, received);
    const { transfers, claimants, hashes } = await find([ONE, first], [OTHER, received]);
    expect(transfers).toMatchObject([{ from: ONE, to: OTHER, logged: { index: 2 } }]);
    expect(claimants.map(({ chain }) => chain)).toEqual(['first', 'received']);
    expect(hashes).toBe('agree');
  });

  it('counts another form of the label only if all claimants sign it, and compares where they answered', async () => {
    const { confirmAt, doubt, append, find } = await open();
    // 150.163.34.243, port 800.
    const ibip = '8JMKD3MGP8W/34PGRBS' as IbipLabel;
    const [first, second] = [claimBy(ONE, newSigner(), { ibip }), claimBy(OTHER, newSigner(), { ibip })];
    await append(first, second);
    confirmAt(ONE, '150.163.34.243');
    confirmAt(OTHER, '192.0.2.1');
    const { labels, forms, claimants } = await find([ONE, first], [OTHER, second]);
    expect(labels).toMatchObject([{ label: LABEL }, { label: ibip, place: '150.163.34.243', port: 800 }]);
    expect(forms).toBe('differs');
    expect(claimants.map(({ ip }) => ip)).toEqual(['agrees', 'differs']);
    const alone = await find([ONE, first], [OTHER, claimBy(OTHER)]);
    expect(alone.labels).toHaveLength(1);
    expect(alone.claimants.map(({ ip }) => ip)).toEqual(['unknown', 'unknown']);
    // Whoever did not answer where it says that it is, is not known by that address.
    doubt(ONE);
    const [doubted] = (await find([ONE, first], [OTHER, second])).claimants;
    expect(doubted).toMatchObject({ host: 'unknown', ip: 'unknown' });
  });

  it('compares no label with one who is not in the log', async () => {
    const { log, append, find } = await open();
    // Before the label was made, nobody can have claimed it.
    log.setClock(-5_000_000);
    const early = claimBy(ONE);
    expect(await append(early)).toEqual(['refused']);
    for (const rival of [[ONE, early] as const, [OTHER] as const]) {
      expect((await find(rival)).claimants[0]).toMatchObject({ instant: 'unknown', chain: 'unknown' });
    }
  });
});
