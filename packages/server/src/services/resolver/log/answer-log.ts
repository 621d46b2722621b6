import { Refusal } from '@perene/api/refusals';
import { formatLogAnswer, type LogMessage, type LogPair, type LogSubmission } from '@perene/core/federation';
import type { Clock } from '../../../ports/system/clock.ts';
import type { LogWitnesses } from '../../../ports/trust/log-witnesses.ts';
import type { LogHeads } from './log-heads.ts';
import type { LogOperations } from './log-operations.ts';

export type LogQuestion = Exclude<LogMessage, LogSubmission>;

/** What the resolver answers to anybody who asks about its log (docs/protocol.md). */
export interface LogAnswers {
  /** Refuses with `log-entry-not-found` where there is no such thing. */
  answer(message: LogQuestion): Promise<string>;
}

/** Witnesses ask at least this often, so that all of them sign the same head. */
const WITNESS_PERIOD_MICROSECONDS = 30_000_000n;

export const createLogAnswers = ({
  log,
  heads,
  witnesses,
  clock,
}: {
  readonly log: LogOperations;
  readonly heads: Pick<LogHeads, 'newest' | 'ofSize' | 'logKey'>;
  readonly witnesses: Pick<LogWitnesses, 'offer'>;
  readonly clock: Pick<Clock, 'now'>;
}): LogAnswers => {
  const offerHead = async (): Promise<readonly LogPair[]> => {
    const { size } = await heads.newest();
    const at = clock.now();
    const offered = await witnesses.offer({ size, at, renewBefore: at - WITNESS_PERIOD_MICROSECONDS });
    const head = await heads.ofSize(offered);
    if (head === undefined) throw new Error(`the log has no head of the size ${offered}`);
    return [
      ['log.head', head.note],
      ['log.key', heads.logKey],
    ];
  };

  const pairsFor = async (message: LogQuestion): Promise<readonly LogPair[]> => {
    switch (message.subject) {
      case 'logHead':
        return message.isForWitness ? offerHead() : headPairs(await log.head({ isWitnessed: false }));
      case 'logProof': {
        const { index, entry, path, others, ...head } = await log.proof({ ...message.about, size: message.size });
        return [
          ['log.index', String(index)],
          ['log.entry', entry],
          ['log.path', path.join(' ')],
          ['log.others', others.join(' ')],
          ...headPairs(head),
        ];
      }
      case 'logConsistency': {
        const { from, to, path } = await log.consistency(message);
        return [
          ['log.from', String(from)],
          ['log.to', String(to)],
          ['log.path', path.join(' ')],
        ];
      }
      case 'logEntries': {
        const { from, entries, size } = await log.entries(message);
        return [
          ['log.from', String(from)],
          ['log.size', String(size)],
          ...entries.map((entry): LogPair => ['log.entry', entry]),
        ];
      }
    }
  };

  return { answer: async (message) => formatLogAnswer(await pairsFor(message)) };
};

const headPairs = ({
  head,
  logKey,
  witnessKeys,
}: {
  readonly head: string;
  readonly logKey: string;
  readonly witnessKeys: readonly string[];
}): readonly LogPair[] => [
  ['log.head', head],
  ['log.key', logKey],
  ...witnessKeys.map((key): LogPair => ['log.witness', key]),
];

/** Whether the log has nothing of what was asked for. */
export const isNotLogged = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'log-entry-not-found';
