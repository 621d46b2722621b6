import type { State } from '../wire/values.ts';

/**
 * RTC-11 section 5.2: an identified item is stored in an Archive as the original or as a copy; of every item there is
 * one original, in one Archive. Where an Archive does not hold the item there is no state (`undefined`).
 *
 * An original moves by a hand-over from its holder to a receiver. Once the holder has signed the transfer, the receiver
 * alone decides: its commit is the one point at which the original changes hands. Until then the holder can revoke the
 * transfer alone, because it asks for no commit before it has signed. The receiver records the outcome of every transfer in the same step, for ever, so
 * that messages that come late or twice change nothing.
 *
 *     holder    original -offer-> releasing -------------sign----------complete-> copy    (revoke, abort: original)
 *     receiver  absent or copy -------------accept-> receiving -commit-> original         (abort: as before)
 */
export type ItemState =
  | { readonly kind: 'original' }
  | {
      readonly kind: 'releasing';
      readonly to: string;
      readonly transfer: string;
      /** Until the transfer is signed. Hand-overs that began in earlier versions do not have it. */
      readonly isRevocable?: true;
    }
  | { readonly kind: 'copy'; readonly of: string }
  | {
      readonly kind: 'receiving';
      readonly from: string;
      readonly transfer: string;
      /** The source of the copy that was here before, if there was one. */
      readonly copyOf?: string;
    }
  /** Only originals become deleted (`at` in microseconds since 1970); a removed copy has no state. */
  | { readonly kind: 'deleted'; readonly at: bigint; readonly reason: string };

/** The states of an Archive that holds, or held, the original. */
export const SPEAKING_STATES = ['original', 'releasing', 'deleted'] as const satisfies readonly ItemState['kind'][];

export const speaksForItem = ({ kind }: Pick<ItemState, 'kind'>): boolean =>
  (SPEAKING_STATES as readonly ItemState['kind'][]).includes(kind);

/** What the receiver has recorded of a transfer, by its name; `open` if it has recorded nothing. */
export type TransferOutcome = 'open' | 'committed' | 'aborted';

interface TransferStep {
  readonly transfer: string;
  /** The outcome that the receiver has recorded; for the receiver itself, this Archive's own record. */
  readonly outcome: TransferOutcome;
}

export type ItemEvent =
  | { readonly kind: 'deposit' }
  | { readonly kind: 'receiveCopy'; readonly of: string }
  | { readonly kind: 'delete'; readonly at: bigint; readonly reason: string }
  | { readonly kind: 'offerTransfer'; readonly to: string; readonly transfer: string }
  | { readonly kind: 'signTransfer' | 'revokeTransfer'; readonly transfer: string }
  | ({ readonly kind: 'acceptTransfer'; readonly from: string } & TransferStep)
  | ({ readonly kind: 'commitTransfer' } & TransferStep)
  | ({ readonly kind: 'completeTransfer' } & TransferStep)
  | ({ readonly kind: 'abortTransfer' } & TransferStep);

export type ItemStateProblem =
  /** The event does not fit the state. */
  | 'item-state/not-allowed'
  /** The item of the Archive service is neither moved nor removed. */
  | 'item-state/intransferable'
  /** Another transfer is under way. */
  | 'item-state/other-transfer'
  /** The receiver has recorded another outcome, or not yet the one that is needed. */
  | 'item-state/outcome';

export type ItemStateAnswer =
  | { readonly ok: true; readonly state: ItemState | undefined }
  | { readonly ok: false; readonly problem: ItemStateProblem };

type EventKind = ItemEvent['kind'];
type StateKind = ItemState['kind'] | 'absent';
type EventOf<Kind> = ItemEvent extends infer Event
  ? Event extends { kind: infer Some }
    ? Kind extends Some
      ? Event
      : never
    : never
  : never;
type StateOf<Kind> = Kind extends 'absent' ? undefined : Extract<ItemState, { kind: Kind }>;

interface Transition<From, Event> {
  /** The outcome that the receiver must have recorded. */
  readonly outcome?: TransferOutcome;
  readonly allows?: (state: From) => boolean;
  readonly next: (state: From, event: Event) => ItemState | undefined;
}

