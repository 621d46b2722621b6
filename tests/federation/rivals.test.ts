import type { Label } from '@perene/core';
import { type Claim, formatClaimPairs, type Signed } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import { createClaimJudge } from '../../packages/server/src/services/resolver/log/claims/judge-claims.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { labelOf, newSigner, signatures, signClaim } from '../fixtures/signed-claims.ts';
import { openTestLog } from '../fixtures/test-log.ts';
import {
  confirmedOf,
  createScriptedFederation,
  type KeptHolders,
  type ScriptedArchive,
} from './scripted-federation.ts';

const [SQLITE] = DATABASES;
/** Made at www.example.org, which is not where any of these Archives answers. */
const LABEL = labelOf(1);
const serviceOf = (name: string): Label => `example.org/${name}/2000/01.01.00.00` as Label;

const write = (name: string, pairs: readonly string[], item = [`ibi {rep ${LABEL}}`]): string =>
  [`archiveaddress ${name}.example.org`, ...item, `ibi.archiveservice {rep ${serviceOf(name)}}`, ...pairs].join('\r\n');

const original = (name: string, claim?: Signed<Claim>): string =>
  write(name, [
    `state ${claim?.statement.state ?? 'Original'}`,
    'timestamp 2026-11-17T09:20:00Z',
    `url http://${name}.example.org/doc`,
    ...(claim ? formatClaimPairs(claim, { ibip: undefined, state: claim.statement.state }) : []).map(
      (pair) => `${pair.name} ${pair.value}`,
    ),
  ]);

const reserved = (name: string): string => write(name, ['reservation reserved'], []);
const tombstone = (name: string): string => write(name, ['state Deleted', 'timestamp 2020-01-01T00:00:00Z']);

/** An Archive whose answers a test changes. */
const changing = (name: string, digest?: readonly string[]) => {
  const told: { answer: string | undefined } = { answer: '' };
  const archive: ScriptedArchive = {
    address: `${name}.example.org`,
    service: serviceOf(name),
    answer: () => told.answer,
    ...(digest && { digest }),
  };
  return { archive, told };
};

const claimOf = (name: string, parts = {}): Signed<Claim> =>
  signClaim(newSigner(), { archiveService: serviceOf(name), repository: LABEL, ...parts });

const openJudge = async (archives: readonly ScriptedArchive[], ...logged: readonly Signed<Claim>[]) => {
  const database = await SQLITE?.openMigrated();
  if (database === undefined) throw new Error('no database');
  const log = openTestLog(database);
  await log.append(logged.map((signed) => ({ kind: 'said', signed, from: signed.statement.archiveService })));
  const find = async (service: Label) => {
    const found = archives.find((one) => one.service === service);
    return found && ({ ...found, confirmed: confirmedOf(found) } as never);
  };
  return createClaimJudge({ store: log.store, members: { find }, signatures });
};

const AT_FORGER = { kind: 'found', url: 'http://forger.example.org/doc' };
const AT_HOLDER = { kind: 'found', url: 'http://holder.example.org/doc' };

describe('an original that', () => {
  it('is withdrawn is not given by a copy, whatever file is asked for', async () => {
    const [holder, copy] = [changing('www', [LABEL]), changing('copy', [LABEL])];
    holder.told.answer = `${original('www')}\r\nholding Withdrawn`;
    const copied = claimOf('copy', { state: 'Copy' });
    for (const file of ['', 'b.txt', 'nofile']) {
      copy.told.answer =
        file === 'nofile' ? write('copy', []) : original('copy', copied).replace('/doc', `/doc/${file}`);
      for (const archives of [
        [holder.archive, copy.archive],
        [copy.archive, holder.archive],
      ]) {
        const { resolve } = createScriptedFederation(archives, { graceMs: 20_000 });
        expect(await resolve(`/${LABEL}/${file}`.replace(/\/$/, ''))).toMatchObject({
          url: 'http://www.example.org/doc',
        });
      }
    }
  });

  it('is handed over unsigned is described in every format, if its Archive runs Perene', async () => {
    for (const [digest, negotiates] of [
      [[LABEL], true],
      [undefined, false],
    ] as const) {
      const holder = changing('holder', digest);
      holder.told.answer = original('holder');
      const { resolve } = createScriptedFederation([holder.archive]);
      expect(await resolve(`/${LABEL}`)).toMatchObject({ ...AT_HOLDER, negotiates });
    }
  });
});

