import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '@perene/api/refusals';
import { type Digest, fingerprintOf, formatDigest, netChange } from '@perene/core/federation';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDigestFiles } from '../../packages/server/src/adapters/disk/disk-digest-files.ts';
import { LOOPBACK } from '../../packages/server/src/adapters/peers/allowed-address.ts';
import { createHttpMessenger } from '../../packages/server/src/adapters/peers/http-messenger.ts';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import type { DigestFiles } from '../../packages/server/src/ports/federation/digest-files.ts';
import type { Messenger } from '../../packages/server/src/ports/federation/messenger.ts';
import { createDigestAnswers } from '../../packages/server/src/services/archive/exchange/answer-digest.ts';
import {
  createHolderIndex,
  HOLDER_INDEX_LIMITS,
  type HolderIndexLimits,
} from '../../packages/server/src/services/resolver/digests/holder-index.ts';
import type {
  AwayArchive,
  IncludedArchive,
} from '../../packages/server/src/services/resolver/members/member-directory.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { createCertainLeases } from '../fixtures/certain-leases.ts';
import { parsedLabel, repositoryLabel } from '../fixtures/labels.ts';
import { startMovingNode } from '../fixtures/moving-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { createChangeList } from './change-list.ts';

const archive = (number: number, more: Partial<IncludedArchive> = {}): IncludedArchive => ({
  number,
  service: parsedLabel(`example.org/archive/2020/01.01.00.0${number}`),
  address: `${number}.example.org`,
  isLocal: false,
  ...more,
});

const gone = (number: number, state: AwayArchive['state']): AwayArchive => {
  const { service, address } = archive(number);
  return { number, service, address, state, since: BigInt(number) };
};

const told = (number: number, state: AwayArchive['state'], isKnown: boolean) => ({ ...gone(number, state), isKnown });

type Answer = (since: string | undefined, signal: AbortSignal | undefined) => Promise<string> | string;

const silence = () => refuse('peer-unreachable', { reason: 'silent', origin: 'it' });

const unreachable = (): never => {
  throw silence();
};

/** Makes an index over Archives that answer as they are told to. Its timer never fires: tests say when to look. */
const createFederation = ({
  folder = createTemporaryFolder(),
  limits = {},
  wrapFiles = (files) => files,
}: {
  folder?: string;
  limits?: Partial<HolderIndexLimits>;
  wrapFiles?: (files: DigestFiles) => DigestFiles;
} = {}) => {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const errors: unknown[] = [];
  let included: readonly IncludedArchive[] = [];
  let away: readonly AwayArchive[] = [];
  let now = 1_000_000_000n;
  let current = createCertainLeases();
  const messenger: Pick<Messenger, 'send'> = {
    async send({ service }, query, { signal }) {
      const number = service.at(-1) ?? '';
      const since = new URLSearchParams(query).get('digest.since') ?? undefined;
      asked.push(`${number} ${since === undefined ? 'full' : 'since'}`);
      return (answers.get(service) ?? unreachable)(since, signal);
    },
  };
  const open = () => {
    const leases = createCertainLeases();
    current = leases;
    const index = createHolderIndex(
      {
        leases,
        directory: {
          included: () => included,
          away: () => away,
        },
        messenger,
        clock: { now: () => now },
        files: wrapFiles(createDigestFiles({ folder })),
        secrets: createQuickSecrets(),
        onError: (error) => errors.push(error),
      },
      { ...HOLDER_INDEX_LIMITS, tickMs: 1_000_000_000, ...limits },
    );
    onTestFinished(() => index.close());
    return index;
  };
  return {
    folder,
    errors,
    open,
    leases: () => current,
    asked: () => asked.splice(0),
    include(...archives: readonly IncludedArchive[]): void {
      included = archives;
    },
    leave(...archives: readonly AwayArchive[]): void {
      away = archives;
    },
    answerFor(number: number, answer: Answer): void {
      answers.set(archive(number).service, answer);
    },
    pass(seconds: number): void {
      now += BigInt(seconds) * 1_000_000n;
    },
  };
};

