import type { Label } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { createSqlJoinedResolvers } from '../../packages/server/src/adapters/sql/members/sql-joined-resolvers.ts';
import { createSqlMembers } from '../../packages/server/src/adapters/sql/members/sql-members.ts';
import { readMachineTime } from '../../packages/server/src/adapters/system/machine-time.ts';
import type { MemberDetails, MemberState, Members } from '../../packages/server/src/ports/federation/members.ts';
import { includeLocalArchive } from '../../packages/server/src/services/resolver/members/include-local.ts';
import { openMemberDirectory } from '../../packages/server/src/services/resolver/members/member-directory.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { parsedLabel } from '../fixtures/labels.ts';

const labelOf = (number: number) => parsedLabel(`example.org/archive/2026/01.01.00.${String(number).padStart(2, '0')}`);

const detailsOf = (service: Label, state: MemberState, more: Partial<MemberDetails> = {}): MemberDetails => ({
  service,
  state,
  keyHash: 'hash',
  address: undefined,
  ip: undefined,
  platformVersion: undefined,
  administratorEmail: undefined,
  isConfirmed: false,
  confirmed: undefined,
  requestedAt: 1n,
  registeredAt: undefined,
  changedAt: 1n,
  ...more,
});

const keep = (members: Members, details: MemberDetails) =>
  members.change(details.service, () => ({ kind: 'keep', member: details }));

