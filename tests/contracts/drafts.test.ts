import type { IbipLabel } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { Catalogue } from '../../packages/server/src/ports/archive/catalogue.ts';
import { AUTHORSHIP, createItem, describing, nameOf } from '../fixtures/catalogue-items.ts';
import { DATABASES } from '../fixtures/databases.ts';

const NEW = {
  id: 'a1b2c3d4e5f60718',
  owner: 'ana',
  principal: 'ana',
  madeBy: 'Ana',
  content: { metadata: { title: 'Water \u0000 levels' }, collections: ['maps'] },
  createdAt: 5n,
};
const OTHER = { ...NEW, id: 'ffffffffffffffff', owner: undefined, principal: 'key', content: {} };
const MANY = { most: 10 };
const LABELS = { repository: nameOf(1), ibip: 'J8LNKAN8PW/4CQKS8E' as IbipLabel };
const FILE = { id: 'f1', path: 'Report.pdf', bytes: 5, sha256: 'ab', mediaType: 'application/pdf' };

const revisionOf = async ({ drafts }: Catalogue): Promise<bigint> => (await drafts.find(NEW.id))?.revision ?? 0n;

describe.each(DATABASES)('drafts in $name', ({ openMigrated }) => {
  const open = async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    await catalogue.drafts.add(NEW, MANY);
    return catalogue;
  };
  const publish = async (catalogue: Catalogue, revision?: bigint) =>
    catalogue.add([{ ...createItem(1), ibips: [LABELS.ibip] }, describing(1)], {
      ...AUTHORSHIP,
      draft: { id: NEW.id, revision: revision ?? (await revisionOf(catalogue)) },
    });

  it('keep what was written, however unfinished, and refuse a change of what has changed', async () => {
    const { drafts } = await open();
    expect(await drafts.find(NEW.id)).toMatchObject({ ...NEW, state: 'open', files: [], people: [], revision: 1n });
    await drafts.change({ id: NEW.id, revision: 1n }, { content: { language: 'pt' } }, 7n);
    expect(await drafts.find(NEW.id)).toMatchObject({ content: { language: 'pt' }, updatedAt: 7n, revision: 2n });
    const stale = drafts.change({ id: NEW.id, revision: 1n }, { content: {} }, 8n);
    await expect(stale).rejects.toMatchObject({ code: 'draft-changed' });
    const note = { at: 9n, who: 'Ana', kind: 'sent' } as const;
    await drafts.change({ id: NEW.id, revision: 2n }, { state: 'review', note }, 9n);
    expect(await drafts.find(NEW.id)).toMatchObject({ state: 'review', content: { language: 'pt' }, notes: [note] });
  });

  it('are so many at most, and are listed for those whom they concern', async () => {
    const { drafts } = await open();
    expect(await drafts.add({ ...NEW, id: 'second' }, { most: 1 })).toBe(false);
    await drafts.add(OTHER, MANY);
    const list = async (person: string, principal: string, seesAll = false) =>
      (await drafts.list({ reader: { person, principal, seesAll }, limit: 9 })).map(({ id }) => id);
    expect(await list('ana', 'ana')).toEqual([NEW.id]);
    expect(await list('', 'key')).toEqual([OTHER.id]);
    expect(await list('rui', 'rui')).toEqual([]);
    expect(await list('chief', 'chief', true)).toEqual([OTHER.id, NEW.id]);
    await drafts.share(NEW.id, 'rui');
    await drafts.share(NEW.id, 'rui');
    expect(await list('rui', 'rui')).toEqual([NEW.id]);
    await drafts.unshare(NEW.id, 'rui');
    await drafts.change({ id: NEW.id, revision: 1n }, { state: 'review' }, 9n);
    expect(await list('rui', 'rui')).toEqual([NEW.id]);
    const reader = { person: 'ana', principal: 'ana', seesAll: false };
    expect(await drafts.list({ reader, state: 'open', limit: 9 })).toEqual([]);
    expect(await drafts.list({ reader, before: 1n, limit: 9 })).toEqual([]);
  });

  it('have files of different paths, and none are changed while others judge them', async () => {
    const { drafts } = await open();
    const add = (...files: (typeof FILE)[]) => drafts.addFiles(NEW.id, files, { at: 6n, most: 2 });
    expect(await add(FILE)).toEqual([]);
    expect(await add({ ...FILE, id: 'f2', path: 'report.PDF' })).toEqual([FILE]);
    await add({ ...FILE, id: 'f3', path: 'b.txt' });
    await expect(add({ ...FILE, id: 'f4', path: 'c.txt' })).rejects.toMatchObject({ code: 'too-many-files' });
    expect((await drafts.find(NEW.id))?.files.map(({ id }) => id)).toEqual(['f3', 'f2']);
    expect(await drafts.removeFile(NEW.id, 'f3', 7n)).toBe(true);
    expect(await drafts.removeFile(NEW.id, 'f3', 7n)).toBe(false);
    const { revision = 0n } = (await drafts.find(NEW.id)) ?? {};
    await drafts.change({ id: NEW.id, revision }, { state: 'review' }, 8n);
    await expect(add({ ...FILE, id: 'f5' })).rejects.toMatchObject({ code: 'draft-changed' });
    await expect(drafts.removeFile(NEW.id, 'f2', 9n)).rejects.toMatchObject({ code: 'draft-changed' });
  });

  it('have links that end, a bounded number of them, and one preview', async () => {
    const { drafts } = await open();
    const link = (hash: string, purpose: 'review' | 'preview', expiresAt = 100n) =>
      drafts.addLink(NEW.id, { hash, id: hash, purpose, createdAt: 10n, expiresAt }, { most: 2 });
    expect([await link('a', 'review', 11n), await link('b', 'preview'), await link('c', 'preview')]).not.toContain(
      false,
    );
    expect(await drafts.findLink('b')).toBeUndefined();
    expect(await link('d', 'review')).toBe(false);
    expect(await drafts.findLink('a')).toMatchObject({ draft: NEW.id, purpose: 'review', expiresAt: 11n });
    await drafts.sweep(11n);
    expect(await drafts.findLink('a')).toBeUndefined();
    await drafts.endLink(NEW.id, 'c');
    expect(await drafts.findLink('c')).toBeUndefined();
  });

  it('have one label, which nothing else gets, whoever asks at the same time', async () => {
    const catalogue = await open();
    const { drafts } = catalogue;
    const others = { repository: nameOf(2) };
    const [one, two] = await Promise.all([drafts.reserve(NEW.id, LABELS, 6n), drafts.reserve(NEW.id, others, 6n)]);
    expect(one).toEqual(two);
    await drafts.add(OTHER, MANY);
    await expect(drafts.reserve(OTHER.id, one, 7n)).rejects.toThrow();
    await expect(catalogue.add([createItem(one.repository === nameOf(1) ? 1 : 2)], AUTHORSHIP)).rejects.toMatchObject({
      code: 'label-taken',
      parameters: { reason: 'reserved' },
    });
    expect(await catalogue.findReservation(one.repository)).toMatchObject({ draft: NEW.id, state: 'reserved' });
  });

  it('are published once under their label, which resolvers have heard of before', async () => {
    const catalogue = await open();
    const { drafts, labelChanges } = catalogue;
    await drafts.reserve(NEW.id, LABELS, 6n);
    const told = await labelChanges.after(0, 10);
    expect(told.map(({ label, held }) => [label, held])).toEqual([
      [LABELS.repository, 1],
      [LABELS.ibip, 2],
    ]);
    await drafts.addFiles(NEW.id, [FILE], { at: 6n, most: 9 });
    await drafts.share(NEW.id, 'rui');
    const stale = publish(catalogue, 1n);
    await expect(stale).rejects.toMatchObject({ code: 'draft-changed' });
    expect(await catalogue.find(LABELS.repository)).toBeUndefined();
    const both = await Promise.allSettled([publish(catalogue), publish(catalogue)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await drafts.find(NEW.id)).toMatchObject({
      state: 'published',
      item: LABELS.repository,
      content: {},
      files: [],
      people: [],
    });
    expect(await catalogue.findReservation(LABELS.ibip)).toMatchObject({ state: 'published' });
    const labels = (await labelChanges.after(0, 10)).map(({ label }) => label);
    expect(labels.filter((label) => label === LABELS.repository || label === LABELS.ibip)).toHaveLength(2);
    await expect(drafts.discard({ id: NEW.id, revision: await revisionOf(catalogue) }, 9n)).rejects.toMatchObject({
      code: 'draft-changed',
    });
  });

  it('are published or discarded, if both are tried at once; a label of a discarded one stays reserved', async () => {
    const catalogue = await open();
    const { drafts } = catalogue;
    await drafts.reserve(NEW.id, LABELS, 6n);
    const expected = { id: NEW.id, revision: await revisionOf(catalogue) };
    const [published, discarded] = await Promise.allSettled([publish(catalogue), drafts.discard(expected, 9n)]);
    expect([published.status, discarded.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    await drafts.add(OTHER, MANY);
    await drafts.reserve(OTHER.id, { repository: nameOf(3) }, 6n);
    await drafts.discard({ id: OTHER.id, revision: 1n }, 9n);
    expect(await catalogue.findReservation(nameOf(3))).toMatchObject({ state: 'ended', draft: OTHER.id });
    await expect(catalogue.add([createItem(3)], AUTHORSHIP)).rejects.toMatchObject({ code: 'label-taken' });
    await expect(drafts.reserve(OTHER.id, { repository: nameOf(4) }, 9n)).rejects.toMatchObject({
      code: 'draft-changed',
    });
  });
});
