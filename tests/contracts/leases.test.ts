import { fingerprintOf, formatSet } from '@perene/core/federation';
import { describe, expect, it } from 'vitest';
import {
  createSqlLabelChanges,
  keepLabelChange,
} from '../../packages/server/src/adapters/sql/catalogue/sql-label-changes.ts';
import { createSqlJoinedResolvers } from '../../packages/server/src/adapters/sql/members/sql-joined-resolvers.ts';
import { createSqlMembers } from '../../packages/server/src/adapters/sql/members/sql-members.ts';
import { readMachineTime } from '../../packages/server/src/adapters/system/machine-time.ts';
import { openLeaseBook } from '../../packages/server/src/services/resolver/leases/lease-book.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { parsedLabel, repositoryLabel } from '../fixtures/labels.ts';

const RESOLVER = 'http://resolver.example.org';
const LABELS = ['a', 'b', 'c'].map(repositoryLabel);
const MEMBER = {
  keyHash: 'hash',
  address: undefined,
  ip: undefined,
  platformVersion: undefined,
  administratorEmail: undefined,
  isConfirmed: true,
  confirmed: undefined,
  requestedAt: 1n,
  registeredAt: 1n,
  changedAt: 1n,
};
const grant = (id: string, seconds = 30) => ({ id, seconds });

describe.each(DATABASES)('leases that an Archive has noted in $name', ({ createMigratedData, openMigrated }) => {
  it('bind every process, with the clock that they are measured by', async () => {
    const open = await createMigratedData();
    const [first, second] = [await open(), await open()].map((one) => createSqlJoinedResolvers(one, readMachineTime));
    expect(await second?.leases()).toEqual([]);
    const noted = await first?.noteLease(RESOLVER, grant('a'), 'term');
    expect(noted).toMatchObject({ id: 'a', term: 'term', seconds: 30, announced: 0 });
    const [binding] = (await second?.leases()) ?? [];
    expect(binding).toMatchObject({ resolver: RESOLVER, lease: noted });
    expect(binding?.now.wall).toBeGreaterThanOrEqual(noted?.notedAt.wall ?? Number.POSITIVE_INFINITY);
    expect(await first?.noteLease(RESOLVER, grant('b', 5), 'other')).toMatchObject({
      id: 'b',
      term: 'term',
      seconds: 30,
    });
    // This ends nothing, because the lease that was seen is not the newest any more.
    if (binding) await second?.endLease(binding);
    const [newer] = (await second?.leases()) ?? [];
    expect(newer?.lease.id).toBe('b');
    if (newer) await second?.endLease(newer);
    expect(await first?.leases()).toEqual([]);
    expect(await first?.noteLease(RESOLVER, grant('c'), 'other')).toMatchObject({ term: 'other' });
    await first?.noteLease('http://another.example.org', grant('d'), 'third');
    expect((await second?.leases())?.map(({ lease }) => lease.term)).toEqual(['third', 'other']);
  });

  it('begin at the last change of labels, and tell what the resolver has received since', async () => {
    const database = await openMigrated();
    const [leases, changes] = [createSqlJoinedResolvers(database, readMachineTime), createSqlLabelChanges(database)];
    expect(await changes.last()).toBe(0);
    const add = (label: string) => database.transaction(async (session) => keepLabelChange(session, label, 'added'));
    await add('a');
    await add('b');
    const last = await changes.last();
    expect(last).toBe((await changes.after(0, 10)).at(-1)?.number);
    expect(await leases.noteLease(RESOLVER, grant('a'), 'term')).toMatchObject({ announced: last });
    await add('c');
    expect(await leases.noteLease(RESOLVER, grant('b'), 'term')).toMatchObject({ announced: last });
    const announced = async () => (await leases.leases())[0]?.lease.announced;
    await leases.raiseLease(RESOLVER, last + 1);
    expect(await announced()).toBe(last + 1);
    await leases.raiseLease(RESOLVER, last);
    expect(await announced()).toBe(last + 1);
  });
});

describe.each(DATABASES)('leases that a resolver has given in $name', ({ openMigrated }) => {
  it('are held once they are accepted, and seen by whoever reads on', async () => {
    const members = createSqlMembers(await openMigrated());
    const first = await members.leasesSince(undefined);
    expect(first).toEqual({ place: { revision: 0n, number: 0n }, leases: [], announcements: [], hasGaps: false });
    await members.hear({ member: 3, held: undefined, grant: grant('a') });
    await members.hear({ member: 4, held: { id: 'b', term: 't' }, grant: grant('b') });
    const second = await members.leasesSince(first.place);
    expect(second.leases).toEqual([
      { member: 3, given: { granted: grant('a'), held: undefined } },
      { member: 4, given: { granted: grant('b'), held: undefined } },
    ]);
    await members.hear({ member: 3, held: { id: 'a', term: 't' }, grant: grant('c', 9) });
    const third = await members.leasesSince(second.place);
    const after = { member: 3, given: { granted: grant('c', 9), held: { ...grant('a'), term: 't' } } };
    expect(third.leases).toEqual([after]);
    expect((await members.leasesSince(third.place)).leases).toEqual([]);
    expect((await members.leasesSince(undefined)).leases).toHaveLength(2);
  });

  it('come with announcements, in order, as long as these are kept', async () => {
    const database = await openMigrated();
    const members = createSqlMembers(database);
    await members.hear({ member: 1, held: undefined, grant: grant('a') });
    const announce = (added: string | undefined) =>
      members.hear({ member: 1, held: { id: 'a', term: 't' }, announcement: { added } });
    await announce('one');
    const first = await members.leasesSince(undefined);
    expect(first).toMatchObject({
      announcements: [{ member: 1, added: 'one' }],
      leases: [{ given: { held: { id: 'a', term: 't' } } }],
    });
    await announce('two');
    await announce(undefined);
    const second = await members.leasesSince(first.place);
    expect(second).toMatchObject({
      announcements: [
        { member: 1, added: 'two' },
        { member: 1, added: undefined },
      ],
      hasGaps: false,
    });
    await announce('three');
    await announce('four');
    await database.transaction((session) => session.run('delete from announcements where number < 5'));
    expect(await members.leasesSince(second.place)).toMatchObject({
      announcements: [{ member: 1, added: 'four' }],
      hasGaps: true,
    });
  });

  it('keep what Archives announced that are switched off or revoked, since only a database can tell it then', async () => {
    const database = await openMigrated();
    const members = createSqlMembers(database);
    const states = ['included', 'excluded', 'revoked'] as const;
    for (const [number, state] of states.entries()) {
      const service = parsedLabel(`example.org/archive/2026/01.01.00.0${number}`);
      await members.change(service, () => ({ kind: 'keep', member: { ...MEMBER, service, state } }));
    }
    const announce = (member: number, added: string) =>
      members.hear({ member, held: undefined, announcement: { added } });
    for (const member of [0, 1, 2])
      await announce(member, formatSet(Float64Array.of(fingerprintOf(LABELS[member] ?? ''))));
    await database.transaction((session) =>
      session.run('insert into announcements (number, member, added) values (6000, 0, null)'),
    );
    await announce(0, 'late');
    expect((await members.leasesSince(undefined)).announcements.map(({ member }) => member)).toEqual([1, 2, 0, 0]);
    const restarted = await openLeaseBook({
      members,
      now: () => ({ monotonic: 0, wall: 0 }),
      onError: () => undefined,
    });
    expect(LABELS.map((label) => restarted.announcersOf(label))).toEqual([[], [1], [2]]);
    await restarted.close();
  });
});
