import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { refuse } from '@perene/api/refusals';
import { composeRepositoryLabel, type Label } from '@perene/core';
import { parseDigestRequest } from '@perene/core/federation';
import { createQuickSecrets } from '../packages/server/src/adapters/system/quick-secrets.ts';
import { createSystemClock } from '../packages/server/src/adapters/system/system-clock.ts';
import type { LabelChange, LabelChanges } from '../packages/server/src/ports/archive/catalogue-records.ts';
import type { DigestFiles } from '../packages/server/src/ports/federation/digest-files.ts';
import type { Messenger } from '../packages/server/src/ports/federation/messenger.ts';
import { createDigestAnswers } from '../packages/server/src/services/archive/exchange/answer-digest.ts';
import { createLocationMemory } from '../packages/server/src/services/resolver/asking/location-memory.ts';
import { createResolver } from '../packages/server/src/services/resolver/asking/resolve-persistent-url.ts';
import { createHolderIndex } from '../packages/server/src/services/resolver/digests/holder-index.ts';
import { createMemberCircuits } from '../packages/server/src/services/resolver/members/member-circuits.ts';
import type { AwayArchive } from '../packages/server/src/services/resolver/members/member-directory.ts';
import { createCertainLeases } from '../tests/fixtures/certain-leases.ts';
import { printTable } from './measure.ts';

const ITEMS = 10_000_000;
const SIZES = [10, 100, 1_000, 10_000];
const REQUESTS = 20_000;
const DECISIONS = 100_000;
const UPDATED_LABELS = 1_000;
const DOWN = 0.01;
/** Every tenth item has a copy at another Archive. */
const ITEMS_PER_COPY = 10;

/** Items are numbers; their labels are made when they are needed. */
const labelOf = (item: number) =>
  composeRepositoryLabel('example.org/archive', { seconds: 1_000_000_000 + item * 7, fraction: '' });
const serviceOf = (archive: number) =>
  composeRepositoryLabel('example.org/service', { seconds: 900_000_000 + archive, fraction: '' });
const itemOf = (label: string): number => {
  const [, , year, rest = ''] = label.split('/');
  const [month, day, hour, minute, second = '00'] = rest.split('.');
  return (Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1_000 - 1_000_000_000) / 7;
};

/** Returns the Archives that hold an item: that of the original, and perhaps that of a copy. */
const holdersOf = (item: number, archives: number): readonly number[] => {
  const original = item % archives;
  const copy = (original + 1 + (item % (archives - 1))) % archives;
  return item % ITEMS_PER_COPY === 0 ? [original, copy] : [original];
};

const listItems = (archives: number): readonly number[][] => {
  const items: number[][] = Array.from({ length: archives }, () => []);
  for (let item = 0; item < ITEMS; item += 1) {
    for (const holder of holdersOf(item, archives)) items[holder]?.push(item);
  }
  return items;
};

const changeOf = (items: readonly number[], index: number): LabelChange => ({
  number: index + 1,
  mark: '1',
  label: labelOf(items[index] ?? 0),
  kind: 'added',
  held: index + 1,
});

const changesOf = (items: readonly number[]): Pick<LabelChanges, 'find' | 'after'> => ({
  find: async (number) => (number > 0 && number <= items.length ? changeOf(items, number - 1) : undefined),
  after: async (number, limit) =>
    Array.from({ length: Math.min(limit, items.length - number) }, (_, index) => changeOf(items, number + index)),
});

const NO_FILES: DigestFiles = {
  // biome-ignore lint/correctness/useYield: there is nothing to read.
  async *read() {
    return;
  },
  begin: async () => ({ append: async () => undefined, keep: async () => undefined, discard: async () => undefined }),
  append: async () => undefined,
  remove: async () => undefined,
  retain: async () => undefined,
};

/** Makes the same sequence in every run. */
const createChance = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Makes a federation in one process: only the network and the catalogues of the Archives are simulated. */
const createFederation = (archives: number) => {
  const clock = createSystemClock();
  const items = listItems(archives);
  const members = items.map((_, number) => ({
    number,
    service: serviceOf(number),
    address: `a${number}.example.org`,
    isLocal: false,
  }));
  const numbers = new Map<Label, number>(members.map(({ service, number }) => [service, number]));
  const digests = items.map((held) => createDigestAnswers({ changes: changesOf(held), clock }));
  const down = new Set<number>();
  const counts = { messages: 0, digestBytes: 0 };
  const messenger: Pick<Messenger, 'send'> = {
    async send({ service, address }, query) {
      const number = numbers.get(service) ?? 0;
      const digestRequest = parseDigestRequest(query);
      if (digestRequest.ok && digestRequest.value) {
        const answer = (await digests[number]?.answer(digestRequest.value)) ?? '';
        counts.digestBytes += answer.length;
        return answer;
      }
      counts.messages += 1;
      if (down.has(number)) throw refuse('peer-unreachable', { reason: 'silent', origin: address });
      const label = new URLSearchParams(query).get('parsedibiurl.ibi') ?? '';
      const place = holdersOf(itemOf(label), archives).indexOf(number);
      return place < 0 ? '' : describe({ service, address, label, state: place === 0 ? 'Original' : 'Copy' });
    },
  };
  const away: readonly AwayArchive[] = [];
  const directory = {
    included: () => members,
    away: () => away,
    byNumber: (number: number) => members[number],
    refresh: async () => undefined,
    close: async () => undefined,
  };
  const holders = createHolderIndex({
    directory,
    messenger,
    leases: createCertainLeases(),
    clock,
    secrets: createQuickSecrets(),
    files: NO_FILES,
    onError: (error) => {
      throw error;
    },
  });
  const resolver = createResolver({
    directory,
    holders,
    messenger,
    local: undefined,
    circuits: createMemberCircuits({ clock, chance: createChance(3) }),
    locations: createLocationMemory({ now: () => performance.now(), maxAgeMs: 600_000, maxLocations: 200_000 }),
    firsts: { find: async () => undefined, learn: async () => undefined },
    limits: {
      messageMs: 5_000,
      hedgeMs: 250,
      graceMs: 300,
      maxAnswerBytes: 1_048_576,
      together: 64,
      maxAskedForUnknown: 256,
    },
    persistentAddress: 'http://urlib.net:80',
    isServiceOf: () => true,
    judge: async () => undefined,
    onHeard: () => undefined,
    secondsNow: () => Date.now() / 1_000,
    now: () => performance.now(),
    deadlineMs: 10_000,
    retryAfterSeconds: 30,
    onDispute: () => undefined,
  });
  return { holders, resolver, counts, down, labels: items.reduce((sum, held) => sum + held.length, 0) };
};

