import type { ItemState } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { ITEMS } from './texts.ts';

export const StateMark = ({ state }: { readonly state: ItemState }) => {
  const { states, stateHints } = useTexts(ITEMS);
  return (
    <span class={`state state-${state.toLowerCase()}`} title={stateHints[state]}>
      {states[state]}
    </span>
  );
};
