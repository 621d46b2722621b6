import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeItemState,
  claimsOriginal,
  type ItemEvent,
  type ItemState,
  speaksForItem,
  type TransferOutcome,
  wireState,
} from './item-state.ts';

const ORDINARY = { isIntransferable: false };
const SERVICE = { isIntransferable: true };

const absent = undefined;
const original: ItemState = { kind: 'original' };
const releasing: ItemState = { kind: 'releasing', to: 'b', transfer: 't' };
const revocable: ItemState = { ...releasing, isRevocable: true };
const copy: ItemState = { kind: 'copy', of: 'c' };
const receiving: ItemState = { kind: 'receiving', from: 'a', transfer: 't' };
const receivingOverCopy: ItemState = { ...receiving, copyOf: 'c' };
const deleted: ItemState = { kind: 'deleted', at: 7n, reason: 'withdrawn' };
const STATES = [absent, original, releasing, revocable, copy, receiving, receivingOverCopy, deleted];

const remove: ItemEvent = { kind: 'delete', at: 7n, reason: 'withdrawn' };
const offer: ItemEvent = { kind: 'offerTransfer', to: 'b', transfer: 't' };
const step = <Kind extends string>(kind: Kind, outcome: TransferOutcome, transfer = 't') => ({
  kind,
  transfer,
  outcome,
});
const sign: ItemEvent = { kind: 'signTransfer', transfer: 't' };
const revoke: ItemEvent = { kind: 'revokeTransfer', transfer: 't' };
const accept = (outcome: TransferOutcome): ItemEvent => ({ ...step('acceptTransfer', outcome), from: 'a' });

const ALLOWED: readonly (readonly [from: ItemState | undefined, event: ItemEvent, to: ItemState | undefined])[] = [
  [absent, { kind: 'deposit' }, original],
  [absent, { kind: 'receiveCopy', of: 'c' }, copy],
  [{ kind: 'copy', of: 'x' }, { kind: 'receiveCopy', of: 'c' }, copy],
  [original, remove, deleted],
  [copy, remove, absent],
  [original, offer, revocable],
  [revocable, sign, releasing],
  [releasing, sign, releasing],
  [revocable, revoke, original],
  [revocable, step('completeTransfer', 'committed'), { kind: 'copy', of: 'b' }],
  [revocable, step('abortTransfer', 'aborted'), original],
  [absent, accept('open'), receiving],
  [copy, accept('open'), receivingOverCopy],
  [receiving, step('commitTransfer', 'open'), original],
  [receivingOverCopy, step('commitTransfer', 'open'), original],
  [releasing, step('completeTransfer', 'committed'), { kind: 'copy', of: 'b' }],
  [releasing, step('abortTransfer', 'aborted'), original],
  [receiving, step('abortTransfer', 'open'), absent],
  [receivingOverCopy, step('abortTransfer', 'open'), copy],
];

const OUTCOMES = ['open', 'committed', 'aborted'] as const;
const EVENTS: readonly ItemEvent[] = [
  { kind: 'deposit' },
  { kind: 'receiveCopy', of: 'c' },
  remove,
  offer,
  sign,
  revoke,
  ...OUTCOMES.flatMap((outcome) => [
    accept(outcome),
    step('commitTransfer', outcome),
    step('completeTransfer', outcome),
    step('abortTransfer', outcome),
  ]),
];

