import { type DoiQueue, type DoiRegistration, type DoiState, NEVER_AGAIN } from '../../../ports/dois/doi-queue.ts';
import type { DoiRegistry, RegistryAnswer, SentDoi } from '../../../ports/dois/doi-registry.ts';
import type { Clock } from '../../../ports/system/clock.ts';

/** What a DOI should be at DataCite. */
export type WantedDoi =
  /** It stands for something; `state` is what it should become. */
  | ({ readonly kind: 'living'; readonly state: Exclude<DoiState, 'none'> } & Pick<SentDoi, 'url' | 'attributes'>)
  /** It has nothing to stand for any more: it leads to the tombstone, and is found no more. */
  | ({ readonly kind: 'gone' } & Partial<Pick<SentDoi, 'url' | 'attributes'>>)
  /** Somebody else has the original now, and this node says nothing more. */
  | { readonly kind: 'elsewhere' };

export type DescribeSubject = (registration: DoiRegistration) => Promise<WantedDoi>;

export interface SentCounts {
  readonly sent: number;
  readonly failed: number;
}

/** A process that ends while it sends leaves the DOI to the next one after this time. */
const CLAIM_MICROSECONDS = 120_000_000n;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 86_400_000;
const MICROSECONDS_PER_MILLISECOND = 1_000n;
const MAX_SENT_AT_ONCE = 500;

/**
 * Sends what is due, one after the other. A request may be sent twice, because a crash may come before its answer is
 * noted: it says what the DOI should be, whatever it is, so that this does no harm.
 */
export const createDoiSender = ({
  queue,
  registry,
  clock,
  prefix,
  describe,
}: {
  readonly queue: DoiQueue;
  readonly registry: DoiRegistry;
  readonly clock: Pick<Clock, 'now'>;
  readonly prefix: string;
  readonly describe: DescribeSubject;
}) => {
  const send = async (registration: DoiRegistration): Promise<RegistryAnswer> => {
    const { doi } = registration;
    if (!doi.startsWith(`${prefix}/`)) return { kind: 'refused', problem: 'other-prefix' };
    return carryOut(registry, registration, await describe(registration));
  };
  return async (mayGoOn: () => boolean = () => true): Promise<SentCounts> => {
    let [sent, failed] = [0, 0];
    while (sent + failed < MAX_SENT_AT_ONCE && mayGoOn()) {
      const now = clock.now();
      const next = await queue.take({ now, until: now + CLAIM_MICROSECONDS });
      if (next === undefined) break;
      const answer = await send(next);
      const at = clock.now();
      if (answer.kind === 'done') {
        sent += 1;
        await queue.settle(next.doi, { wish: next.wish, state: answer.state, at });
        continue;
      }
      failed += 1;
      const { problem } = answer;
      await queue.postpone(next.doi, { wish: next.wish, problem, dueAt: dueAt(answer, next, at), at });
      // The account is wrong for all of them.
      if (answer.kind === 'locked-out') break;
    }
    return { sent, failed };
  };
};

const carryOut = async (
  registry: DoiRegistry,
  { doi, state }: DoiRegistration,
  wanted: WantedDoi,
): Promise<RegistryAnswer> => {
  if (wanted.kind === 'elsewhere') return { kind: 'done', state };
  if (wanted.kind === 'gone') {
    if (state === 'none' || state === 'draft') return registry.remove(doi);
    const { url, attributes } = wanted;
    // Without a description, the last one stays, and the DOI goes on leading to where it led.
    const sent = { doi, url: url ?? '', attributes: attributes ?? {} };
    return registry.put({ ...sent, event: 'hide' });
  }
  const { url, attributes } = wanted;
  const sent = { doi, url, attributes };
  const answer = await registry.put({ ...sent, event: EVENTS[wanted.state] });
  if (answer.kind !== 'done' || answer.state === wanted.state) return answer;
  // It was found before, and should be no more.
  if (wanted.state === 'registered' && answer.state === 'findable') return registry.put({ ...sent, event: 'hide' });
  if (wanted.state === 'draft') return answer;
  return { kind: 'refused', problem: `still-${answer.state}` };
};

const EVENTS = { draft: undefined, registered: 'register', findable: 'publish' } as const;

const dueAt = (
  answer: Exclude<RegistryAnswer, { readonly kind: 'done' }>,
  { attempts }: DoiRegistration,
  now: bigint,
): bigint => {
  if (answer.kind === 'refused') return NEVER_AGAIN;
  const asked = answer.kind === 'later' ? (answer.afterMs ?? 0) : 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS);
  return now + BigInt(Math.max(asked, wait)) * MICROSECONDS_PER_MILLISECOND;
};
