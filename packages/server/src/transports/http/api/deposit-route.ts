import type { FastifyRequest } from 'fastify';
import type { Uploads } from '../../../ports/uploads.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import type { ArchiveOperations, DepositedFile, ItemView } from '../../../services/archive/archive-operations.ts';
import type { Metrics } from '../metrics.ts';
import { invalidRequest } from '../problems.ts';
import type { Api } from './api.ts';
import { authorOf, principalOf } from './authentication.ts';
import { readMultipartDeposit } from './multipart-deposit.ts';
import { describeOperation, IdempotencyHeaders } from './operation.ts';
import { keyedRequestOf } from './repeatable.ts';
import { type DepositBody, DepositSchema, refer } from './schemas.ts';

export interface DepositRouteNeeds {
  readonly archive: ArchiveOperations;
  readonly uploads: Uploads;
  readonly metrics: Metrics;
}

const DESCRIPTION =
  'As multipart/form-data: first a part "item" (application/json), then any number of files, each with its path in the ' +
  'item as filename. As application/json: the same description, with finished uploads for files.';

const FORM = {
  schema: {
    type: 'object',
    required: ['item'],
    properties: {
      item: DepositSchema,
      file: { type: 'array', items: { type: 'string', format: 'binary' }, description: 'The name of the part is free' },
    },
  },
};

export const registerDepositRoute = (api: Api, needs: DepositRouteNeeds): void => {
  const { config, documentation } = describeOperation({
    summary: 'Deposit files as a new item',
    description: DESCRIPTION,
    tag: 'Items',
    access: 'depositor',
    answers: { 201: refer('Item', 'The new item') },
    refusals: [404, 409, 413, 415, 422],
  });
  const json = { content: { 'application/json': { schema: DepositSchema } } };
  const swaggerTransform = ({ schema, url }: { schema: object; url: string }) => ({
    schema: { ...schema, body: { content: { 'multipart/form-data': FORM, ...json.content } } },
    url,
  });
  api.post(
    '/items',
    { config: { ...config, swaggerTransform }, schema: { ...documentation, headers: IdempotencyHeaders, body: json } },
    async (request, reply) => {
      const item = request.isMultipart() ? await depositForm(request, needs) : await depositUploads(request, needs);
      const location = `/api/v1/items/${item.repository}`;
      return reply.code(201).header('location', location).header('etag', `"${item.revision}"`).send(item);
    },
  );
};

const depositForm = async (request: FastifyRequest, needs: DepositRouteNeeds): Promise<ItemView> => {
  const form = await readMultipartDeposit(request);
  const body = checkBody(request, form.item);
  try {
    return await deposit(request, needs, body, form.files);
  } catch (error) {
    throw form.explain(error);
  }
};

const depositUploads = (request: FastifyRequest, needs: DepositRouteNeeds): Promise<ItemView> =>
  deposit(request, needs, request.body as DepositBody, noFiles());

async function* noFiles(): AsyncGenerator<DepositedFile> {}

/** With the schema that checks JSON bodies. */
const checkBody = (request: FastifyRequest, body: unknown): DepositBody => {
  const checked = request.compileValidationSchema(DepositSchema, 'body')(body) as unknown as {
    readonly error?: Parameters<typeof invalidRequest>[0];
  };
  if (checked.error !== undefined) throw invalidRequest(checked.error, 'item');
  return body as DepositBody;
};

const deposit = async (
  request: FastifyRequest,
  { archive, uploads, metrics }: DepositRouteNeeds,
  body: DepositBody,
  files: AsyncIterable<DepositedFile>,
): Promise<ItemView> => {
  const { uploads: named = [], ...description } = body;
  const owner = principalOf(request).id;
  const item = await archive.deposit(
    {
      ...description,
      files: joinFiles(findUploads(uploads, named, owner), files),
      request: keyedRequestOf(request, body),
    },
    authorOf(request),
  );
  metrics.countDeposit();
  await Promise.all(named.map(({ id }) => uploads.abandon(id)));
  return item;
};

async function* joinFiles(...sources: readonly AsyncIterable<DepositedFile>[]): AsyncGenerator<DepositedFile> {
  for (const source of sources) yield* source;
}

/** Looked for only once they are needed: a request that is sent again has used them up. */
async function* findUploads(
  uploads: Uploads,
  named: NonNullable<DepositBody['uploads']>,
  owner: string,
): AsyncGenerator<DepositedFile> {
  for (const { id, path } of named) {
    const upload = await uploads.find(id);
    if (upload?.owner !== owner)
      throw new Refusal('upload-not-found', `there is no upload ${id} of yours: send it again`);
    if (upload.received < upload.bytes) {
      const missing = upload.bytes - upload.received;
      throw new Refusal('upload-incomplete', `upload ${id} lacks ${missing} bytes: go on from ${upload.received}`);
    }
    yield { path: path ?? upload.path, uploadId: id };
  }
}
