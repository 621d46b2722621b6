import { Refusal } from '@perene/api/refusals';
import { type Acknowledgment, formatServiceRequest, type Label } from '@perene/core';
import type { ArchiveAddress, Messenger } from '../../../ports/federation/messenger.ts';
import type { LocalCounts } from './local-counts.ts';

/** Sends one acknowledgment for every redirect, without making the user wait (decision 21). */
export interface Acknowledgments {
  /** The citing item stands in the persistent URL as well. */
  send(archive: ArchiveAddress, acknowledgment: Acknowledgment, citing?: Label): void;
  /** How many could not be sent, or did not fit into the queue. */
  lost(): number;
  /** Resolves when the queue is empty. */
  finish(): Promise<void>;
}

const MAX_WAITING = 10_000;
const TOGETHER = 16;
const DEADLINE_MS = 5_000;
const MAX_ANSWER_BYTES = 4_096;

export const createAcknowledgments = ({
  messenger,
  local,
}: {
  readonly messenger: Pick<Messenger, 'send'>;
  readonly local: LocalCounts | undefined;
}): Acknowledgments => {
  const waiting: { readonly archive: ArchiveAddress; readonly acknowledgment: Acknowledgment }[] = [];
  const running = new Set<Promise<void>>();
  let lost = 0;

  const post = async (archive: ArchiveAddress, acknowledgment: Acknowledgment): Promise<void> => {
    const query = formatServiceRequest(acknowledgment);
    await messenger.send(archive, query, { deadlineMs: DEADLINE_MS, maxBytes: MAX_ANSWER_BYTES });
  };

  const run = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await post(next.archive, next.acknowledgment);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        lost += 1;
      }
    }
  };

  return {
    send(archive, acknowledgment, citing) {
      if (archive.service === local?.service) {
        local.count(acknowledgment);
        if (citing !== undefined) local.noteFollow(acknowledgment, citing);
        return;
      }
      if (waiting.length === MAX_WAITING) {
        lost += 1;
        return;
      }
      waiting.push({ archive, acknowledgment });
      if (running.size === TOGETHER) return;
      const started: Promise<void> = run().finally(() => running.delete(started));
      running.add(started);
    },
    lost: () => lost,
    async finish() {
      while (running.size > 0) await Promise.all(running);
      await local?.finish();
    },
  };
};