describe('an Archive that claims what is another’s', () => {
  it('does not become the first to answer for a label that another has reserved', async () => {
    const [holder, forger] = [changing('holder', [LABEL]), changing('forger')];
    const kept: KeptHolders = new Map();
    const { resolve, finish } = createScriptedFederation([holder.archive, forger.archive], { kept });
    holder.told.answer = reserved('holder');
    forger.told.answer = original('forger');
    await resolve(`/${LABEL}`);
    await finish();
    expect(kept.size).toBe(0);
    // With the first claim of the holder in the log, the label is the holder's.
    const claim = claimOf('holder');
    const judge = await openJudge([holder.archive, forger.archive], claim);
    const published = createScriptedFederation([holder.archive, forger.archive], { kept, judge, graceMs: 20_000 });
    holder.told.answer = original('holder', claim);
    expect(await published.resolve(`/${LABEL}`)).toMatchObject(AT_HOLDER);
  });

  it('gets no label that the Archive which it names has reserved', async () => {
    const [holder, forger] = [changing('www', [LABEL]), changing('forger')];
    holder.told.answer = reserved('www');
    for (const forged of [original('forger'), tombstone('forger')]) {
      forger.told.answer = forged;
      const { resolve } = createScriptedFederation([forger.archive, holder.archive], { graceMs: 20_000 });
      expect(await resolve(`/${LABEL}`)).toMatchObject({ kind: 'reserved' });
      expect(await resolve(`/${LABEL}!`)).toMatchObject({ kind: 'reserved' });
      expect(await resolve(`/${LABEL}?ibiurl.requireditemstatus=Original`)).toMatchObject({ kind: 'reserved' });
    }
    // Nor does whoever reserves the label of another hide it.
    forger.told.answer = reserved('forger');
    holder.told.answer = original('www');
    const { resolve } = createScriptedFederation([forger.archive, holder.archive], { graceMs: 20_000 });
    expect(await resolve(`/${LABEL}`)).toMatchObject({ kind: 'found', url: 'http://www.example.org/doc' });
  });

  it('removes nothing that another has reserved', async () => {
    const [holder, forger] = [changing('holder', [LABEL]), changing('forger')];
    holder.told.answer = reserved('holder');
    forger.told.answer = tombstone('forger');
    const { resolve } = createScriptedFederation([forger.archive, holder.archive]);
    expect(await resolve(`/${LABEL}`)).toMatchObject({ kind: 'reserved' });
  });

  it('gets no label that the node of the resolver itself mints', async () => {
    const [local, forger] = [changing('holder'), changing('forger')];
    forger.told.answer = original('forger');
    const prefixes = ['example.org/www'];
    const { resolve } = createScriptedFederation([forger.archive], { local: local.archive, prefixes, graceMs: 20_000 });
    local.told.answer = reserved('holder');
    expect(await resolve(`/${LABEL}`)).toMatchObject({ kind: 'reserved' });
    local.told.answer = original('holder');
    expect(await resolve(`/${LABEL}`)).toMatchObject(AT_HOLDER);
  });

  it('does not become the first for a label whose moment has just come, or is still to come', async () => {
    const [holder, forger] = [changing('holder', [LABEL]), changing('forger')];
    const minted = Date.UTC(2026, 7, 1, 0, 0, 1) / 1_000;
    for (const [secondsNow, size] of [
      [minted - 60, 0],
      [minted + 30, 0],
      [minted + 3_600, 1],
    ] as const) {
      const kept: KeptHolders = new Map();
      forger.told.answer = original('forger');
      const others = { kept, secondsNow: () => secondsNow };
      const { resolve, finish } = createScriptedFederation([holder.archive, forger.archive], others);
      expect(await resolve(`/${LABEL}`)).toMatchObject(AT_FORGER);
      await finish();
      expect(kept.size, `${secondsNow - minted}`).toBe(size);
    }
  });

  it('does not become the first while the one that signed or announced it is switched off or no member', async () => {
    const claim = claimOf('holder');
    const [holder, forger] = [changing('holder', [LABEL]), changing('forger')];
    forger.told.answer = original('forger');
    const announced = { number: 0, address: 'holder.example.org', service: serviceOf('holder'), since: 0n };
    for (const others of [
      { judge: await openJudge([holder.archive, forger.archive], claim) },
      { away: [{ ...announced, state: 'excluded' as const, isKnown: true }] },
    ]) {
      const kept: KeptHolders = new Map();
      const { resolve, finish } = createScriptedFederation([forger.archive], { kept, ...others });
      expect(await resolve(`/${LABEL}`)).toMatchObject(AT_FORGER);
      await finish();
      expect(kept.size).toBe(0);
    }
  });

  it('decides of no edition or translation while the holder by the log is silent, and a true copy answers', async () => {
    const claim = claimOf('holder');
    const copied = claimOf('copy', { state: 'Copy' });
    const [holder, copy, forger] = [
      changing('holder', [LABEL]),
      changing('copy', [LABEL]),
      changing('forger', [LABEL]),
    ];
    holder.told.answer = undefined;
    copy.told.answer = [
      original('copy', copied),
      'holding Copy',
      `ibi.translation(en) {rep ${labelOf(2)}}`,
      'url.translation(en) http://copy.example.org/en',
      'state.translation(en) Copy',
    ].join('\r\n');
    forger.told.answer = [
      original('forger'),
      `ibi.lastedition {rep ${LABEL}}`,
      'url.lastedition http://forger.example.org/evil',
    ].join('\r\n');
    const archives = [forger.archive, holder.archive, copy.archive];
    const judge = await openJudge(archives, claim, copied);
    const { resolve } = createScriptedFederation(archives, { judge, graceMs: 300 });
    expect(await resolve(`/${LABEL}!`)).toMatchObject({ url: 'http://copy.example.org/doc' });
    expect(await resolve(`/${LABEL}+(en)`)).toMatchObject({ url: 'http://copy.example.org/en' });
  });
});

