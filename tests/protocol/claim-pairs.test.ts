import { refuse } from '@perene/api/refusals';
import { parseUrlList, type ReadUrlList } from '@perene/core';
import { readClaimPairs, type Signed } from '@perene/core/trust';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOOPBACK } from '../../packages/server/src/adapters/peers/allowed-address.ts';
import { createHttpPeerArchives } from '../../packages/server/src/adapters/peers/http-peer-archives.ts';
import type { PeerArchives } from '../../packages/server/src/ports/federation/peer-archives.ts';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { SIGNATURES } from '../fixtures/claims.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { ibi, named } from '../fixtures/labels.ts';
import { openMovingNode, serveMovingNode } from '../fixtures/moving-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { unwrap } from '../fixtures/trust-vectors.ts';

type Service = Awaited<ReturnType<typeof createTestArchive>>['service'];

const HTTP_PEERS = createHttpPeerArchives({ allowedNetworks: LOOPBACK });
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
    const start = async (name: string, peers: PeerArchives) => {
      const publicUrl = `http://localhost:${await findFreePort()}`;
      const database = await openMigrated();
      const node = await openMovingNode({ database, folder: createTemporaryFolder(), name, publicUrl, peers });
      const server = await serveMovingNode(node);
      onTestFinished(() => server.close());
      return { ...node, key: (await node.keys.create({ name: 'mover', role: 'admin' })).key };
    };
    let isBroken: 'before' | 'after' = 'before';
    const a = await start('a', {
      ...HTTP_PEERS,
      async settleTransfer(...words) {
        if (isBroken === 'after') await HTTP_PEERS.settleTransfer(...words);
        throw refuse('peer-unreachable', { reason: 'failed', origin: '', cause: 'the connection broke' });
      },
    });
    const b = await start('b', HTTP_PEERS);
    const { repository } = await a.archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
    const move = () => expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toThrow();
    await move();
    expect(claimIn(await ask(a.service, repository))).toMatchObject({ state: 'Original' });
    expect(claimIn(await ask(b.service, repository))).toMatchObject({ state: 'Copy' });
    isBroken = 'after';
    await move();
    const list = await ask(a.service, repository);
    expect(list.related.get('')?.state).toBe('Copy');
    expect(claimIn(list)).toBeUndefined();
    // This answer has no state of the item itself.
    expect(claimIn(await ask(a.service, repository, 'GetMetadata'))).toBeUndefined();
    expect(claimIn(await ask(b.service, repository))).toMatchObject({ state: 'Original' });
  });
});
