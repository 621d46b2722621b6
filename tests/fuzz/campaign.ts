import { forEachConcurrently } from '../../packages/server/src/concurrency/for-each-concurrently.ts';
import { generateRequest } from './generate.ts';
import type { FuzzRequest } from './request.ts';
import { createSender, type FuzzAnswer, type Send } from './send.ts';
import { shrink } from './shrink.ts';
import type { WatchedNode } from './watched-node.ts';
import { makeWorld } from './world.ts';

export interface Failure {
  /** What happened that must not. */
  readonly law: string;
  /** The smallest request that does it, if one alone does. */
  readonly request: FuzzRequest | undefined;
  readonly detail: string;
}

export interface Progress {
  readonly sent: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly keptBytes: number;
  readonly residentBytes: number;
  readonly longestMs: number;
}

const ROUND = 5_000;
const CONNECTIONS = 48;
const MAX_BLOCKED_MS = 1_000;
/** Caches are full after this many rounds; from then on a node keeps hardly more. */
const WARM_ROUNDS = 8;
const MAX_GROWTH_BYTES = 96 * 2 ** 20;
const INSIDE =
  /"code":"(?:database-failed|disk-failed|data-folder-unusable|file-damaged|minter-damaged)"|status\.archive unavailable/;

/** Returns what is wrong with an answer. */
const wrongWith = ({ status, text }: FuzzAnswer): string | undefined => {
  if (status === 500) return 'answers 500';
  return status === 503 && INSIDE.test(text) ? 'fails inside' : undefined;
};

async function* numbersFrom(first: number, count: number) {
  for (let number = first; number < first + count; number += 1) yield number;
}

/** Sends many requests to the node, and returns the first law that it breaks. */
export const runCampaign = async (
  node: WatchedNode,
  {
    requests,
    seed,
    hasTimeLaw,
    goesOn = false,
    onRound = () => undefined,
  }: {
    readonly requests: number;
    readonly seed: number;
    /** Whether blocking the event loop counts, and what Node.js warns of: tests assert no time, and no collections. */
    readonly hasTimeLaw: boolean;
    /** Whether to go on after a failure, so that the first does not hide the others. */
    readonly goesOn?: boolean;
    readonly onRound?: (progress: Progress) => void;
  },
): Promise<readonly Failure[]> => {
  const { send, close } = createSender(node.url, CONNECTIONS);
  const statuses = new Map<number, number>();
  const failures = new Map<string, Failure>();
  let warmBytes: number | undefined;
  try {
    for (let [sent, round] = [0, 1]; sent < requests && (goesOn || failures.size === 0); round += 1) {
      const world = await makeWorld(node.url, node.administratorKey, round);
      const count = Math.min(ROUND, requests - sent);
      const made = (number: number): FuzzRequest => generateRequest(seed, number, world);
      const broken = new Map<string, Failure>();
      await forEachConcurrently(numbersFrom(sent, count), { limit: CONNECTIONS }, async (number) => {
        if (node.hasEnded()) return;
        const request = made(number);
        const answer = await send(request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const law = wrongWith(answer);
        if (law !== undefined) broken.set(kindOf(law, request), { law, request, detail: answer.text });
      });
      if (node.hasEnded()) return [{ law: 'the node ended', request: undefined, detail: node.printed() }];
      for (const [kind, failure] of broken) {
        if (!failures.has(kind)) failures.set(kind, await explain(failure, send));
      }
      const { blockedMs } = await node.look();
      if (hasTimeLaw && blockedMs > MAX_BLOCKED_MS && !failures.has('blocked')) {
        const asked = Array.from({ length: count }, (_nothing, at) => made(sent + at));
        failures.set('blocked', await findBlocking(asked, node, send));
      }
      sent += count;
      const { keptBytes, residentBytes } = await node.look({ collect: true });
      onRound({ sent, statuses, keptBytes, residentBytes, longestMs: blockedMs });
      if (round === WARM_ROUNDS) warmBytes = keptBytes;
      if (warmBytes !== undefined && keptBytes - warmBytes > MAX_GROWTH_BYTES) {
        const detail = `from ${warmBytes} to ${keptBytes} bytes`;
        return [...failures.values(), { law: 'the node keeps more and more in memory', request: undefined, detail }];
      }
    }
    const logged = node
      .printed()
      .split('\n')
      .find((line) => line.includes('"level":50') || (hasTimeLaw && line.includes('Warning: ')));
    if (logged === undefined || failures.size > 0) return [...failures.values()];
    return [{ law: 'the node logged an error', request: undefined, detail: logged }];
  } finally {
    close();
  }
};

/** Failures of one law at one route are told once. */
const kindOf = (law: string, { method, target }: FuzzRequest): string =>
  `${law} ${method} ${target.split(/[/?]/, 4).join('/')}`;

/** Makes the request smaller, as long as the node still answers it wrongly. */
const explain = async (failure: Failure, send: Send): Promise<Failure> => {
  const isBroken = async (request: FuzzRequest): Promise<boolean> => wrongWith(await send(request)) === failure.law;
  const { request } = failure;
  if (request === undefined || !(await isBroken(request))) return failure;
  return { ...failure, request: await shrink(request, isBroken) };
};

/** Sends the requests of a round again, one at a time, to find the one that blocks the node. */
const findBlocking = async (round: readonly FuzzRequest[], node: WatchedNode, send: Send): Promise<Failure> => {
  const law = 'the event loop was blocked for more than a second';
  let longest: { readonly blockedMs: number; readonly request: FuzzRequest } | undefined;
  await node.look();
  for (const request of round) {
    await send(request);
    const { blockedMs } = await node.look();
    if (blockedMs > (longest?.blockedMs ?? 0)) longest = { blockedMs, request };
    if (blockedMs > MAX_BLOCKED_MS) break;
  }
  return { law, request: longest?.request, detail: `${Math.round(longest?.blockedMs ?? 0)} ms` };
};
