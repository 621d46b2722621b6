import { Refusal, refuse } from '@perene/api/refusals';
import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import type { BatchLine } from '../../../ports/minting/name-batches.ts';
import { isKept, refuseUnkeptName, refuseUnknownIdentifiers } from '../identifiers/check-identifiers.ts';
import { refuseWrongPepper, withoutPepper } from '../identifiers/pepper.ts';
import { isLongTerm, type MinterTools } from '../minters/minter-work.ts';

/** What is bound, by element; null for nothing. */
export type Bindings = Readonly<Record<string, string | null>>;

/** What somebody wants of a name; without one, it is minted. */
export interface WantedLine {
  readonly id: string;
  readonly bindings: Bindings;
}

/** Of one name, as the API takes them. */
export const MAX_ELEMENTS = 100;
/** Longer values are bound one at a time. */
const MAX_VALUE_LENGTH = 10_000;
const MAX_SHOWN_NAME = 1_000;
/** How binary values are shown. */
const NO_TEXT = '\ufffd';

/** What is bound to these names now, as far as texts go. */
export const readBound = async (
  minter: Pick<MinterReading, 'shortTexts'>,
  lines: readonly WantedLine[],
): Promise<(line: WantedLine) => Bindings> => {
  const ids = lines.flatMap(({ id }) => (id === '' || !isKept(id) ? [] : [id]));
  const elements = [...new Set(lines.flatMap(({ bindings }) => Object.keys(bindings)))].filter(isKept);
  const texts =
    ids.length === 0 || elements.length === 0 ? [] : await minter.shortTexts(ids, elements, MAX_VALUE_LENGTH + 1);
  // No name that is kept has this character.
  const known = new Map(texts.map(({ id, element, value }) => [`${id}\0${element}`, value]));
  return ({ id, bindings }) =>
    Object.fromEntries(Object.keys(bindings).map((element) => [element, known.get(`${id}\0${element}`) ?? null]));
};

export const isSame = (one: Bindings, other: Bindings): boolean =>
  Object.entries(one).every(([element, value]) => (other[element] ?? null) === value);

/** Compares what is wanted with what is bound, and refuses single lines. Nothing is changed. */
export const planLines = async (
  minter: MinterReading,
  tools: Pick<MinterTools, 'secrets'>,
  { lines, first }: { readonly lines: readonly WantedLine[]; readonly first: bigint },
): Promise<readonly BatchLine[]> => {
  const boundTo = await readBound(minter, lines);
  const planned: BatchLine[] = [];
  for (const [index, line] of lines.entries()) {
    const before = boundTo(line);
    const said = {
      place: first + BigInt(index),
      id: line.id,
      before: JSON.stringify(before),
      after: JSON.stringify(line.bindings),
    };
    try {
      await check(minter, tools, { line, before });
      const isDone = line.id !== '' && isSame(line.bindings, before);
      planned.push({ ...said, outcome: isDone ? 'same' : 'waiting' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const cut = { before: JSON.stringify(cutValues(before)), after: JSON.stringify(cutValues(line.bindings)) };
      // A pepper is a secret, and batches are kept.
      const id = isKept(line.id) ? await withoutPepper(minter, line.id) : line.id;
      planned.push({ ...said, ...cut, id, outcome: 'refused', code: error.code });
    }
  }
  return planned;
};

/** Refuses values that are no texts, and those that are too long to be kept twice. */
export const refuseUnkeptValues = (bindings: Bindings): void => {
  for (const value of Object.values(bindings)) {
    if (value === null) continue;
    if (value === NO_TEXT || !isKept(value)) throw refuse('binding-invalid', { reason: 'value', how: 'set' });
    if (value.length > MAX_VALUE_LENGTH) {
      throw refuse('value-too-large', { reason: 'value', bytes: value.length, max: MAX_VALUE_LENGTH });
    }
  }
};

/** What is refused is shown as far as it goes. */
const cutValues = (bindings: Bindings): Bindings =>
  Object.fromEntries(
    Object.entries(bindings).map(([element, value]) => [
      element.slice(0, MAX_SHOWN_NAME),
      value?.slice(0, MAX_VALUE_LENGTH) ?? null,
    ]),
  );

const check = async (
  minter: MinterReading,
  { secrets }: Pick<MinterTools, 'secrets'>,
  { line: { id, bindings }, before }: { readonly line: WantedLine; readonly before: Bindings },
): Promise<void> => {
  refuseUnkeptValues(bindings);
  refuseUnkeptValues(before);
  for (const element of Object.keys(bindings)) {
    if (element === '') throw refuse('element-missing', { reason: 'bind', how: 'set' });
    refuseUnkeptName(element, 'element');
  }
  if (id === '') return;
  if (id.startsWith(':')) throw refuse('identifier-invalid', { reason: 'no-rule', id });
  const plain = await refuseWrongPepper(minter, id, secrets);
  if (plain !== id) throw refuse('pepper-missing', { id: plain });
  await refuseUnknownIdentifiers(minter, [id], 'bind');
  if (isLongTerm(minter.definition) && (await minter.record(id)) === undefined) {
    throw refuse('identifier-unissued', { id });
  }
};
