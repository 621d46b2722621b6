import type { IbipLabel, Label } from '@perene/core';
import { type Claim, formatClaimPairs, type Signed, type Transfer } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import type { JudgeAnswer } from '../../packages/server/src/services/resolver/asking/rank-answers.ts';
import { createClaimJudge } from '../../packages/server/src/services/resolver/log/claims/judge-claims.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibi as ibiOf } from '../fixtures/labels.ts';
import {
  type ClaimParts,
  labelOf,
  newSigner,
  signatures,
  signClaim,
  statementHash,
} from '../fixtures/signed-claims.ts';
import { openTestLog } from '../fixtures/test-log.ts';
import {
  claimedList,
  confirmedOf,
  createScriptedFederation,
  type KeptHolders,
  type ScriptedArchive,
  UNAVAILABLE,
} from './scripted-federation.ts';

const [SQLITE] = DATABASES;
/** Made at www.example.org. */
const LABEL = labelOf(1);
const serviceOf = (name: string): Label => `example.org/${name}/2000/01.01.00.00` as Label;

const claimBy = (name: string, parts: Partial<ClaimParts> = {}, signer = newSigner()): Signed<Claim> =>
  signClaim(signer, { archiveService: serviceOf(name), repository: LABEL, ...parts });

/** Made at 150.163.34.243. */
const IBIP = '8JMKD3MGP8W/34PGRBS' as IbipLabel;

interface Answering {
  readonly label?: Label;
  readonly claim?: Signed<Claim>;
  readonly state?: string;
  readonly isLate?: boolean;
}

const archive = (
  name: string,
  { claim, state = claim?.statement.state, isLate, label = LABEL }: Answering = {},
): ScriptedArchive => {
  const address = `${name}.example.org`;
  const pairs =
    claim === undefined ? [] : formatClaimPairs(claim, { ibip: claim.statement.ibip, state: claim.statement.state });
  const rep = claim?.statement.repository ?? LABEL;
  const text = [
    `archiveaddress ${address}`,
    `ibi {rep ${rep}${label === IBIP ? ` ibip ${IBIP}` : ''}}`,
    `ibi.archiveservice {rep ${serviceOf(name)}}`,
    `state ${state ?? 'Original'}`,
    'timestamp 2026-11-17T09:20:00Z',
    `url http://${address}/doc`,
    ...pairs.map((pair) => `${pair.name} ${pair.value}`),
  ].join('\r\n');
  return {
    address,
    service: serviceOf(name),
    digest: [label],
    answer: isLate ? () => new Promise((resolve) => setTimeout(resolve, 40, text)) : () => text,
  };
};

