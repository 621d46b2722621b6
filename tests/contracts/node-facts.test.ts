import { describe, expect, it } from 'vitest';
import { createSqlNodeFacts } from '../../packages/server/src/adapters/sql/node/sql-node-facts.ts';
import { DATABASES } from '../fixtures/databases.ts';

describe.each(DATABASES)('facts of the node in $name', ({ createMigratedData }) => {
  it('are kept as they were first chosen, whichever process asks', async () => {
    const openAgain = await createMigratedData();
    const [one, other] = [createSqlNodeFacts(await openAgain()), createSqlNodeFacts(await openAgain())];
    expect(await one.find('name')).toBeUndefined();
    const kept = await Promise.all([one.keep('name', 'água'), other.keep('name', 'sal')]);
    expect(new Set(kept).size).toBe(1);
    expect(await one.keep('name', 'later')).toBe(kept[0]);
    expect([await one.find('name'), await other.find('name')]).toEqual(kept);
    expect(await one.find('Name')).toBeUndefined();
  });

  it('are replaced where that is wanted, whether they were there or not', async () => {
    const openAgain = await createMigratedData();
    const [one, other] = [createSqlNodeFacts(await openAgain()), createSqlNodeFacts(await openAgain())];
    await one.replace('version', '1');
    await one.replace('other', '');
    await other.replace('version', '2');
    expect([await one.find('version'), await one.find('other')]).toEqual(['2', '']);
    expect(await one.replaceAll({ version: '3', third: 'new' }, '2')).toBe(true);
    expect(await other.replaceAll({ version: '4', third: 'newer' }, '2')).toBe(false);
    expect(await other.replaceAll({ fourth: 'first' }, undefined)).toBe(true);
    expect([await other.find('version'), await other.find('third')]).toEqual(['3', 'new']);
  });
});