/** Makes an Archive that is complete as far as digests go. */
const createHolder = (...labels: readonly string[]) => {
  const list = createChangeList();
  labels.forEach(list.add);
  const digests = createDigestAnswers({ changes: list.changes, clock: { now: () => 0n } });
  return { ...list, answer: (since: string | undefined) => digests.answer({ since }) };
};

const digest = (more: Partial<Digest>): string =>
  formatDigest({
    version: '1',
    since: undefined,
    count: more.added?.length ?? 0,
    ...netChange([], []),
    hasMore: false,
    ...more,
  });

const NONE: readonly AwayArchive[] = [];
const A = parsedLabel('example.org/a/2020/01.01.00.00');
const B = parsedLabel('LK47B6W/362SFKH');
const C = parsedLabel('LK47B6W/362SFKJ');

describe('the index of holders', () => {
  it('names those whose digest has the label, and follows changes', async () => {
    const federation = createFederation();
    const [one, two] = [createHolder(A), createHolder(A, B)];
    federation.include(archive(1), archive(2), archive(3));
    federation.answerFor(1, one.answer);
    federation.answerFor(2, two.answer);
    federation.answerFor(3, createHolder().answer);
    const index = federation.open();
    expect(index.holdersOf([A])).toEqual({ named: [], open: [1, 2, 3], away: [] });
    await index.update();
    expect(index.holdersOf([A])).toEqual({ named: expect.arrayContaining([1, 2]), open: [], away: [] });
    expect(index.holdersOf([B])).toEqual({ named: [2], open: [], away: [] });
    expect(index.holdersOf([C, repositoryLabel(B.toLowerCase())])).toEqual({ named: [2], open: [], away: [] });
    expect(index.holdersOf([])).toEqual({ named: [], open: [], away: [] });
    one.add(B);
    two.remove(A);
    federation.asked();
    await index.update();
    expect(federation.asked()).toEqual([]);
    federation.pass(67);
    await index.update();
    expect(federation.asked().toSorted()).toEqual(['1 since', '2 since', '3 since']);
    expect(index.holdersOf([B])).toEqual({ named: expect.arrayContaining([1, 2]), open: [], away: [] });
    expect(index.holdersOf([A])).toEqual({ named: [1], open: [], away: [] });
  });

  it('leaves the Archive of its own node aside', async () => {
    const federation = createFederation();
    federation.include(archive(1, { isLocal: true }));
    const index = federation.open();
    await index.update();
    expect([federation.asked(), index.holdersOf([A])]).toEqual([[], { named: [], open: [], away: [] }]);
  });

  it('always asks those that know no digests', async () => {
    const federation = createFederation();
    federation.include(archive(1));
    federation.answerFor(1, () => {
      throw refuse('peer-refused', { reason: 'status', origin: 'it', status: 400 });
    });
    const index = federation.open();
    await index.update();
    expect(index.holdersOf([A])).toEqual({ named: [], open: [1], away: [] });
    expect(federation.errors).toEqual([]);
  });

  it('does not rely on a digest of an Archive whose lease is over', async () => {
    const federation = createFederation();
    federation.include(archive(1));
    federation.answerFor(1, createHolder(A).answer);
    const index = federation.open();
    await index.update();
    expect(index.holdersOf([B])).toEqual({ named: [], open: [], away: [] });
    federation.leases().ended.add(1);
    await index.update();
    expect(index.holdersOf([B])).toEqual({ named: [], open: [1], away: [] });
    expect(index.holdersOf([A])).toEqual({ named: [1], open: [1], away: [] });
    federation.leases().ended.delete(1);
    await index.update();
    expect(index.holdersOf([B])).toEqual({ named: [], open: [], away: [] });
  });

  it('does not rely on a digest of which a part is still to come', async () => {
    const federation = createFederation();
    federation.include(archive(1));
    federation.answerFor(1, () => digest({ version: '1' }));
    const index = federation.open();
    await index.update();
    expect(index.holdersOf([A]).open).toEqual([]);
    // An announcement came without its labels, which only another digest can tell.
    federation.leases().covered.clear();
    federation.answerFor(1, (since) =>
      since === '1' ? digest({ version: '2', since, hasMore: true }) : unreachable(),
    );
    federation.pass(67);
    await index.update();
    expect(index.holdersOf([A])).toEqual({ named: [], open: [1], away: [] });
    federation.answerFor(1, (since) => digest({ version: '3', since }));
    federation.pass(67);
    await index.update();
    expect(index.holdersOf([A])).toEqual({ named: [], open: [], away: [] });
  });

  it('takes no Archive for foreign that was not heard, or whose digest cannot be used', async () => {
    const federation = createFederation({ limits: { maxLabels: 1 } });
    federation.include(archive(1), archive(2), archive(3), archive(4));
    federation.answerFor(2, () => {
      throw refuse('peer-refused', { reason: 'status', origin: 'it', status: 400 });
    });
    federation.answerFor(3, createHolder().answer);
    federation.answerFor(4, createHolder(A, B).answer);
    const index = federation.open();
    expect(index.kinshipOf(1)).toBe('unknown');
    await index.update();
    expect([1, 2, 3, 4].map(index.kinshipOf)).toEqual(['unknown', 'foreign', 'ours', 'ours']);
    federation.answerFor(2, unreachable);
    federation.answerFor(3, unreachable);
    federation.pass(67);
    await index.update();
    expect([1, 2, 3].map(index.kinshipOf)).toEqual(['unknown', 'foreign', 'ours']);
    federation.answerFor(2, createHolder().answer);
    federation.pass(200);
    await index.update();
    expect(index.kinshipOf(2)).toBe('ours');
  });

  it('waits until each was asked once, but not for those that never answer', async () => {
    const federation = createFederation();
    const [one, three] = [archive(1), archive(3)];
    federation.include(one, archive(2), three);
    federation.answerFor(
      2,
      (_since, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(silence()))),
    );
    federation.answerFor(3, createHolder().answer);
    const index = federation.open();
    await index.meet(50);
    expect([1, 2, 3].map(index.kinshipOf)).toEqual(['unknown', 'unknown', 'ours']);
    federation.include(one, three, archive(4));
    federation.answerFor(4, createHolder().answer);
    await index.meet(60_000);
    expect(index.kinshipOf(4)).toBe('ours');
    expect(federation.asked()).toEqual(['1 full', '2 full', '3 full', '4 full']);
  });

  it('asks a silent Archive less and less, and at once when it includes itself again', async () => {
    const federation = createFederation();
    const other = archive(2);
    federation.include(archive(1), other);
    federation.answerFor(2, createHolder().answer);
    const index = federation.open();
    await index.update();
    const tries = async (seconds: number): Promise<number> => {
      federation.asked();
      for (let second = 0; second < seconds; second += 10) {
        federation.pass(10);
        await index.update();
      }
      return federation.asked().filter((asked) => asked.startsWith('1')).length;
    };
    const [first, later, muchLater] = [await tries(600), await tries(6_000), await tries(6_000)];
    expect(first).toBeGreaterThanOrEqual(3);
    expect(later).toBeLessThan(first * 10);
    expect(muchLater).toBeGreaterThanOrEqual(9);
    expect(muchLater).toBeLessThanOrEqual(10);
    federation.include(archive(1), other);
    await index.update();
    expect(federation.asked()).toContain('1 full');
    federation.pass(1);
    federation.include(archive(1, { address: 'new.example.org' }), other);
    await index.update();
    expect(federation.asked()).toEqual(['1 full']);
  });

  it('survives a clock that is set back', async () => {
    const federation = createFederation();
    federation.include(archive(1));
    federation.answerFor(1, createHolder(A).answer);
    const index = federation.open();
    await index.update();
    federation.asked();
    federation.pass(-100_000);
    federation.answerFor(1, unreachable);
    await index.update();
    expect(federation.asked()).toEqual(['1 since']);
  });

  it('forgets excluded Archives at once, and gives nothing of theirs to others', async () => {
    const federation = createFederation();
    federation.include(archive(1), archive(2));
    federation.answerFor(1, createHolder(A).answer);
    federation.answerFor(2, createHolder(B).answer);
    const index = federation.open();
    await index.update();
    federation.include(archive(2));
    expect(index.holdersOf([A])).toEqual({ named: [], open: [], away: [] });
    await index.update();
    federation.include(archive(2), archive(3));
    federation.answerFor(3, createHolder(C).answer);
    await index.update();
    expect(index.holdersOf([A]).named).toEqual([]);
    expect(index.holdersOf([C]).named).toEqual([3]);
    federation.include(archive(2), archive(3), archive(1));
    expect(index.holdersOf([A])).toEqual({ named: [], open: [1], away: [] });
    federation.asked();
    await index.update();
    expect(federation.asked()).toEqual(['1 since']);
    expect(index.holdersOf([A])).toEqual({ named: [1], open: [], away: [] });
  });

  it('forgets an Archive that is excluded while it answers', async () => {
    const federation = createFederation();
    federation.include(archive(1));
    const asked = new Promise<(text: string) => void>((note) => {
      federation.answerFor(1, () => new Promise(note));
    });
    const index = federation.open();
    const updated = index.update();
    const answer = await asked;
    federation.include();
    expect(index.holdersOf([A])).toEqual({ named: [], open: [], away: [] });
    answer(await createHolder(A).answer(undefined));
    await updated;
    expect(index.holdersOf([A])).toEqual({ named: [], open: [], away: [] });
    expect(federation.errors).toEqual([]);
  });

  it('still knows what those hold that are switched off, and asks them nothing', async () => {
    const federation = createFederation();
    federation.include(archive(1), archive(2), archive(3));
    federation.answerFor(1, createHolder(A).answer);
    federation.answerFor(2, createHolder(A, B).answer);
    const index = federation.open();
    await index.update();
    federation.asked();
    federation.include();
    federation.leave(gone(1, 'excluded'), gone(2, 'revoked'), gone(3, 'excluded'));
    federation.pass(1_000);
    await index.update();
    expect(federation.asked()).toEqual([]);
    const [one, two, three] = [told(1, 'excluded', true), told(2, 'revoked', true), told(3, 'excluded', false)];
    const expectKnown = (at: typeof index): void => {
      expect(at.holdersOf([A])).toEqual({ named: [], open: [], away: expect.arrayContaining([one, two, three]) });
      expect(at.holdersOf([A]).away).toHaveLength(3);
      // Nobody knows what the Archive has received since it left.
      const doubtful = told(1, 'excluded', false);
      expect(at.holdersOf([B])).toEqual({ named: [], open: [], away: [two, doubtful, three] });
      expect(at.holdersOf([C])).toEqual({ named: [], open: [], away: [doubtful, three] });
      expect(at.holdersOf([C], 2)).toEqual({ named: [], open: [], away: [two, doubtful, three] });
    };
    expectKnown(index);
    await index.close();
    const restarted = federation.open();
    expect(restarted.holdersOf([A]).away).toEqual([told(1, 'excluded', false), three]);
    await restarted.refresh();
    expectKnown(restarted);
    await restarted.update();
    expect(federation.asked()).toEqual([]);
    federation.include(archive(1));
    federation.leave(gone(2, 'revoked'));
    expect(restarted.holdersOf([A])).toEqual({ named: [1], open: [1], away: [two] });
    await restarted.update();
    expect(federation.asked()).toEqual(['1 since']);
    expect(restarted.holdersOf([A])).toEqual({ named: [1], open: [], away: [two] });
  });

  it('asks a bounded number at a time, and in the end all', async () => {
    const federation = createFederation({ limits: { together: 2 } });
    const numbers = [1, 2, 3, 4, 5, 6, 7];
    federation.include(...numbers.map((number) => archive(number)));
    let [running, most] = [0, 0];
    let meet: () => void = () => undefined;
    const haveMet = new Promise<void>((resolve) => {
      meet = resolve;
    });
    for (const number of numbers) {
      federation.answerFor(number, async (since) => {
        running += 1;
        most = Math.max(most, running);
        if (running === 2) meet();
        await haveMet;
        running -= 1;
        return createHolder(A).answer(since);
      });
    }
    const index = federation.open();
    await index.update();
    expect(most).toBe(2);
    expect(index.holdersOf([A]).named.length).toBe(numbers.length);
  });

  it('looks by itself', async () => {
    const federation = createFederation({ limits: { tickMs: 1 } });
    federation.include(archive(1));
    federation.answerFor(1, createHolder(A).answer);
    const index = federation.open();
    while (index.holdersOf([A]).open.length > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(index.holdersOf([A])).toEqual({ named: [1], open: [], away: [] });
  });

  it('stops waiting when it is closed', async () => {
    const federation = createFederation();
    federation.include(archive(1));
    federation.answerFor(
      1,
      (_since, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () =>
            reject(refuse('peer-unreachable', { reason: 'not-waited', origin: 'it' })),
          );
        }),
    );
    const index = federation.open();
    await index.close();
    expect(federation.errors).toEqual([]);
  });
});

