import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ThumbnailMaker, ThumbnailSet } from '../../ports/archive/thumbnails/thumbnails.ts';
import { readImageHeader } from './image-header.ts';

/** Decoding takes some twelve bytes a pixel. */
const MAX_PIXELS = 25_000_000;
const MAX_SIDE = 30_000;
const DEADLINE_MS = 30_000;
const MAX_HEAP_MB = 128;

/** The worker lies beside this file, as source or as program. */
const WORKER = new URL(`./thumbnail-worker${extname(import.meta.url)}`, import.meta.url);

/** Makes each set of pictures in a thread of its own, which is ended in any case, with all that it took. */
export const createWorkerThumbnails = ({
  deadlineMs = DEADLINE_MS,
}: {
  readonly deadlineMs?: number;
} = {}): ThumbnailMaker => ({
  async make(content) {
    const header = readImageHeader(content);
    if (header === undefined) return 'unfit';
    const { width, height } = header;
    const isFit = width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS;
    return isFit ? runWorker(content, deadlineMs) : 'unfit';
  },
});

const runWorker = async (content: Uint8Array, deadlineMs: number): Promise<ThumbnailSet | 'unfit' | 'late'> => {
  const worker = new Worker(WORKER, {
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // What a decoder prints about a broken picture is nobody's business.
    stderr: true,
    stdout: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      timer = setTimeout(() => resolve('late'), deadlineMs);
      worker.on('message', resolve);
      worker.on('error', () => resolve('unfit'));
      worker.on('exit', () => resolve('unfit'));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};
