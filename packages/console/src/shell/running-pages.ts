import type { PageEntry } from './pages.ts';

/** Pages for those who run the node. */
export const RUNNING_PAGES: readonly PageEntry[] = [
  { path: 'statistics', role: 'reader', load: () => import('../statistics/statistics-page.tsx') },
  { path: 'activity', role: 'reader', load: () => import('../activity/activity-page.tsx') },
  { path: 'minters', role: 'reader', load: () => import('../minters/minters-page.tsx') },
  { path: 'newMinter', role: 'admin', load: () => import('../minters/creating/new-minter-page.tsx') },
  { path: 'minter', role: 'reader', load: () => import('../minters/minter-page.tsx') },
  { path: 'names', role: 'reader', load: () => import('../minters/names/names-page.tsx') },
  { path: 'name', role: 'reader', load: () => import('../minters/names/name-page.tsx') },
  { path: 'nameBatches', role: 'depositor', load: () => import('../minters/batches/name-batches-page.tsx') },
  { path: 'nameBatch', role: 'depositor', load: () => import('../minters/batches/name-batch-page.tsx') },
  { path: 'relations', role: 'reader', load: () => import('../proposals/relations-page.tsx') },
  { path: 'federation', role: 'reader', load: () => import('../federation/federation-page.tsx') },
  { path: 'overview', role: 'steward', load: () => import('../overview/overview-page.tsx') },
  { path: 'people', role: 'admin', load: () => import('../people/people-page.tsx') },
  { path: 'account', role: 'reader', load: () => import('../account/account-page.tsx') },
  { path: 'keys', role: 'admin', load: () => import('../keys/keys-page.tsx') },
  { path: 'node', role: 'reader', load: () => import('../node/node-page.tsx') },
];
