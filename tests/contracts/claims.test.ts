import { hashManifest, hashStatement } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { Catalogue, ItemName, NewItem } from '../../packages/server/src/ports/archive/catalogue.ts';
import type { ClaimSigner } from '../../packages/server/src/ports/archive/claims.ts';
import { createClaimSigner, expectSound, readStatements, SIGNATURES, saidOf } from '../fixtures/claims.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibipLabel, repositoryLabel } from '../fixtures/labels.ts';

const SERVICE = 'example.org/archive/2020/01.01.00.00';
const OTHER_SERVICE = 'other.example.org/archive/2020/01.01.00.00';
const DATA = repositoryLabel('example.org/archive/2026/01.01.00.01');
const METADATA = repositoryLabel('example.org/archive/2026/01.01.00.01.30');
const AUTHORSHIP = { who: 'tester', at: 1_700_000_000_000_000n };
const EDITED = { ...AUTHORSHIP, action: 'edited' };
const FILES = [
  { path: 'b.txt', bytes: 2, sha256: 'b'.repeat(64), mediaType: 'text/plain' },
  { path: 'a.txt', bytes: 1, sha256: 'a'.repeat(64), mediaType: 'text/plain' },
];

const itemsIn = (state: NewItem['state']): readonly NewItem[] => [
  {
    repository: DATA,
    ibips: [ibipLabel('8JMKD3MGP8W/35MME4E'), ibipLabel('LK47B6W/362SFKH')],
    content: 'Data',
    state,
    files: FILES,
    createdAt: 1n,
    updatedAt: 1n,
  },
  {
    repository: METADATA,
    ibips: [],
    content: 'Metadata',
    describes: DATA,
    state,
    metadata: { title: [{ value: 'First' }] },
    createdAt: 1n,
    updatedAt: 1n,
  },
];

const ORIGINAL = { kind: 'original' } as const;

const existing = async (catalogue: Catalogue, label: ItemName) => {
  const item = await catalogue.find(label);
  if (item === undefined) throw new Error(`${label} is not there`);
  return item;
};

const change = async (
  catalogue: Catalogue,
  made: Parameters<Catalogue['change']>[0][number]['change'],
  {
    labels = [DATA, METADATA],
    ...authorship
  }: { readonly labels?: readonly ItemName[] } & Partial<typeof EDITED> & {
      readonly handOverTo?: ClaimSigner['service'];
      readonly handedOver?: NonNullable<Parameters<Catalogue['change']>[1]['handedOver']>;
    } = {},
): Promise<void> => {
  const changes = await Promise.all(
    labels.map(async (label) => ({ item: await existing(catalogue, label), change: made })),
  );
  await catalogue.change(changes, { ...EDITED, ...authorship });
};

