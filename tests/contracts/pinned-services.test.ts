import { type IbiForms, type Ibip, parseIbip, parseRepositoryName, type RepositoryName } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { createSqlMembers } from '../../packages/server/src/adapters/sql/members/sql-members.ts';
import type { IsServiceOf } from '../../packages/server/src/services/resolver/asking/searching/read-list.ts';
import { openServiceIdentity } from '../../packages/server/src/services/resolver/members/service-identity.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { parsedLabel, repositoryLabel } from '../fixtures/labels.ts';

const NAME = repositoryLabel('example.org/archive/2020/01.01.00.00');
const OTHER_NAME = repositoryLabel('example.org/other/2020/01.01.00.00');
const IBIP = parsedLabel('8JMKD3MGP8W/34PGRBS');
const OTHER_IBIP = parsedLabel('LK47B6W/362SFKH');

const formsOf = (name: string | undefined, ibip?: string): IbiForms => {
  const repository = name === undefined ? undefined : parseRepositoryName(name);
  const opaque = ibip === undefined ? undefined : parseIbip(ibip);
  return {
    repository: repository?.ok ? (repository.value as RepositoryName) : undefined,
    ibip: opaque?.ok ? (opaque.value as Ibip) : undefined,
  } as IbiForms;
};

describe.each(DATABASES)('names of Archive services in $name', ({ openMigrated }) => {
  it('are pinned when first seen, for ever and for every process', async () => {
    const database = await openMigrated();
    const members = createSqlMembers(database);
    const start = (): Promise<IsServiceOf> =>
      openServiceIdentity({
        members,
        onError: (error) => {
          throw error;
        },
      });
    const isServiceOf = await start();
    expect(isServiceOf(IBIP, formsOf(undefined, IBIP))).toBe(true);
    expect(isServiceOf(IBIP, formsOf(undefined, OTHER_IBIP))).toBe(false);
    expect(isServiceOf(IBIP, formsOf(NAME, OTHER_IBIP))).toBe(true);
    expect(isServiceOf(IBIP, formsOf(NAME))).toBe(true);
    expect(isServiceOf(IBIP, formsOf(OTHER_NAME, IBIP))).toBe(false);
    await expect.poll(() => members.pinnedNames()).toEqual(new Map([[IBIP, NAME]]));
    expect(await members.pinName(IBIP, OTHER_NAME)).toBe(NAME);
    const later = await start();
    expect(later(IBIP, formsOf(OTHER_NAME))).toBe(false);
    expect(later(IBIP, formsOf(NAME))).toBe(true);
  });

  it('need no pin where the member was registered by one', async () => {
    const database = await openMigrated();
    const members = createSqlMembers(database);
    const isServiceOf = await openServiceIdentity({ members, onError: () => undefined });
    expect(isServiceOf(NAME, formsOf(NAME, IBIP))).toBe(true);
    expect(isServiceOf(NAME, formsOf(undefined, IBIP))).toBe(true);
    expect(isServiceOf(NAME, formsOf(OTHER_NAME, IBIP))).toBe(false);
    expect(await members.pinnedNames()).toEqual(new Map());
  });
});
