import { isUtf8 } from 'node:buffer';
import { PassThrough, type Readable } from 'node:stream';
import { API_PATH, PART_MEDIA_TYPE, TUS_VERSION } from '@perene/api';
import { misfit, refuse } from '@perene/api/refusals';
import { parseItemFilePath, spellFileName } from '@perene/core/item';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Upload, Uploads } from '../../../../ports/archive/item-files.ts';
import { principalOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';

const TUS_EXTENSIONS = 'creation,termination';

/** Lets handlers read the parts of uploads themselves. */
export const acceptUploadParts = (api: FastifyInstance): void => {
  api.addContentTypeParser(PART_MEDIA_TYPE, (_request, payload, done) => done(null, payload));
};

export const registerUploadRoutes = (
  bind: Bind,
  {
    uploads,
    maxFileBytes,
  }: {
    readonly uploads: Uploads;
    readonly maxFileBytes: number;
  },
): void => {
  bind('describeUploads', (_request, reply) => {
    reply.headers({
      'tus-resumable': TUS_VERSION,
      'tus-version': TUS_VERSION,
      'tus-extension': TUS_EXTENSIONS,
      'tus-max-size': String(maxFileBytes),
    });
    return undefined;
  });
  bind('beginUpload', async (request, reply) => {
    checkVersion(request, reply);
    const bytes = Number(request.headers['upload-length']);
    if (bytes > maxFileBytes) {
      throw refuse('file-too-large', { reason: 'announced', max: maxFileBytes });
    }
    const path = readFilename(request.headers['upload-metadata'] ?? '');
    const { id } = await uploads.begin({ owner: principalOf(request).id, path, bytes });
    reply.header('location', `${API_PATH}/uploads/${id}`);
    return undefined;
  });
  bind('findUpload', async (request, reply) => {
    checkVersion(request, reply);
    const { received, bytes } = await findOwn(request, uploads, request.params.id);
    reply.headers({ 'upload-offset': String(received), 'upload-length': String(bytes) });
    return undefined;
  });
  bind('appendUpload', async (request, reply) => {
    checkVersion(request, reply);
    const offset = Number(request.headers['upload-offset']);
    const { id, bytes } = await findOwn(request, uploads, request.params.id);
    const length = Number(request.headers['content-length'] ?? 0);
    if (offset + length > bytes) {
      throw refuse('file-too-large', { reason: 'upload', id, bytes });
    }
    const received = await uploads.append(id, { offset, content: detach(request.raw) });
    reply.header('upload-offset', String(received));
    return undefined;
  });
  bind('abandonUpload', async (request, reply) => {
    checkVersion(request, reply);
    const { id } = await findOwn(request, uploads, request.params.id);
    await uploads.abandon(id);
    return undefined;
  });
};

/** Every answer names the version of tus; every request except OPTIONS must name it, too. */
const checkVersion = (request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): void => {
  reply.header('tus-resumable', TUS_VERSION);
  if (request.headers['tus-resumable'] === TUS_VERSION) return;
  reply.header('tus-version', TUS_VERSION);
  throw refuse('tus-version', { version: TUS_VERSION });
};

/** Finds an upload of the sender's own; uploads of others look as if they did not exist. */
const findOwn = async (request: Pick<FastifyRequest, 'principal'>, uploads: Uploads, id: string): Promise<Upload> => {
  const upload = await uploads.find(id);
  if (upload?.owner === principalOf(request).id) return upload;
  throw refuse('upload-not-found', { id: id.slice(0, 64) });
};

/** Spells a path of bytes in another encoding. U+0000 stays as it is, and is refused later. */
const spellPath = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .split('/')
    .map((name) => spellFileName(Buffer.from(name, 'latin1')))
    .join('/');

/** Reads `filename d29ybGQ=,other` (tus 1.0.0, Upload-Metadata). A deposit may still give the file another path. */
const readFilename = (metadata: string): string => {
  const pair = metadata.split(',').map((text) => text.trim().split(' '));
  const [, encoded] = pair.find(([key]) => key === 'filename') ?? [];
  if (encoded === undefined) return 'upload';
  const bytes = Buffer.from(encoded, 'base64');
  const path = parseItemFilePath(isUtf8(bytes) ? bytes.toString() : spellPath(bytes));
  if (path.ok) return path.value;
  throw refuse('file-name-invalid', { reason: 'upload', ...misfit(path) });
};

/** Returns a stream that can be destroyed without cutting the connection, which the answer still needs. */
const detach = (body: Readable): Readable => {
  const content = new PassThrough();
  const cutOff = (): void => {
    if (!body.readableEnded) content.destroy(new Error('the connection broke'));
  };
  // Perhaps nobody reads it yet; an error without a listener would end the whole node.
  content.on('error', () => undefined);
  // A body that has closed already will not say so again.
  if (body.destroyed) cutOff();
  else body.on('close', cutOff).pipe(content);
  return content;
};
