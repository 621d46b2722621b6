import { join } from 'node:path';
import { refuse } from '@perene/api/refusals';
import { parseIbi } from '@perene/core';
import { fingerprintOf, formatSet } from '@perene/core/federation';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpMessenger } from '../../packages/server/src/adapters/peers/http-messenger.ts';
import {
  createSqlLabelChanges,
  keepLabelChange,
} from '../../packages/server/src/adapters/sql/catalogue/sql-label-changes.ts';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { createSqlJoinedResolvers } from '../../packages/server/src/adapters/sql/members/sql-joined-resolvers.ts';
import { createSqlMembers } from '../../packages/server/src/adapters/sql/members/sql-members.ts';
import { migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import { readMachineTime } from '../../packages/server/src/adapters/system/machine-time.ts';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import { createLabelAnnouncer } from '../../packages/server/src/services/archive/exchange/joining/announce-labels.ts';
import { keepLease } from '../../packages/server/src/services/archive/exchange/joining/keep-lease.ts';
import { createLeaseMessages } from '../../packages/server/src/services/archive/exchange/joining/lease-messages.ts';
import { openLeaseBook } from '../../packages/server/src/services/resolver/leases/lease-book.ts';
import { parsedLabel, repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { startResolver, type TestResolver } from './membership-resolver.ts';

const SERVICE = parsedLabel('example.org/archive/2020/01.01.00.00');
const KEY = '12345678901234567890';
const PAUSES = { tickMs: 20, renewMs: 100, firstRetryMs: 20, longestRetryMs: 200 };
const POLL = { interval: 20 };

const openDatabase = async (folder = createTemporaryFolder()) => {
  const database = openSqliteDatabase(join(folder, 'perene.sqlite'));
  onTestFinished(() => database.close());
  await migrate(database);
  return database;
};

/** Opens the labels of an Archive, with what binds it to the resolver; `hear` may lose messages. */
const openArchive = async (
  resolver: { readonly url: string },
  {
    hear = () => true,
    hasMessages = true,
    folder,
  }: {
    readonly hear?: (query: string) => boolean;
    readonly hasMessages?: boolean;
    readonly folder?: string;
  } = {},
) => {
  const database = await openDatabase(folder);
  const service = parseIbi(SERVICE);
  if (!service.ok) throw new Error(SERVICE);
  const sent: string[] = [];
  const messenger = createHttpMessenger({ allowedNetworks: [] });
  onTestFinished(() => messenger.close());
  let passedMs = 0;
  const monotonicMs = () => performance.now() + passedMs;
  const messages = createLeaseMessages({
    resolver: resolver.url,
    messenger: {
      async sendToResolver(url, query, limits) {
        sent.push(new URLSearchParams(query).get('servicesubject') ?? '');
        if (!hear(query)) throw refuse('peer-unreachable', { reason: 'silent', origin: 'it' });
        return messenger.sendToResolver(url, query, limits);
      },
    },
    archiveService: service.value,
    registrationKey: KEY,
  });
  const joined = createSqlJoinedResolvers(database, readMachineTime);
  const announcer = createLabelAnnouncer({
    joined,
    changes: createSqlLabelChanges(database),
    openMessages: async () => (hasMessages ? messages : undefined),
    findClaim: async () => undefined,
    monotonicMs,
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 10)),
  });
  const errors: unknown[] = [];
  const denials: string[] = [];
  return {
    joined,
    denials,
    announcer,
    errors,
    sent: () => sent.splice(0),
    /** Moves the clock for whoever waits. */
    letPass(milliseconds: number): void {
      passedMs += milliseconds;
    },
    commit: (...labels: readonly string[]) =>
      database.transaction(async (session) => {
        for (const label of labels) await keepLabelChange(session, label, 'added');
      }),
    keep() {
      const kept = keepLease(
        {
          messages,
          joined,
          announcer,
          secrets: createQuickSecrets(),
          monotonicMs,
          onDenied: (reason) => denials.push(reason),
          onError: (error) => errors.push(error),
        },
        PAUSES,
      );
      onTestFinished(() => kept.stop());
      return kept;
    },
  };
};

const include = async ({ members, directory }: TestResolver): Promise<void> => {
  const included = { state: 'included', address: 'a.example.org', isConfirmed: true } as const;
  await members.change(SERVICE, (member) => member && { kind: 'keep', member: { ...member, ...included } });
  await directory.refresh();
};

const startMember = async (): Promise<TestResolver> => {
  const resolver = await startResolver();
  await resolver.register(SERVICE, KEY);
  await include(resolver);
  return resolver;
};

/** Waits until the resolver counts on the lease, which it does as soon as a digest covers it. */
const whenHeld = async ({ leases }: TestResolver): Promise<void> => {
  await leases.refresh();
  leases.beginDigest(0)();
  await expect
    .poll(async () => {
      await leases.refresh();
      leases.beginDigest(0)();
      return leases.speaksUntil(0) !== undefined;
    }, POLL)
    .toBe(true);
};