describe('a digest of another past', () => {
  it('replaces everything, and meanwhile the Archive may hold anything', async () => {
    const federation = createFederation();
    federation.include(archive(1));
    federation.answerFor(1, createHolder(A, B).answer);
    const index = federation.open();
    await index.update();
    const added = netChange([fingerprintOf(C)], []).added;
    federation.answerFor(1, (since) =>
      since === 'x' ? unreachable() : digest({ version: 'x', added, hasMore: true }),
    );
    federation.pass(67);
    await index.update();
    expect(federation.asked()).toEqual(['1 full', '1 since', '1 since']);
    expect(index.holdersOf([A])).toEqual({ named: [], open: [1], away: [] });
    expect(index.holdersOf([C])).toEqual({ named: [], open: [1], away: [] });
    federation.answerFor(1, (since) => digest({ version: 'y', since, count: 1 }));
    federation.pass(67);
    await index.update();
    expect(index.holdersOf([C])).toEqual({ named: [1], open: [], away: [] });
    expect(index.holdersOf([A])).toEqual({ named: [], open: [], away: [] });
  });

  it('never lacks a label that is in both', async () => {
    const federation = createFederation();
    const labels = Array.from({ length: 30_000 }, (_, index) => `LK47B6W/${index}`);
    const [before, after] = [createHolder(...labels), createHolder(...labels)];
    federation.include(archive(1));
    federation.answerFor(1, before.answer);
    const index = federation.open();
    await index.update();
    federation.answerFor(1, after.answer);
    federation.pass(67);
    let isOver = false;
    const updated = index.update().finally(() => {
      isOver = true;
    });
    let looks = 0;
    while (!isOver) {
      const { named, open } = index.holdersOf([repositoryLabel(labels[looks % labels.length] ?? '')]);
      expect([...named, ...open]).toContain(1);
      looks += 1;
      await new Promise(setImmediate);
    }
    await updated;
    expect(looks).toBeGreaterThan(3);
    expect(labels.filter((label) => index.holdersOf([repositoryLabel(label)]).named.length !== 1)).toEqual([]);
  });
});

