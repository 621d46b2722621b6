import type { ComponentType } from 'preact';
import type { Role } from '../api/types.ts';
import { matchPath, PATTERNS, type PathName, type PathParameters } from './paths.ts';
import { RUNNING_PAGES } from './running-pages.ts';
import type { ShellTexts } from './texts.ts';

export interface PageProps {
  readonly parameters: PathParameters;
  readonly query: URLSearchParams;
}

/** A page, which is loaded when somebody goes to it. */
export interface PageEntry {
  readonly path: PathName;
  readonly role: Role;
  readonly load: () => Promise<{ readonly default: ComponentType<PageProps> }>;
}

/** An entry of the navigation, shown to those with that role. */
interface NavigationEntry {
  readonly path: PathName & keyof ShellTexts['menu'];
  readonly role: Role;
}

/** Entries that are about the same. */
interface NavigationGroup {
  readonly group: keyof ShellTexts['groups'];
  readonly entries: readonly NavigationEntry[];
}

const PAGES: readonly PageEntry[] = [
  { path: 'items', role: 'reader', load: () => import('../items/list/items-page.tsx') },
  { path: 'item', role: 'reader', load: () => import('../items/page/item-page.tsx') },
  { path: 'batches', role: 'depositor', load: () => import('../items/batches/batches-page.tsx') },
  { path: 'batch', role: 'depositor', load: () => import('../items/batches/batch-page.tsx') },
  { path: 'edit', role: 'depositor', load: () => import('../items/edit-page.tsx') },
  { path: 'deposit', role: 'depositor', load: () => import('../deposit/deposit-page.tsx') },
  { path: 'newEdition', role: 'depositor', load: () => import('../deposit/new-edition-page.tsx') },
  { path: 'newTranslation', role: 'depositor', load: () => import('../deposit/new-translation-page.tsx') },
  { path: 'drafts', role: 'reader', load: () => import('../drafts/drafts-page.tsx') },
  { path: 'draft', role: 'reader', load: () => import('../drafts/draft-page.tsx') },
  { path: 'bulk', role: 'depositor', load: () => import('../bulk/bulk-page.tsx') },
  { path: 'collections', role: 'reader', load: () => import('../collections/collections-page.tsx') },
  { path: 'newCollection', role: 'steward', load: () => import('../collections/new-collection-page.tsx') },
  { path: 'editCollection', role: 'steward', load: () => import('../collections/edit-collection-page.tsx') },
  { path: 'collection', role: 'reader', load: () => import('../collections/collection-page.tsx') },
  ...RUNNING_PAGES,
];

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    group: 'library',
    entries: [
      { path: 'items', role: 'reader' },
      { path: 'collections', role: 'reader' },
      { path: 'deposit', role: 'depositor' },
      { path: 'bulk', role: 'depositor' },
      { path: 'drafts', role: 'reader' },
      { path: 'statistics', role: 'reader' },
    ],
  },
  {
    group: 'identifiers',
    entries: [
      { path: 'minters', role: 'reader' },
      { path: 'names', role: 'reader' },
    ],
  },
  {
    group: 'federation',
    entries: [
      { path: 'federation', role: 'reader' },
      { path: 'relations', role: 'reader' },
    ],
  },
  {
    group: 'administration',
    entries: [
      { path: 'overview', role: 'steward' },
      { path: 'people', role: 'admin' },
      { path: 'keys', role: 'admin' },
      { path: 'activity', role: 'reader' },
      { path: 'node', role: 'reader' },
    ],
  },
];

export interface FoundPage {
  readonly page: PageEntry;
  readonly parameters: PathParameters;
}

export const findPage = (path: string): FoundPage | undefined => {
  for (const page of PAGES) {
    const parameters = matchPath(PATTERNS[page.path], path);
    if (parameters !== undefined) return { page, parameters };
  }
  return undefined;
};
