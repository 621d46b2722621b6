import type { Readable } from 'node:stream';
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import { Refusal, refuse } from '@perene/api/refusals';
import { MAX_FILES_PER_ITEM } from '@perene/core/item';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SentFile, TransferReceiver } from '../../../services/archive/moving/receive-transfer.ts';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import { authorOf, createAuthentication } from '../api/authentication.ts';
import { createPartReader } from '../multipart-parts.ts';

const MAX_OFFER_BYTES = 16 * 1_024 * 1_024;
const MAX_PART_HEADERS = 20;

type Named = { Params: { id: string } };

/**
 * The requests of the holder of an original to the Archive that takes it over. The name of a transfer has 128 random
 * bits, so that only its two sides know it; anyone who knows it may ask for the outcome.
 */
export const registerTransfers = (
  server: FastifyInstance,
  {
    receiver,
    keys,
    maxFileBytes,
  }: {
    readonly receiver: TransferReceiver;
    readonly keys: Pick<KeyRing, 'authenticate'>;
    readonly maxFileBytes: number;
  },
): void => {
  server.register(
    async (routes) => {
      routes.decorateRequest('principal', undefined);
      routes.addHook('onRequest', createAuthentication({ keys, isReadingPublic: true }));
      routes.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      await routes.register(fastifyMultipart);
      const depositor = { config: { access: 'depositor' as const }, bodyLimit: MAX_OFFER_BYTES };
      routes.get<Named>('/:id', { config: { access: 'reading' } }, ({ params }) => receiver.outcome(params.id));
      routes.post<Named>('/:id', depositor, (request) => takeOffer(receiver, request, maxFileBytes));
      routes.post<Named>('/:id/commit', depositor, (request) => receiver.commit(request.params.id, authorOf(request)));
      routes.post<Named>('/:id/abort', depositor, (request) => receiver.abort(request.params.id, authorOf(request)));
    },
    { prefix: '/api/v1/transfers' },
  );
};

/** JSON has the item alone, to ask what is missing; parts have the item and the missing files. */
const takeOffer = async (receiver: TransferReceiver, request: FastifyRequest<Named>, maxFileBytes: number) => {
  const { id } = request.params;
  if (!request.isMultipart()) return receiver.offer(id, request.body);
  const given = request.parts({
    isPartAFile: () => true,
    limits: {
      fileSize: Math.max(maxFileBytes, MAX_OFFER_BYTES) + 1,
      files: MAX_FILES_PER_ITEM + 1,
      headerPairs: MAX_PART_HEADERS,
    },
  }) as AsyncIterableIterator<MultipartFile>;
  const readPart = createPartReader(request.raw, given);
  const nextPart: NextPart = () =>
    readPart().catch((error: unknown) => {
      throw broken(error);
    });
  const first = await nextPart();
  if (first?.fieldname !== 'item') throw refuse('request-invalid', { reason: 'first-part', part: 'item' });
  return receiver.accept(id, await readOffer(first.file), readFiles(nextPart), authorOf(request));
};

type NextPart = () => Promise<MultipartFile | undefined>;

const broken = (error: unknown): unknown =>
  error instanceof Refusal ? error : refuse('request-invalid', { reason: 'multipart', cause: '' });

const readOffer = async (content: Readable): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > MAX_OFFER_BYTES) throw refuse('request-too-large', { reason: 'offer', max: MAX_OFFER_BYTES });
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw refuse('request-invalid', { reason: 'part-no-json', part: 'item', cause: '' });
  }
};

/** Each named by its place in the offered list of files. */
async function* readFiles(nextPart: NextPart): AsyncGenerator<SentFile> {
  for (let part = await nextPart(); part !== undefined; part = await nextPart()) {
    const { file } = part;
    if (!/^\d{1,5}$/.test(part.filename)) throw refuse('request-invalid', { reason: 'file-number' });
    file.once('error', (error) => file.destroy(error));
    yield { index: Number(part.filename), content: file };
  }
}
