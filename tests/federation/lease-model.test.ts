import {
  type GivenLease,
  isLeaseOver,
  type LeaseView,
  type NotedLease,
  noteLease,
  type ProcessTime,
  seeLease,
  stepBeforeAcknowledgment,
} from '@perene/core/federation';
import { describe, expect, it } from 'vitest';
import { effort } from '../fixtures/effort.ts';
import {
  canonical,
  findDenied,
  joinStates,
  type ModelSize,
  type ModelState,
  maySayNo,
  nextSteps,
  projectTo,
  RULES,
  type Rules,
  startState,
} from './lease-model.ts';

interface Explored {
  readonly states: readonly ModelState[];
  /** Whether nothing is left to be explored. */
  readonly isExhausted: boolean;
  /** The steps that lead to the first breach of the law, and the breach. */
  readonly breach: readonly string[] | undefined;
}

/** Explores breadth first, so that the way to a breach is as short as possible. */
const explore = (size: ModelSize, { rules = RULES, maxStates }: { rules?: Rules; maxStates: number }): Explored => {
  const states = [canonical(startState(size), size)];
  const seen = new Set([JSON.stringify(states[0])]);
  const came: { readonly from: number; readonly by: string }[] = [{ from: -1, by: 'start' }];
  const wayTo = (index: number): string[] => {
    const { from, by } = came[index] as { from: number; by: string };
    return from < 0 ? [by] : [...wayTo(from), by];
  };
  for (let index = 0; index < states.length; index += 1) {
    for (const { name, state } of nextSteps(states[index] as ModelState, size, rules)) {
      const next = canonical(state, size);
      const key = JSON.stringify(next);
      if (seen.has(key)) continue;
      if (states.length >= maxStates) return { states, isExhausted: false, breach: undefined };
      seen.add(key);
      states.push(next);
      came.push({ from: index, by: name });
      const denied = findDenied(next, rules);
      if (denied !== undefined) return { states, isExhausted: false, breach: [...wayTo(states.length - 1), denied] };
    }
  }
  return { states, isExhausted: true, breach: undefined };
};

/** Takes the steps with these names, as far as they are possible. */
const take = (state: ModelState, size: ModelSize, ...names: readonly string[]): ModelState =>
  names.reduce((before, name) => {
    const step = nextSteps(before, size, RULES).find((one) => one.name === name);
    return step === undefined ? before : canonical(step.state);
  }, state);

/**
 * An Archive and a process of the resolver. Archives share only the moments at which a process reads, and processes
 * change nothing: what happens to one Archive and one process in any federation happens here, too. A test below checks
 * that Archives share nothing else.
 */
const ONE: ModelSize = { archives: 1, processes: 1, labels: 1, messages: 1 };
/** `npm test` explores only the first of these completely, `npm run faults` all of them. */
const SIZES: readonly (readonly [what: string, size: ModelSize])[] = [
  ['one label at a time', ONE],
  ['two labels at a time, listed where they are announced', { ...ONE, labels: 2, without: ['many'] }],
  ['two labels at a time', { ...ONE, labels: 2 }],
  ['leases of two lengths', { ...ONE, leases: [1, 2] }],
];
const EXHAUSTED = SIZES.slice(0, effort({ usual: 1, thorough: SIZES.length }));
const MAX_STATES = effort({ usual: 2_000, thorough: 100_000 });

describe('no label that was acknowledged is denied from digests', () => {
  it.each(EXHAUSTED)('in any order of deposits, messages, losses, restarts and questions: %s', (_what, size) => {
    const { breach, isExhausted } = explore(size, { maxStates: 2_000_000 });
    expect([breach, isExhausted]).toEqual([undefined, true]);
  });

  it('whatever another Archive does: each step of two changes one alone, or both as they would change alone', () => {
    const size = { ...ONE, labels: 2 };
    const { states } = explore(size, { maxStates: MAX_STATES });
    const text = (state: ModelState): string => JSON.stringify(canonical(state));
    const alone = states.map(
      (state) => new Set([state, ...nextSteps(state, size, RULES).map((step) => step.state)].map(text)),
    );
    let pairs = 0;
    const strangers = new Set<string>();
    for (const [index, state] of states.entries()) {
      for (const place of [index, (index * 7_919 + 1) % states.length]) {
        const both = joinStates(state, states[place] as ModelState);
        if (both === undefined) continue;
        pairs += 1;
        for (const step of nextSteps(both, { ...size, archives: 2 }, RULES)) {
          const isKnown =
            alone[index]?.has(text(projectTo(step.state, 0))) && alone[place]?.has(text(projectTo(step.state, 1)));
          if (!isKnown) strangers.add(step.name);
        }
      }
    }
    expect([...strangers]).toEqual([]);
    expect(pairs).toBeGreaterThan(states.length);
  });

  it('with more labels, messages, Archives and processes, as far as there is time to look', () => {
    const sizes = [
      { ...ONE, labels: 2, messages: 2 },
      { ...ONE, labels: 2, messages: 3 },
      { archives: 2, processes: 2, labels: 2, messages: 2 },
    ];
    for (const size of sizes) expect(explore(size, { maxStates: MAX_STATES }).breach).toBeUndefined();
  });
});

