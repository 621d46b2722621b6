import { type CollectionName, parseCollectionName } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createSqlApiKeys } from '../../packages/server/src/adapters/sql/node/sql-api-keys.ts';
import { createSqlIdentities } from '../../packages/server/src/adapters/sql/people/sql-identities.ts';
import { createSqlPeople } from '../../packages/server/src/adapters/sql/people/sql-people.ts';
import { createSqlSessions } from '../../packages/server/src/adapters/sql/people/sql-sessions.ts';
import { DATABASES } from '../fixtures/databases.ts';

const ANA = {
  id: 'a1',
  name: 'Ana',
  email: 'ana@example.org',
  role: 'depositor',
  state: 'active',
  password: 'hash',
  createdAt: 1_794_798_226_530_001n,
} as const;
const SESSION = { hash: 'h', id: 's', person: 'a1', stamp: 1n, agent: 'x', startedAt: 5n, seenAt: 6n } as const;
const KEY = {
  id: 'k1',
  name: 'k',
  role: 'admin',
  createdAt: 1n,
  hash: 'h',
  expiresAt: undefined,
  person: undefined,
  limits: undefined,
} as const;

const named = (text: string): CollectionName => {
  const name = parseCollectionName(text);
  if (!name.ok) throw new Error(text);
  return name.value;
};