const openJudge = async (
  archives: readonly ScriptedArchive[],
  ...logged: readonly Signed<Claim | Transfer>[]
): Promise<JudgeAnswer> => {
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

/** A resolver whose log has these claims already. */
const open = (archives: readonly ScriptedArchive[], ...logged: readonly Signed<Claim | Transfer>[]) =>
  openAmong(archives, [], ...logged);

/** The same, with members that are never asked. */
const openAmong = async (
  archives: readonly ScriptedArchive[],
  silent: readonly ScriptedArchive[],
  ...logged: readonly Signed<Claim | Transfer>[]
) => {
  return createScriptedFederation(archives, {
    judge: await openJudge([...archives, ...silent], ...logged),
    // Whoever is late on a busy machine is waited for all the same.
    graceMs: 20_000,
  });
};

/** The history of an original that changed hands, and the claim of its new holder. */
const handedOver = (from = 'www', to = 'signer') => {
  const signer = newSigner();
  const first = claimBy(from, {}, signer);
  const transfer = signer.sign<Transfer>({
    ...first.statement,
    kind: 'transfer',
    previous: statementHash(first),
    receiver: serviceOf(to),
  });
  const claim = claimBy(to, { previous: statementHash(transfer) });
  return { history: [first, transfer, claim], claim };
};

const NO_LIMITS = { deadlineMs: 0, maxBytes: 0 };

describe('decision 56 with signed claims', () => {
  it('waits for the proved original, rather than to take one that nobody signed', async () => {
    const { history, claim } = handedOver();
    const archives = [archive('unsigned'), archive('signer', { claim, isLate: true })];
    const { resolve } = await openAmong(archives, [archive('www')], ...history);
    expect(await resolve(`/${LABEL}`)).toMatchObject({ kind: 'found', url: 'http://signer.example.org/doc' });
  });

  it('follows the log where nobody answered before, whoever answered while the holder was silent', async () => {
    const claim = claimBy('signer');
    let isDown = true;
    const signer = archive('signer', { claim });
    const { digest: _digest, ...unsigned } = archive('unsigned');
    const holder = { ...signer, answer: () => (isDown ? UNAVAILABLE : signer.answer('', NO_LIMITS)) };
    const { resolve } = await open([holder, unsigned], claim);
    for (const time of [1, 2]) {
      isDown = true;
      expect(await resolve(`/${LABEL}`), `${time}`).toMatchObject({ url: 'http://unsigned.example.org/doc' });
      isDown = false;
      expect(await resolve(`/${LABEL}`), `${time}`).toMatchObject({ url: 'http://signer.example.org/doc' });
    }
  });

  it('believes of translations the holder that the label names, rather than one that claims it without a proof', async () => {
    const tellMore = (one: ScriptedArchive, ...pairs: readonly string[]): ScriptedArchive => ({
      ...one,
      answer: async (...asked) => [await one.answer(...asked), ...pairs].join('\r\n'),
    });
    const holder = tellMore(
      archive('www', { isLate: true }),
      `ibi.translation(en) {rep ${LABEL}}`,
      'url.translation(en) http://www.example.org/doc',
    );
    const liar = tellMore(archive('liar'), 'url.translation(pt) http://liar.example.org/pt');
    const { resolve } = await open([liar, holder]);
    expect(await resolve(`/${LABEL}+(pt)`)).toMatchObject({ kind: 'untranslated', languages: ['en'] });
    expect(await resolve(`/${LABEL}+`, { languages: 'pt' })).toMatchObject({ url: 'http://www.example.org/doc' });
  });

  it('leaves a label with the Archive that answered before, whoever signs it first, where the label names neither', async () => {
    const claim = claimBy('squatter');
    let isThere = false;
    const squatter = archive('squatter', { claim });
    const { digest: _digest, ...unsigned } = archive('unsigned', { isLate: true });
    const squatting = { ...squatter, answer: () => (isThere ? squatter.answer('', NO_LIMITS) : '') };
    let isDown = false;
    const answering = { ...unsigned, answer: () => (isDown ? UNAVAILABLE : unsigned.answer('', NO_LIMITS)) };
    const { resolve } = await open([squatting, answering], claim);
    for (const time of [1, 2, 3]) {
      isDown = false;
      expect(await resolve(`/${LABEL}`), `${time}`).toMatchObject({ url: 'http://unsigned.example.org/doc' });
      [isThere, isDown] = [true, true];
      expect(await resolve(`/${LABEL}`), `${time}`).toMatchObject({ url: 'http://squatter.example.org/doc' });
    }
    isDown = false;
    const asked = await resolve(`/${LABEL}?ibiurl.requireditemstatus=Original`);
    expect(asked).toMatchObject({ kind: 'disputed', claims: [{}, {}] });
  });

  it('leaves it there after a restart, too, and until that Archive gives it up', async () => {
    const claim = claimBy('squatter');
    const squatter = archive('squatter', { claim });
    const { digest: _digest, ...unsigned } = archive('unsigned', { isLate: true });
    const kept: KeptHolders = new Map();
    const first = createScriptedFederation([{ ...squatter, answer: () => '' }, unsigned], { kept });
    expect(await first.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://unsigned.example.org/doc' });
    await first.finish();
    const judge = await openJudge([squatter, unsigned], claim);
    const restart = (archives: readonly ScriptedArchive[], local?: ScriptedArchive) =>
      createScriptedFederation(archives, { kept, judge, graceMs: 20_000, ...(local && { local }) });
    const again = restart([squatter, unsigned]);
    expect(await again.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://unsigned.example.org/doc' });
    // Nor does the Archive of the resolver's own node take it.
    const beside = restart([archive('other'), unsigned], archive('local'));
    expect(await beside.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://unsigned.example.org/doc' });
    // Who is switched off keeps it for later.
    const without = restart([squatter, unsigned]);
    without.exclude(1);
    expect(await without.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://squatter.example.org/doc' });
    await without.finish();
    expect(kept.get(LABEL)).toMatchObject({ archive: 1 });
    const copying = restart([squatter, { ...unsigned, ...archive('unsigned', { state: 'Copy' }) }]);
    expect(await copying.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://squatter.example.org/doc' });
    await copying.finish();
    expect(kept.get(LABEL)).toMatchObject({ archive: 0 });
    const returned = restart([{ ...squatter, answer: () => '' }, unsigned]);
    expect(await returned.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://unsigned.example.org/doc' });
  });

  it('remembers nobody as the first where two claim the original at the same time', async () => {
    const kept: KeptHolders = new Map();
    const archives = ['one', 'two'].map((name) => ({ ...archive(name, { isLate: true }), digest: [LABEL] }));
    const { resolve, finish } = createScriptedFederation(archives, { kept });
    expect(await resolve(`/${LABEL}?ibiurl.requireditemstatus=Original`)).toMatchObject({ kind: 'disputed' });
    await finish();
    expect(kept.size).toBe(0);
  });

  it('gives nobody the place of the Archive that the label names, however early it signed', async () => {
    const claim = claimBy('squatter');
    const { resolve } = await open([archive('squatter', { claim }), archive('www', { isLate: true })], claim);
    expect(await resolve(`/${LABEL}`)).toMatchObject({ url: 'http://www.example.org/doc' });
    const own = claimBy('www', { content: 'of the rightful one' });
    const signing = await open([archive('squatter', { claim }), archive('www', { claim: own, isLate: true })], claim);
    expect(await signing.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://www.example.org/doc' });
  });

  it('knows nobody by an address that it only declares', async () => {
    // The poser gives the address of the label as its own, claims first, and hands over to somebody else.
    const poser = { ...archive('poser'), address: 'www.example.org', confirmed: undefined };
    const { history, claim } = handedOver('poser', 'taker');
    const taker = archive('taker', { claim });
    const own = claimBy('www', { content: 'of the rightful one' });
    const rightful = archive('www', { claim: own, isLate: true });
    const { resolve } = await openAmong([taker, rightful], [poser], ...history);
    expect(await resolve(`/${LABEL}`)).toMatchObject({ url: 'http://www.example.org/doc' });
  });

  it('knows the Archive of an IBIp by the IP address of its host, and gives an IBIp to no other', async () => {
    const [repository, thief] = [labelOf(1), labelOf(1, 'example.org/thief')];
    const confirmed = { address: 'www.example.org', ips: ['150.163.34.243'] };
    const first = claimBy('thief', { repository: thief, ibip: IBIP });
    const own = claimBy('www', { repository, ibip: IBIP });
    const stolen = archive('thief', { claim: first, label: IBIP });
    const rightful = { ...archive('www', { claim: own, isLate: true, label: IBIP }), confirmed };
    const { resolve } = await open([stolen, rightful], first);
    expect(await resolve(`/${IBIP}`)).toMatchObject({ url: 'http://www.example.org/doc' });
    // Where nobody is known by that address, the first to claim it has no more right than others.
    const judge = await openJudge([], first);
    const claimant = { number: 0, address: 'thief.example.org', service: serviceOf('thief'), isLocal: false };
    const judged = await judge(ibiOf(IBIP), { archive: claimant, list: claimedList(claimant, first) });
    expect(judged).toMatchObject({ holder: undefined, isProved: false, isFromLabel: false });
  });

  it('waits for the Archive that the label names, rather than to take what its own node holds under that label', async () => {
    const local = archive('local');
    const { digest: _digest, ...named } = archive('www', { isLate: true });
    const { resolve } = createScriptedFederation([named], { local, graceMs: 20_000 });
    expect(await resolve(`/${LABEL}`)).toMatchObject({ url: 'http://www.example.org/doc' });
    // An old label goes on here while nobody else has it. Only an answer that no other Archive may change is remembered.
    for (const answer of [() => '', () => undefined]) {
      const alone = createScriptedFederation([{ ...named, answer }], { local });
      const found = await alone.resolve(`/${LABEL}`);
      expect(found).toMatchObject({ url: 'http://local.example.org/doc', isLasting: false });
    }
    const own = createScriptedFederation([], { local });
    expect(await own.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://local.example.org/doc', isLasting: true });
  });

  it('prefers the Archive of its own node, unless the log speaks against it', async () => {
    const own = claimBy('www');
    const local = archive('local', { claim: claimBy('local', { content: 'of a depositor here' }) });
    const rightful = archive('www', { claim: own, isLate: true });
    const among = { graceMs: 20_000, local };
    // The history begins at the Archive that the label names.
    const judged = createScriptedFederation([rightful], { ...among, judge: await openJudge([rightful, local], own) });
    expect(await judged.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://www.example.org/doc' });
    // Who is only the first to sign has no more right than whoever holds it here.
    const other = archive('other', { claim: claimBy('other') });
    const judge = await openJudge([other, local], claimBy('other'));
    const unjudged = createScriptedFederation([other], { ...among, judge });
    expect(await unjudged.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://local.example.org/doc' });
  });

  it('takes a copy with the hash of the original at once', async () => {
    const original = claimBy('www');
    const copy = claimBy('copy', { state: 'Copy' });
    const silent = { ...archive('www'), answer: () => undefined };
    const { resolve, messages } = await open([archive('copy', { claim: copy }), silent], original, copy);
    expect(await resolve(`/${LABEL}`)).toMatchObject({ url: 'http://copy.example.org/doc', copy: 'same' });
    expect(messages.length).toBeLessThanOrEqual(2);
  });

  it('marks a copy of what the original never was, and prefers any other', async () => {
    const original = claimBy('www');
    const altered = claimBy('altered', { state: 'Copy', content: 'altered' });
    const claims = [original, altered] as const;
    const alone = await open([archive('altered', { claim: altered })], ...claims);
    expect(await alone.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://altered.example.org/doc', copy: 'other' });
    expect(alone.trace).toContainEqual({
      kind: 'decided',
      why: expect.objectContaining({ code: 'copy-altered', parameters: { address: 'altered.example.org' } }),
    });
    const other = archive('other', { state: 'Copy', isLate: true });
    const both = await open([archive('altered', { claim: altered }), other], ...claims);
    expect(await both.resolve(`/${LABEL}`)).toMatchObject({ url: 'http://other.example.org/doc' });
  });

  it('knows a copy of what the original was before', async () => {
    const signer = newSigner();
    const first = claimBy('www', {}, signer);
    const second = claimBy('www', { content: 'edited', previous: statementHash(first) }, signer);
    const copy = claimBy('copy', { state: 'Copy' });
    const { resolve } = await open([archive('copy', { claim: copy })], first, second, copy);
    expect(await resolve(`/${LABEL}`)).toMatchObject({ copy: 'earlier' });
  });

  it('believes no signature of a key that does not count, and no claim of another Archive', async () => {
    const { history, claim } = handedOver();
    const rightful = () => archive('signer', { claim, isLate: true });
    for (const forged of [claimBy('thief'), { ...claimBy('thief'), signature: claim.signature }]) {
      const archives = [archive('thief', { claim: forged }), rightful()];
      const { resolve } = await openAmong(archives, [archive('www')], ...history);
      expect(await resolve(`/${LABEL}`)).toMatchObject({ url: 'http://signer.example.org/doc' });
    }
  });

  it('proves nothing where the log has too much about an item', async () => {
    const database = await SQLITE?.openMigrated();
    if (database === undefined) throw new Error('no database');
    const log = openTestLog(database);
    const signer = newSigner();
    const flood = Array.from({ length: 1_000 }, (_, place) =>
      claimBy('rival', { state: 'Copy', content: `${place}` }, signer),
    );
    await log.append(flood.map((signed) => ({ kind: 'said', signed, from: serviceOf('rival') })));
    const judge = createClaimJudge({ store: log.store, members: { find: async () => undefined }, signatures });
    const rival = { number: 0, address: 'rival.example.org', service: serviceOf('rival'), isLocal: false };
    expect(
      await judge(ibiOf(LABEL), { archive: rival, list: claimedList(rival, claimBy('rival', {}, signer)) }),
    ).toBeUndefined();
  });
});
