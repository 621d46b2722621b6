import { parseUrlList, type ReadUrlList } from '@perene/core';
import { readClaimPairs, type Signed } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { SIGNATURES } from '../fixtures/claims.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibi, named } from '../fixtures/labels.ts';
import { openMovingNode } from '../fixtures/moving-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { unwrap } from '../fixtures/trust-vectors.ts';

type Service = Awaited<ReturnType<typeof createTestArchive>>['service'];

const CLIENT = 'clientinformation.ipaddress=150.163.2.175';

const ask = async (service: Service, label: string, verbs = ''): Promise<ReadUrlList> => {
  const { body } = await service.answer(
    `servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=${label}&parsedibiurl.verblist=${verbs.replaceAll(' ', '%20')}`,
  );
  const list = unwrap(parseUrlList(body));
  if (list === undefined) throw new Error(`${label} is not here`);
  return list;
};

/** What a resolver reads, with a valid signature. */
const claimIn = (list: ReadUrlList): Signed['statement'] | undefined => {
  const signed = unwrap(readClaimPairs(list));
  if (signed !== undefined) expect(SIGNATURES.isValid(signed)).toBe(true);
  return signed?.statement;
};

describe.each(DATABASES)('the claim in answers of an Archive over $name', ({ openMigrated }) => {
  it('is there whatever the verbs and the label, and the signature holds', async () => {
    const archive = await createTestArchive(await openMigrated());
    const deposit = (more: object = {}) =>
      archive.archive.deposit({ files: filesOf({ 'a.txt': 'a' }), language: 'en', ...more }, AUTHOR);
    const item = await deposit();
    await deposit({ editionOf: item.repository });
    await archive.archive.edit(named(item.repository), { addIbips: ['LK47B6W/362SFKH'] }, AUTHOR);
    for (const label of [item.repository, item.ibip ?? '', 'LK47B6W/362SFKH']) {
      const claims = await Promise.all(
        ['', 'GetLastEdition', 'GetMetadata(oai_dc)', 'GetTranslation(pt)', 'GetFileList'].map(async (verbs) =>
          claimIn(await ask(archive.service, label, verbs)),
        ),
      );
      for (const claim of claims) {
        expect(claim).toMatchObject({
          repository: item.repository,
          ibip: item.ibip,
          state: 'Original',
          archiveService: archive.service.label,
        });
        expect(claim).toEqual(claims[0]);
      }
    }
    const { metadata } = item;
    expect(claimIn(await ask(archive.service, metadata?.repository ?? ''))).toMatchObject({ state: 'Original' });
    expect(claimIn(await ask(archive.service, archive.service.label))).toMatchObject({
      repository: archive.service.label,
    });
    await archive.archive.remove(named(item.repository), { reason: 'plagiarism' }, AUTHOR);
    for (const verbs of ['', 'GetLastEdition', 'GetTranslation']) {
      expect(claimIn(await ask(archive.service, item.repository, verbs))).toMatchObject({ state: 'Deleted' });
    }
  });

  it('names the Archive service as the answer does, by its IBIp if it is known by that', async () => {
    const service = ibi('LK47B6W/362SFKH');
    const archive = await createTestArchive(await openMigrated(), { serviceLabel: service });
    const item = await archive.archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
    for (const label of [item.repository, service.text]) {
      expect(claimIn(await ask(archive.service, label))).toMatchObject({ archiveService: service.text });
    }
  });

  it('is left out where the answer says something else, because the original has just gone', async () => {
    const transfer = { archive: 'http://receiver.example.org', id: 'id' };
    let outcome: 'open' | 'committed' = 'open';
    const node = await openMovingNode({
      database: await openMigrated(),
      folder: createTemporaryFolder(),
      name: 'sender',
      publicUrl: 'http://sender.example.org',
      peers: { askOutcome: async () => outcome } as never,
    });
    const { repository } = await node.archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
    const item = await node.catalogue.find(ibi(repository).text);
    if (item === undefined) throw new Error('no item');
    const state = { kind: 'releasing', to: transfer.archive, transfer: transfer.id } as const;
    await node.catalogue.change([{ item, change: { state } }], { ...AUTHOR, at: 1n, action: 'transfer begun' });
    expect(claimIn(await ask(node.service, repository))).toMatchObject({ state: 'Original' });
    // Nobody has asked the receiver.
    expect(claimIn(await ask(node.service, repository, 'GetMetadata'))).toBeUndefined();
    outcome = 'committed';
    const list = await ask(node.service, repository);
    expect(list.related.get('')?.state).toBe('Copy');
    expect(claimIn(list)).toBeUndefined();
  });
});