describe.each(DATABASES)('people in $name', ({ createMigratedData, openMigrated }) => {
  it('come back as they were added, to every process', async () => {
    const openAgain = await createMigratedData();
    expect(await createSqlPeople(await openAgain()).add(ANA)).toBe(true);
    const people = createSqlPeople(await openAgain());
    const expected = { ...ANA, stamp: 1n, grants: [], signedInAt: undefined, hasSecondFactor: false };
    expect(await people.find('a1')).toEqual(expected);
    expect(await people.findByEmail('ana@example.org')).toEqual(expected);
    expect(await people.list()).toEqual([expected]);
    expect(await people.find('A1')).toBeUndefined();
    await people.noteSignIn('a1', 9n);
    expect(await people.find('a1')).toMatchObject({ signedInAt: 9n });
  });

  it('have an address of their own', async () => {
    const people = createSqlPeople(await openMigrated());
    const added = await Promise.all([people.add(ANA), people.add({ ...ANA, id: 'b2' })]);
    expect(added.toSorted()).toEqual([false, true]);
    await people.add({ ...ANA, id: 'c3', email: 'rui@example.org' });
    const taken = people.change('c3', { email: 'ana@example.org' });
    await expect(taken).rejects.toMatchObject({ code: 'email-taken' });
    expect(await people.change('c3', { email: 'rui@example.org', name: 'Rui' })).toMatchObject({ name: 'Rui' });
    expect(await people.change('nobody', { name: 'x' })).toBeUndefined();
  });

  it('keep their rights over a collection that is renamed, and lose them with it; limits of keys likewise', async () => {
    const database = await openMigrated();
    const people = createSqlPeople(database);
    const keys = createSqlApiKeys(database);
    const { collections } = createSqlCatalogue(database);
    const described = {
      kind: 'collection',
      title: { en: 'Maps' },
      description: {},
      defaults: {},
      review: 'none',
    } as const;
    const maps = await collections.create({ ...described, name: named('maps') }, 5n);
    await people.add(ANA);
    await people.change('a1', { grants: [{ role: 'curator', collection: 'maps' }] });
    await keys.add({ ...KEY, limits: { collections: ['maps', 'other'] } });
    await collections.change(maps, { name: named('old-maps') }, 6n);
    expect(await people.find('a1')).toMatchObject({ grants: [{ role: 'curator', collection: 'old-maps' }] });
    expect((await keys.find('k1'))?.limits).toEqual({ collections: ['old-maps', 'other'] });
    await collections.delete(maps.number);
    expect(await people.find('a1')).toMatchObject({ grants: [] });
    expect((await keys.find('k1'))?.limits).toEqual({ collections: ['other'] });
  });

  it('have rights over collections, all of which are replaced at once', async () => {
    const people = createSqlPeople(await openMigrated());
    await people.add(ANA);
    const grants = [{ role: 'curator' }, { role: 'reviewer', collection: 'maps' }] as const;
    expect(await people.change('a1', { grants })).toMatchObject({ grants });
    expect((await people.list())[0]).toMatchObject({ grants });
    await people.change('a1', { name: 'Ana B.' });
    expect(await people.findByEmail(ANA.email)).toMatchObject({ name: 'Ana B.', grants });
    expect(await people.change('a1', { grants: [] })).toMatchObject({ grants: [] });
  });

  it('use a link once, before it expires and unless they are disabled', async () => {
    const people = createSqlPeople(await openMigrated());
    await people.add({ ...ANA, state: 'invited', password: undefined });
    const link = { hash: 'one', person: 'a1', purpose: 'invitation', expiresAt: 100n } as const;
    await people.addLink(link);
    await people.addLink({ ...link, hash: 'two' });
    const use = { at: 99n, password: 'new', name: undefined };
    expect(await people.useLink('one', use)).toBe(false);
    expect(await people.useLink('two', { ...use, at: 100n })).toBe(false);
    expect(await people.findLink('two')).toMatchObject({ ...link, hash: 'two', of: { state: 'invited' } });
    await people.change('a1', { state: 'disabled' });
    expect(await people.useLink('two', use)).toBe(false);
    await people.change('a1', { state: 'invited' });
    await people.addLink({ ...link, hash: 'two' });
    const used = await Promise.all([people.useLink('two', use), people.useLink('two', { ...use, password: 'other' })]);
    expect(used.toSorted()).toEqual([false, true]);
    expect(await people.find('a1')).toMatchObject({ state: 'active', stamp: 2n });
    await people.addLink(link);
    await people.sweep(101n);
    expect(await people.findLink('one')).toBeUndefined();
  });

  it('sign in only until their stamp, or their state, is another', async () => {
    const database = await openMigrated();
    const [people, sessions] = [createSqlPeople(database), createSqlSessions(database)];
    await people.add(ANA);
    const { hash, ...session } = SESSION;
    await sessions.add(SESSION, { most: 3 });
    expect(await sessions.find(hash)).toEqual({ session, person: await people.find('a1') });
    await people.change('a1', { role: 'reader' });
    expect(await sessions.find(hash)).toMatchObject({ person: { role: 'reader' } });
    await people.change('a1', { state: 'disabled' });
    expect(await sessions.find(hash)).toBeUndefined();
    await people.change('a1', { state: 'active', endsSessions: true });
    expect([await sessions.find(hash), await sessions.list('a1')]).toEqual([undefined, []]);
  });

  it("have at most one account at each provider, which is nobody else's", async () => {
    const openAgain = await createMigratedData();
    const [database, other] = [await openAgain(), await openAgain()];
    const people = createSqlPeople(database);
    const identities = createSqlIdentities(database);
    await people.add({ ...ANA, state: 'invited', password: undefined });
    await people.add({ ...ANA, id: 'b2', email: 'b@example.org' });
    await people.addLink({ hash: 'one', person: 'a1', purpose: 'invitation', expiresAt: 100n });
    const identity = { issuer: 'https://a.example/', subject: 's', person: 'a1', linkedAt: 7n };
    const linked = await Promise.all([
      identities.link(identity),
      createSqlIdentities(other).link({ ...identity, person: 'b2' }),
    ]);
    expect(linked.toSorted()).toEqual([false, true]);
    const owner = (await identities.find(identity.issuer, 's'))?.id ?? '';
    expect(await identities.link({ ...identity, person: owner })).toBe(true);
    expect(await identities.link({ ...identity, subject: 'other', person: owner })).toBe(false);
    expect(await identities.list(owner)).toEqual([{ ...identity, person: owner }]);
    await identities.unlink(owner, 'https://b.example/');
    expect(await identities.find(identity.issuer, 's')).toMatchObject({ id: owner });
    await identities.unlink(owner, identity.issuer);
    expect(await identities.find(identity.issuer, 's')).toBeUndefined();
    expect(await identities.link(identity)).toBe(true);
    expect(await people.find('a1')).toMatchObject({ state: 'active', password: undefined });
    expect(await people.findLink('one')).toBeUndefined();
    await people.change('b2', { state: 'disabled' });
    expect(await identities.link({ ...identity, subject: 'b', person: 'b2' })).toBe(false);
    expect(await identities.link({ ...identity, subject: 'c', person: 'nobody' })).toBe(false);
  });

  it('have a bounded number of sessions, of which the latest stay', async () => {
    const database = await openMigrated();
    await createSqlPeople(database).add(ANA);
    const sessions = createSqlSessions(database);
    for (const [index, hash] of ['a', 'b', 'c', 'd'].entries()) {
      await sessions.add({ ...SESSION, hash, id: hash, seenAt: BigInt(index) }, { most: 3 });
    }
    const ids = async () => (await sessions.list('a1')).map(({ id }) => id);
    expect(await ids()).toEqual(['d', 'c', 'b']);
    await sessions.noteUse('b', 9n);
    await sessions.noteUse('c', 1n);
    expect(await ids()).toEqual(['b', 'd', 'c']);
    await sessions.endOf('other', 'b');
    await sessions.endOf('a1', 'd');
    await sessions.end('c');
    expect(await ids()).toEqual(['b']);
    await sessions.sweep({ seenAt: 10n, startedAt: 0n });
    expect(await ids()).toEqual([]);
  });
});

