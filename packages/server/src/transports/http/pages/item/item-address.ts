import { LINKSET_PARTS, METADATA_FORMATS } from '@perene/core/representation';

/** The part of an item that is asked for; of a format, the one that its table names. */
export type ItemPart = string;

export const TIME_MAP = 'timemap';
export const TIME_GATE = 'timegate';
/** The TimeMap of the editions of an item; that of its descriptions is the other one. */
export const EDITIONS_TIME_MAP = 'editions-timemap';
/** A description that an item had: `memento-20261118020327`. */
const MEMENTO = /^memento-\d{14}$/;

export const isMemento = (part: ItemPart): boolean => MEMENTO.test(part);

/** Names the description that an item had from a time on (milliseconds). */
export const mementoPart = (at: number): ItemPart =>
  `memento-${new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;

const PARTS: readonly ItemPart[] = [
  TIME_MAP,
  TIME_GATE,
  EDITIONS_TIME_MAP,
  'cite.txt',
  'cite',
  'metadata',
  'metadata.json',
  'files',
  'all.zip',
  'qr.svg',
  ...Object.values(LINKSET_PARTS),
  ...METADATA_FORMATS.map(({ part }) => part),
];

/** Reads `<label>` or `<label>/<part>`. No label ends like a part, because it ends with a date. */
export const readItemAddress = (address: string): { readonly label: string; readonly part: ItemPart } => {
  const slash = address.lastIndexOf('/');
  const end = address.slice(slash + 1);
  const part = isMemento(end) ? end : PARTS.find((name) => name === end);
  return part === undefined ? { label: address, part: 'item' } : { label: address.slice(0, slash), part };
};

/** Labels need no escapes in a path. */
export const itemAddress = (label: string, part: ItemPart = 'item'): string =>
  `/items/${label}${part === 'item' ? '' : `/${part}`}`;
