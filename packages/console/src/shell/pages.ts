import type { ComponentType } from 'preact';
import type { Role } from '../api/types.ts';
import { matchPath, PATTERNS, type PathName, type PathParameters } from './paths.ts';
import { RUNNING_NAVIGATION, RUNNING_PAGES } from './running-pages.ts';
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
export interface NavigationEntry {
  readonly path: PathName & keyof ShellTexts['menu'];
  readonly role: Role;
}

const PAGES: readonly PageEntry[] = [
  { path: 'items', role: 'reader', load: () => import('../items/items-page.tsx') },
  { path: 'item', role: 'reader', load: () => import('../items/page/item-page.tsx') },
  { path: 'edit', role: 'depositor', load: () => import('../items/edit-page.tsx') },
  { path: 'deposit', role: 'depositor', load: () => import('../deposit/deposit-page.tsx') },
  { path: 'newEdition', role: 'depositor', load: () => import('../deposit/new-edition-page.tsx') },
  { path: 'newTranslation', role: 'depositor', load: () => import('../deposit/new-translation-page.tsx') },
  { path: 'drafts', role: 'depositor', load: () => import('../deposit/drafts-page.tsx') },
  { path: 'bulk', role: 'depositor', load: () => import('../bulk/bulk-page.tsx') },
  { path: 'collections', role: 'reader', load: () => import('../collections/collections-page.tsx') },
  { path: 'newCollection', role: 'steward', load: () => import('../collections/new-collection-page.tsx') },
  { path: 'editCollection', role: 'steward', load: () => import('../collections/edit-collection-page.tsx') },
  { path: 'collection', role: 'reader', load: () => import('../collections/collection-page.tsx') },
  ...RUNNING_PAGES,
];

export const NAVIGATION: readonly NavigationEntry[] = [
  { path: 'items', role: 'reader' },
  { path: 'collections', role: 'reader' },
  { path: 'deposit', role: 'depositor' },
  { path: 'bulk', role: 'depositor' },
  { path: 'drafts', role: 'depositor' },
  ...RUNNING_NAVIGATION,
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
