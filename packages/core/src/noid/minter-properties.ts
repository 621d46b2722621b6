import type { Template } from './template/template.ts';

/** How long the identifiers of a minter are meant to last. */
export type MinterTerm = 'long' | 'medium' | 'short';

/** Returns the seven letters of GRANITE (noid manual); a hyphen stands for each property that does not apply. */
export const minterProperties = (
  { prefix, mask, order, hasCheckCharacter }: Template,
  { term, naan, bindsAnything }: { readonly term: MinterTerm; readonly naan: string; readonly bindsAnything: boolean },
): string => {
  const isTemplated = !bindsAnything;
  // An unlimited mask may grow at its first letter; every letter but `d` and `i` may stand for a letter.
  const letters = mask.slice(1).replace(/^[^di]/, order === 'unlimited' ? 'eeee' : '$&');
  const runs = prefix.replace(/[a-z]/gi, 'e') + letters.replace(/[^di]/g, 'e');
  const properties: readonly (readonly [string, boolean])[] = [
    ['G', naan !== '' && naan !== '00000'],
    ['R', order === 'random'],
    ['A', isTemplated && !runs.includes('eee')],
    ['N', term === 'long'],
    ['I', isTemplated && !prefix.includes('-')],
    ['T', hasCheckCharacter],
    ['E', !isTemplated || (!/[aeiouy]/i.test(prefix) && !/[xvwc]/.test(mask.slice(1)))],
  ];
  return properties.map(([letter, applies]) => (applies ? letter : '-')).join('');
};
