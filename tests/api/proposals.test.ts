import type { ProposalPage } from '@perene/api';
import { describe, expect, it } from 'vitest';
import { createSqlRelationProposals } from '../../packages/server/src/adapters/sql/catalogue/sql-relation-proposals.ts';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { startApiServer } from './api-server.ts';
import { deposit, send } from './client.ts';

const ELSEWHERE = 'b.example.org/x/2020/01.01.00.00';
const SERVICE = 'b.example.org/service/2020/01.01.00.00';

describe.each(DATABASES)('proposals over the API, in $name', ({ openMigrated }) => {
  const open = async () => {
    const database = await openMigrated();
    const server = await startApiServer({ database });
    const proposals = createSqlRelationProposals(database);
    const propose = (of: string, item: string) =>
      proposals.save({
        direction: 'in',
        kind: 'translation',
        of: repositoryLabel(of),
        item: repositoryLabel(item),
        state: 'open',
        language: 'pt',
        title: 'Relatório',
        archive: repositoryLabel(SERVICE),
        address: 'b.example.org',
        note: undefined,
        who: undefined,
        at: BigInt(Date.now()) * 1_000n,
        changedAt: 1n,
        askedAt: 1n,
      });
    return { server, propose };
  };

  it('are made by a deposit, and again when asked', async () => {
    const { server } = await open();
    const item = await deposit(server, { item: { language: 'en', editionOf: ELSEWHERE } });
    expect(item.proposals).toMatchObject([{ direction: 'out', state: 'open', of: ELSEWHERE, item: item.repository }]);
    const again = await send<ProposalPage>(server, 'POST', `/items/${item.repository}/proposals`);
    expect(again).toMatchObject({ status: 200, body: { proposals: [{ id: item.proposals?.[0]?.id }] } });
    for (const [as, status] of [
      ['reader', 403],
      ['nobody', 401],
    ] as const) {
      expect((await send(server, 'POST', `/items/${item.repository}/proposals`, { as })).status).toBe(status);
    }
    expect((await send(server, 'GET', '/proposals', { as: 'nobody' })).status).toBe(401);
    const listed = await send<ProposalPage>(server, 'GET', `/proposals?direction=out&item=${item.ibip}`, {
      as: 'reader',
    });
    expect(listed.body.proposals).toHaveLength(1);
    expect((await send<ProposalPage>(server, 'GET', '/proposals?direction=in')).body.proposals).toEqual([]);
  });

  it('are accepted, refused, and settled once', async () => {
    const { server, propose } = await open();
    const item = await deposit(server, { item: { language: 'en' } });
    const { number } = await propose(item.repository, ELSEWHERE);
    expect((await send(server, 'POST', `/proposals/${number}/accept`, { as: 'reader' })).status).toBe(403);
    expect(await send(server, 'POST', `/proposals/${number}/accept`)).toMatchObject({
      status: 200,
      body: { state: 'accepted', titleItem: 'Relatório', archive: SERVICE },
    });
    const { body } = await send<ItemView>(server, 'GET', `/items/${item.repository}`);
    expect(body.translations).toEqual({ en: item.repository, pt: ELSEWHERE });
    expect(body.links).toMatchObject([{ origin: 'proposal', archive: SERVICE }]);
    expect(await send(server, 'POST', `/proposals/${number}/refuse`, { json: { reason: 'r' } })).toMatchObject({
      status: 409,
      body: { code: 'proposal-settled' },
    });
    expect(await send(server, 'POST', '/proposals/999/accept')).toMatchObject({
      status: 404,
      body: { code: 'proposal-not-found' },
    });
    const other = await propose(item.repository, 'b.example.org/x/2020/02.01.00.00');
    // A second translation into one language does not fit, so the proposal stays open.
    expect((await send(server, 'POST', `/proposals/${other.number}/accept`)).body).toMatchObject({
      code: 'translation-exists',
    });
    expect(
      await send(server, 'POST', `/proposals/${other.number}/refuse`, { json: { reason: 'one is enough' } }),
    ).toMatchObject({ status: 200, body: { state: 'refused', note: { detail: 'one is enough' } } });
  });

  it('links are taken back and corrected', async () => {
    const { server } = await open();
    const item = await deposit(server, { item: { language: 'en', nextEdition: ELSEWHERE } });
    const path = `/items/${item.repository}`;
    expect(item.editions).not.toHaveProperty('last');
    expect(await send(server, 'PATCH', path, { json: { unlink: [item.repository] } })).toMatchObject({
      status: 404,
      body: { code: 'relation-not-found' },
    });
    const edited = await send<ItemView>(server, 'PATCH', path, { json: { unlink: [ELSEWHERE] } });
    expect(edited.body).toMatchObject({ editions: { last: item.repository }, links: [], elsewhere: {} });
    const wrong = { translations: { xx: ELSEWHERE } };
    expect(await send(server, 'PATCH', path, { json: wrong })).toMatchObject({ body: { code: 'language-invalid' } });
  });
});