describe('an Archive with a lease', () => {
  it('announces a label before it is acknowledged, in one message for all who wait', async () => {
    const resolver = await startMember();
    const archive = await openArchive(resolver);
    archive.keep();
    await whenHeld(resolver);
    archive.sent();
    await archive.commit('a', 'b');
    await archive.announcer.settle();
    expect(resolver.leases.announcersOf(repositoryLabel('A'))).toEqual([0]);
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await archive.commit(`label ${index}`);
        await archive.announcer.settle();
      }),
    );
    for (let index = 0; index < 20; index += 1)
      expect(resolver.leases.announcersOf(repositoryLabel(`label ${index}`))).toEqual([0]);
    expect(archive.sent().filter((subject) => subject === 'announcement').length).toBeLessThan(20);
    expect(resolver.leases.speaksUntil(0)).toBeDefined();
    expect(archive.errors).toEqual([]);
  });

  it('tells a digest is needed where labels are too many for a message', async () => {
    const resolver = await startMember();
    const archive = await openArchive(resolver);
    archive.keep();
    await whenHeld(resolver);
    const missed: boolean[] = [];
    resolver.leases.watch((_member, hasMissed) => missed.push(hasMissed));
    const covered = resolver.leases.beginDigest(0);
    await archive.commit(...Array.from({ length: 900 }, (_, index) => `label ${index}`));
    await archive.announcer.settle();
    expect(missed).toContain(true);
    covered();
    expect([resolver.leases.speaksUntil(0), resolver.leases.isBehind(0)]).toEqual([undefined, true]);
    resolver.leases.beginDigest(0)();
    expect(resolver.leases.speaksUntil(0)).toBeDefined();
  });

  it('waits for the lease to end where the resolver is silent, and then begins another term', async () => {
    const resolver = await startMember();
    let isHeard = true;
    const archive = await openArchive(resolver, { hear: () => isHeard });
    const kept = archive.keep();
    await whenHeld(resolver);
    await kept.stop();
    archive.sent();
    isHeard = false;
    await archive.commit('a');
    let isSettled = false;
    const settled = archive.announcer.settle().then(() => {
      isSettled = true;
    });
    await expect.poll(() => archive.sent().length, POLL).toBeGreaterThan(0);
    const [before] = await archive.joined.leases();
    expect([isSettled, before === undefined]).toEqual([false, false]);
    archive.letPass(30_000);
    await settled;
    expect(await archive.joined.leases()).toEqual([]);
    isHeard = true;
    archive.keep();
    await expect.poll(async () => (await archive.joined.leases()).length, POLL).toBe(1);
    const [after] = await archive.joined.leases();
    expect(after?.lease.term).not.toBe(before?.lease.term);
    // Only a digest that is asked for from now on has the label.
    await resolver.leases.refresh();
    await expect.poll(() => resolver.leases.isBehind(0), POLL).toBe(true);
  });

  it('is not renewed while the resolver takes no announcements, so that nobody waits for ever', async () => {
    const resolver = await startMember();
    const archive = await openArchive(resolver, { hear: (query) => !query.includes('announcement') });
    archive.keep();
    await whenHeld(resolver);
    await archive.commit('a');
    const waiting = archive.announcer.settle();
    const afterAnnouncements = async (number: number): Promise<readonly string[]> => {
      const sent: string[] = [];
      await expect
        .poll(() => {
          sent.push(...archive.sent());
          return sent.filter((subject) => subject === 'announcement').length;
        }, POLL)
        .toBeGreaterThanOrEqual(number);
      return sent;
    };
    // The first announcement may overtake a renewal that was on its way before the label came.
    await afterAnnouncements(5);
    const [before] = await archive.joined.leases();
    expect(await afterAnnouncements(20)).not.toContain('leaseRequest');
    expect(await archive.joined.leases()).toMatchObject([{ lease: before?.lease }]);
    archive.letPass(30_000);
    await waiting;
  });

  it('binds a command that knows no resolver: the node announces for it', async () => {
    const resolver = await startMember();
    const folder = createTemporaryFolder();
    const node = await openArchive(resolver, { folder });
    const command = await openArchive(resolver, { folder, hasMessages: false });
    await command.commit('before');
    await command.announcer.settle();
    node.keep();
    await whenHeld(resolver);
    await command.commit('a');
    await command.announcer.settle();
    await resolver.leases.refresh();
    expect(resolver.leases.announcersOf(repositoryLabel('a'))).toEqual([0]);
    expect(command.sent()).toEqual([]);
  });

  it('gets none while it is not included, and hears why', async () => {
    const resolver = await startResolver();
    const archive = await openArchive(resolver);
    archive.keep();
    await expect.poll(() => archive.denials.at(-1), POLL).toBe('this Archive is not registered');
    await resolver.register(SERVICE, KEY);
    await expect.poll(() => archive.denials.at(-1), POLL).toBe('this Archive is not included: it has to ask for that');
    expect(await archive.joined.leases()).toEqual([]);
    await include(resolver);
    await expect.poll(async () => (await archive.joined.leases()).length, POLL).toBe(1);
  });

  it('asks a resolver that knows no leases less and less, and is bound by nothing', async () => {
    const resolver = await startResolver();
    const archive = await openArchive(resolver);
    const kept = archive.keep();
    await expect.poll(() => archive.sent().length, POLL).toBeGreaterThan(0);
    await archive.commit('a');
    await archive.announcer.settle();
    expect(await archive.joined.leases()).toEqual([]);
    await resolver.register(SERVICE, KEY);
    await include(resolver);
    kept.wake();
    await expect.poll(async () => (await archive.joined.leases()).length, POLL).toBe(1);
  });
});

