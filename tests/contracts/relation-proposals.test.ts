import { describe, expect, it } from 'vitest';
import { createSqlRelationProposals } from '../../packages/server/src/adapters/sql/catalogue/sql-relation-proposals.ts';
import type { ProposalRecord } from '../../packages/server/src/ports/archive/relation-proposals.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';

const record = (item: string, more: Partial<ProposalRecord> = {}): ProposalRecord => ({
  direction: 'in',
  kind: 'edition',
  of: repositoryLabel('example.org/a'),
  item: repositoryLabel(item),
  state: 'open',
  language: undefined,
  title: 'Título',
  archive: repositoryLabel('example.org/service'),
  address: 'b.example.org',
  note: undefined,
  who: undefined,
  at: 10n,
  changedAt: 10n,
  askedAt: 10n,
  ...more,
});

describe.each(DATABASES)('proposals in $name', ({ openMigrated }) => {
  const open = async () => createSqlRelationProposals(await openMigrated());

  it('are kept as they are, each once', async () => {
    const proposals = await open();
    const first = await proposals.save(record('b'));
    expect(first).toMatchObject(record('b'));
    expect(await proposals.find(record('b'))).toEqual(first);
    expect(await proposals.get(first.number)).toEqual(first);
    const again = await proposals.save(
      record('b', { state: 'refused', note: { detail: 'no' }, who: 'Ana', changedAt: 11n }),
    );
    expect(again).toEqual({ ...first, state: 'refused', note: { detail: 'no' }, who: 'Ana', changedAt: 11n });
    expect(await proposals.list({ limit: 9 })).toEqual([again]);
    const x = repositoryLabel('x');
    for (const other of [{ direction: 'out' }, { kind: 'translation' }, { of: x }, { item: x }] as const) {
      expect(await proposals.find({ ...record('b'), ...other })).toBeUndefined();
    }
    await proposals.remove(record('b'));
    expect(await proposals.get(first.number)).toBeUndefined();
  });

  it('are listed, the latest first, by direction and by item', async () => {
    const proposals = await open();
    for (const item of ['b', 'c', 'd']) await proposals.save(record(item));
    await proposals.save(record('e', { direction: 'out', of: repositoryLabel('d') }));
    const items = async (filter: Omit<Parameters<typeof proposals.list>[0], 'limit'>, limit = 9) =>
      (await proposals.list({ ...filter, limit })).map(({ item }) => item);
    expect(await items({})).toEqual(['e', 'd', 'c', 'b']);
    expect(await items({ direction: 'in' }, 2)).toEqual(['d', 'c']);
    expect(await items({ label: repositoryLabel('d') })).toEqual(['e', 'd']);
    const [, second] = await proposals.list({ limit: 2 });
    expect(await items({ before: second?.number })).toEqual(['c', 'b']);
  });

  it('are counted while they are open, and expire', async () => {
    const proposals = await open();
    await proposals.save(record('b'));
    await proposals.save(record('c', { archive: repositoryLabel('example.org/other'), at: 20n }));
    await proposals.save(record('d', { state: 'accepted' }));
    await proposals.save(record('e', { direction: 'out' }));
    expect(await proposals.countOpen('in')).toBe(2);
    expect(await proposals.countOpen('in', repositoryLabel('example.org/other'))).toBe(1);
    await proposals.expire(15n, 30n);
    expect(await proposals.countOpen('in')).toBe(1);
    expect(await proposals.find(record('b'))).toMatchObject({ state: 'expired', changedAt: 30n });
    expect(await proposals.find(record('d'))).toMatchObject({ state: 'accepted', changedAt: 10n });
  });

  it('that go out are asked for again, the longest waiting first', async () => {
    const proposals = await open();
    for (const [item, askedAt] of [
      ['b', 7n],
      ['c', 3n],
      ['d', 9n],
    ] as const) {
      await proposals.save(record(item, { direction: 'out', askedAt }));
    }
    await proposals.save(record('e', { askedAt: 0n }));
    await proposals.save(record('f', { direction: 'out', state: 'refused', askedAt: 0n }));
    expect((await proposals.listUnasked(9n, 9)).map(({ item }) => item)).toEqual(['c', 'b']);
    expect((await proposals.listUnasked(99n, 1)).map(({ item }) => item)).toEqual(['c']);
  });
});
