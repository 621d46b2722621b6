import { PassThrough, type Readable } from 'node:stream';
import { Type } from '@fastify/type-provider-typebox';
import { parseItemFilePath } from '@perene/core/item';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Upload, Uploads } from '../../../ports/uploads.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import type { Api } from './api.ts';
import { principalOf } from './authentication.ts';
import { describeOperation, withoutBody } from './operation.ts';
import { IdParameters } from './schemas.ts';

/** Resumable uploads by tus 1.0.0 (https://tus.io/protocols/resumable-upload): core, creation and termination. */
const TUS_VERSION = '1.0.0';
const TUS_EXTENSIONS = 'creation,termination';
const PART_MEDIA_TYPE = 'application/offset+octet-stream';
const UPLOADS_PATH = '/api/v1/uploads';
const MAX_METADATA_LENGTH = 8_192;

const TusHeader = {
  'tus-resumable': Type.Optional(Type.String({ description: `The version of the protocol: ${TUS_VERSION}` })),
};
const Offset = Type.String({ pattern: '^\\d{1,15}$', description: 'Where this part begins' });

export interface UploadRouteNeeds {
  readonly uploads: Uploads;
  readonly limits: { readonly maxFileBytes: number };
}

export const registerUploadRoutes = (api: Api, needs: UploadRouteNeeds): void => {
  api.addContentTypeParser(PART_MEDIA_TYPE, (_request, payload, done) => done(null, payload));
  registerOptions(api, needs);
  registerBegin(api, needs);
  registerFind(api, needs);
  registerAppend(api, needs);
  registerAbandon(api, needs);
};

const describeUpload = (
  description: Pick<Parameters<typeof describeOperation>[0], 'summary' | 'description' | 'answers' | 'refusals'>,
) => describeOperation({ tag: 'Uploads', access: 'depositor', ...description });

/** Every answer says the version; every request but OPTIONS must. */
const checkVersion = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('tus-resumable', TUS_VERSION);
  if (request.headers['tus-resumable'] === TUS_VERSION) return;
  reply.header('tus-version', TUS_VERSION);
  throw new Refusal('tus-version', `uploads speak tus ${TUS_VERSION}: send "Tus-Resumable: ${TUS_VERSION}"`);
};

/** Nobody learns of the uploads of others. */
const findOwn = async (request: FastifyRequest, uploads: Uploads, id: string): Promise<Upload> => {
  const upload = await uploads.find(id);
  if (upload?.owner === principalOf(request).id) return upload;
  throw new Refusal('upload-not-found', `there is no upload ${id.slice(0, 64)} of yours: begin a new one`);
};

const registerOptions = (api: Api, { limits }: UploadRouteNeeds): void => {
  const { documentation } = describeUpload({
    summary: 'Tell what the upload protocol offers',
    answers: {
      204: withoutBody('In the headers', {
        'Tus-Version': 'Versions of the protocol',
        'Tus-Extension': 'Its extensions',
        'Tus-Max-Size': 'The most bytes of a file',
      }),
    },
  });
  api.options('/uploads', { config: { access: 'reading' }, schema: documentation }, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'tus-resumable': TUS_VERSION,
        'tus-version': TUS_VERSION,
        'tus-extension': TUS_EXTENSIONS,
        'tus-max-size': String(limits.maxFileBytes),
      })
      .send(),
  );
};

const registerBegin = (api: Api, { uploads, limits }: UploadRouteNeeds): void => {
  const { config, documentation } = describeUpload({
    summary: 'Begin an upload that can be resumed',
    answers: { 201: withoutBody('It can be sent now', { Location: 'Where to send it to' }) },
    refusals: [412, 413, 422],
  });
  const headers = Type.Object({
    ...TusHeader,
    'upload-length': Type.String({ pattern: '^\\d{1,15}$', description: 'How many bytes will come' }),
    'upload-metadata': Type.Optional(
      Type.String({ maxLength: MAX_METADATA_LENGTH, description: '"filename" and the path of the file in base64' }),
    ),
  });
  api.post('/uploads', { config, schema: { ...documentation, headers } }, async (request, reply) => {
    checkVersion(request, reply);
    const bytes = Number(request.headers['upload-length']);
    if (bytes > limits.maxFileBytes) {
      throw new Refusal('file-too-large', `a file has at most ${limits.maxFileBytes} bytes; send a smaller one`);
    }
    const path = readFilename(request.headers['upload-metadata'] ?? '');
    const { id } = await uploads.begin({ owner: principalOf(request).id, path, bytes });
    return reply.code(201).header('location', `${UPLOADS_PATH}/${id}`).send();
  });
};

