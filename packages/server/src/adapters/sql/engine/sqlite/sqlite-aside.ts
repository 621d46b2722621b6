import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { refuse } from '@perene/api/refusals';
import type { SqlRow, SqlValue } from '../sql-database.ts';
import type { AsideAnswer } from './sqlite-aside-worker.ts';

const MAX_WAITING = 100;

interface Question {
  readonly text: string;
  readonly values: readonly SqlValue[];
  readonly resolve: (rows: readonly SqlRow[]) => void;
  readonly reject: (error: unknown) => void;
}

interface SqliteAside {
  /** Refuses once the deadline has passed; what the statement has begun, it finishes in its own thread. */
  read(text: string, values: readonly SqlValue[], deadlineMs: number): Promise<readonly SqlRow[]>;
  close(): Promise<void>;
}

/** The worker lies beside this file, as source or as program. */
const WORKER = new URL(`./sqlite-aside-worker${extname(import.meta.url)}`, import.meta.url);

/** Runs statements that may take long in a thread with a connection of its own, one after the other. */
export const createSqliteAside = (path: string, translate: (error: unknown) => unknown): SqliteAside => {
  const waiting: Question[] = [];
  let worker: Worker | undefined;
  let asked: Question | undefined;
  let isClosed = false;

  const end = (answer: (question: Question) => void): void => {
    const question = asked;
    asked = undefined;
    if (question !== undefined) answer(question);
    askNext();
  };

  const start = (): Worker => {
    const started = new Worker(WORKER, { workerData: path });
    started.on('message', ({ rows, error }: AsideAnswer) =>
      end(({ resolve, reject }) => (rows === undefined ? reject(translate(error)) : resolve(rows))),
    );
    started.on('error', (error) => {
      worker = undefined;
      end(({ reject }) => reject(error));
    });
    // Waiting for questions keeps no process running.
    started.unref();
    return started;
  };

  const askNext = (): void => {
    if (asked !== undefined || isClosed) return;
    asked = waiting.shift();
    if (asked === undefined) return;
    worker ??= start();
    worker.postMessage({ text: asked.text, values: asked.values });
  };

  return {
    read: (text, values, deadlineMs) =>
      new Promise((resolve, reject) => {
        const slow = () => refuse('search-too-slow', { seconds: deadlineMs / 1_000 });
        if (isClosed) return reject(new Error('the database is closed'));
        if (waiting.length >= MAX_WAITING) return reject(slow());
        const leave = (): void => {
          const place = waiting.indexOf(question);
          if (place !== -1) waiting.splice(place, 1);
          reject(slow());
        };
        const timer = setTimeout(leave, deadlineMs);
        const question: Question = {
          text,
          values,
          resolve: (rows) => {
            clearTimeout(timer);
            resolve(rows);
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        };
        waiting.push(question);
        askNext();
      }),
    async close() {
      isClosed = true;
      const closed = new Error('the database is closed');
      for (const { reject } of [...waiting.splice(0), ...(asked === undefined ? [] : [asked])]) reject(closed);
      await worker?.terminate();
    },
  };
};
