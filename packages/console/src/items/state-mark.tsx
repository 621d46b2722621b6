import type { ItemState } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { ITEMS } from './texts.ts';

/** A withdrawn item is the original still, but nobody can read it. */
export const StateMark = ({
  state: held,
  isWithdrawn = false,
}: {
  readonly state: ItemState;
  readonly isWithdrawn?: boolean;
}) => {
  const state = isWithdrawn && held === 'Original' ? 'Withdrawn' : held;
  const { states, stateHints } = useTexts(ITEMS);
  return (
    <span class={`state state-${state.toLowerCase()}`} title={stateHints[state]}>
      {states[state]}
    </span>
  );
};
