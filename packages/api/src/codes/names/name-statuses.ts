import type { DoiRefusals } from './doi-refusals.ts';

/** The statuses of refusals about names that are registered elsewhere. */
export const NAME_STATUSES: Readonly<Record<keyof DoiRefusals, { readonly http: number; readonly exit: 1 | 2 }>> = {
  'doi-unregistrable': { http: 409, exit: 1 },
  'doi-not-found': { http: 404, exit: 1 },
  'doi-state-invalid': { http: 409, exit: 1 },
};
