import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft } from '@perene/api';
import { expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { deposit, formOf, send } from './client.ts';

const FILES = { 'data/levels.csv': 'day,level\n1,2\n', 'report.txt': 'hello' };

const follow = (server: ApiServer, of: string, paths: readonly string[], files: Record<string, string> = {}) =>
  send<ItemView>(server, 'POST', '/items', {
    body: formOf({ metadata: { title: 'Second' }, editionOf: of, keptFiles: { of, paths } }, files),
  });

const pathsOf = ({ files }: ItemView) => files.map(({ path, sha256 }) => [path, sha256]);

it('an edition keeps files of the edition before, beside new ones, without sending them again', async () => {
  const server = await startApiServer();
  const first = await deposit(server, { files: FILES });
  const { status, body } = await follow(server, first.repository, ['data/levels.csv'], { 'report.txt': 'hello again' });
  expect(status).toBe(201);
  expect(pathsOf(body)[0]).toEqual(pathsOf(first)[0]);
  expect(pathsOf(body)[1]).not.toEqual(pathsOf(first)[1]);
  expect(body.editions.all).toEqual([first.repository, body.repository]);
  const kept = join(server.folder, 'col', body.repository, 'doc', 'data', 'levels.csv');
  expect(readFileSync(kept, 'utf8')).toBe(FILES['data/levels.csv']);
});

it('a draft keeps them too', async () => {
  const server = await startApiServer();
  const { repository: of } = await deposit(server, { files: FILES });
  const draft = (await send<Draft>(server, 'POST', '/drafts', { json: {} })).body;
  const { status, body } = await send<Draft>(server, 'POST', `/drafts/${draft.id}/files`, {
    json: { keptFiles: { of, paths: ['report.txt'] } },
  });
  expect([status, body.files]).toEqual([200, [expect.objectContaining({ path: 'report.txt', bytes: 5 })]]);
});

it('only files that are there, whole and not closed to others are kept', async () => {
  const server = await startApiServer();
  const first = await deposit(server, { files: FILES });
  const { repository } = first;
  expect(await follow(server, repository, ['nothing.txt'])).toMatchObject({
    status: 404,
    body: { code: 'file-missing' },
  });
  expect(await follow(server, repository, ['report.txt'], { 'report.txt': 'other' })).toMatchObject({
    status: 422,
    body: { code: 'file-name-taken' },
  });
  writeFileSync(join(server.folder, 'col', repository, 'doc', 'report.txt'), 'jello');
  expect(await follow(server, repository, ['report.txt'])).toMatchObject({
    status: 422,
    body: { code: 'copy-differs' },
  });

  const asCurator = { as: 'admin', json: { reason: 'a complaint' } } as const;
  await send(server, 'POST', `/items/${repository}/withdrawal`, asCurator);
  expect(await follow(server, repository, ['data/levels.csv'])).toMatchObject({ body: { code: 'item-withdrawn' } });
  await send(server, 'DELETE', `/items/${repository}/withdrawal`, { as: 'admin' });
  await send(server, 'DELETE', `/items/${repository}?reason=twice`, { as: 'admin' });
  expect(await follow(server, repository, ['data/levels.csv'])).toMatchObject({ body: { code: 'item-removed' } });
});
