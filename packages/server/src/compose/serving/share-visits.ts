import type { Worker } from 'node:cluster';
import type { UsageCount } from '@perene/core/usage';
import type { JudgeVisits, NotedVisit } from '../../services/archive/usage/judge-visits.ts';

/** What a worker sends to the first process, and what comes back; other messages are not theirs. */
interface Question {
  readonly visitsNumber: number;
  readonly visits: readonly NotedVisit[];
}
interface Judgment {
  readonly judgedNumber: number;
  readonly counts: readonly UsageCount[];
}

const ANSWER_WITHIN_MS = 10_000;

/** Judges the visits of a worker in the first process, so that one visitor of several workers is one. */
export const judgeForWorker = (worker: Worker, judge: JudgeVisits): void => {
  worker.on('message', (message: Partial<Question> | undefined) => {
    const { visitsNumber: judgedNumber, visits } = message ?? {};
    if (judgedNumber === undefined || visits === undefined) return;
    judge(visits).then(
      (counts) => worker.isConnected() && worker.send({ judgedNumber, counts } satisfies Judgment),
      // The worker asks again, or counts without an answer.
      () => undefined,
    );
  });
};

/** The first process, as a worker asks it. */
export const askFirstProcess = (): JudgeVisits => {
  let number = 0;
  return (visits) =>
    new Promise((resolve, reject) => {
      number += 1;
      const own = number;
      const end = (): void => {
        clearTimeout(timer);
        process.off('message', hear);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error('the first process did not judge the visits'));
      }, ANSWER_WITHIN_MS);
      const hear = (message: Partial<Judgment> | undefined): void => {
        if (message?.judgedNumber !== own) return;
        end();
        resolve(message.counts ?? []);
      };
      process.on('message', hear);
      process.send?.({ visitsNumber: own, visits } satisfies Question);
    });
};
