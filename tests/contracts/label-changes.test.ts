import { describe, expect, it } from 'vitest';
import { createSqlLabelChanges } from '../../packages/server/src/adapters/sql/catalogue/sql-label-changes.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import type { LabelChange } from '../../packages/server/src/ports/archive/catalogue-records.ts';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibipLabel, named, repositoryLabel } from '../fixtures/labels.ts';

const FILES = { 'a.txt': 'a' };

const labelsOf = async (database: SqlDatabase): Promise<readonly string[]> => {
  const rows = await database.read((session) => session.all('select label from labels order by label'));
  return rows.map(({ label }) => String(label));
};

/** Returns the labels after all changes, each of which must fit the state before it. */
const replay = (changes: readonly LabelChange[]): readonly string[] => {
  const labels = new Set<string>();
  let last = 0;
  for (const { number, kind, label, held } of changes) {
    expect(number).toBeGreaterThan(last);
    last = number;
    expect(labels.has(label)).toBe(kind === 'removed');
    if (kind === 'added') labels.add(label);
    else labels.delete(label);
    expect(held).toBe(labels.size);
  }
  return [...labels].toSorted();
};

describe.each(DATABASES)('changes of labels: $name', ({ openMigrated, createMigratedData }) => {
  it('tell of every label that comes or goes, and of those alone', async () => {
    const database = await openMigrated();
    const changes = createSqlLabelChanges(database);
    expect(await changes.after(0, 10)).toEqual([]);
    const { archive, catalogue } = await createTestArchive(database);
    const check = async (): Promise<number> => {
      const all = await changes.after(0, 1_000);
      expect(replay(all)).toEqual(await labelsOf(database));
      return all.length;
    };
    const start = await check();
    const item = await archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    expect(await check()).toBe(start + 4);
    await archive.edit(named(item.repository), { language: 'pt' }, AUTHOR);
    await archive.remove(named(item.repository), { reason: 'a test' }, AUTHOR);
    expect(await check()).toBe(start + 4);
    const other = await archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    await archive.edit(named(other.repository), { addIbips: ['LK47B6W/362SFKH'] }, AUTHOR);
    expect(await check()).toBe(start + 9);
    const found = await catalogue.find(repositoryLabel(other.repository));
    if (found === undefined) throw new Error(other.repository);
    await catalogue.forget([found], { ...AUTHOR, at: 1n });
    expect(await check()).toBe(start + 12);
    expect(await labelsOf(database)).not.toContain('LK47B6W/362SFKH');
    const third = await archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    await archive.edit(named(third.repository), { addIbips: ['LK47B6W/362SFKH'] }, AUTHOR);
    expect(await check()).toBe(start + 17);
    await archive.edit(named(third.repository), { removeIbips: ['lk47b6w/362sfkh'] }, AUTHOR);
    expect(await check()).toBe(start + 18);
    expect((await archive.show(named(third.repository))).ibips).toEqual([third.ibip]);
    const last = await archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    await archive.edit(named(last.repository), { addIbips: ['LK47B6W/362SFKH'] }, AUTHOR);
    expect((await catalogue.find(ibipLabel('LK47B6W/362SFKH')))?.repository).toBe(last.repository);
  });

  it('take no IBIp away that came with its item', async () => {
    const { archive } = await createTestArchive(await openMigrated());
    const { repository, ibip = '' } = await archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    const [added, other] = ['LK47B6W/362SFKH', 'LK47B6W/362SFKG'];
    const edit = (change: object) => archive.edit(named(repository), change, AUTHOR);
    await edit({ addIbips: [added] });
    for (const wrong of [ibip, other]) {
      await expect(edit({ removeIbips: [added, wrong] })).rejects.toMatchObject({
        code: 'item-refused',
        parameters: { reason: 'not-added', label: repository, ibip: wrong },
      });
    }
    await archive.remove(named(repository), { reason: 'a test' }, AUTHOR);
    expect((await edit({ removeIbips: [added] })).ibips).toEqual([ibip]);
    await expect(edit({ removeIbips: [added] })).rejects.toMatchObject({ code: 'item-refused' });
    const { entries } = await archive.history(named(repository), {});
    expect(entries[0]).toMatchObject({ action: 'edited', detail: { after: { removeIbips: [added] } } });
  });

  it('leave no trace of what was not done', async () => {
    const database = await openMigrated();
    const changes = createSqlLabelChanges(database);
    const { archive } = await createTestArchive(database);
    const one = await archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    const other = await archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    const before = await changes.after(0, 1_000);
    const taken = ['LK47B6W/362SFKH', one.ibip ?? ''];
    await expect(archive.edit(named(other.repository), { addIbips: taken }, AUTHOR)).rejects.toMatchObject({
      code: 'label-taken',
    });
    expect(await changes.after(0, 1_000)).toEqual(before);
  });

  it('are in the order of their commits, whoever makes them', async () => {
    const open = await createMigratedData();
    const archives = [await createTestArchive(await open()), await createTestArchive(await open())];
    const changes = createSqlLabelChanges(await open());
    let seen = (await changes.after(0, 1_000)).at(-1)?.number ?? 0;
    const walked: LabelChange[] = [...(await changes.after(0, 1_000))];
    let isOver = false;
    const deposits = Promise.all(
      Array.from({ length: 30 }, (_, index) => archives[index % 2]?.archive.deposit({ files: filesOf(FILES) }, AUTHOR)),
    ).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const step = await changes.after(seen, 7);
      walked.push(...step);
      seen = step.at(-1)?.number ?? seen;
      await new Promise(setImmediate);
    }
    await deposits;
    walked.push(...(await changes.after(seen, 1_000)));
    expect(walked).toEqual(await changes.after(0, 1_000));
    expect(replay(walked)).toEqual(await labelsOf(await open()));
  });

  it('are found by their number, each with a mark of its own', async () => {
    const database = await openMigrated();
    const changes = createSqlLabelChanges(database);
    const { archive } = await createTestArchive(database);
    for (let count = 0; count < 5; count += 1) await archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    const all = await changes.after(0, 1_000);
    for (const change of all) expect(await changes.find(change.number)).toEqual(change);
    expect(await changes.find(0)).toBeUndefined();
    expect(await changes.find(all.length + 1_000)).toBeUndefined();
    expect(new Set(all.map(({ mark }) => mark)).size).toBe(all.length);
    expect(await changes.after(all[2]?.number ?? 0, 3)).toEqual(all.slice(3, 6));
  });
});
