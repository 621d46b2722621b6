import { because, refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { parseIbi } from '@perene/core';
import { parseProposalAnswer, parseRelationMessage, type RelationMessage } from '@perene/core/federation';
import { describe, expect, it } from 'vitest';
import { createHttpMessenger } from '../../packages/server/src/adapters/peers/http-messenger.ts';
import type { Messenger } from '../../packages/server/src/ports/federation/messenger.ts';
import type { Clock } from '../../packages/server/src/ports/system/clock.ts';
import {
  createRelationAnswers,
  type RelationAnswers,
} from '../../packages/server/src/services/archive/relations/answer-relations.ts';
import { withCheckedIbips } from '../../packages/server/src/services/archive/relations/check-ibips.ts';
import { createRelations } from '../../packages/server/src/services/archive/relations/create-relations.ts';
import type { Holder } from '../../packages/server/src/services/archive/relations/find-holder.ts';
import { createLinkSettling } from '../../packages/server/src/services/archive/relations/proposals/settle-proposals.ts';
import { withProposals } from '../../packages/server/src/services/archive/relations/proposals/with-proposals.ts';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibi, named, parsedLabel, repositoryLabel } from '../fixtures/labels.ts';

const [SQLITE] = DATABASES;
const DAY = 24n * 3_600_000_000n;

/** Archives are numbered as they are opened. */
const serviceOf = (number: number) => parsedLabel(`n${number}.example.org/service/2020/01.01.00.00`);

/**
 * Makes Archives that reach one another by the labels of their services, as a resolver finds the holders of their
 * originals.
 */
const createFederation = () => {
  const answers = new Map<string, RelationAnswers>();
  const catalogues: {
    readonly service: Label;
    readonly holds: (label: string) => Promise<boolean>;
    readonly next: (label: string) => Promise<string | undefined>;
  }[] = [];
  const sent: string[] = [];
  const holders = new Map<string, Holder>();
  let ahead = 0n;
  const clock: Clock = {
    now: () => BigInt(Date.now()) * 1_000n + ahead,
    waitUntil: async () => undefined,
  } as unknown as Clock;
  const messenger: Pick<Messenger, 'send'> = {
    async send({ service }, query) {
      sent.push(query);
      const message = parseRelationMessage(query);
      const known = answers.get(service);
      if (known === undefined) throw refuse('peer-refused', { reason: 'status', origin: service, status: 400 });
      if (!message.ok || message.value === undefined) throw new Error(query);
      return known.answer(message.value);
    },
  };
  const find = async (label: string): Promise<Holder> => {
    const told = holders.get(label);
    if (told !== undefined) return told;
    for (const { service, holds } of catalogues) {
      if (await holds(label)) return { kind: 'held', archive: { service, address: `${service.split('/')[0]}:80` } };
    }
    return { kind: 'none', why: because('not-resolved', { outcome: 'unknown' }) };
  };
  const itself = async (label: string) => `http://n.example.org/col/${label}/doc/a.txt`;
  /** Follows the next editions over the Archives, as a resolver does for `!`. */
  const lastEdition = async (label: string): Promise<string | undefined> => {
    const seen = new Set<string>();
    for (let here = label; !seen.has(here); ) {
      seen.add(here);
      const next = (await Promise.all(catalogues.map(({ next: nextOf }) => nextOf(here)))).find((one) => one);
      if (next === undefined) return itself(here);
      here = next;
    }
    return undefined;
  };
  let count = 0;
  const open = async (trusted: readonly Label[] = []) => {
    count += 1;
    const name = `n${count}.example.org`;
    const database = await (SQLITE as NonNullable<typeof SQLITE>).openMigrated();
    const serviceLabel = parseIbi(`${name}/service/2020/01.01.00.00`);
    if (!serviceLabel.ok) throw new Error(name);
    const archive = await createTestArchive(database, {
      serviceLabel: serviceLabel.value,
      prefixes: { repositoryPrefix: `${name}/archive`, ibipPrefix: undefined },
    });
    const { label: service } = archive.service;
    const needs = {
      ...archive,
      clock,
      messenger,
      holders: { find, itself, lastEdition },
      service,
      trusted,
      isReadingPublic: true,
    };
    const relations = createRelations(needs);
    answers.set(service, createRelationAnswers(needs));
    catalogues.push({
      service,
      holds: async (label) => (await archive.catalogue.find(repositoryLabel(label)))?.state.kind === 'original',
      next: async (label) =>
        (await archive.catalogue.links(repositoryLabel(label))).find(({ kind }) => kind === 'nextEdition')?.label,
    });
    const settling = createLinkSettling({ ...needs, holders: async () => needs.holders });
    const checked = withCheckedIbips(archive.archive, {
      clock,
      holders: async () => needs.holders,
      service: async () => service,
    });
    const operations = withProposals(checked, { ...relations, ...settling });
    const deposit = (more: object = {}) =>
      operations.deposit(
        { files: filesOf({ 'a.txt': 'a' }), metadata: { title: `Of ${name}` }, language: 'en', ...more },
        AUTHOR,
      );
    return { ...archive, name, service, operations, relations, deposit };
  };
  return {
    open,
    sent,
    holders,
    /** Lets a test remove an Archive, or give it other answers. */
    answers,
    wait: (microseconds: bigint) => {
      ahead += microseconds;
    },
  };
};

