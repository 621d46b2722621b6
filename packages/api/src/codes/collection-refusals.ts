import type { Misfit } from './parameters.ts';

/** Refusals about collections. */
export interface CollectionRefusals {
  'collection-not-found': { readonly name: string };
  'collection-exists': { readonly name: string };
  'collection-changed': { readonly name: string };
  'collection-name-invalid': { readonly text: string } & Misfit;
  'collection-invalid':
    | { readonly reason: 'no-title' }
    | { readonly reason: 'too-long'; readonly max: number }
    | { readonly reason: 'unkept' };
  'collection-full': { readonly label: string; readonly max: number };
}