const describe = ({ service, address, label, state }: Readonly<Record<string, string>>): string =>
  [
    `archiveaddress ${address}`,
    `contenttype Data`,
    `ibi {rep ${label}}`,
    `ibi.archiveservice {rep ${service}}`,
    `ibi.platformsoftware {}`,
    `state ${state}`,
    'timestamp 2020-01-01T00:00:00Z',
    `url http://${address}/${label}`,
    'urlkey 1234567890',
  ].join('\r\n');

interface Outcome {
  readonly messages: readonly number[];
  readonly wrong: number;
  readonly unanswered: number;
}

/** Resolves many items. A few are requested often: the frequency of the item of rank r is proportional to 1/r. */
const resolveMany = async (federation: ReturnType<typeof createFederation>, archives: number): Promise<Outcome> => {
  const chance = createChance(1);
  const messages: number[] = [];
  let [wrong, unanswered] = [0, 0];
  for (let request = 0; request < REQUESTS; request += 1) {
    const rank = Math.floor(ITEMS ** chance());
    const item = (rank * 7_368_787) % ITEMS;
    const before = federation.counts.messages;
    const resolution = await federation.resolver.resolve({
      target: `/${labelOf(item)}`,
      clientAddresses: ['192.0.2.1'],
      languages: undefined,
      isCounted: true,
    });
    messages.push(federation.counts.messages - before);
    const living = holdersOf(item, archives).filter((holder) => !federation.down.has(holder));
    const urls = living.map((holder) => `http://a${holder}.example.org/${labelOf(item)}`);
    if (living.length === 0) unanswered += 1;
    const isRight = resolution.kind === 'found' ? urls.includes(resolution.url) : resolution.kind === 'uncertain';
    if (!isRight || (living.length > 0 && resolution.kind !== 'found')) wrong += 1;
  }
  return { messages: messages.toSorted((one, other) => one - other), wrong, unanswered };
};

const measureDecision = ({ holders }: ReturnType<typeof createFederation>): number => {
  const chance = createChance(2);
  const labels = Array.from({ length: DECISIONS }, () => labelOf(Math.floor(chance() * ITEMS)));
  const start = performance.now();
  let named = 0;
  for (const label of labels) named += holders.holdersOf([label]).named.length;
  if (named < DECISIONS) throw new Error('a holder is missing');
  return ((performance.now() - start) * 1_000) / DECISIONS;
};

const measureUpdate = async (): Promise<number> => {
  const items = Array.from({ length: UPDATED_LABELS * 2 }, (_, item) => item);
  const answers = createDigestAnswers({ changes: changesOf(items), clock: createSystemClock() });
  return (await answers.answer({ since: `${UPDATED_LABELS}-1` })).length;
};

/** Node.js offers the garbage collector only with this flag. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const simulate = async (archives: number): Promise<readonly string[]> => {
  const federation = createFederation(archives);
  collectGarbage();
  const memory = process.memoryUsage().arrayBuffers;
  const start = performance.now();
  await federation.holders.update();
  const seconds = (performance.now() - start) / 1_000;
  collectGarbage();
  const tableBytes = process.memoryUsage().arrayBuffers - memory;
  const chance = createChance(4);
  while (federation.down.size < Math.round(archives * DOWN)) federation.down.add(Math.floor(chance() * archives));
  const { messages, wrong, unanswered } = await resolveMany(federation, archives);
  const microseconds = measureDecision(federation);
  await federation.holders.close();
  return [
    String(archives),
    (messages.reduce((sum, count) => sum + count, 0) / REQUESTS).toFixed(3),
    String(messages[Math.floor(REQUESTS * 0.99)]),
    String(messages.at(-1)),
    String(wrong),
    String(unanswered),
    `${microseconds.toFixed(1)} us`,
    (federation.counts.digestBytes / federation.labels).toFixed(2),
    (tableBytes / federation.labels).toFixed(1),
    `${seconds.toFixed(0)} s`,
  ];
};

/**
 * Measures messages, bytes and time of resolutions in federations of ten million items, with more and more Archives.
 */
export const benchmarkFederationSimulation = async (): Promise<void> => {
  const rows: (readonly string[])[] = [];
  for (const archives of SIZES) rows.push(await simulate(archives));
  const update = await measureUpdate();
  printTable([
    [
      'Archives',
      'messages',
      '99%',
      'most',
      'wrong',
      'all holders down',
      'decision',
      'digest bytes/label',
      'table bytes/label',
      'first digests',
    ],
    ...rows,
    ['bars', '1.1', '2', '', '0', '', '50 us', '8', '32', ''],
  ]);
  process.stdout.write(`an update after ${UPDATED_LABELS} changes: ${update} bytes (bar: 20000)\n`);
};