describe('a further IBIp', () => {
  const IBIP = 'LK47B6W/362SFKH';
  const add = ({ operations, deposit }: Awaited<ReturnType<ReturnType<typeof createFederation>['open']>>) =>
    deposit().then(({ repository }) => operations.edit(named(repository), { addIbips: [IBIP] }, AUTHOR));

  it('is refused where an Archive elsewhere has an item with it', async () => {
    const { open, holders } = createFederation();
    const a = await open();
    holders.set(IBIP, { kind: 'held', archive: { address: 'b.example.org', service: serviceOf(2) } });
    await expect(add(a)).rejects.toMatchObject({
      code: 'label-taken',
      parameters: { reason: 'elsewhere', label: IBIP, address: 'b.example.org' },
    });
    holders.set(IBIP, { kind: 'none', why: because('not-resolved', { outcome: 'disputed' }) });
    await expect(add(a)).rejects.toMatchObject({ code: 'label-taken', parameters: { reason: 'disputed' } });
  });

  it('is taken where no Archive has it, and says so where the resolver could not tell', async () => {
    const { open, holders } = createFederation();
    const a = await open();
    const first = await add(a);
    expect([first.ibips, first.uncheckedIbips]).toEqual([[IBIP], undefined]);
    await a.operations.edit(named(first.repository), { removeIbips: [IBIP] }, AUTHOR);
    holders.set(IBIP, { kind: 'none', why: because('not-resolved', { outcome: 'uncertain' }) });
    expect(await add(a)).toMatchObject({
      ibips: [IBIP],
      uncheckedIbips: [{ ibip: IBIP, note: { code: 'not-resolved', detail: expect.stringContaining('resolver') } }],
    });
  });
});

const propose = async (
  answers: RelationAnswers | undefined,
  { of, item, by }: { readonly of: string; readonly item: string; readonly by: string },
) => {
  const message: RelationMessage = {
    subject: 'relationProposal',
    kind: 'edition',
    of: parsedLabel(of),
    item: parsedLabel(item),
    archiveService: parsedLabel(by),
  };
  const answer = parseProposalAnswer((await answers?.answer(message)) ?? '');
  if (!answer.ok) throw new Error(answer.expected);
  return answer.value;
};

