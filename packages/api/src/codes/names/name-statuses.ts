import type { DoiRefusals } from './doi-refusals.ts';
import type { NameSourceRefusals } from './name-source-refusals.ts';

/** Refusals about names that are, or were, registered elsewhere. */
export interface NamesRefusals extends DoiRefusals, NameSourceRefusals {}

/** Their statuses. */
export const NAME_STATUSES: Readonly<Record<keyof NamesRefusals, { readonly http: number; readonly exit: 1 | 2 }>> = {
  'doi-unregistrable': { http: 409, exit: 1 },
  'doi-not-found': { http: 404, exit: 1 },
  'doi-state-invalid': { http: 409, exit: 1 },
  'name-source-invalid': { http: 422, exit: 1 },
};
