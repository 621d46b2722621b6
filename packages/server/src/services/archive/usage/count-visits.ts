import { classifyAgent, MAX_AGENT_LENGTH, type UsageCount } from '@perene/core/usage';
import type { UsageCounts } from '../../../ports/archive/counts/usage-counts.ts';
import { type Clock, millisecondsOf } from '../../../ports/system/clock.ts';
import type { JudgeVisits, NotedVisit } from './judge-visits.ts';

/** Counts visits to items after they were served; nobody waits for it. */
export interface VisitCounter {
  note(visit: Omit<NotedVisit, 'at'>): void;
  /** Writes what was noted. */
  finish(): Promise<void>;
}

const WRITE_AFTER_MS = 5_000;
/** Visits beyond these, in so short a time, are not counted. */
const MAX_WAITING = 20_000;

export const createVisitCounter = ({
  usageCounts,
  judge,
  clock,
  onError,
}: {
  readonly usageCounts: Pick<UsageCounts, 'add'>;
  readonly judge: JudgeVisits;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): VisitCounter => {
  let waiting: NotedVisit[] = [];
  /** Counts that are not stored yet because the database did not answer. */
  let left: readonly UsageCount[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const visits = waiting;
    waiting = [];
    try {
      left = [...left, ...(await judge(visits))].slice(-MAX_WAITING);
      if (left.length === 0) return;
      await usageCounts.add(left);
      left = [];
    } catch (error) {
      if (left.length > 0) wait();
      onError(error);
    }
  };
  const writeNext = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  const wait = (): void => {
    timer ??= setTimeout(() => void writeNext(), WRITE_AFTER_MS).unref();
  };

  return {
    note({ address, agent, repository, content }) {
      if (waiting.length === MAX_WAITING || classifyAgent(agent) === 'robot') return;
      const visit = { address, agent: agent.slice(0, MAX_AGENT_LENGTH), repository, content };
      waiting.push({ ...visit, at: millisecondsOf(clock.now()) });
      wait();
    },
    finish: writeNext,
  };
};