describe('an edition of what is held elsewhere', () => {
  it('is proposed, accepted by a person, and linked with its origin', async () => {
    const { open, wait } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    const second = await b.deposit({ editionOf: first.repository });
    expect(second.proposals).toMatchObject([
      {
        direction: 'out',
        kind: 'edition',
        of: first.repository,
        item: second.repository,
        state: 'open',
        archive: a.service,
      },
    ]);
    expect((await a.archive.show(named(first.repository))).editions).toMatchObject({ last: first.repository });
    const { proposals } = await a.relations.list({});
    expect(proposals).toMatchObject([
      { direction: 'in', state: 'open', archive: b.service, titleOf: `Of ${a.name}`, titleItem: `Of ${b.name}` },
    ]);
    const accepted = await a.relations.accept(proposals[0]?.id ?? '', { who: 'Ana' });
    expect(accepted).toMatchObject({ state: 'accepted', who: 'Ana' });
    expect((await a.archive.show(named(first.repository))).links).toMatchObject([
      { kind: 'nextEdition', label: second.repository, origin: 'proposal', archive: b.service, who: 'Ana' },
    ]);
    await expect(a.relations.accept(proposals[0]?.id ?? '', AUTHOR)).rejects.toMatchObject({
      code: 'proposal-settled',
    });
    await b.relations.tidy();
    expect((await b.relations.list({})).proposals).toMatchObject([{ state: 'open' }]);
    wait(DAY);
    await b.relations.tidy();
    expect((await b.relations.list({ direction: 'out' })).proposals).toMatchObject([{ state: 'accepted' }]);
  });

  it('is refused with a reason, which the other side hears', async () => {
    const { open } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    const second = await b.deposit({ editionOf: first.repository });
    const [{ id = '' } = {}] = (await a.relations.list({ item: ibi(first.repository) })).proposals;
    await expect(a.relations.refuse(id, ' ', AUTHOR)).rejects.toMatchObject({ code: 'reason-missing' });
    await a.relations.refuse(id, 'another text', AUTHOR);
    expect(await b.relations.propose(ibi(second.repository), AUTHOR)).toMatchObject([
      { state: 'refused', note: { detail: 'another text' } },
    ]);
    await expect(b.relations.accept('1', AUTHOR)).rejects.toMatchObject({ code: 'proposal-not-found' });
  });

  it('is refused at once where that is metadata or the Archive service, which have none', async () => {
    const { open } = createFederation();
    const [a, b] = [await open(), await open()];
    const { metadata } = await a.deposit();
    for (const [editionOf, reason] of [
      [metadata?.repository ?? '', 'no-editions'],
      [a.service, 'one-service'],
    ]) {
      expect((await b.deposit({ editionOf })).proposals).toMatchObject([
        { state: 'refused', note: { code: 'item-refused', parameters: { reason, label: editionOf } } },
      ]);
    }
    expect((await b.deposit({ translationOf: a.service, language: 'pt' })).proposals).toMatchObject([
      { state: 'refused', note: { parameters: { reason: 'one-service' } } },
    ]);
    expect((await a.relations.list({})).proposals).toEqual([]);
  });

  it('makes no circle with a next edition elsewhere, also where it is deposited with both', async () => {
    const { open } = createFederation();
    const [a, b] = [await open(), await open()];
    const last = await a.deposit();
    const first = await a.deposit();
    await a.operations.edit(named(first.repository), { nextEdition: last.repository }, AUTHOR);
    const between = { editionOf: last.repository, nextEdition: first.repository };
    const refused = { code: 'edition-order', parameters: { reason: 'loop', label: last.repository } };
    await expect(b.deposit(between)).rejects.toMatchObject(refused);
    const item = await b.deposit();
    await expect(b.operations.edit(named(item.repository), between, AUTHOR)).rejects.toMatchObject(refused);
    const later = await a.deposit();
    expect((await b.deposit({ ...between, nextEdition: later.repository })).proposals).toMatchObject([
      { state: 'open' },
    ]);
  });

  it('is open again where it is proposed anew after it was refused', async () => {
    const { open } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    const second = await b.deposit({ editionOf: first.repository });
    const idHere = async () => (await a.relations.list({})).proposals[0]?.id ?? '';
    await a.relations.refuse(await idHere(), 'not this one', AUTHOR);
    // The question what was decided is no new proposal.
    expect(await b.relations.propose(ibi(second.repository), AUTHOR)).toMatchObject([{ state: 'refused' }]);
    await b.operations.edit(named(second.repository), { unlink: [first.repository] }, AUTHOR);
    await b.operations.edit(named(second.repository), { editionOf: first.repository }, AUTHOR);
    expect((await b.relations.list({})).proposals).toMatchObject([{ state: 'open' }]);
    expect((await a.relations.list({})).proposals).toMatchObject([{ state: 'open' }]);
    await a.relations.refuse(await idHere(), 'still not', AUTHOR);
    expect(await b.relations.propose(ibi(second.repository), AUTHOR)).toMatchObject([
      { state: 'refused', note: { detail: 'still not' } },
    ]);
    expect(await b.relations.propose(ibi(second.repository), AUTHOR)).toMatchObject([{ state: 'open' }]);
    expect(await a.relations.accept(await idHere(), AUTHOR)).toMatchObject({ state: 'accepted' });
  });

  it('is settled by whoever makes the link by hand', async () => {
    const { open } = createFederation();
    const [a, b] = [await open(), await open()];
    const [first, original] = [await a.deposit(), await a.deposit({ language: 'pt' })];
    const second = await b.deposit({ editionOf: first.repository });
    const translation = await b.deposit({ translationOf: original.repository });
    await a.operations.edit(named(first.repository), { nextEdition: second.repository }, { who: 'Ana' });
    await a.operations.edit(named(original.repository), { translations: { en: translation.repository } }, AUTHOR);
    expect((await a.relations.list({ direction: 'in' })).proposals).toMatchObject([
      { kind: 'translation', state: 'accepted' },
      { kind: 'edition', state: 'accepted', who: 'Ana' },
    ]);
  });

  it('cannot be accepted nor refused once it has expired, even if nobody has tidied', async () => {
    const { open, wait } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    await b.deposit({ editionOf: first.repository });
    const [{ id = '' } = {}] = (await a.relations.list({})).proposals;
    wait(91n * DAY);
    const expired = { code: 'proposal-settled', parameters: { state: 'expired' } };
    await expect(a.relations.accept(id, AUTHOR)).rejects.toMatchObject(expired);
    await expect(a.relations.refuse(id, 'too late', AUTHOR)).rejects.toMatchObject(expired);
    expect((await a.relations.list({})).proposals).toMatchObject([{ state: 'expired' }]);
  });

  it('is the same proposal however often it is made, and expires', async () => {
    const { open, wait, sent } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    const second = await b.deposit({ editionOf: first.repository });
    for (let again = 0; again < 3; again += 1) await b.relations.propose(ibi(second.repository), AUTHOR);
    expect((await a.relations.list({})).proposals).toHaveLength(1);
    // The link was checked once.
    expect(sent.filter((query) => query.includes('relationCheck'))).toHaveLength(1);
    wait(91n * DAY);
    await a.relations.tidy();
    expect((await a.relations.list({})).proposals).toMatchObject([{ state: 'expired' }]);
    await b.relations.tidy();
    expect(await b.relations.propose(ibi(second.repository), AUTHOR)).toMatchObject([{ state: 'open' }]);
    expect((await a.relations.list({})).proposals).toMatchObject([{ state: 'open' }]);
  });

  it('is linked at once where both trust the other, and only then', async () => {
    for (const [mine, yours, state] of [
      [true, true, 'accepted'],
      [true, false, 'open'],
      [false, true, 'open'],
    ] as const) {
      const { open } = createFederation();
      const [A, B] = [serviceOf(1), serviceOf(2)];
      const [a, b] = [await open(mine ? [B] : []), await open(yours ? [A] : [])];
      const first = await a.deposit();
      const second = await b.deposit({ editionOf: first.repository });
      expect(second.proposals).toMatchObject([{ state }]);
      const { links } = await a.archive.show(named(first.repository));
      expect(links.map(({ who }) => who)).toEqual(state === 'accepted' ? [`trusted Archive ${B}`] : []);
    }
  });

  it('waits for a person where it does not fit, even from a trusted Archive', async () => {
    const { open } = createFederation();
    const a = await open([serviceOf(2)]);
    const b = await open([a.service]);
    const first = await a.deposit();
    const own = await a.deposit({ editionOf: first.repository });
    const second = await b.deposit({ editionOf: first.repository });
    expect(second.proposals).toMatchObject([{ state: 'open' }]);
    expect((await a.relations.list({})).proposals).toMatchObject([
      { note: { detail: expect.stringContaining(own.repository) } },
    ]);
    expect((await a.archive.show(named(first.repository))).editions.last).toBe(own.repository);
  });

  it('is proposed no longer once its link or its item is removed, and cannot be accepted then', async () => {
    const { open } = createFederation();
    const [a, b] = [await open(), await open()];
    const [first, other] = [await a.deposit(), await a.deposit()];
    const second = await b.deposit({ editionOf: first.repository });
    const third = await b.deposit({ editionOf: other.repository });
    await b.operations.edit(named(second.repository), { unlink: [first.repository] }, AUTHOR);
    expect((await b.relations.list({})).proposals).toMatchObject([{ item: third.repository }]);
    await b.operations.remove(named(third.repository), { reason: 'deposited twice' }, AUTHOR);
    expect((await b.relations.list({})).proposals).toEqual([]);
    for (const { id } of (await a.relations.list({})).proposals) {
      await expect(a.relations.accept(id, AUTHOR)).rejects.toMatchObject({
        message: expect.stringMatching(/no Archive|withdrawn/),
      });
    }
    expect((await a.archive.show(named(first.repository))).links).toEqual([]);
    expect((await a.relations.list({})).proposals).toMatchObject([{ state: 'open' }, { state: 'expired' }]);
    // When the link is proposed again, it is open again.
    await b.operations.edit(named(second.repository), { editionOf: first.repository }, AUTHOR);
    const [, { id = '', state } = {}] = (await a.relations.list({})).proposals;
    expect(state).toBe('open');
    expect(await a.relations.accept(id, AUTHOR)).toMatchObject({ state: 'accepted' });
  });

  it('is accepted only while its Archive confirms it', async () => {
    const { open, answers } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    await b.deposit({ editionOf: first.repository });
    const [{ id = '' } = {}] = (await a.relations.list({})).proposals;
    const own = answers.get(b.service);
    answers.delete(b.service);
    await expect(a.relations.accept(id, AUTHOR)).rejects.toMatchObject({ code: 'peer-refused' });
    expect((await a.relations.list({})).proposals).toMatchObject([{ state: 'open' }]);
    if (own !== undefined) answers.set(b.service, own);
    expect(await a.relations.accept(id, AUTHOR)).toMatchObject({ state: 'accepted' });
  });

  it('is shown as removed once the holder has removed its link, and can be proposed again', async () => {
    const { open, wait, answers } = createFederation();
    const [a, b] = [await open(), await open()];
    const [first, original] = [await a.deposit(), await a.deposit({ language: 'pt' })];
    const second = await b.deposit({ editionOf: first.repository });
    const translation = await b.deposit({ translationOf: original.repository });
    for (const { id } of (await a.relations.list({})).proposals) await a.relations.accept(id, AUTHOR);
    await b.relations.propose(ibi(second.repository), AUTHOR);
    await b.relations.propose(ibi(translation.repository), AUTHOR);
    const states = async () => (await b.relations.list({})).proposals.map(({ state }) => state);
    wait(DAY);
    expect(await states()).toEqual(['accepted', 'accepted']);
    await a.operations.edit(named(first.repository), { unlink: [second.repository] }, AUTHOR);
    await a.operations.edit(named(original.repository), { unlink: [translation.repository] }, AUTHOR);
    // Silence is not a removal.
    const own = answers.get(a.service) as RelationAnswers;
    answers.delete(a.service);
    wait(DAY);
    expect(await states()).toEqual(['accepted', 'accepted']);
    answers.set(a.service, own);
    wait(DAY);
    expect((await b.relations.list({})).proposals).toMatchObject([
      { state: 'refused', note: { code: 'proposal-note', parameters: { reason: 'link-removed' } } },
      { state: 'refused', note: { code: 'proposal-note', parameters: { reason: 'link-removed' } } },
    ]);
    expect(await b.relations.propose(ibi(second.repository), AUTHOR)).toMatchObject([{ state: 'open' }]);
    expect((await a.relations.list({ direction: 'in' })).proposals.map(({ state }) => state).toSorted()).toEqual([
      'accepted',
      'open',
    ]);
  });

  it('is proposed again at once where the holder has removed its link', async () => {
    const { open } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    const second = await b.deposit({ editionOf: first.repository });
    const [{ id = '' } = {}] = (await a.relations.list({})).proposals;
    await a.relations.accept(id, AUTHOR);
    expect(await b.relations.propose(ibi(second.repository), AUTHOR)).toMatchObject([{ state: 'accepted' }]);
    await a.operations.edit(named(first.repository), { unlink: [second.repository] }, AUTHOR);
    expect(await b.relations.propose(ibi(second.repository), AUTHOR)).toMatchObject([{ state: 'open' }]);
  });

  it('is not accepted where its later editions lead back to the original', async () => {
    const { open } = createFederation();
    const [a, b, c] = [await open(), await open(), await open([serviceOf(1)])];
    const acceptAll = async ({ relations }: Pick<typeof a, 'relations'>) => {
      for (const { id, state } of (await relations.list({ direction: 'in' })).proposals) {
        if (state === 'open') await relations.accept(id, AUTHOR);
      }
    };
    const first = await a.deposit();
    const second = await b.deposit({ editionOf: first.repository });
    await acceptAll(a);
    const third = await c.deposit({ editionOf: second.repository });
    await acceptAll(b);
    await a.operations.edit(named(first.repository), { editionOf: third.repository }, AUTHOR);
    await expect(acceptAll(c)).rejects.toMatchObject({
      code: 'edition-order',
      parameters: { reason: 'loop', label: third.repository, other: first.repository },
    });
    expect((await c.archive.show(named(third.repository))).editions.last).toBe(third.repository);
  });

  it('is not made by hand where its later editions lead back to the item', async () => {
    const { open } = createFederation();
    const [a, b, c] = [await open(), await open(), await open()];
    const [first, second, third] = [await a.deposit(), await b.deposit(), await c.deposit()];
    await a.operations.edit(named(first.repository), { nextEdition: second.repository }, AUTHOR);
    await b.operations.edit(named(second.repository), { nextEdition: third.repository }, AUTHOR);
    await expect(
      c.operations.edit(named(third.repository), { nextEdition: first.repository }, AUTHOR),
    ).rejects.toMatchObject({
      code: 'edition-order',
      parameters: { reason: 'loop', label: third.repository, other: first.repository },
    });
    expect((await c.archive.show(named(third.repository))).links).toEqual([]);
  });

  it('ends where its edition was removed, or the original has moved away', async () => {
    const { open, holders } = createFederation();
    const [a, b] = [await open(), await open()];
    const [first, moved] = [await a.deposit(), await a.deposit()];
    const second = await b.deposit({ editionOf: first.repository });
    await b.deposit({ editionOf: moved.repository });
    await b.archive.remove(named(second.repository), { reason: 'deposited twice' }, AUTHOR);
    holders.set(second.repository, { kind: 'none', why: because('not-resolved', { outcome: 'removed' }) });
    await a.archive.remove(named(moved.repository), { reason: 'as if it had moved' }, AUTHOR);
    for (const { id, of } of (await a.relations.list({})).proposals) {
      const code = of === first.repository ? 'proposal-settled' : 'item-refused';
      await expect(a.relations.accept(id, AUTHOR)).rejects.toMatchObject({ code });
    }
    expect((await a.relations.list({})).proposals).toMatchObject([{ state: 'expired' }, { state: 'expired' }]);
  });

  it('is proposed after one that was removed, and takes its place where that was linked', async () => {
    const { open, holders } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    const wrong = await b.deposit({ editionOf: first.repository });
    const [{ id = '' } = {}] = (await a.relations.list({})).proposals;
    await a.relations.accept(id, AUTHOR);
    await b.operations.remove(named(wrong.repository), { reason: 'bad' }, AUTHOR);
    const right = await b.deposit({ editionOf: first.repository });
    expect(right.proposals).toMatchObject([{ state: 'open', of: first.repository, item: right.repository }]);
    const [{ id: next = '' } = {}] = (await a.relations.list({})).proposals;
    // While it is not known that the first one was removed, its link stays.
    await expect(a.relations.accept(next, AUTHOR)).rejects.toMatchObject({ code: 'edition-exists' });
    holders.set(wrong.repository, { kind: 'none', why: because('not-resolved', { outcome: 'removed' }) });
    await a.relations.accept(next, AUTHOR);
    expect((await a.archive.show(named(first.repository))).links).toMatchObject([{ label: right.repository }]);
  });

  it('is proposed to the holder of what a removed edition here was an edition of', async () => {
    const { open } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    const wrong = await b.deposit({ editionOf: first.repository });
    await b.operations.remove(named(wrong.repository), { reason: 'bad' }, AUTHOR);
    const right = await b.deposit({ editionOf: wrong.repository });
    expect(right.proposals).toMatchObject([{ state: 'open', of: first.repository, item: right.repository }]);
    const waiting = (await a.relations.list({})).proposals.find(({ item }) => item === right.repository);
    await a.relations.accept(waiting?.id ?? '', AUTHOR);
    expect((await a.archive.show(named(first.repository))).links).toMatchObject([{ label: right.repository }]);
    // The link of the removed one can be removed; nothing is said of the first any more then.
    await b.operations.edit(named(wrong.repository), { unlink: [first.repository] }, AUTHOR);
    expect(await b.relations.propose(ibi(right.repository), AUTHOR)).toEqual([]);
  });

  it('names the silence of the holder that is known already', async () => {
    const { open, holders } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    const second = await b.deposit({ editionOf: first.repository });
    holders.set(first.repository, { kind: 'none', why: because('not-resolved', { outcome: 'uncertain' }) });
    expect(await b.relations.propose(ibi(second.repository), AUTHOR)).toMatchObject([
      { state: 'open', archive: a.service, note: { parameters: { reason: 'silent' } } },
    ]);
  });

  it('tells whom to ask where the holder takes no proposals, or nobody holds it', async () => {
    const { open, answers } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    answers.delete(a.service);
    const second = await b.deposit({ editionOf: first.repository });
    expect(second.proposals).toMatchObject([
      { state: 'open', note: { code: 'proposal-note', parameters: { reason: 'ask-for-edition' } } },
    ]);
    const lost = await b.deposit({ editionOf: 'example.org/nowhere/2020/01.01.00.00' });
    expect(lost.proposals).toMatchObject([
      { state: 'open', note: { code: 'proposal-note', parameters: { reason: 'no-holder' } } },
    ]);
    expect(lost.proposals?.[0]).not.toHaveProperty('archive');
  });
});

