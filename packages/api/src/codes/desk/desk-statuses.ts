import type { DeskRefusals } from './desk-refusals.ts';
import type { DraftRefusals } from './draft-refusals.ts';

/** The statuses of refusals about drafts, lists and changes of many items. */
export const DESK_STATUSES: Readonly<
  Record<keyof DraftRefusals | keyof DeskRefusals, { readonly http: number; readonly exit: 1 | 2 }>
> = {
  'draft-not-found': { http: 404, exit: 1 },
  'draft-changed': { http: 412, exit: 1 },
  'draft-settled': { http: 409, exit: 1 },
  'draft-refused': { http: 409, exit: 1 },
  'too-many-drafts': { http: 409, exit: 1 },
  'too-many-links': { http: 409, exit: 1 },
  'review-needed': { http: 403, exit: 1 },
  'label-reserved': { http: 404, exit: 1 },
  'batch-not-found': { http: 404, exit: 1 },
  'batch-too-large': { http: 422, exit: 1 },
  'batch-busy': { http: 409, exit: 1 },
  'too-many-filters': { http: 409, exit: 1 },
};
