import { describe, expect, it } from 'vitest';
import { createSqlMembers } from '../../packages/server/src/adapters/sql/members/sql-members.ts';
import type { ItemName } from '../../packages/server/src/ports/archive/catalogue.ts';
import { createFirstHolders } from '../../packages/server/src/services/resolver/digests/first-holders.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { parsedLabel } from '../fixtures/labels.ts';

const LABEL = parsedLabel('example.org/a/2020/01.01.00.00');
const OTHER = parsedLabel('example.org/b/2020/01.01.00.00');
const ALIAS = 'alias doi:10.5555/x' as ItemName;

const of = (
  archive: number,
  item = undefined as typeof LABEL | undefined,
  instead = undefined as number | undefined,
) => ({
  archive,
  item,
  instead,
});

describe.each(DATABASES)('first holders in $name', ({ openMigrated }) => {
  it('keep their place until it is given to another in their stead', async () => {
    const members = createSqlMembers(await openMigrated());
    await members.keepFirstHolders(
      new Map([
        [LABEL as ItemName, of(3)],
        [ALIAS, of(3, LABEL)],
      ]),
    );
    await members.keepFirstHolders(
      new Map([
        [LABEL as ItemName, of(4)],
        [ALIAS, of(4, OTHER, 5)],
      ]),
    );
    expect(await members.firstHolder(LABEL)).toEqual({ archive: 3, item: undefined });
    expect(await members.firstHolder(ALIAS)).toEqual({ archive: 3, item: LABEL });
    await members.keepFirstHolders(
      new Map([
        [LABEL as ItemName, of(4, undefined, 3)],
        [ALIAS, of(3, OTHER, 3)],
      ]),
    );
    expect(await members.firstHolder(LABEL)).toEqual({ archive: 4, item: undefined });
    expect(await members.firstHolder(ALIAS)).toEqual({ archive: 3, item: OTHER });
    expect(await members.firstHolder(OTHER)).toBeUndefined();
  });

  it('are limited for each Archive, so that none takes the room of another', async () => {
    const database = await openMigrated();
    const labels = Array.from({ length: 9 }, (_, minute) => parsedLabel(`example.org/a/2020/01.01.00.0${minute}`));
    const keepAll = (archive: number) =>
      createSqlMembers(database, { maxHeld: 3 }).keepFirstHolders(
        new Map(labels.slice(archive).map((label) => [label, of(archive)])),
      );
    await keepAll(0);
    await keepAll(0);
    await keepAll(2);
    const members = createSqlMembers(database);
    const kept = await Promise.all(labels.map(async (label) => (await members.firstHolder(label))?.archive));
    expect(kept).toEqual([0, 0, 0, 2, 2, 2, undefined, undefined, undefined]);
  });

  it('are kept when they are learned, those that come together in few commits', async () => {
    const members = createSqlMembers(await openMigrated());
    let commits = 0;
    const firsts = createFirstHolders({
      members: {
        ...members,
        keepFirstHolders(holders) {
          commits += 1;
          return members.keepFirstHolders(holders);
        },
      },
      directory: { byNumber: () => ({}) as never, away: () => [] },
      now: () => performance.now(),
      onError(error) {
        throw error;
      },
    });
    const labels = Array.from({ length: 9 }, (_, minute) => parsedLabel(`example.org/a/2020/01.01.00.0${minute}`));
    await Promise.all(
      labels.map(async (label) => {
        await firsts.learn(label, { archive: 3, item: undefined });
        expect(await members.firstHolder(label)).toEqual({ archive: 3, item: undefined });
      }),
    );
    expect(commits).toBeLessThan(labels.length);
  });

  it('are known to the next process, and no more once they are revoked', async () => {
    const members = createSqlMembers(await openMigrated());
    let isRevoked = false;
    const start = () =>
      createFirstHolders({
        members,
        directory: { byNumber: () => (isRevoked ? undefined : ({} as never)), away: () => [] },
        now: () => performance.now(),
        onError(error) {
          throw error;
        },
      });
    const before = start();
    await before.learn(ALIAS, { archive: 3, item: LABEL });
    expect(await before.find(ALIAS)).toEqual({ archive: 3, item: LABEL });
    const after = start();
    expect(await after.find(ALIAS)).toEqual({ archive: 3, item: LABEL });
    isRevoked = true;
    expect(await after.find(ALIAS)).toBeUndefined();
    await after.learn(ALIAS, { archive: 4, item: OTHER });
    expect(await members.firstHolder(ALIAS)).toEqual({ archive: 4, item: OTHER });
  });
});
