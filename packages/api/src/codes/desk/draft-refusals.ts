/** Refusals about drafts, reserved labels and reviews. */
export interface DraftRefusals {
  'draft-not-found': { readonly id: string };
  'draft-changed': { readonly id: string };
  'draft-settled':
    | { readonly reason: 'published'; readonly id: string; readonly label: string }
    | { readonly reason: 'discarded'; readonly id: string };
  'draft-refused':
    | { readonly reason: 'in-review' | 'not-in-review' | 'no-review' | 'not-yours'; readonly id: string }
    | { readonly reason: 'too-long'; readonly max: number };
  'too-many-drafts': { readonly max: number };
  'too-many-links': { readonly max: number };
  'review-needed': { readonly collection: string };
  /** Nothing is published under the label: `draft` may be one day, `ended` never. */
  'label-reserved': { readonly reason: 'draft' | 'ended'; readonly label: string; readonly since: string };
}
