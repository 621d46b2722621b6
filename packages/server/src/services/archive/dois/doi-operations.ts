import type { DoiRegistration, WantedState } from '../../../ports/dois/doi-queue.ts';
import type { Author } from '../archive-operations.ts';

/** What gets a DOI: an item, by any of its labels, or a name of a minter. */
export type DoiRequest = {
  /** The DOI, if it is not made from the label or the name. */
  readonly doi?: string | undefined;
  readonly state?: WantedState | undefined;
} & (
  | { readonly item: string; readonly minter?: undefined }
  | { readonly item?: undefined; readonly minter: string; readonly id: string }
  | { readonly item?: undefined; readonly minter?: undefined }
);

/** How far a registration is: as wanted, on its way, being tried again, or refused. */
export type DoiProgress = 'done' | 'waiting' | 'failing' | 'refused';

export interface DoiView extends Omit<DoiRegistration, 'wish' | 'done' | 'dueAt' | 'changedAt'> {
  readonly progress: DoiProgress;
  /** When it is tried next, and when DataCite last answered; ISO 8601. */
  readonly next: string | undefined;
  readonly changed: string | undefined;
}

interface DoiPage {
  readonly dois: readonly DoiView[];
  readonly next: string | undefined;
}

/** The operations on DOIs that this node registers. */
export interface DoiOperations {
  /** Gives a DOI to an item or a name, and has it registered; nobody waits for DataCite. */
  assign(request: DoiRequest, author: Author): Promise<DoiView>;
  show(doi: string): Promise<DoiView>;
  list(page: {
    readonly cursor?: string | undefined;
    readonly limit?: number | undefined;
    readonly isWaiting?: boolean | undefined;
  }): Promise<DoiPage>;
  /** Has the DOI become something else; a DOI that was registered is never a draft again. */
  setState(doi: string, state: WantedState): Promise<DoiView>;
  /** Has it sent again, even if nothing has changed. */
  retry(doi: string): Promise<DoiView>;
  /** Has everything tried again that has failed, and returns how many. */
  retryAll(): Promise<number>;
}