describe.each(DATABASES)('the last administrator in $name', ({ openMigrated }) => {
  const openWith = async (...people: readonly string[]) => {
    const database = await openMigrated();
    const stored = createSqlPeople(database);
    for (const id of people) await stored.add({ ...ANA, id, email: `${id}@example.org`, role: 'admin' });
    return { people: stored, keys: createSqlApiKeys(database) };
  };

  it('keeps role and state', async () => {
    const { people } = await openWith('a');
    await people.add({ ...ANA, id: 'b', email: 'b@example.org', role: 'admin', state: 'invited' });
    for (const change of [{ role: 'steward' }, { state: 'disabled' }] as const) {
      await expect(people.change('a', change)).rejects.toMatchObject({ code: 'last-administrator' });
    }
    expect(await people.find('a')).toMatchObject({ role: 'admin', state: 'active' });
    await people.change('b', { state: 'active' });
    expect(await people.change('a', { role: 'reader' })).toMatchObject({ role: 'reader' });
    await expect(people.change('b', { state: 'disabled' })).rejects.toMatchObject({ code: 'last-administrator' });
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('is whoever is left where two are disabled at once, %s first', async (first, second) => {
    const { people } = await openWith('a', 'b');
    const outcomes = await Promise.allSettled([
      people.change(first, { state: 'disabled' }),
      people.change(second, { role: 'reader' }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const left = (await people.list()).filter(({ role, state }) => role === 'admin' && state === 'active');
    expect(left).toHaveLength(1);
  });

  it('may be a key, or a person, but one of them stays in either order', async () => {
    for (const isKeyFirst of [true, false]) {
      const { people, keys } = await openWith('a');
      await keys.add(KEY);
      const work = [() => keys.revoke('k1', 2n), () => people.change('a', { state: 'disabled' })];
      const outcomes = await Promise.allSettled((isKeyFirst ? work : work.toReversed()).map((one) => one()));
      const refused = outcomes.filter((one) => one.status === 'rejected' || one.value === 'last-admin');
      expect(refused).toHaveLength(1);
    }
  });

  it('is no key that ends, is limited or belongs to somebody', async () => {
    const { people, keys } = await openWith('a');
    await keys.add({ ...KEY, id: 'k1', expiresAt: 9n });
    await keys.add({ ...KEY, id: 'k2', limits: { minters: ['m'] } });
    await keys.add({ ...KEY, id: 'k3', person: 'a' });
    await expect(people.change('a', { state: 'disabled' })).rejects.toMatchObject({ code: 'last-administrator' });
    const { hash: _, ...limited } = { ...KEY, id: 'k2', limits: { minters: ['m'] }, revokedAt: undefined };
    expect((await keys.list()).find(({ id }) => id === 'k2')).toEqual(limited);
    expect(await keys.find('k3')).toMatchObject({ person: 'a', owner: { state: 'active', role: 'admin', grants: [] } });
  });

  it('may be one of two keys', async () => {
    const { keys } = await openWith();
    for (const id of ['k1', 'k2']) await keys.add({ ...KEY, id });
    const outcomes = await Promise.all([keys.revoke('k1', 2n), keys.revoke('k2', 2n)]);
    expect(outcomes.toSorted()).toEqual(['last-admin', 'revoked']);
  });
});