describe('a translation of what is held elsewhere', () => {
  it('is proposed with its language, and learns that of the other', async () => {
    const { open } = createFederation();
    const [a, b] = [await open(), await open()];
    const original = await a.deposit({ language: 'pt' });
    const translation = await b.deposit({ translationOf: original.repository });
    expect((await b.archive.show(named(translation.repository))).translations).toEqual({
      en: translation.repository,
      pt: original.repository,
    });
    // The link keeps the name of the depositor, although another Archive told its language.
    const { links } = await b.archive.show(named(translation.repository));
    expect(links).toMatchObject([{ kind: 'translation', language: 'pt', origin: 'deposit', who: AUTHOR.who }]);
    const { entries } = await b.archive.history(named(translation.repository), {});
    expect(entries.map(({ who }) => who).toSorted()).toEqual([a.service, AUTHOR.who].toSorted());
    const [{ id = '', language } = {}] = (await a.relations.list({})).proposals;
    expect(language).toBe('en');
    await a.relations.accept(id, AUTHOR);
    expect((await a.archive.show(named(original.repository))).translations).toEqual({
      en: translation.repository,
      pt: original.repository,
    });
  });
});

describe('a translation elsewhere whose language is not known', () => {
  it('gets it from its Archive while the node runs, however old the link is', async () => {
    const { open, answers, wait } = createFederation();
    const [a, b] = [await open(), await open()];
    const translation = await b.deposit({ language: 'pt' });
    // The link is made as an earlier version made it, which proposed nothing.
    const { repository } = await a.items.deposit(
      {
        files: filesOf({ 'a.txt': 'a' }),
        metadata: { title: 'T' },
        language: 'en',
        translationOf: translation.repository,
      },
      AUTHOR,
    );
    const languages = async () => (await a.archive.show(named(repository))).translations;
    const own = answers.get(b.service) as RelationAnswers;
    answers.delete(b.service);
    await a.relations.tidy();
    expect(await languages()).toEqual({ en: repository });
    answers.set(b.service, own);
    await a.relations.tidy();
    expect(await languages()).toEqual({ en: repository });
    wait(DAY);
    await a.relations.tidy();
    expect(await languages()).toEqual({ en: repository, pt: translation.repository });
    expect((await b.relations.list({})).proposals).toEqual([]);
  });
});