describe('changeItemState', () => {
  it.each(ALLOWED)('leads from %o by %o to %o', (from, event, to) => {
    expect(changeItemState(from, event, ORDINARY)).toEqual({ ok: true, state: to });
  });

  it('allows nothing else', () => {
    const isListed = (state: ItemState | undefined, event: ItemEvent): boolean =>
      ALLOWED.some(
        ([from, listed]) =>
          from?.kind === state?.kind &&
          (event.kind !== 'revokeTransfer' || from === state) &&
          listed.kind === event.kind &&
          (!('outcome' in listed) || ('outcome' in event && listed.outcome === event.outcome)),
      );
    for (const state of STATES) {
      for (const event of EVENTS) {
        expect([state, event, changeItemState(state, event, ORDINARY).ok]).toEqual([
          state,
          event,
          isListed(state, event),
        ]);
      }
    }
  });

  it.each([
    [original, { kind: 'deposit' }, 'item-state/not-allowed'],
    [original, { kind: 'receiveCopy', of: 'c' }, 'item-state/not-allowed'],
    [deleted, remove, 'item-state/not-allowed'],
    [releasing, remove, 'item-state/not-allowed'],
    [releasing, revoke, 'item-state/outcome'],
    [revocable, { kind: 'revokeTransfer', transfer: 'u' }, 'item-state/other-transfer'],
    [original, sign, 'item-state/not-allowed'],
    [releasing, step('completeTransfer', 'open'), 'item-state/outcome'],
    [releasing, step('abortTransfer', 'open'), 'item-state/outcome'],
    [releasing, step('abortTransfer', 'committed'), 'item-state/outcome'],
    [absent, accept('aborted'), 'item-state/outcome'],
    [copy, accept('committed'), 'item-state/outcome'],
    [releasing, step('completeTransfer', 'committed', 'u'), 'item-state/other-transfer'],
    [releasing, step('abortTransfer', 'aborted', 'u'), 'item-state/other-transfer'],
    [receiving, step('commitTransfer', 'open', 'u'), 'item-state/other-transfer'],
    [receiving, step('abortTransfer', 'open', 'u'), 'item-state/other-transfer'],
  ] as const)('refuses in %o the event %o: %s', (state, event, problem) => {
    expect(changeItemState(state, event, ORDINARY)).toEqual({ ok: false, problem });
  });

  it('neither moves nor removes the item of the Archive service', () => {
    expect(changeItemState(absent, { kind: 'deposit' }, SERVICE)).toEqual({ ok: true, state: original });
    for (const event of [remove, offer]) {
      expect(changeItemState(original, event, SERVICE)).toEqual({ ok: false, problem: 'item-state/intransferable' });
    }
  });
});

describe('what an Archive says of an item', () => {
  it.each([
    [original, 'Original', true, true],
    [releasing, 'Original', true, false],
    [copy, 'Copy', false, false],
    [receiving, 'Copy', false, false],
    [deleted, 'Deleted', false, false],
  ] as const)('%o is %s', (state, wire, beforeCommit, afterCommit) => {
    expect(wireState(state)).toBe(wire);
    expect(claimsOriginal(state, { peerHasCommitted: false })).toBe(beforeCommit);
    expect(claimsOriginal(state, { peerHasCommitted: true })).toBe(afterCommit);
  });

  it('claims nothing where there is nothing', () => {
    expect(claimsOriginal(absent, { peerHasCommitted: false })).toBe(false);
  });
});

type Action = 'deposit' | 'copy' | 'delete' | 'offer' | 'send' | 'sign' | 'revoke' | 'settle' | 'deliver' | 'crash';
type Step = readonly [action: Action, one: number, other: number];

type Message =
  | { readonly kind: 'offer'; readonly from: number; readonly to: number; readonly transfer: string }
  | {
      readonly kind: 'ask';
      readonly from: number;
      readonly to: number;
      readonly transfer: string;
      readonly abort: boolean;
    }
  | { readonly kind: 'commit'; readonly to: number; readonly transfer: string }
  | { readonly kind: 'tell'; readonly to: number; readonly transfer: string; readonly outcome: TransferOutcome };

/** What is on the disk of an Archive; each step changes it as a whole or not at all. */
interface ModelArchive {
  state: ItemState | undefined;
  readonly outcomes: Map<string, TransferOutcome>;
}

/**
 * Archives with one item, and a network that loses, repeats and delays messages. A crash loses what was under way
 * between two steps; in this model that is only messages.
 */
