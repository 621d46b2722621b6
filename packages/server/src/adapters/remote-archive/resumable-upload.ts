import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../refusals/refusal.ts';
import type { NodeAnswer, NodeClient } from './node-client.ts';

export interface UploadedFile {
  readonly path: string;
  readonly bytes: number;
  readonly open: (start: number) => Readable;
}

const TUS = { 'tus-resumable': '1.0.0' };
/** In a row, without any progress. */
const MAX_FAILURES = 5;
const FIRST_PAUSE_MS = 250;

/** Sends a large file by tus 1.0.0, after an interruption from where the node has it; answers its name there. */
export const uploadFile = async (
  node: NodeClient,
  file: UploadedFile,
  { firstPauseMs = FIRST_PAUSE_MS }: { readonly firstPauseMs?: number } = {},
): Promise<string> => {
  const id = await beginUpload(node, file);
  let offset = 0;
  let failures = 0;
  while (offset < file.bytes) {
    const before = offset;
    const outcome = await sendFrom(node, { id, file, offset });
    if (outcome instanceof Refusal) await wait(firstPauseMs * 2 ** failures);
    offset = outcome instanceof Refusal ? ((await askOffset(node, id)) ?? offset) : outcome;
    failures = offset > before ? 0 : failures + 1;
    if (failures > MAX_FAILURES) {
      throw outcome instanceof Refusal
        ? outcome
        : new Refusal('file-unreadable', `${file.path} became shorter while it was sent: deposit it again`);
    }
  }
  return id;
};

const beginUpload = async (node: NodeClient, { path, bytes }: UploadedFile): Promise<string> => {
  const answer = await node.send({
    method: 'POST',
    path: '/uploads',
    headers: {
      ...TUS,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${Buffer.from(path, 'utf8').toString('base64')}`,
    },
  });
  if (answer.status !== 201) throw node.refusalOf(answer);
  const id = answer.headers.get('location')?.split('/').at(-1) ?? '';
  if (!/^[\w-]{1,200}$/.test(id)) throw new Refusal('node-refused', 'the node began an upload without saying where');
  return id;
};

/** How much the node has then, or what interrupted it; what cannot be mended is thrown. */
const sendFrom = async (
  node: NodeClient,
  { id, file, offset }: { id: string; file: UploadedFile; offset: number },
): Promise<number | Refusal> => {
  let answer: NodeAnswer;
  try {
    answer = await node.send({
      method: 'PATCH',
      path: `/uploads/${id}`,
      headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: file.open(offset),
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'node-unreachable') return error;
    throw error;
  }
  const reached = offsetIn(answer);
  if (answer.status === 204 && reached !== undefined) return reached;
  const refusal = node.refusalOf(answer);
  if (isPassing(answer.status)) return refusal;
  throw refusal;
};

/** Another offset, a part that is still being written, or a node in trouble. */
const isPassing = (status: number): boolean => status === 409 || status === 423 || status >= 500;

const askOffset = async (node: NodeClient, id: string): Promise<number | undefined> => {
  try {
    return offsetIn(await node.send({ method: 'HEAD', path: `/uploads/${id}`, headers: TUS }));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'node-unreachable') return undefined;
    throw error;
  }
};

const offsetIn = ({ headers }: NodeAnswer): number | undefined => {
  const offset = headers.get('upload-offset') ?? '';
  return /^\d{1,15}$/.test(offset) ? Number(offset) : undefined;
};
