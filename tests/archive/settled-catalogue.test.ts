import { describe, expect, it } from 'vitest';
import { createSqlJoinedResolvers } from '../../packages/server/src/adapters/sql/members/sql-joined-resolvers.ts';
import { createSqlTableStore } from '../../packages/server/src/adapters/sql/node/sql-table-store.ts';
import { readMachineTime } from '../../packages/server/src/adapters/system/machine-time.ts';
import { settleCatalogue } from '../../packages/server/src/services/archive/exchange/settled-catalogue.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibipLabel, repositoryLabel } from '../fixtures/labels.ts';
import { createTestStore } from './test-store.ts';

const DATES = { createdAt: 1n, updatedAt: 1n };
const AUTHOR = { who: 'Ana', at: 1n };
const ITEM = {
  repository: repositoryLabel('example.org/a/2020/01.01.00.00'),
  ibips: [],
  content: 'Data',
  state: { kind: 'original' },
} as const;

describe.each(DATABASES)('a catalogue that waits for announcements, in $name', ({ openMigrated }) => {
  it('settles what was written before it answers, and what an earlier request has written', async () => {
    const { catalogue } = await createTestStore(await openMigrated());
    const seen: string[] = [];
    const settled = settleCatalogue(catalogue, async () => {
      seen.push((await catalogue.find(ITEM.repository)) === undefined ? 'not there' : 'there');
    });
    const request = { key: 'key', fingerprint: 'same' };
    expect(await settled.findRequest(request.key)).toBeUndefined();
    expect(await settled.findTransfer('id')).toBeUndefined();
    expect(seen).toEqual([]);
    await settled.add([{ ...ITEM, ...DATES }], { ...AUTHOR, request });
    expect(seen.splice(0)).toEqual(['there']);
    expect(await settled.findRequest(request.key)).toMatchObject({ repository: ITEM.repository });
    expect(seen.splice(0)).toEqual(['there']);
    const item = await settled.find(ITEM.repository);
    if (item === undefined) throw new Error('it is not there');
    await settled.change([{ item, change: { addIbips: [ibipLabel('LK47B6W/362SFKH')] } }], {
      ...AUTHOR,
      action: 'changed',
    });
    expect(seen.splice(0)).toEqual(['there']);
    await expect(settled.add([{ ...ITEM, ...DATES }], AUTHOR)).rejects.toMatchObject({ code: 'label-taken' });
    expect(seen).toEqual([]);
  });
});

describe.each(DATABASES)('an Archive that is restored in $name', ({ openMigrated, openEmpty }) => {
  it.each([
    ['that joins a resolver waits for one lease', true],
    ['that joins none is bound by nothing', false],
  ])('%s', async (_what, isJoined) => {
    const database = await openMigrated();
    const resolvers = createSqlJoinedResolvers(database, readMachineTime);
    await resolvers.noteLease('http://resolver.example.org', { id: 'a', seconds: 30 }, 'before');
    if (isJoined) {
      const joined = { state: { kind: 'excluded' }, address: 'a.example.org', at: 1n } as const;
      await resolvers.save('http://resolver.example.org', joined);
    }
    const tables = new Map<string, readonly string[]>();
    const version = await createSqlTableStore(database).dump({
      rows: async (name, lines) => void tables.set(name, [...(tables.get(name) ?? []), ...lines]),
      files: async () => undefined,
    });
    const empty = await openEmpty();
    const store = createSqlTableStore(empty);
    await store.prepare(version);
    await store.load(
      [...tables].map(([name, lines]) => ({
        name,
        async *lines() {
          for (const [index, text] of lines.entries()) yield { number: index + 1, text, end: 0 };
        },
      })),
      { notBefore: 1n },
    );
    const restored = await createSqlJoinedResolvers(empty, readMachineTime).leases();
    expect(restored.map(({ resolver, lease }) => [resolver, lease.term, lease.seconds])).toEqual(
      isJoined ? [['', 'restored', 30]] : [],
    );
  });
});
