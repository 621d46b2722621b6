import { useState } from 'preact/hooks';

/** Which items are chosen: some by their labels, or all that the filter finds. */
export type Selection = { readonly kind: 'some'; readonly labels: ReadonlySet<string> } | { readonly kind: 'all' };

export interface Selecting {
  readonly selection: Selection;
  readonly isChosen: (label: string) => boolean;
  readonly choose: (labels: readonly string[], isChosen: boolean) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

const NONE: Selection = { kind: 'some', labels: new Set() };

/** Keeps what is chosen while further pages of the list are shown. */
export const useSelection = (): Selecting => {
  const [selection, setSelection] = useState<Selection>(NONE);
  return {
    selection,
    isChosen: (label) => selection.kind === 'all' || selection.labels.has(label),
    choose: (labels, isChosen) =>
      setSelection((before) => {
        const known = before.kind === 'all' ? [] : [...before.labels];
        const others = known.filter((label) => !labels.includes(label));
        return { kind: 'some', labels: new Set(isChosen ? [...others, ...labels] : others) };
      }),
    chooseAll: () => setSelection({ kind: 'all' }),
    clear: () => setSelection(NONE),
  };
};