/** `filename d29ybGQ=,other` (tus 1.0.0, Upload-Metadata); a deposit may still give it another path. */
const readFilename = (metadata: string): string => {
  const pair = metadata.split(',').map((text) => text.trim().split(' '));
  const [, encoded] = pair.find(([key]) => key === 'filename') ?? [];
  if (encoded === undefined) return 'upload';
  const path = parseItemFilePath(Buffer.from(encoded, 'base64').toString('utf8'));
  if (path.ok) return path.value;
  throw new Refusal('file-name-invalid', `filename: at character ${path.position + 1} expected ${path.expected}`);
};

const registerFind = (api: Api, { uploads }: UploadRouteNeeds): void => {
  const { config, documentation } = describeUpload({
    summary: 'Tell how much of an upload is here',
    answers: {
      200: withoutBody('In the headers', {
        'Upload-Offset': 'Where to go on',
        'Upload-Length': 'How many bytes in all',
      }),
    },
    refusals: [404, 412],
  });
  const schema = { ...documentation, params: IdParameters, headers: Type.Object(TusHeader) };
  const swagger = { exposeHeadRoute: true };
  api.head('/uploads/:id', { config: { ...config, swagger }, schema }, async (request, reply) => {
    checkVersion(request, reply);
    const { received, bytes } = await findOwn(request, uploads, request.params.id);
    return reply.headers({ 'upload-offset': String(received), 'upload-length': String(bytes) }).send();
  });
};

const registerAppend = (api: Api, { uploads }: UploadRouteNeeds): void => {
  const { config, documentation } = describeUpload({
    summary: 'Send the next part of an upload',
    description: 'What came before a connection broke counts: ask where to go on with HEAD.',
    answers: { 204: withoutBody('The part is here, durably', { 'Upload-Offset': 'Where to go on' }) },
    refusals: [404, 409, 412, 413, 415, 423],
  });
  const headers = Type.Object({ ...TusHeader, 'upload-offset': Offset });
  const schema = { ...documentation, params: IdParameters, headers };
  const swaggerTransform = ({ schema: documented, url }: { schema: object; url: string }) => ({
    schema: { ...documented, consumes: [PART_MEDIA_TYPE], body: { type: 'string', format: 'binary' } },
    url,
  });
  api.patch('/uploads/:id', { config: { ...config, swaggerTransform }, schema }, async (request, reply) => {
    checkVersion(request, reply);
    if (request.mediaType !== PART_MEDIA_TYPE) {
      throw new Refusal('media-type-unsupported', `send the part as ${PART_MEDIA_TYPE}`);
    }
    const offset = Number(request.headers['upload-offset']);
    const { id, bytes } = await findOwn(request, uploads, request.params.id);
    const length = Number(request.headers['content-length'] ?? 0);
    if (offset + length > bytes) {
      throw new Refusal('file-too-large', `upload ${id} was announced with ${bytes} bytes, and more would come`);
    }
    const received = await uploads.append(id, { offset, content: detach(request.raw) });
    return reply.code(204).header('upload-offset', String(received)).send();
  });
};

/** Whoever destroys this stream does not cut the connection, over which the answer still has to go. */
const detach = (body: Readable): Readable => {
  const content = new PassThrough();
  body.on('close', () => {
    if (!body.readableEnded) content.destroy(new Error('the connection broke'));
  });
  body.pipe(content);
  return content;
};

const registerAbandon = (api: Api, { uploads }: UploadRouteNeeds): void => {
  const { config, documentation } = describeUpload({
    summary: 'Forget an upload',
    answers: { 204: withoutBody('It is gone') },
    refusals: [404, 412],
  });
  const schema = { ...documentation, params: IdParameters, headers: Type.Object(TusHeader) };
  api.delete('/uploads/:id', { config, schema }, async (request, reply) => {
    checkVersion(request, reply);
    const { id } = await findOwn(request, uploads, request.params.id);
    await uploads.abandon(id);
    return reply.code(204).send();
  });
};
