import type { Metadata, MetadataValue } from '@perene/core/item';
import type { ShownItem } from './shown-item.ts';

/** Nobody reads more on a page. A description may have a megabyte, and pages say some of it in many places. */
const MAX_CHARACTERS = 100_000;
const MAX_OF_FIELD = 20_000;
const MAX_OF_TITLE = 1_000;
/** The markup around a value. */
const AROUND = 50;

interface Abridged {
  readonly fields: Metadata;
  /** Whether something is left out. */
  readonly isCut: boolean;
}

/** Leaves out what a page has no room for, of each field and of all of them. */
export const abridgeMetadata = (fields: Metadata): Abridged => {
  let left = MAX_CHARACTERS;
  let isCut = false;
  const kept = Object.entries(fields).flatMap(([name, values]): [string, readonly MetadataValue[]][] => {
    const { shown, used, isWhole } = abridgeField(values, Math.min(left, MAX_OF_FIELD));
    left -= used;
    if (!isWhole) isCut = true;
    return shown.length === 0 ? [] : [[name, shown]];
  });
  return isCut ? { fields: Object.fromEntries(kept), isCut } : { fields, isCut };
};

const abridgeField = (values: readonly MetadataValue[], room: number) => {
  const shown: MetadataValue[] = [];
  let used = 0;
  for (const value of values) {
    const left = room - used;
    if (left <= 0) return { shown, used, isWhole: false };
    const { value: text, language, ...qualifiers } = value;
    const beside = Object.values(qualifiers).reduce((sum, one) => sum + (one?.length ?? 0), AROUND);
    const isFitting = text.length + beside <= left;
    shown.push(isFitting ? value : { value: cut(text, left), ...(language !== undefined && { language }) });
    used += isFitting ? text.length + beside : left;
    if (!isFitting) return { shown, used, isWhole: false };
  }
  return { shown, used, isWhole: true };
};

/** Not in the middle of a character. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** The same item with as much of its description as a page shows. */
export const abridge = (shown: ShownItem): ShownItem => {
  const { item, title } = shown;
  const named = item.title === undefined ? item : { ...item, title: cut(item.title, MAX_OF_TITLE) };
  const { fields, isCut } = abridgeMetadata(item.metadata?.fields ?? {});
  return {
    ...shown,
    title: cut(title, MAX_OF_TITLE),
    item: isCut && named.metadata ? { ...named, metadata: { ...named.metadata, fields } } : named,
  };
};