describe.each(DATABASES)('members in $name', ({ createMigratedData, openMigrated }) => {
  it('come back as they were kept', async () => {
    const members = createSqlMembers(await openMigrated());
    const full = detailsOf(labelOf(1), 'included', {
      address: 'a.example.org:8081',
      ip: '2001:db8::1',
      platformVersion: '2014:11.09.02.16.15',
      administratorEmail: 'ana@example.org',
      isConfirmed: true,
      confirmed: { address: 'a.example.org:8081', ips: ['2001:db8::1', '192.0.2.1'] },
      requestedAt: 1_794_798_226_530_000n,
      registeredAt: 1_794_798_226_530_001n,
      changedAt: 1_794_798_226_530_002n,
    });
    expect(await keep(members, full)).toEqual({ ...full, number: 0, awaySince: undefined, revision: 1n });
    expect(await members.find(labelOf(1))).toEqual({ ...full, number: 0, awaySince: undefined, revision: 1n });
    expect(await members.find(labelOf(2))).toBeUndefined();
    const empty = detailsOf(labelOf(2), 'requested');
    expect(await keep(members, empty)).toEqual({ ...empty, number: undefined, awaySince: undefined, revision: 0n });
  });

  it('get a number when they are registered, keep it for ever, and share it with nobody', async () => {
    const members = createSqlMembers(await openMigrated());
    await keep(members, detailsOf(labelOf(1), 'requested'));
    expect(await keep(members, detailsOf(labelOf(2), 'registered'))).toMatchObject({ number: 0 });
    expect(await keep(members, detailsOf(labelOf(1), 'registered'))).toMatchObject({ number: 1 });
    expect(await keep(members, detailsOf(labelOf(1), 'revoked'))).toMatchObject({ number: 1 });
    await members.change(labelOf(1), () => ({ kind: 'forget' }));
    expect(await members.find(labelOf(1))).toMatchObject({ number: 1, state: 'revoked' });
    expect(await keep(members, detailsOf(labelOf(3), 'registered'))).toMatchObject({ number: 2 });
    expect(await keep(members, detailsOf(labelOf(1), 'included'))).toMatchObject({ number: 1 });
  });

  it('tell since when they are away, however often they are excluded', async () => {
    const members = createSqlMembers(await openMigrated());
    const become = async (state: MemberState, changedAt: bigint) =>
      (await keep(members, detailsOf(labelOf(1), state, { changedAt })))?.awaySince;
    expect(await become('registered', 1n)).toBeUndefined();
    expect(await become('included', 2n)).toBeUndefined();
    expect(await become('excluded', 3n)).toBe(3n);
    expect(await become('excluded', 4n)).toBe(3n);
    expect(await become('revoked', 5n)).toBe(5n);
    expect(await become('registered', 6n)).toBe(5n);
    expect(await become('included', 7n)).toBeUndefined();
    expect(await become('excluded', 8n)).toBe(8n);
  });

  it('are at most 65,536, and requests beyond them still wait', async () => {
    const database = await openMigrated();
    const members = createSqlMembers(database);
    await keep(members, detailsOf(labelOf(1), 'registered'));
    await database.transaction((session) => session.run('update archive_members set number = 65534'));
    expect(await keep(members, detailsOf(labelOf(2), 'registered'))).toMatchObject({ number: 65_535 });
    await expect(keep(members, detailsOf(labelOf(3), 'registered'))).rejects.toMatchObject({ code: 'archives-full' });
    expect(await members.find(labelOf(3))).toBeUndefined();
    expect(await keep(members, detailsOf(labelOf(3), 'requested'))).toMatchObject({ number: undefined });
    expect(await keep(members, detailsOf(labelOf(2), 'excluded'))).toMatchObject({ number: 65_535 });
  });

  it('are decided on one after the other, in all processes', async () => {
    const open = await createMigratedData();
    const stores = await Promise.all(Array.from({ length: 3 }, async () => createSqlMembers(await open())));
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        keep(stores[index % 3] as Members, detailsOf(labelOf(index), 'registered')),
      ),
    );
    const all = await (stores[0] as Members).list({ after: '', limit: 100 });
    const numbers = all.map(({ number }) => number).sort((one, other) => Number(one) - Number(other));
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index));
    expect(new Set(all.map(({ revision }) => revision)).size).toBe(30);
  });

  it('leave everything as it is where nothing is decided or the decision refuses', async () => {
    const members = createSqlMembers(await openMigrated());
    const kept = await keep(members, detailsOf(labelOf(1), 'registered'));
    expect(await members.change(labelOf(1), () => undefined)).toEqual(kept);
    const refuse = members.change(labelOf(1), () => {
      throw new Error('no');
    });
    await expect(refuse).rejects.toThrow('no');
    expect(await members.find(labelOf(1))).toEqual(kept);
    expect(await members.change(labelOf(2), () => undefined)).toBeUndefined();
  });

  it('tell how many requests wait', async () => {
    const members = createSqlMembers(await openMigrated());
    const count = async (): Promise<number> => {
      let counted = -1;
      await members.change(labelOf(9), (_member, { requested }) => {
        counted = requested;
        return undefined;
      });
      return counted;
    };
    expect(await count()).toBe(0);
    for (const number of [1, 2, 3]) await keep(members, detailsOf(labelOf(number), 'requested'));
    expect(await count()).toBe(3);
    await members.change(labelOf(1), () => ({ kind: 'forget' }));
    await keep(members, detailsOf(labelOf(2), 'registered'));
    expect(await count()).toBe(1);
  });

  it('are listed in the order of labels, page by page', async () => {
    const members = createSqlMembers(await openMigrated());
    for (const number of [3, 1, 2]) await keep(members, detailsOf(labelOf(number), 'registered'));
    const page = async (after: string, limit: number) =>
      (await members.list({ after, limit })).map(({ service }) => service);
    expect(await page('', 2)).toEqual([labelOf(1), labelOf(2)]);
    expect(await page(labelOf(2), 2)).toEqual([labelOf(3)]);
    expect(await page(labelOf(3), 2)).toEqual([]);
  });

  it('tell what changed, and never miss a change because a request was forgotten', async () => {
    const members = createSqlMembers(await openMigrated());
    await keep(members, detailsOf(labelOf(1), 'registered'));
    await keep(members, detailsOf(labelOf(2), 'requested'));
    const seen = (await members.changesSince(0n, 10)).at(-1)?.revision ?? 0n;
    await members.change(labelOf(2), () => ({ kind: 'forget' }));
    await keep(members, detailsOf(labelOf(3), 'registered'));
    await keep(members, detailsOf(labelOf(1), 'included'));
    const changes = await members.changesSince(seen, 10);
    expect(changes.map(({ service, state }) => [service, state])).toEqual([
      [labelOf(3), 'registered'],
      [labelOf(1), 'included'],
    ]);
    expect(await members.changesSince(seen, 1)).toHaveLength(1);
  });

  it('are known by one address each: who answers there last', async () => {
    const members = createSqlMembers(await openMigrated());
    const confirmed = { address: 'a.example.org', ips: ['192.0.2.1'] };
    await keep(members, detailsOf(labelOf(1), 'included', { address: 'a.example.org', confirmed }));
    const other = await keep(members, detailsOf(labelOf(2), 'included', { address: 'a.example.org' }));
    expect((await members.find(labelOf(1)))?.confirmed).toEqual(confirmed);
    const seen = other?.revision ?? 0n;
    await keep(members, detailsOf(labelOf(2), 'included', { address: 'a.example.org', confirmed }));
    expect((await members.find(labelOf(1)))?.confirmed).toBeUndefined();
    expect((await members.find(labelOf(2)))?.confirmed).toEqual(confirmed);
    // Every process learns of both.
    expect((await members.changesSince(seen, 10)).map(({ service }) => service)).toEqual([labelOf(2), labelOf(1)]);
  });

  it('include the Archive of the node by itself, which follows its address and stays revoked', async () => {
    const members = createSqlMembers(await openMigrated());
    let now = 1n;
    const include = (address: string) =>
      includeLocalArchive({ members, clock: { now: () => now } }, { service: labelOf(1), address });
    const first = await include('a.example.org');
    expect(first).toMatchObject({ state: 'included', number: 0, keyHash: '', isConfirmed: true, registeredAt: 1n });
    now = 2n;
    expect(await include('a.example.org')).toEqual(first);
    const moved = await include('b.example.org');
    expect(moved).toMatchObject({
      state: 'included',
      number: 0,
      address: 'b.example.org',
      requestedAt: 1n,
      changedAt: 2n,
    });
    await members.change(labelOf(1), (member) => member && { kind: 'keep', member: { ...member, state: 'revoked' } });
    expect(await include('c.example.org')).toMatchObject({ state: 'revoked', address: 'b.example.org' });
  });

  it('are seen by the directory of another process: those that are included, by their numbers', async () => {
    const open = await createMigratedData();
    const members = createSqlMembers(await open());
    const onError = (error: unknown): never => {
      throw error;
    };
    await keep(members, detailsOf(labelOf(1), 'included', { address: 'a.example.org' }));
    const confirmed: number[] = [];
    const directory = await openMemberDirectory({
      members: createSqlMembers(await open()),
      localService: labelOf(3),
      onConfirmed: (number) => confirmed.push(number),
      onError,
    });
    expect(confirmed.splice(0)).toEqual([]);
    const first = { number: 0, service: labelOf(1), address: 'a.example.org', isLocal: false };
    expect(directory.included()).toEqual([first]);
    await keep(members, detailsOf(labelOf(2), 'registered'));
    await keep(members, detailsOf(labelOf(3), 'included', { address: 'c.example.org' }));
    await keep(members, detailsOf(labelOf(1), 'included', { address: 'moved.example.org:81' }));
    await directory.refresh();
    const moved = { ...first, address: 'moved.example.org:81' };
    const own = { number: 2, service: labelOf(3), address: 'c.example.org', isLocal: true };
    expect(directory.included()).toEqual([moved, own]);
    expect(directory.byNumber(2)).toEqual(own);
    expect(directory.byNumber(1)).toBeUndefined();
    await keep(members, detailsOf(labelOf(1), 'excluded', { address: 'moved.example.org:81' }));
    await expect.poll(() => directory.included()).toEqual([own]);
    const { isLocal: _isLocal, ...away } = moved;
    expect(directory.away()).toEqual([{ ...away, state: 'excluded', since: 1n }]);
    expect(directory.away()).toBe(directory.away());
    await keep(members, detailsOf(labelOf(1), 'revoked', { address: 'moved.example.org:81', changedAt: 2n }));
    await keep(members, detailsOf(labelOf(2), 'revoked'));
    await keep(members, detailsOf(labelOf(3), 'revoked', { address: 'c.example.org' }));
    await directory.refresh();
    expect(directory.away()).toEqual([{ ...away, state: 'revoked', since: 2n }]);
    await keep(members, detailsOf(labelOf(1), 'included', { address: 'moved.example.org:81' }));
    await directory.refresh();
    expect([directory.included(), directory.away()]).toEqual([[moved], []]);
    await keep(members, detailsOf(labelOf(1), 'included', { address: 'moved.example.org:81', isConfirmed: true }));
    expect(confirmed).toEqual([]);
    await directory.refresh();
    expect(confirmed).toEqual([0]);
    await directory.close();
  });
});

