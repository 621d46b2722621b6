import { LINKSET_PARTS, METADATA_FORMATS } from '@perene/core/representation';

/** The part of an item that is asked for; of a format, the one that its table names. */
export type ItemPart = string;

const PARTS: readonly ItemPart[] = [
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
  const part = PARTS.find((name) => name === address.slice(slash + 1));
  return part === undefined ? { label: address, part: 'item' } : { label: address.slice(0, slash), part };
};

/** Labels need no escapes in a path. */
export const itemAddress = (label: string, part: ItemPart = 'item'): string =>
  `/items/${label}${part === 'item' ? '' : `/${part}`}`;