describe('a translation after one that was removed', () => {
  it('is proposed, and takes its place where that was linked', async () => {
    const { open, holders } = createFederation();
    const [a, b] = [await open(), await open()];
    const original = await a.deposit({ language: 'pt' });
    const wrong = await b.deposit({ translationOf: original.repository });
    const [{ id = '' } = {}] = (await a.relations.list({})).proposals;
    await a.relations.accept(id, AUTHOR);
    await b.operations.remove(named(wrong.repository), { reason: 'bad' }, AUTHOR);
    holders.set(wrong.repository, { kind: 'none', why: because('not-resolved', { outcome: 'removed' }) });
    const right = await b.deposit({ translationOf: original.repository });
    expect(right.proposals).toMatchObject([{ state: 'open', of: original.repository }]);
    const [{ id: next = '' } = {}] = (await a.relations.list({})).proposals;
    await a.relations.accept(next, AUTHOR);
    expect((await a.archive.show(named(original.repository))).translations).toEqual({
      en: right.repository,
      pt: original.repository,
    });
  });
});

describe('an Archive that lies', () => {
  it('about a link that the item does not have gets no proposal accepted', async () => {
    const { open, answers } = createFederation();
    const [a, b] = [await open(), await open()];
    const [first, other] = [await a.deposit(), await b.deposit()];
    const lie = { of: first.repository, item: other.repository, by: b.service };
    expect(await propose(answers.get(a.service), lie)).toMatchObject({ outcome: 'unconfirmed' });
    const nowhere = { ...lie, item: 'example.org/nowhere/2020/01.01.00.00' };
    expect(await propose(answers.get(a.service), nowhere)).toMatchObject({ outcome: 'unconfirmed' });
    expect(await propose(answers.get(a.service), { ...lie, item: first.repository })).toMatchObject({
      outcome: 'unconfirmed',
    });
    expect(await propose(answers.get(b.service), lie)).toMatchObject({ outcome: 'unknown' });
    expect((await a.relations.list({})).proposals).toEqual([]);
  });

  it('about its own name gains nothing: the Archive that the resolver finds is asked', async () => {
    const { open, answers } = createFederation();
    const trusted = serviceOf(2);
    const [a, b, c] = [await open([trusted]), await open(), await open()];
    const first = await a.deposit();
    const second = await c.deposit({ editionOf: first.repository });
    expect((await a.relations.list({})).proposals).toMatchObject([{ archive: c.service }]);
    const lie = { of: first.repository, item: second.repository, by: b.service };
    expect(await propose(answers.get(a.service), lie)).toMatchObject({ outcome: 'pending' });
    expect((await a.relations.list({})).proposals).toMatchObject([{ archive: c.service, state: 'open' }]);
  });

  it('with many proposals cannot make the other Archive ask without limit', async () => {
    const { open, answers, sent } = createFederation();
    const [a, b] = [await open(), await open()];
    const [first, other] = [await a.deposit(), await b.deposit()];
    const lie = { of: first.repository, item: other.repository, by: b.service };
    const outcomes: string[] = [];
    for (let flood = 0; flood < 300; flood += 1) outcomes.push((await propose(answers.get(a.service), lie)).outcome);
    expect(outcomes.at(-1)).toBe('busy');
    expect(sent.length).toBeLessThanOrEqual(120);
    expect((await a.relations.list({})).proposals).toEqual([]);
  });

  it('by asking for any relation learns no title, unless the item says the relation and may be read', async () => {
    const { open, answers } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    const second = await b.deposit({ editionOf: first.repository });
    const check = (of: string): RelationMessage => ({
      subject: 'relationCheck',
      kind: 'edition',
      of: parsedLabel(of),
      item: parsedLabel(second.repository),
      archiveService: parsedLabel(first.repository),
    });
    const told = answers.get(b.service);
    expect(await told?.answer(check(first.repository))).toContain('relation.title');
    expect(await told?.answer(check('example.org/x/2020/01.01.00.00'))).not.toContain('relation.title');
    const parts = { ...b, clock: { now: () => 0n } as Clock, messenger: { send: async () => '' }, trusted: [] };
    const nothing = async () => undefined;
    const holders = { find: async () => ({ kind: 'none' }) as never, itself: nothing, lastEdition: nothing };
    const closed = createRelationAnswers({ ...parts, holders, isReadingPublic: false });
    expect(await closed.answer(check(first.repository))).not.toContain('relation.title');
  });

  it('by pointing at a private address reaches nothing there', async () => {
    const { open } = createFederation();
    const a = await open();
    const first = await a.deposit();
    const messenger = createHttpMessenger({ allowedNetworks: [] });
    const guarded = createRelationAnswers({
      isReadingPublic: true,
      ...a,
      messenger,
      holders: {
        find: async () => ({
          kind: 'held',
          archive: { address: '127.0.0.1:1', service: parsedLabel(first.repository) },
        }),
        itself: async () => undefined,
        lastEdition: async () => undefined,
      },
      trusted: [],
    });
    const lie = { of: first.repository, item: 'example.org/x/2020/01.01.00.00', by: first.repository };
    expect(await propose(guarded, lie)).toMatchObject({
      outcome: 'unconfirmed',
      reason: expect.stringContaining('private'),
    });
    await messenger.close();
  });

  it('with an Archive that answers nonsense is told that it could not be checked', async () => {
    const { open, answers } = createFederation();
    const [a, b] = [await open(), await open()];
    const first = await a.deposit();
    const second = await b.archive.deposit(
      { files: filesOf({ 'a.txt': 'a' }), editionOf: first.repository, metadata: { title: 'T' } },
      AUTHOR,
    );
    answers.set(b.service, { answer: async () => 'nonsense' });
    const lie = { of: first.repository, item: second.repository, by: b.service };
    expect(await propose(answers.get(a.service), lie)).toMatchObject({ outcome: 'unconfirmed' });
  });
});
