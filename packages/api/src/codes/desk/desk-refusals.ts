/** Refusals about lists of items and changes of many. */
export interface DeskRefusals {
  'batch-not-found': { readonly id: string };
  'batch-too-large': { readonly max: number };
  'batch-busy': { readonly id: string };
  'too-many-filters': { readonly max: number };
}