describe('hostile answers', () => {
  const added = netChange([1, 2, 3], []).added;
  const removed = netChange([], [fingerprintOf(A)]).removed;

  it.each<[string, Answer]>([
    ['nothing', () => ''],
    ['a page', () => '<html><body>Welcome!</body></html>'],
    ['bytes', () => String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code))],
    ['a list of URLs', () => 'ibi {rep example.org/a/2020/01.01.00.00}\r\nstate Original'],
    ['a set that is cut short', () => digest({ added }).slice(0, -4)],
    ['another algorithm', () => digest({ added }).replace('murmur3-48-rice', 'bloom')],
    ['a count that is wrong', () => digest({ added, count: 4 })],
    ['changes that were not asked for', () => digest({ added, since: 'a' })],
    ['removals of what was never there', () => digest({ removed, count: -1 + 1 })],
    ['more labels than anybody has', () => digest({ count: 100_000_001 })],
    ['the same fingerprint again and again', () => digest({ added: new Float64Array(5).fill(7) })],
    ['an error of another kind', () => Promise.reject(new Error('a defect'))],
    [
      'a digest without end',
      (since) => digest({ version: `v${Number(since?.slice(1) ?? 0) + 1}`, since, count: 0, hasMore: true }),
    ],
  ])('%s: the Archive may hold anything, the others are as they were', async (_what, answer) => {
    const federation = createFederation();
    federation.include(archive(1), archive(2), archive(3));
    federation.answerFor(1, createHolder(A).answer);
    federation.answerFor(2, answer);
    let isGood = true;
    const third = createHolder(B);
    federation.answerFor(3, (since, signal) => (isGood ? third.answer(since) : answer(since, signal)));
    const index = federation.open();
    await index.update();
    expect(index.holdersOf([A])).toEqual({ named: [1], open: [2], away: [] });
    expect(index.holdersOf([B]).named).toEqual([3]);
    isGood = false;
    federation.pass(67);
    await index.update();
    expect(index.holdersOf([A]).named).toEqual([1]);
    const { named, open } = index.holdersOf([B]);
    expect([...named, ...open]).toContain(3);
    isGood = true;
    federation.pass(1_000);
    await index.update();
    expect(index.holdersOf([B])).toEqual({ named: [3], open: [2], away: [] });
  });

  it('cannot add or remove for others', async () => {
    const federation = createFederation();
    federation.include(archive(1), archive(2));
    const thief = createHolder(A);
    federation.answerFor(1, createHolder(A).answer);
    federation.answerFor(2, thief.answer);
    const index = federation.open();
    await index.update();
    thief.remove(A);
    federation.pass(67);
    await index.update();
    expect(index.holdersOf([A])).toEqual({ named: [1], open: [], away: [] });
  });

  it('find no room beyond a bound, nor take that of others', async () => {
    const federation = createFederation({ limits: { maxBytes: 400_000 } });
    federation.include(archive(1), archive(2));
    federation.answerFor(1, createHolder(A).answer);
    federation.answerFor(2, createHolder(...Array.from({ length: 20_000 }, (_, index) => `${index}`)).answer);
    const index = federation.open();
    await index.update();
    expect(index.holdersOf([A])).toEqual({ named: [1], open: [2], away: [] });
    expect(index.holdersOf([repositoryLabel('7')])).toEqual({ named: [], open: [2], away: [] });
  });
});

