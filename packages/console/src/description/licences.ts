import type { WrittenValue } from './description.ts';

/** The licences that are given most, with their names as people write them. */
export const LICENCES: Readonly<Record<string, string>> = {
  'CC-BY-4.0': 'CC BY 4.0',
  'CC-BY-SA-4.0': 'CC BY-SA 4.0',
  'CC-BY-NC-4.0': 'CC BY-NC 4.0',
  'CC-BY-NC-SA-4.0': 'CC BY-NC-SA 4.0',
  'CC-BY-ND-4.0': 'CC BY-ND 4.0',
  'CC-BY-NC-ND-4.0': 'CC BY-NC-ND 4.0',
  'CC0-1.0': 'CC0 1.0',
  'ODbL-1.0': 'ODbL 1.0',
  MIT: 'MIT',
  'Apache-2.0': 'Apache 2.0',
  'GPL-3.0-or-later': 'GPL 3.0',
};

/** Returns a statement of rights with another licence. Its text follows, unless somebody wrote one of their own. */
export const chooseLicence = (before: WrittenValue, licence: string): WrittenValue => {
  const { license: old = '', ...others } = before.qualifiers ?? {};
  const isOwnText = before.value.trim() !== '' && before.value !== LICENCES[old];
  return {
    ...before,
    value: isOwnText ? before.value : (LICENCES[licence] ?? licence),
    qualifiers: licence === '' ? others : { ...others, license: licence },
  };
};