const ORIGINAL: ItemState = { kind: 'original' };
const toOriginal = (): ItemState => ORIGINAL;

/** The events that are allowed in each state, and the states that they lead to. */
const TRANSITIONS: {
  readonly [Event in EventKind]: { readonly [Kind in StateKind]?: Transition<StateOf<Kind>, EventOf<Event>> };
} = {
  deposit: { absent: { next: toOriginal } },
  receiveCopy: {
    absent: { next: (_, { of }) => ({ kind: 'copy', of }) },
    copy: { next: (_, { of }) => ({ kind: 'copy', of }) },
  },
  delete: {
    original: { next: (_, { at, reason }) => ({ kind: 'deleted', at, reason }) },
    copy: { next: () => undefined },
  },
  offerTransfer: {
    original: { next: (_, { to, transfer }) => ({ kind: 'releasing', to, transfer, isRevocable: true }) },
  },
  signTransfer: { releasing: { next: ({ to, transfer }) => ({ kind: 'releasing', to, transfer }) } },
  revokeTransfer: { releasing: { allows: ({ isRevocable }) => isRevocable === true, next: toOriginal } },
  acceptTransfer: {
    absent: { outcome: 'open', next: (_, { from, transfer }) => ({ kind: 'receiving', from, transfer }) },
    copy: {
      outcome: 'open',
      next: ({ of }, { from, transfer }) => ({ kind: 'receiving', from, transfer, copyOf: of }),
    },
  },
  commitTransfer: { receiving: { outcome: 'open', next: toOriginal } },
  completeTransfer: { releasing: { outcome: 'committed', next: ({ to }) => ({ kind: 'copy', of: to }) } },
  abortTransfer: {
    releasing: { outcome: 'aborted', next: toOriginal },
    receiving: {
      outcome: 'open',
      next: ({ copyOf }) => (copyOf === undefined ? undefined : { kind: 'copy', of: copyOf }),
    },
  },
};

const NOT_FOR_INTRANSFERABLE: readonly EventKind[] = ['offerTransfer', 'delete'];

const refuse = (problem: ItemStateProblem): ItemStateAnswer => ({ ok: false, problem });

/** `isIntransferable` holds for the item of the Archive service (RTC-11 section 5.2). */
export const changeItemState = (
  state: ItemState | undefined,
  event: ItemEvent,
  { isIntransferable }: { readonly isIntransferable: boolean },
): ItemStateAnswer => {
  // The table relates the type of each function to its state and event; a look-up by variables loses this relation.
  const transition = TRANSITIONS[event.kind][state?.kind ?? 'absent'] as
    | Transition<ItemState | undefined, ItemEvent>
    | undefined;
  if (transition === undefined) return refuse('item-state/not-allowed');
  if (isIntransferable && NOT_FOR_INTRANSFERABLE.includes(event.kind)) return refuse('item-state/intransferable');
  if (transferOf(state) !== undefined && transferOf(state) !== transferOf(event)) {
    return refuse('item-state/other-transfer');
  }
  if ('outcome' in event && event.outcome !== transition.outcome) return refuse('item-state/outcome');
  if (transition.allows?.(state) === false) return refuse('item-state/outcome');
  return { ok: true, state: transition.next(state, event) };
};

const transferOf = (value: ItemState | ItemEvent | undefined): string | undefined =>
  value !== undefined && 'transfer' in value ? value.transfer : undefined;

/**
 * Whether the Archive holds the original. During a hand-over the old holder has it until the receiver has committed,
 * and the receiver from then on. So only the receiver knows whether a releasing Archive may claim it.
 */
export const claimsOriginal = (
  state: ItemState | undefined,
  { peerHasCommitted }: { readonly peerHasCommitted: boolean },
): boolean => state?.kind === 'original' || (state?.kind === 'releasing' && !peerHasCommitted);

const WIRE_STATES: { readonly [Kind in ItemState['kind']]: State } = {
  original: 'Original',
  releasing: 'Original',
  copy: 'Copy',
  receiving: 'Copy',
  deleted: 'Deleted',
};

/** The state as the protocol names it; see `claimsOriginal` for an Archive that is releasing. */
export const wireState = ({ kind }: Pick<ItemState, 'kind'>): State => WIRE_STATES[kind];