describe('after a restart', () => {
  const start = async () => {
    const federation = createFederation();
    const holder = createHolder(A);
    federation.include(archive(1));
    federation.answerFor(1, holder.answer);
    const index = federation.open();
    await index.update();
    holder.add(B);
    federation.pass(67);
    await index.update();
    await index.close();
    federation.asked();
    const [name = ''] = readdirSync(join(federation.folder, 'digests'));
    return { ...federation, holder, file: join(federation.folder, 'digests', name) };
  };

  it('only changes are asked for', async () => {
    const { open, asked, holder } = await start();
    holder.remove(A);
    const index = open();
    await index.update();
    expect(asked()).toEqual(['1 since']);
    expect(index.holdersOf([A])).toEqual({ named: [], open: [], away: [] });
    expect(index.holdersOf([B])).toEqual({ named: [1], open: [], away: [] });
  });

  it('what was kept names holders, and still has to be confirmed', async () => {
    const { open, answerFor } = await start();
    answerFor(1, unreachable);
    const index = open();
    await index.update();
    expect(index.holdersOf([B])).toEqual({ named: [1], open: [1], away: [] });
  });

  it.each<[string, (file: string) => void, string]>([
    ['cut short', (file) => truncateSync(file, readFileSync(file).length - 9), '1 since'],
    ['damaged at its end', (file) => replaceByte(file, -20), '1 since'],
    ['damaged at its beginning', (file) => replaceByte(file, 90), '1 full'],
    ['nonsense', (file) => writeFileSync(file, 'nonsense'), '1 full'],
    ['of a block that is too large', (file) => writeFileSync(file, `99999999 ${'0'.repeat(64)}\n`), '1 full'],
    ['empty', (file) => writeFileSync(file, ''), '1 full'],
    ['followed by nonsense', (file) => appendFileSync(file, 'nonsense'), '1 since'],
    ['twice the same', (file) => appendFileSync(file, readFileSync(file)), '1 since'],
  ])('a file that is %s does no harm', async (_what, damage, expected) => {
    const { open, asked, file } = await start();
    damage(file);
    const index = open();
    await index.update();
    expect(asked()).toEqual([expected]);
    expect(index.holdersOf([A])).toEqual({ named: [1], open: [], away: [] });
    expect(index.holdersOf([B])).toEqual({ named: [1], open: [], away: [] });
  });

  it('files of others are gone', async () => {
    const { open, include, file } = await start();
    include(archive(2));
    await open().update();
    expect(existsSync(file)).toBe(false);
  });

  const replaceByte = (file: string, place: number): void => {
    const bytes = readFileSync(file);
    const index = place < 0 ? bytes.length + place : place;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  };
});