const createNetwork = (size: number) => {
  const archives: ModelArchive[] = Array.from({ length: size }, () => ({ state: undefined, outcomes: new Map() }));
  const messages: Message[] = [];
  let wasDeposited = false;
  let transfers = 0;
  let revoked = 0;

  const at = (index: number): ModelArchive => archives[index % size] as ModelArchive;
  const change = (index: number, event: ItemEvent): boolean => {
    const answer = changeItemState(at(index).state, event, ORDINARY);
    if (answer.ok) at(index).state = answer.state;
    return answer.ok;
  };
  const outcomeAt = (index: number, transfer: string): TransferOutcome => at(index).outcomes.get(transfer) ?? 'open';
  /** The receiver's step, with its record. */
  const settle = (index: number, kind: 'commitTransfer' | 'abortTransfer', transfer: string): void => {
    const outcome = outcomeAt(index, transfer);
    if (change(index, { kind, transfer, outcome })) {
      at(index).outcomes.set(transfer, kind === 'commitTransfer' ? 'committed' : 'aborted');
    }
  };
  const isReceiving = (index: number, transfer: string): boolean => {
    const { state } = at(index);
    return state?.kind === 'receiving' && state.transfer === transfer;
  };

  const receive = (message: Message): void => {
    const { kind, to, transfer } = message;
    if (kind === 'offer') {
      change(to, { kind: 'acceptTransfer', from: String(message.from), transfer, outcome: outcomeAt(to, transfer) });
    } else if (kind === 'commit') {
      if (isReceiving(to, transfer)) settle(to, 'commitTransfer', transfer);
    } else if (kind === 'ask') {
      if (message.abort && isReceiving(to, transfer)) settle(to, 'abortTransfer', transfer);
      else if (message.abort && outcomeAt(to, transfer) === 'open') at(to).outcomes.set(transfer, 'aborted');
      messages.push({ kind: 'tell', to: message.from, transfer, outcome: outcomeAt(to, transfer) });
    } else if (at(to).state?.kind === 'releasing') {
      // Only the old holder gets the outcome; a receiver decides for itself. The state machine must know which of the
      // two steps this is.
      const { outcome } = message;
      change(to, { kind: 'completeTransfer', transfer, outcome });
      change(to, { kind: 'abortTransfer', transfer, outcome });
    }
  };

  /** Returns one of the Archives in which the item is in that state. */
  const pick = (kind: ItemState['kind'], choice: number): number | undefined => {
    const found = archives.flatMap(({ state }, index) => (state?.kind === kind ? [index] : []));
    return found[choice % Math.max(found.length, 1)];
  };

  const actions: Readonly<Record<Action, (one: number, other: number) => void>> = {
    deposit: (one) => {
      // An IBI is given once, to the Archive that deposits the item.
      if (!wasDeposited) wasDeposited = change(one, { kind: 'deposit' });
    },
    copy: (one, other) => {
      const source = at(one).state?.kind;
      if (source !== undefined && source !== 'deleted') change(other, { kind: 'receiveCopy', of: String(one % size) });
    },
    delete: (one) => change(one, remove),
    offer: (one, other) => {
      const from = pick('original', one);
      if (from === undefined || from === other % size) return;
      transfers += 1;
      change(from, { kind: 'offerTransfer', to: String(other % size), transfer: `t${transfers}` });
    },
    send: (one, other) => {
      const from = pick('releasing', one);
      const state = from === undefined ? undefined : at(from).state;
      if (from === undefined || state?.kind !== 'releasing') return;
      const address = { from, to: Number(state.to), transfer: state.transfer };
      messages.push(other % 2 === 0 ? { kind: 'offer', ...address } : { kind: 'ask', ...address, abort: other === 1 });
    },
    sign: (one) => {
      const from = pick('releasing', one);
      const state = from === undefined ? undefined : at(from).state;
      if (from === undefined || state?.kind !== 'releasing') return;
      change(from, { kind: 'signTransfer', transfer: state.transfer });
      messages.push({ kind: 'commit', to: Number(state.to), transfer: state.transfer });
    },
    revoke: (one) => {
      const from = pick('releasing', one);
      const state = from === undefined ? undefined : at(from).state;
      if (from === undefined || state?.kind !== 'releasing') return;
      if (change(from, { kind: 'revokeTransfer', transfer: state.transfer })) revoked += 1;
    },
    settle: (one, other) => {
      const index = pick('receiving', one);
      const state = index === undefined ? undefined : at(index).state;
      if (index === undefined || state?.kind !== 'receiving' || other % 4 !== 0) return;
      settle(index, 'abortTransfer', state.transfer);
    },
    deliver: (one, other) => {
      const index = one % Math.max(messages.length, 1);
      const message = messages[index];
      if (message === undefined) return;
      // A message that stays in the list comes again, at any time.
      if (other % 3 !== 0) messages.splice(index, 1);
      receive(message);
    },
    crash: (one) => {
      const lost = messages.filter(({ to }) => to === one % size);
      for (const message of lost) messages.splice(messages.indexOf(message), 1);
    },
  };

  return {
    act: ([action, one, other]: Step): void => actions[action](one, other),
    /** Finishes every hand-over, as running Archives do. */
    finish: (): void => {
      for (const [index, { state }] of archives.entries()) {
        if (state?.kind !== 'releasing') continue;
        const [from, to, transfer] = [index, Number(state.to), state.transfer];
        receive({ kind: 'ask', from, to, transfer, abort: true });
        receive(messages.pop() as Message);
      }
      for (const [index, { state }] of archives.entries()) {
        if (state?.kind === 'receiving') settle(index, 'abortTransfer', state.transfer);
      }
    },
    revoked: (): number => revoked,
    states: (): readonly (ItemState | undefined)[] => archives.map(({ state }) => state),
    holders: (): readonly number[] =>
      archives.flatMap(({ state }, index) => {
        const peerHasCommitted =
          state?.kind === 'releasing' && outcomeAt(Number(state.to), state.transfer) === 'committed';
        return claimsOriginal(state, { peerHasCommitted }) ? [index] : [];
      }),
    shouldBeHeld: (): boolean => wasDeposited && !archives.some(({ state }) => state?.kind === 'deleted'),
  };
};