describe.each(DATABASES)('alerts in $name', ({ openMigrated }) => {
  const claims = [
    { service: labelOf(1), address: 'a.example.org', url: 'http://a.example.org/x', timestamp: '2026-01-01T00:00:00Z' },
    { service: labelOf(2), address: 'b.example.org' },
  ];

  it('are kept once for each label, with the newest claims and how often they were seen', async () => {
    const alerts = createSqlMembers(await openMigrated());
    await alerts.noteAlert({ ibi: 'A', claims: [], at: 1n });
    await alerts.noteAlert({ ibi: 'B', claims, at: 2n });
    await alerts.noteAlert({ ibi: 'A', claims, at: 3n });
    expect(await alerts.listAlerts({ after: undefined, limit: 10 })).toEqual([
      { ibi: 'A', claims, firstSeenAt: 1n, lastSeenAt: 3n, times: 2 },
      { ibi: 'B', claims, firstSeenAt: 2n, lastSeenAt: 2n, times: 1 },
    ]);
    expect(await alerts.findAlert('B')).toEqual({ ibi: 'B', claims, firstSeenAt: 2n, lastSeenAt: 2n, times: 1 });
    expect(await alerts.findAlert('C')).toBeUndefined();
  });

  it('are listed page by page, and the oldest make room', async () => {
    const alerts = createSqlMembers(await openMigrated(), { maxAlerts: 4 });
    for (const [index, ibi] of ['A', 'B', 'C', 'D', 'E', 'F'].entries()) {
      await alerts.noteAlert({ ibi, claims: [], at: BigInt(Math.floor(index / 2)) });
    }
    const [first, second] = await alerts.listAlerts({ after: undefined, limit: 2 });
    expect([first?.ibi, second?.ibi]).toEqual(['F', 'E']);
    const rest = await alerts.listAlerts({ after: second, limit: 9 });
    expect(rest.map(({ ibi }) => ibi)).toEqual(['D', 'C']);
  });
});

describe.each(DATABASES)('joined resolvers in $name', ({ openMigrated }) => {
  it('are known by what they last said', async () => {
    const joined = createSqlJoinedResolvers(await openMigrated(), readMachineTime);
    expect(await joined.find('http://urlib.net')).toBeUndefined();
    const first = {
      state: { kind: 'unreachable', why: { detail: 'it does not answer' } },
      address: 'a.example.org',
      at: 1n,
    } as const;
    const second = { state: { kind: 'included', confirmed: true }, address: 'b.example.org', at: 2n } as const;
    await joined.save('http://urlib.net', first);
    expect(await joined.find('http://urlib.net')).toEqual(first);
    await joined.save('http://urlib.net', second);
    expect(await joined.find('http://urlib.net')).toEqual(second);
  });
});
