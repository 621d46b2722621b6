import type { MinterReading, MinterStore } from '../../../ports/minting/minter-store.ts';
import { type NameState, REASON_ELEMENT, STATE_ELEMENT, STATE_WORDS, stateOf } from './name-state.ts';

/** What is looked for; everything that is given must hold. */
export interface SoughtNames {
  /** The name of a minter; without it, all are searched. */
  readonly minter?: string | undefined;
  /** How the names begin. */
  readonly prefix?: string | undefined;
  /** Where they lead. */
  readonly target?: string | undefined;
  readonly bound?: { readonly element: string; readonly value: string } | undefined;
  readonly state?: 'reserved' | 'withdrawn' | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface FoundName {
  readonly minter: string;
  readonly id: string;
  readonly state: NameState;
  /** When it was issued: 14 digits, local time. */
  readonly issued: string | undefined;
  readonly isHeld: boolean;
  readonly target: string | undefined;
  readonly title: string | undefined;
}

export interface FoundNames {
  readonly names: readonly FoundName[];
  /** The cursor of the next page; absent at the end. */
  readonly next: string | undefined;
}

const MAX_SHOWN_LENGTH = 2_000;
const TITLES = ['erc.what', 'what', '_what', 'dc.title', 'title', 'datacite.title'];

/** Names in the order of their minters and of their bytes, page after page. */
export const findNames = async (
  {
    store,
    targetElements,
  }: { readonly store: Pick<MinterStore, 'read' | 'list'>; readonly targetElements: readonly string[] },
  sought: SoughtNames,
): Promise<FoundNames> => {
  const conditions = listConditions(sought, targetElements);
  const [from = '', after = ''] = readCursor(sought.cursor);
  const all = sought.minter === undefined ? (await store.list()).map(({ name }) => name) : [sought.minter];
  const names: FoundName[] = [];
  for (const minter of all.filter((name) => name >= from)) {
    const wanted = sought.limit + 1 - names.length;
    const start = minter === from ? after : '';
    const found = await store.read(minter, async (reading) => {
      const ids = await findIds(reading, { prefix: sought.prefix ?? '', conditions, after: start, limit: wanted });
      return describe(reading, ids, targetElements);
    });
    names.push(...(found ?? []).map((name) => ({ ...name, minter })));
    if (names.length > sought.limit) break;
  }
  const page = names.slice(0, sought.limit);
  const last = names.length > sought.limit ? page.at(-1) : undefined;
  return { names: page, next: last && Buffer.from(`${last.minter} ${last.id}`).toString('base64url') };
};

/** A name of a minter has no blanks. */
const readCursor = (cursor: string | undefined): readonly string[] => {
  if (cursor === undefined) return [];
  const text = Buffer.from(cursor, 'base64url').toString();
  const blank = text.indexOf(' ');
  return blank < 0 ? [text] : [text.slice(0, blank), text.slice(blank + 1)];
};

const listConditions = (
  { target, bound, state }: SoughtNames,
  targetElements: readonly string[],
): readonly Condition[] => [
  ...(target === undefined ? [] : [{ elements: targetElements, value: target }]),
  ...(bound === undefined ? [] : [{ elements: [bound.element], value: bound.value }]),
  ...(state === undefined ? [] : [{ elements: [STATE_ELEMENT], value: STATE_WORDS[state] }]),
];

interface Page {
  readonly after: string;
  readonly limit: number;
}

const findIds = async (
  minter: MinterReading,
  { prefix, conditions, ...page }: Page & { readonly prefix: string; readonly conditions: readonly Condition[] },
): Promise<readonly string[]> => {
  const [first, ...others] = conditions;
  if (first === undefined) {
    const ids = await minter.namesAfter({ prefix, ...page });
    return ids.filter((id) => !id.startsWith(':'));
  }
  const found: string[] = [];
  let { after } = page;
  while (found.length < page.limit) {
    const some = await findBound(minter, first, { after, limit: page.limit });
    for (const id of some) {
      if (id.startsWith(prefix) && (await holdAll(minter, id, others))) found.push(id);
    }
    const last = some.at(-1);
    if (last === undefined || some.length < page.limit) break;
    after = last;
  }
  return found.slice(0, page.limit);
};

/** One of the elements must have the value. */
interface Condition {
  readonly elements: readonly string[];
  readonly value: string;
}

const findBound = async (
  minter: MinterReading,
  { elements, value }: Condition,
  page: Page,
): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const element of elements) {
    for (const id of await minter.namesBound({ element, value: Buffer.from(value), ...page })) found.add(id);
  }
  return [...found].sort(compareBytes).slice(0, page.limit);
};

const compareBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const holdAll = async (minter: MinterReading, id: string, conditions: readonly Condition[]): Promise<boolean> => {
  for (const { elements, value } of conditions) {
    const bound = await minter.shortTexts([id], elements, MAX_SHOWN_LENGTH);
    if (!bound.some((pair) => pair.value === value)) return false;
  }
  return true;
};

const describe = async (
  minter: MinterReading,
  ids: readonly string[],
  targetElements: readonly string[],
): Promise<readonly Omit<FoundName, 'minter'>[]> => {
  if (ids.length === 0) return [];
  const records = await minter.records(ids);
  const shown = [STATE_ELEMENT, REASON_ELEMENT, ...targetElements, ...TITLES];
  const texts = new Map<string, Map<string, string>>();
  for (const { id, element, value } of await minter.shortTexts(ids, shown, MAX_SHOWN_LENGTH)) {
    const known = texts.get(id) ?? new Map<string, string>();
    texts.set(id, known.set(element, value));
  }
  return ids.map((id) => {
    const bound = texts.get(id);
    const first = (elements: readonly string[]) =>
      elements.map((element) => bound?.get(element)).find((value) => value !== undefined && value !== '');
    const record = records.get(id);
    return {
      id,
      state: stateOf(bound?.get(STATE_ELEMENT), bound?.get(REASON_ELEMENT)),
      issued: record?.status.startsWith('i') === true ? record.date : undefined,
      isHeld: record?.isHeld === true,
      target: first(targetElements),
      title: first(TITLES),
    };
  });
};