describe.each(DATABASES)('claims in $name', ({ openMigrated }) => {
  const open = async (signer: ClaimSigner | undefined = createClaimSigner(SERVICE)): Promise<Catalogue> =>
    createSqlCatalogue(await openMigrated(), undefined, async () => signer);

  it('are made of each item that is added, over its labels, files and metadata', async () => {
    const catalogue = await open();
    await catalogue.add(itemsIn(ORIGINAL), AUTHORSHIP);
    const [data, metadata] = await Promise.all([DATA, METADATA].map((label) => readStatements(catalogue, label)));
    const title = { title: [{ value: 'First' }] };
    const labels = [DATA, ibipLabel('LK47B6W/362SFKH'), ibipLabel('8JMKD3MGP8W/35MME4E')];
    expect(data?.map(({ signed }) => signed.statement)).toEqual([
      {
        kind: 'claim',
        repository: DATA,
        ibip: '8JMKD3MGP8W/35MME4E',
        state: 'Original',
        hash: hashManifest(
          { labels, files: FILES.map(({ mediaType: _, ...file }) => file), metadata: title },
          SIGNATURES.sha256,
        ),
        time: '2023-11-14T22:13:20Z',
        archiveService: SERVICE,
        previous: undefined,
      },
    ]);
    expect(metadata?.map(({ signed }) => signed.statement)).toMatchObject([
      {
        repository: METADATA,
        ibip: undefined,
        hash: hashManifest({ labels: [METADATA], files: [], metadata: title }, SIGNATURES.sha256),
      },
    ]);
    for (const statements of [data, metadata]) expectSound(statements?.map(({ signed }) => signed) ?? []);
    expect(await catalogue.findClaimed(ibipLabel('LK47B6W/362SFKH'))).toEqual({
      item: await catalogue.find(DATA),
      claim: data?.[0]?.signed,
    });
  });

  it('follow one another, one for each change of what they say', async () => {
    const catalogue = await open();
    await catalogue.add(itemsIn(ORIGINAL), AUTHORSHIP);
    await change(catalogue, { metadata: { title: [{ value: 'Second' }] } }, { labels: [METADATA] });
    expect(await readStatements(catalogue, METADATA)).toHaveLength(2);
    await change(catalogue, { files: FILES.slice(1) }, { labels: [DATA] });
    await change(catalogue, { addIbips: [ibipLabel('LK47B6W/362SFKG')] }, { labels: [DATA] });
    // Nothing that a manifest has.
    await change(catalogue, { language: 'pt', access: { fileList: 'closed' } }, { labels: [DATA] });
    await change(catalogue, { addAliases: ['doi:10.1000/1'] }, { labels: [DATA] });
    await change(catalogue, { state: { kind: 'deleted', at: 1n, reason: 'x' } }, { labels: [DATA] });
    await change(catalogue, { removeAliases: ['doi:10.1000/1'] }, { labels: [DATA] });
    const statements = await readStatements(catalogue, DATA);
    expect(saidOf(statements)).toEqual(['Original', 'Original', 'Original', 'Original', 'Deleted']);
    expect(new Set(statements.map(({ signed }) => signed.statement.hash)).size).toBe(4);
    expect(statements.map(({ hash }) => hash)).toEqual(
      statements.map(({ signed }) => hashStatement(signed.statement, SIGNATURES.sha256)),
    );
    expectSound(statements.map(({ signed }) => signed));
    expect(await readStatements(catalogue, METADATA)).toHaveLength(2);
  });

  it('are never dated before the claim before', async () => {
    const catalogue = await open();
    await catalogue.add(itemsIn(ORIGINAL), AUTHORSHIP);
    await change(catalogue, { files: [] }, { labels: [DATA], at: 5n });
    expect((await catalogue.findClaimed(DATA))?.claim?.statement.time).toBe('2023-11-14T22:13:20Z');
  });

  it('are not made by an Archive without a label', async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    await catalogue.add(itemsIn(ORIGINAL), AUTHORSHIP);
    expect(await catalogue.findClaimed(DATA)).toEqual({ item: await catalogue.find(DATA), claim: undefined });
    expect(await readStatements(catalogue, DATA)).toEqual([]);
  });

  it('go on where a copy was that comes again', async () => {
    const catalogue = await open();
    const copy = { kind: 'copy', of: 'http://other.example.org' } as const;
    await catalogue.add(itemsIn(copy), AUTHORSHIP);
    await catalogue.forget([await existing(catalogue, METADATA), await existing(catalogue, DATA)], AUTHORSHIP);
    expect(saidOf(await readStatements(catalogue, DATA))).toEqual(['Copy']);
    await catalogue.add(itemsIn(copy), AUTHORSHIP);
    expect(saidOf(await readStatements(catalogue, DATA))).toEqual(['Copy']);
    await change(catalogue, { files: [] }, { labels: [DATA] });
    const statements = await readStatements(catalogue, DATA);
    expect(saidOf(statements)).toEqual(['Copy', 'Copy']);
    expectSound(statements.map(({ signed }) => signed));
  });

  it('lead from the old holder to the new one, and back', async () => {
    const here = createClaimSigner(SERVICE);
    const there = createClaimSigner(OTHER_SERVICE);
    const [holder, receiver] = [await open(here), await open(there)];
    await holder.add(itemsIn(ORIGINAL), AUTHORSHIP);
    const log = [...(await readStatements(holder, DATA))];
    const handOver = async (
      from: Catalogue,
      { to, service, url }: { readonly to: Catalogue; readonly service: ClaimSigner['service']; readonly url: string },
    ) => {
      const releasing = { kind: 'releasing', to: url, transfer: 'id' } as const;
      await change(from, { state: releasing }, { handOverTo: service });
      const given = await Promise.all(
        [DATA, METADATA].map(async (label) => (await from.statements(label, { limit: 1 })).entries[0]?.signed),
      );
      const handedOver = given.flatMap((signed) =>
        signed?.statement.kind === 'transfer' ? [{ ...signed, statement: signed.statement }] : [],
      );
      expect(handedOver).toHaveLength(2);
      // The old holder claims the original until the new one has it.
      expect((await from.findClaimed(DATA))?.claim?.statement.state).toBe('Original');
      if ((await to.find(DATA)) === undefined) {
        await to.add(itemsIn({ kind: 'receiving', from: url, transfer: 'id' }), { ...AUTHORSHIP, handedOver });
      } else await change(to, { state: { kind: 'receiving', from: url, transfer: 'id' } }, { handedOver });
      expect((await to.findClaimed(DATA))?.claim?.statement.state).toBe('Copy');
      await change(to, { state: ORIGINAL });
      await change(from, { state: { kind: 'copy', of: url } });
    };
    await handOver(holder, { to: receiver, service: there.service, url: 'http://other.example.org' });
    await handOver(receiver, { to: holder, service: here.service, url: 'http://example.org' });
    await change(holder, { files: [] }, { labels: [DATA] });
    const [ours, theirs] = [await readStatements(holder, DATA), await readStatements(receiver, DATA)];
    expect(saidOf(ours.filter(({ isOwn }) => isOwn))).toEqual([
      'Original',
      `to ${OTHER_SERVICE}`,
      'Copy',
      'Original',
      'Original',
    ]);
    expect(saidOf(theirs)).toEqual([`to ${OTHER_SERVICE}`, 'Copy', 'Original', `to ${SERVICE}`, 'Copy']);
    const own = ours.filter(({ isOwn }) => isOwn);
    const order = [...own.slice(log.length, 2), ...theirs.slice(1, 3), own[2], theirs[3], own[3], theirs[4], own[4]];
    expectSound([...log, ...order].flatMap((kept) => (kept === undefined ? [] : [kept.signed])));
  });

  it('withdraw a transfer that did not come about', async () => {
    const catalogue = await open();
    await catalogue.add(itemsIn(ORIGINAL), AUTHORSHIP);
    const releasing = { kind: 'releasing', to: 'http://other.example.org', transfer: 'id' } as const;
    await change(catalogue, { state: releasing }, { handOverTo: repositoryLabel(OTHER_SERVICE) });
    await change(catalogue, { state: releasing });
    await change(catalogue, { state: ORIGINAL });
    const statements = await readStatements(catalogue, DATA);
    expect(saidOf(statements)).toEqual(['Original', `to ${OTHER_SERVICE}`, 'Original']);
    expectSound(statements.map(({ signed }) => signed));
  });

  it('do not follow a transfer of something else', async () => {
    const [holder, receiver] = [await open(), await open(createClaimSigner(OTHER_SERVICE))];
    await holder.add(itemsIn(ORIGINAL), AUTHORSHIP);
    await change(holder, {}, { handOverTo: repositoryLabel(OTHER_SERVICE), labels: [DATA] });
    const [given] = (await holder.statements(DATA, { limit: 1 })).entries;
    if (given?.signed.statement.kind !== 'transfer') throw new Error('no transfer');
    const handedOver = [{ ...given.signed, statement: given.signed.statement }];
    const [data, metadata] = itemsIn({ kind: 'receiving', from: 'http://example.org', transfer: 'id' });
    if (data === undefined || metadata === undefined) throw new Error('no items');
    await receiver.add([{ ...data, files: [] }, metadata], { ...AUTHORSHIP, handedOver });
    const copy = (await readStatements(receiver, DATA)).at(-1);
    await change(receiver, { state: ORIGINAL });
    expect((await receiver.findClaimed(DATA))?.claim?.statement).toMatchObject({
      state: 'Original',
      previous: copy?.hash,
    });
  });
});
