/** What of an item is asked for. */
export type ItemPart = (typeof PARTS)[number] | 'item';

const PARTS = [
  'cite.bib',
  'cite.ris',
  'cite.json',
  'cite.txt',
  'cite',
  'metadata',
  'metadata.json',
  'metadata.xml',
  'files',
  'qr.svg',
] as const;

/** `<label>` or `<label>/<part>`: no label ends like a part, because its end is a date. */
export const readItemAddress = (address: string): { readonly label: string; readonly part: ItemPart } => {
  const slash = address.lastIndexOf('/');
  const part = PARTS.find((name) => name === address.slice(slash + 1));
  return part === undefined ? { label: address, part: 'item' } : { label: address.slice(0, slash), part };
};

/** Labels have no character that a path must escape. */
export const itemAddress = (label: string, part: ItemPart = 'item'): string =>
  `/items/${label}${part === 'item' ? '' : `/${part}`}`;
