import { Type } from '@fastify/type-provider-typebox';
import { parseIbi } from '@perene/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../refusals/refusal.ts';
import type { ArchiveOperations, ItemView } from '../../../services/archive/archive-operations.ts';
import { DetailedRefusal } from '../problems.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { Api } from './api.ts';
import { authorOf } from './authentication.ts';
import { describeOperation, IdempotencyHeaders } from './operation.ts';
import { answerOnce } from './repeatable.ts';
import { CursorQuery, EditSchema, FileSchema, IbiParameters, refer } from './schemas.ts';

export const registerItemRoutes = (
  api: Api,
  { archive, memory }: { readonly archive: ArchiveOperations; readonly memory: AnswerMemory },
): void => {
  registerList(api, archive);
  registerShow(api, archive);
  registerFiles(api, archive);
  registerHistory(api, archive);
  registerEdit(api, archive, memory);
  registerRemove(api, archive, memory);
};

/** The canonical spelling of a label. */
export const readLabel = (text: string): string => {
  const ibi = parseIbi(text);
  if (ibi.ok) return ibi.value.text;
  const { position, expected } = ibi;
  const message = `"${text.slice(0, 200)}" is no label: at character ${position + 1} expected ${expected}`;
  throw new DetailedRefusal('label-invalid', message, { position, expected });
};

/** The revision is what If-Match compares. */
const sendItem = (reply: FastifyReply, item: ItemView): FastifyReply =>
  reply.header('etag', `"${item.revision}"`).send(item);

const registerList = (api: Api, archive: ArchiveOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'List items, the newest first, or search them',
    tag: 'Items',
    access: 'reading',
    answers: { 200: refer('ItemPage', 'One page') },
  });
  const querystring = Type.Object({
    q: Type.Optional(Type.String({ maxLength: 1_000, description: 'Words that the metadata must all hold' })),
    ...CursorQuery,
  });
  api.get('/items', { config, schema: { ...documentation, querystring } }, async (request) => {
    const { q, cursor, limit } = request.query;
    return archive.list({ words: q === '' ? undefined : q, cursor, limit });
  });
};

const registerShow = (api: Api, archive: ArchiveOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'Show an item',
    description: 'A removed item is answered with 410, and its tombstone in the problem.',
    tag: 'Items',
    access: 'reading',
    answers: { 200: refer('Item', 'The item') },
    refusals: [404, 410],
  });
  api.get('/items/:ibi', { config, schema: { ...documentation, params: IbiParameters } }, async (request, reply) => {
    const item = showTo(request, await archive.show(readLabel(request.params.ibi)));
    if (item.removed === undefined) return sendItem(reply, item);
    const { at, reason } = item.removed;
    throw new DetailedRefusal('item-removed', `${item.repository} was removed on ${at}: ${reason}`, { item });
  });
};

const registerFiles = (api: Api, archive: ArchiveOperations): void => {
  const answer = Type.Object({ files: Type.Array(FileSchema) });
  const { config, documentation } = describeOperation({
    summary: 'List the files of an item',
    tag: 'Items',
    access: 'reading',
    answers: { 200: { ...answer, description: 'Its files' } },
    refusals: [403, 404],
  });
  api.get('/items/:ibi/files', { config, schema: { ...documentation, params: IbiParameters } }, async (request) => {
    await checkListing(request, archive);
    return { files: await archive.files(readLabel(request.params.ibi)) };
  });
};

/** Whose list of files is closed tells its files to those with a key only, in whatever answer. */
const isClosedTo = ({ principal }: FastifyRequest, { access }: ItemView): boolean =>
  access.fileList === 'closed' && principal === undefined;

const showTo = (request: FastifyRequest, item: ItemView): ItemView => {
  if (!isClosedTo(request, item)) return item;
  const { target: _, ...shown } = item;
  return { ...shown, files: [] };
};

const checkListing = async (
  request: FastifyRequest<{ Params: { ibi: string } }>,
  archive: ArchiveOperations,
): Promise<void> => {
  const item = await archive.show(readLabel(request.params.ibi));
  if (isClosedTo(request, item)) {
    throw new Refusal('file-list-closed', `the list of files of ${item.repository} is closed: a key opens it`);
  }
};

const registerHistory = (api: Api, archive: ArchiveOperations): void => {
  const { config, documentation } = describeOperation({
    summary: 'Tell who changed what in an item, the latest first',
    tag: 'Items',
    access: 'reading',
    answers: { 200: refer('History', 'One page') },
    refusals: [403, 404],
  });
  const schema = { ...documentation, params: IbiParameters, querystring: Type.Object(CursorQuery) };
  api.get('/items/:ibi/history', { config, schema }, async (request) => {
    if (request.principal === undefined) await checkListing(request, archive);
    return archive.history(readLabel(request.params.ibi), request.query);
  });
};

const registerEdit = (api: Api, archive: ArchiveOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Change what is said of an item',
    description: 'What is not named stays as it is.',
    tag: 'Items',
    access: 'depositor',
    answers: { 200: refer('Item', 'The item as it is now') },
    refusals: [404, 409, 410, 412, 413, 415, 422],
  });
  const headers = Type.Object({
    ...IdempotencyHeaders.properties,
    'if-match': Type.Optional(Type.String({ description: 'The ETag of the item as it was read, such as "3"' })),
  });
  const schema = { ...documentation, params: IbiParameters, headers, body: EditSchema };
  api.patch('/items/:ibi', { config, schema }, async (request, reply) => {
    const revision = readRevision(request.headers['if-match']) ?? request.body.revision;
    const item = await answerOnce(memory, request, () =>
      archive.edit(readLabel(request.params.ibi), { ...request.body, revision }, authorOf(request)),
    );
    return sendItem(reply, item);
  });
};

const readRevision = (condition: string | undefined): number | undefined => {
  if (condition === undefined || condition === '*') return undefined;
  const [, revision] = /^"(\d{1,15})"$/.exec(condition) ?? [];
  if (revision !== undefined) return Number(revision);
  throw new Refusal('request-invalid', 'If-Match needs the ETag of the item, such as "3"');
};

const registerRemove = (api: Api, archive: ArchiveOperations, memory: AnswerMemory): void => {
  const { config, documentation } = describeOperation({
    summary: 'Remove an item',
    description: 'Its tombstone stays, with the reason, which is given in the body or in the query.',
    tag: 'Items',
    access: 'admin',
    answers: { 200: refer('Item', 'The tombstone') },
    refusals: [404, 409, 410, 413, 415, 422],
  });
  const reason = Type.Optional(Type.String({ description: 'Why, for the tombstone' }));
  const schema = {
    ...documentation,
    params: IbiParameters,
    headers: IdempotencyHeaders,
    querystring: Type.Object({ reason }),
    body: Type.Union([Type.Object({ reason }, { additionalProperties: false }), Type.Null()]),
  };
  api.delete('/items/:ibi', { config, schema }, async (request, reply) => {
    const given = request.body?.reason ?? request.query.reason ?? '';
    const item = await answerOnce(memory, request, () =>
      archive.remove(readLabel(request.params.ibi), { reason: given }, authorOf(request)),
    );
    return sendItem(reply, item);
  });
};