describe('processes of a resolver', () => {
  it('know what another one was told, and count a lease from before they could have seen it', async () => {
    const database = await openDatabase();
    const members = createSqlMembers(database);
    let now = 0;
    const open = async () => {
      const book = await openLeaseBook({
        members,
        now: () => ({ monotonic: now, wall: now }),
        onError: (error) => {
          throw error;
        },
      });
      onTestFinished(() => book.close());
      return book;
    };
    const book = await open();
    await members.hear({ member: 5, held: undefined, grant: { id: 'a', seconds: 30 } });
    now = 10_000;
    await members.hear({ member: 5, held: { id: 'a', term: 't' }, grant: { id: 'b', seconds: 30 } });
    await book.refresh();
    book.beginDigest(5)();
    expect(book.speaksUntil(5)?.monotonic).toBeLessThanOrEqual(29_400);
    expect(book.speaksUntil(6)).toBeUndefined();
    const late = await open();
    late.beginDigest(5)();
    expect(late.speaksUntil(5)).toBeUndefined();
    await members.hear({ member: 5, held: { id: 'b', term: 't' }, grant: { id: 'c', seconds: 30 } });
    await Promise.all([book.refresh(), late.refresh()]);
    expect(book.speaksUntil(5)).toBeDefined();
    expect(late.speaksUntil(5)).toBeUndefined();
    await members.hear({ member: 5, held: { id: 'c', term: 't' }, grant: { id: 'd', seconds: 30 } });
    await late.refresh();
    expect(late.speaksUntil(5)).toBeDefined();
  });

  it('keep what is announced while a digest is on its way', async () => {
    const database = await openDatabase();
    const members = createSqlMembers(database);
    const book = await openLeaseBook({
      members,
      now: () => ({ monotonic: 0, wall: 0 }),
      onError: (error) => {
        throw error;
      },
    });
    onTestFinished(() => book.close());
    const announce = async (label: string): Promise<void> => {
      const added = formatSet(Float64Array.of(fingerprintOf(label)));
      await members.hear({ member: 5, held: undefined, announcement: { added } });
      await book.refresh();
    };
    await announce('before');
    const cover = book.beginDigest(5);
    await announce('meanwhile');
    expect(['before', 'meanwhile'].map((text) => book.announcersOf(repositoryLabel(text)))).toEqual([[5], [5]]);
    cover();
    expect(['before', 'meanwhile'].map((text) => book.announcersOf(repositoryLabel(text)))).toEqual([[], [5]]);
  });

  it('ask for digests where they have missed announcements', async () => {
    const database = await openDatabase();
    const members = createSqlMembers(database);
    const now = () => ({ monotonic: 0, wall: 0 });
    const book = await openLeaseBook({ members, now, onError: () => undefined });
    onTestFinished(() => book.close());
    await members.hear({ member: 5, held: undefined, grant: { id: 'a', seconds: 30 } });
    await members.hear({ member: 5, held: { id: 'a', term: 't' }, announcement: { added: undefined } });
    await book.refresh();
    book.beginDigest(5)();
    expect(book.speaksUntil(5)).toBeDefined();
    for (const _ of [1, 2]) await members.hear({ member: 7, held: undefined, announcement: { added: undefined } });
    await database.transaction((session) => session.run('delete from announcements where number = 2'));
    await book.refresh();
    expect(book.speaksUntil(5)).toBeUndefined();
  });
});

it('an inclusion that is confirmed closes the circuit of the Archive at once', async () => {
  const resolver = await startMember();
  const fail = (): void => {
    for (const _ of [1, 2, 3]) resolver.circuits.failed(0);
  };
  fail();
  expect(resolver.circuits.mayAsk(0)).toBe(false);
  await include(resolver);
  expect(resolver.circuits.healthOf(0)).toEqual({ kind: 'answering' });
});
