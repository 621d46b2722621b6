/** Refusals about DOIs that the node registers. */
export interface DoiRefusals {
  'doi-unregistrable':
    | { readonly reason: 'unconfigured' | 'nothing' }
    | { readonly reason: 'prefix'; readonly doi: string; readonly prefix: string }
    | { readonly reason: 'not-original'; readonly label: string }
    | { readonly reason: 'taken'; readonly doi: string };
  'doi-not-found': { readonly doi: string };
  'doi-state-invalid': { readonly doi: string; readonly state: string };
}
