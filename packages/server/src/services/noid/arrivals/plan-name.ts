import type { BoundElement } from '../../../ports/minting/minter-store.ts';
import { isSameValue } from '../handle/change-values.ts';
import type { HandleValue } from '../handle/handle-value.ts';
import { keepValues, readKeptValues } from '../handle/kept-values.ts';
import { isKept } from '../identifiers/check-identifiers.ts';
import { DELETED, OWNER, PERSON } from '../names/register-name.ts';
import type { ArrivingName } from './arriving-name.ts';

/** What is to be bound to a name, and how what is bound differs from what its store says. */
export interface NamePlan {
  readonly changes: ReadonlyMap<string, Uint8Array>;
  readonly differences: readonly NameDifference[];
  /** Further values of a handle that are not here yet. */
  readonly missing: readonly string[];
}

export interface NameDifference {
  /** `element`: it is bound otherwise, or not at all. `added`: the store does not have it. `unkept`: no node keeps it. */
  readonly part: 'element' | 'added' | 'unkept' | 'deleted';
  /** The element, or the index and type of a value. */
  readonly name: string;
}

const MAX_ELEMENT_BYTES = 1_024;
/** What this node notes itself. */
const OWN_ELEMENTS = [OWNER, PERSON, '_created', '_updated'];

/** `bound` is undefined for a new name. */
export const planName = (
  arriving: ArrivingName,
  bound: readonly BoundElement[] | undefined,
  now: { readonly seconds: string; readonly time: string },
): NamePlan => {
  if (bound?.some(({ element }) => element === DELETED) === true) {
    return { changes: new Map(), differences: [{ part: 'deleted', name: arriving.text }], missing: [] };
  }
  return arriving.kind === 'ark' ? planArk(arriving, bound, now.seconds) : planHandle(arriving, bound, now);
};

type ArkName = Extract<ArrivingName, { readonly kind: 'ark' }>;
type HandleName = Extract<ArrivingName, { readonly kind: 'handle' }>;

const planArk = ({ elements }: ArkName, bound: readonly BoundElement[] | undefined, seconds: string): NamePlan => {
  const kept = [...elements].filter(([element, value]) => isBindable(element) && isKept(value));
  const unkept = [...elements.keys()]
    .filter((element) => !kept.some(([name]) => name === element))
    .map((name): NameDifference => ({ part: 'unkept', name }));
  if (bound === undefined) {
    const dates = [['_created', seconds] as const, ['_updated', seconds] as const];
    const changes = new Map([...dates, ...kept].map(([element, value]) => [element, Buffer.from(value)] as const));
    return { changes, differences: unkept, missing: [] };
  }
  const here = new Map(bound.map(({ element, value }) => [element, value]));
  const wrong = kept.filter(([element, value]) => !Buffer.from(value).equals(here.get(element) ?? NOTHING));
  const added = [...here.keys()].filter((element) => !elements.has(element) && !OWN_ELEMENTS.includes(element));
  return {
    changes: new Map(),
    differences: [
      ...unkept,
      ...wrong.map(([name]): NameDifference => ({ part: 'element', name })),
      ...added.map((name): NameDifference => ({ part: 'added', name })),
    ],
    missing: [],
  };
};

/** No value of a store is empty. */
const NOTHING = Buffer.alloc(0);

const isBindable = (element: string): boolean =>
  isKept(element) && element !== '' && Buffer.byteLength(element) <= MAX_ELEMENT_BYTES;

/** Further values are added; those that are there already are compared. */
const planHandle = (
  { values, unkept, isWhole }: HandleName,
  bound: readonly BoundElement[] | undefined,
  now: { readonly seconds: string; readonly time: string },
): NamePlan => {
  const here = readKeptValues(bound ?? [], now.time);
  const missing = values.filter(({ index }) => !here.some((value) => value.index === index));
  const differences: readonly NameDifference[] = [
    ...unkept.map(({ what }): NameDifference => ({ part: 'unkept', name: what })),
    ...values
      .filter((value) => here.some((old) => old.index === value.index && !isSameValue(old, withTime(value, now.time))))
      .map((value): NameDifference => ({ part: 'element', name: nameOf(value) })),
  ];
  const lacking = missing.map(nameOf);
  // What came whole is compared only: somebody here may have taken a value away since.
  if (bound !== undefined && isWhole) {
    const lost = lacking.map((name): NameDifference => ({ part: 'element', name }));
    return { changes: new Map(), differences: [...differences, ...lost], missing: [] };
  }
  if (bound !== undefined && missing.length === 0) return { changes: new Map(), differences, missing: [] };
  const elements = keepValues([...here, ...missing.map((value) => withTime(value, now.time))]);
  const created = bound === undefined ? [['_created', Buffer.from(now.seconds)] as const] : [];
  const changes = new Map<string, Uint8Array>([...elements, ...created, ['_updated', Buffer.from(now.seconds)]]);
  return { changes, differences, missing: lacking };
};

const withTime = (value: HandleName['values'][number], timestamp: string): HandleValue => ({ ...value, timestamp });

const nameOf = ({ index, type }: HandleName['values'][number]): string => `${index} ${type}`;