describe('an Archive that has no right to a label', () => {
  it('gives none of the files that its holder lacks, whatever it says of it', async () => {
    const [holder, forger] = [changing('www', [LABEL]), changing('forger', [LABEL])];
    holder.told.answer = write('www', []);
    for (const file of ['doc', 'nofile']) {
      forger.told.answer = `${original('forger').replace('/doc', `/${file}`)}`;
      const { resolve } = createScriptedFederation([forger.archive, holder.archive], { graceMs: 20_000 });
      expect(await resolve(`/${LABEL}/${file}`)).toMatchObject({ kind: 'missing' });
    }
    // Nor does it take the files of a minimal Archive by calling the item withdrawn.
    holder.told.answer = original('www');
    forger.told.answer = `${original('forger')}\r\nholding Withdrawn`;
    const { resolve } = createScriptedFederation([forger.archive, holder.archive], { graceMs: 20_000 });
    expect(await resolve(`/${LABEL}/a.txt`)).toMatchObject({ url: 'http://www.example.org/doc' });
  });

  it('does not tell what follows an item that its holder removed, and hides its tombstone by no reservation', async () => {
    const claim = claimOf('holder');
    const [holder, forger] = [changing('holder', [LABEL]), changing('forger', [LABEL])];
    const judge = await openJudge([holder.archive, forger.archive], claim);
    holder.told.answer = tombstone('holder');
    const { resolve } = createScriptedFederation([forger.archive, holder.archive], { judge, graceMs: 300 });
    forger.told.answer = `${tombstone('forger')}\r\nibi.nextedition {rep ${labelOf(2)}}`;
    expect(await resolve(`/${LABEL}!`)).toMatchObject({ kind: 'removed' });
    forger.told.answer = reserved('forger');
    expect(await resolve(`/${LABEL}`)).toMatchObject({ kind: 'removed' });
  });

  it('keeps no place that a request for the original gave it, beside a copy with the logged hash', async () => {
    const claim = claimOf('holder');
    const copied = claimOf('copy', { state: 'Copy' });
    const [holder, copy, forger] = [changing('holder', [LABEL]), changing('copy', [LABEL]), changing('forger')];
    const judge = await openJudge([holder.archive, copy.archive, forger.archive], claim, copied);
    holder.told.answer = tombstone('holder');
    copy.told.answer = original('copy', copied);
    forger.told.answer = original('forger');
    const archives = [holder.archive, copy.archive, forger.archive];
    const { resolve } = createScriptedFederation(archives, { judge, graceMs: 20_000 });
    expect(await resolve(`/${LABEL}?ibiurl.requireditemstatus=Original`)).toMatchObject(AT_FORGER);
    expect(await resolve(`/${LABEL}`)).toMatchObject({ url: 'http://copy.example.org/doc' });
  });

  it('keeps no place that it got before the holder signed', async () => {
    const [holder, forger] = [changing('holder', [LABEL]), changing('forger', [LABEL])];
    const signer = newSigner();
    const earlier = signClaim(signer, { archiveService: serviceOf('holder'), repository: labelOf(9) });
    const judge = await openJudge([holder.archive, forger.archive], earlier);
    holder.told.answer = reserved('holder');
    forger.told.answer = original('forger');
    const { resolve } = createScriptedFederation([forger.archive, holder.archive], { judge, graceMs: 20_000 });
    expect(await resolve(`/${LABEL}`)).toMatchObject(AT_FORGER);
    const claim = signClaim(signer, { archiveService: serviceOf('holder'), repository: LABEL });
    holder.told.answer = original('holder', claim);
    expect(await resolve(`/${LABEL}`)).toMatchObject(AT_HOLDER);
  });
});
