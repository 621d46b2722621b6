import type { IdentifierRecord, QueueEntry } from '../../../../ports/minting/minter-store.ts';

/**
 * The meaning of the keys of the original's database. Keys and values are bytes there, but names are texts here: bytes
 * that are not UTF-8 are read as Latin-1, which programs of its time used.
 */
export type BerkeleyKey =
  | { readonly kind: 'setting'; readonly name: string }
  | { readonly kind: 'counter'; readonly counter: number; readonly part: string }
  | { readonly kind: 'queue'; readonly entry: Omit<QueueEntry, 'id'> }
  | { readonly kind: 'note'; readonly note: string }
  | { readonly kind: 'circulation' | 'hold' | 'pepper'; readonly id: string }
  | { readonly kind: 'element' | 'rule'; readonly id: string; readonly element: string }
  | { readonly kind: 'unknown' };

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const readText = (bytes: Uint8Array): { readonly text: string; readonly isLatin: boolean } => {
  try {
    return { text: DECODER.decode(bytes), isLatin: false };
  } catch {
    return { text: Buffer.from(bytes).toString('latin1'), isLatin: true };
  }
};

const ADMINISTRATION = { c: 'circulation', h: 'hold', p: 'pepper' } as const;

export const readKey = (key: string): BerkeleyKey => {
  if (key.startsWith(':/:/')) return { kind: 'note', note: key.slice(4) };
  const [, owner, letter] = /^(.+)\t:\/([chp])$/s.exec(key) ?? [];
  if (owner !== undefined) return { kind: ADMINISTRATION[letter as keyof typeof ADMINISTRATION], id: owner };
  const [, id, element] = /^([^\t]+)\t(.+)$/s.exec(key) ?? [];
  if (id !== undefined && element !== undefined) {
    if (id.startsWith(':/idmap/')) return { kind: 'rule', id, element };
    return id.startsWith(':/') || element.startsWith(':/') ? { kind: 'unknown' } : { kind: 'element', id, element };
  }
  return key.startsWith(':/') ? readAdministration(key.slice(2)) : { kind: 'unknown' };
};

const readAdministration = (name: string): BerkeleyKey => {
  const [, counter, part = ''] = /^c(\d{1,6})\/(value|top)$/.exec(name) ?? [];
  if (counter !== undefined) return { kind: 'counter', counter: Number(counter), part };
  const [, date, number, padded = ''] = /^q\/(\d{14})\/(\d{1,15})\/(.*)$/s.exec(name) ?? [];
  if (date !== undefined) return { kind: 'queue', entry: { date, number: Number(number), padded } };
  return { kind: 'setting', name };
};

/** Reads `status|date|contact|oacounter`; the contact may have any character. Undefined for any other text. */
export const readCirculation = (text: string): Omit<IdentifierRecord, 'id' | 'isHeld' | 'pepper'> | undefined => {
  const [, status, date = '', contact = '', position] = /^([iqu]+)\|(\d{14})\|(.*)\|(\d{1,15})$/s.exec(text) ?? [];
  return status === undefined ? undefined : { status: status.slice(0, 2), date, contact, position: Number(position) };
};

/**
 * Whether a replacement has more than `$1` to `$9` and `$&`: in Perl also other variables, lists, and escapes of all but signs.
 */
export const hasPerlCode = (replacement: string): boolean =>
  /\$(?![1-9&])|\$[1-9]\d|\\|@[\w{$]/.test(replacement.replaceAll(/\\[!-/:-@[-`{-~]/g, ''));
