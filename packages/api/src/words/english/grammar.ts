import type { Misfit } from '../../codes/parameters.ts';

/** Tells where a text does not fit, and what was expected there. */
export const at = (unfit: Misfit | (Misfit & { readonly text: string })): string => {
  const { position, expected } = unfit;
  // Some refusals do not repeat the text, and a missing parameter must not be read.
  const character = 'text' in unfit ? unfit.text.codePointAt(position) : undefined;
  const shown = character === undefined ? '' : ` ("${String.fromCodePoint(character)}")`;
  return `at character ${position + 1}${shown} expected ${expected}`;
};