describe('the model finds what is wrong with', () => {
  const broken: readonly (readonly [what: string, rules: Partial<Rules>, size: Partial<ModelSize>])[] = [
    [
      'a lease that counts before the Archive has said that it holds it',
      { grantLease: (_before, granted) => ({ granted, held: { ...granted, term: 'any' } }) },
      { messages: 1 },
    ],
    [
      'labels that are acknowledged before they are announced',
      { stepBeforeAcknowledgment: () => 'acknowledge' },
      { messages: 1 },
    ],
    [
      'an Archive that waits for less than its lease',
      {
        stepBeforeAcknowledgment: (lease, at) =>
          stepBeforeAcknowledgment(lease && { ...lease, seconds: lease.seconds - 1 }, at),
      },
      { messages: 1 },
    ],
    [
      'a digest that was asked for before the term was known',
      { coveredMark: (_asked: number, now: number) => now },
      { messages: 1 },
    ],
    [
      'a lease that is accepted by the name of another',
      { acceptLease: ({ granted }, held) => ({ granted, held: granted && held && { ...granted, term: held.term } }) },
      { messages: 1, tellsStaleApart: true, without: ['many'] },
    ],
    [
      'a term that no process heeds',
      {
        seeLease: (view: LeaseView, given: GivenLease, sentAfter: ProcessTime | undefined) => ({
          ...seeLease(view, given, sentAfter),
          mark: 1,
        }),
      },
      { messages: 1 },
    ],
    // To find these takes longest.
    [
      'a term that goes on after its lease was over',
      { endLease: (lease: NotedLease) => ({ ...lease, announced: 9 }) },
      { messages: 1 },
    ],
    [
      'a lease that is counted from when it was seen',
      { sentAfter: (_lastRead: number | undefined, now: number) => now },
      { messages: 2 },
    ],
    [
      'a shorter lease that takes the place of a longer one at once',
      { noteLease: (before, noting) => ({ ...noteLease(before, noting), seconds: noting.grant.seconds }) },
      { messages: 1, leases: [2, 1], without: ['many'] },
    ],
  ];

  it.each(broken.slice(0, effort({ usual: 6, thorough: broken.length })))('%s', (_what, rules, size) => {
    const { breach } = explore({ ...ONE, ...size }, { rules: { ...RULES, ...rules }, maxStates: 100_000 });
    expect(breach).toBeDefined();
  });
});

/** An Archive that has noted a lease of two ticks, and a process that reads its clocks. */
interface Clocks {
  readonly age: number;
  readonly wall: number;
  readonly uptime: number;
  readonly boot: string;
  readonly watched: number;
}

describe.each([
  ['that tells its runs apart', (run: number) => `run-${run}`],
  ['that does not', () => undefined],
])('on a machine %s', (_what, bootOf) => {
  it('no lease is over too early, however clocks are set and whenever the machine starts', () => {
    for (const notedUptime of [0, 1, 5]) {
      const notedAt = { wall: 0, uptime: notedUptime * 1_000, boot: bootOf(0) };
      let states: readonly (Clocks & { readonly run: number })[] = [
        { age: 0, wall: 0, uptime: notedUptime, boot: '', watched: 0, run: 0 },
      ];
      for (let step = 0; step < 6; step += 1) {
        states = states.flatMap((state) => [
          { ...state, age: state.age + 1, wall: state.wall + 1, uptime: state.uptime + 1, watched: state.watched + 1 },
          { ...state, wall: state.wall + 9 },
          { ...state, wall: state.wall - 9 },
          { ...state, uptime: 0, run: state.run + 1, watched: 0 },
        ]);
        for (const { age, wall, uptime, run, watched } of states) {
          const now = { wall: wall * 1_000, uptime: uptime * 1_000, boot: bootOf(run) };
          if (isLeaseOver({ seconds: 2, notedAt }, now, watched * 1_000)) expect(age).toBeGreaterThanOrEqual(2);
          if (watched >= 2) expect(isLeaseOver({ seconds: 2, notedAt }, now, watched * 1_000)).toBe(true);
        }
      }
    }
  });
});

describe('from every state', () => {
  const { states } = explore({ ...ONE, labels: 2, messages: 2 }, { maxStates: MAX_STATES });

  it('the resolver may say "no" again, and all is acknowledged, once nothing is lost', () => {
    const size = { ...ONE, labels: 2, messages: 1 };
    const renewed = ['request 0', 'deliver 0 request', 'deliver 0 grant', 'request 0', 'deliver 0 request'];
    const announced = ['announce 0', 'deliver 0 announcement', 'deliver 0 received'];
    for (const state of states.filter((_, index) => index % 10 === 0)) {
      const emptied = { ...state, archives: state.archives.map((archive) => ({ ...archive, network: [] })) };
      const after = take(
        canonical(emptied),
        size,
        ...['read 0', ...renewed.slice(0, 3)],
        ...['lose', 'read 0', ...renewed, 'read 0', 'learn 0 0', 'ask 0 0', 'learn 0 0', ...announced],
      );
      const [archive] = after.archives;
      expect([maySayNo(after, 0, 0, RULES), archive?.acknowledged.length]).toEqual([true, archive?.committed]);
    }
  });

  it('all is acknowledged after one lease, where the resolver is silent', () => {
    for (const state of states) {
      const after = take(state, { ...ONE, labels: 0 }, 'tick', 'tick', 'end 0');
      const [archive] = after.archives;
      expect(archive?.acknowledged.length).toBe(archive?.committed);
    }
  });
});