const numbers = fc.nat({ max: 11 });
const actions = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom<Action>('deliver') },
  { weight: 60, arbitrary: fc.constantFrom<Action>('offer', 'send', 'send', 'sign', 'settle') },
  { weight: 5, arbitrary: fc.constantFrom<Action>('revoke') },
  { weight: 10, arbitrary: fc.constantFrom<Action>('copy', 'crash') },
  { weight: 2, arbitrary: fc.constantFrom<Action>('deposit', 'delete') },
);
/** Every story begins with a deposit, because nothing can happen before it. */
const stories = fc
  .array(fc.tuple(actions, numbers, numbers), { size: 'max', maxLength: 150 })
  .map((steps): readonly Step[] => [['deposit', 0, 0], ...steps]);

describe('the storage mode of RTC-11 section 5.2', () => {
  it('has exactly one holder of the original at any time, whatever crashes, is lost, late or repeated', () => {
    let committed = 0;
    let moved = 0;
    let revoked = 0;
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), stories, (size, story) => {
        const network = createNetwork(size);
        for (const step of story) {
          const [before] = network.holders();
          network.act(step);
          const holders = network.holders();
          expect(holders).toHaveLength(network.shouldBeHeld() ? 1 : 0);
          if (before !== undefined && holders[0] !== undefined && holders[0] !== before) committed += 1;
        }
        network.finish();
        expect(network.holders()).toHaveLength(network.shouldBeHeld() ? 1 : 0);
        const kinds = network.states().map((state) => state?.kind);
        expect(kinds.filter((kind) => kind === 'releasing' || kind === 'receiving')).toEqual([]);
        expect(kinds.filter((kind) => kind === 'original')).toHaveLength(network.shouldBeHeld() ? 1 : 0);
        if (network.holders()[0] !== 0 && network.shouldBeHeld()) moved += 1;
        revoked += network.revoked();
      }),
      { seed: 52, numRuns: 2_000 },
    );
    // The stories must contain enough transfers to prove something.
    expect(committed).toBeGreaterThan(1_000);
    expect(moved).toBeGreaterThan(300);
    expect(revoked).toBeGreaterThan(500);
  });
});

it.each([
  ['original', true],
  ['releasing', true],
  ['deleted', true],
  ['copy', false],
  ['receiving', false],
] as const)('an Archive that holds an item as %s speaks for it: %s', (kind, speaks) => {
  expect(speaksForItem({ kind })).toBe(speaks);
});