describe('a disk that fails', () => {
  it('is reported, and everything goes on', async () => {
    const fail = async (): Promise<never> => {
      throw refuse('disk-failed', { reason: 'failed', path: 'digests', cause: 'ENOSPC' });
    };
    const federation = createFederation({
      wrapFiles: (files) => ({ ...files, begin: fail, append: fail, retain: fail, remove: fail }),
    });
    const holder = createHolder(A);
    federation.include(archive(1));
    federation.answerFor(1, holder.answer);
    const index = federation.open();
    await index.update();
    holder.add(B);
    federation.pass(67);
    await index.update();
    expect(index.holdersOf([B])).toEqual({ named: [1], open: [], away: [] });
    expect(federation.errors).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ code: 'disk-failed' })),
    );
  });
});

describe('a digest that has become long by its changes', () => {
  it('is asked for anew, and stays in force meanwhile', async () => {
    const federation = createFederation();
    const holder = createHolder(A);
    federation.include(archive(1));
    federation.answerFor(1, holder.answer);
    const index = federation.open();
    await index.update();
    federation.asked();
    let turns = 0;
    for (; !federation.asked().includes('1 full') && turns < 10; turns += 1) {
      const labels = Array.from({ length: 50_000 }, (_, number) => `${turns >> 1} ${number}`);
      labels.forEach(turns % 2 === 0 ? holder.add : holder.remove);
      federation.pass(67);
      await index.update();
    }
    expect(turns).toBeLessThan(10);
    expect(index.holdersOf([A])).toEqual({ named: [1], open: [], away: [] });
    federation.pass(67);
    await index.update();
    expect(federation.asked()).toEqual(['1 since']);
  });
});

