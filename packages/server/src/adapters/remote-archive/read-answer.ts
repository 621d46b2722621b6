import { Refusal } from '../../refusals/refusal.ts';
import type { ItemView } from '../../services/archive/archive-operations.ts';
import type { NodeAnswer } from './node-client.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What a node of another kind, or of another time, answers is refused before it is used. */
export const readAnswer = <Value>(answer: unknown, isExpected: (value: JsonObject) => boolean): Value => {
  if (typeof answer === 'object' && answer !== null && isExpected(answer as JsonObject)) return answer as Value;
  throw new Refusal('node-refused', 'the node answered something else than was asked for: is it a Perene node?');
};

export const hasList =
  (name: string) =>
  (value: JsonObject): boolean =>
    Array.isArray(value[name]);

const isItem = (value: JsonObject): boolean =>
  typeof value['repository'] === 'string' &&
  ['ibips', 'files'].every((name) => Array.isArray(value[name])) &&
  ['access', 'editions', 'translations'].every((name) => typeof value[name] === 'object' && value[name] !== null);

export const readItem = (answer: unknown): ItemView => readAnswer<ItemView>(answer, isItem);

/** A removed item is gone (410), and what it was comes with the refusal. */
export const readTombstone = ({ status, text }: NodeAnswer): ItemView | undefined => {
  if (status !== 410) return undefined;
  try {
    const { item } = JSON.parse(text) as { readonly item?: unknown };
    return item === undefined ? undefined : readItem(item);
  } catch {
    return undefined;
  }
};