describe('with real Archives', () => {
  it('an item is found at the Archive that it was deposited to, and where it was copied to', async () => {
    const nodes = [await startMovingNode('a'), await startMovingNode('b')];
    const included = nodes.map(({ publicUrl, service }, number) => ({
      number,
      service: service.label,
      address: new URL(publicUrl).host,
      isLocal: false,
    }));
    const networks = { allowedNetworks: LOOPBACK };
    const messenger = createHttpMessenger(networks);
    onTestFinished(() => messenger.close());
    let now = 0n;
    const index = createHolderIndex(
      {
        directory: { included: () => included, away: () => NONE },
        leases: createCertainLeases(),
        messenger,
        clock: { now: () => now },
        files: createDigestFiles({ folder: createTemporaryFolder() }),
        secrets: createQuickSecrets(),
        onError: (error) => {
          throw error;
        },
      },
      { ...HOLDER_INDEX_LIMITS, tickMs: 1_000_000_000 },
    );
    onTestFinished(() => index.close());
    const update = async (): Promise<void> => {
      now += 67_000_000n;
      await index.update();
    };
    const [a, b] = nodes;
    const item = await a?.archive.deposit({ files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
    const label = parsedLabel(item?.repository ?? '');
    await update();
    expect(index.holdersOf([label])).toEqual({ named: [0], open: [], away: [] });
    expect(index.holdersOf([parsedLabel(b?.service.label ?? '')])).toEqual({ named: [1], open: [], away: [] });
    await b?.copy(label, { from: a?.publicUrl });
    await update();
    expect(index.holdersOf([label])).toEqual({ named: expect.arrayContaining([0, 1]), open: [], away: [] });
  });
});
