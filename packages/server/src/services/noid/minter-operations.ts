import type { MinterDefinition } from '../../ports/minter-store.ts';
import type { Bound } from './bind-element.ts';
import type { MinterRequest } from './create-minter.ts';
import type { FetchedElement } from './fetch-elements.ts';
import type { Minted, MintRequest } from './mint-identifiers.ts';
import type { MinterStatistics } from './minter-statistics.ts';
import type { Validated } from './validate-identifiers.ts';

/** On whose behalf something is done, as the records of a minter show it. */
interface Contact {
  readonly contact: string;
}

export interface MinterView extends Omit<MinterDefinition, 'report'> {
  readonly statistics: MinterStatistics;
}

export interface MinterDetails extends MinterView {
  readonly policy: string;
  readonly report: string;
}

export interface MinterPage {
  /** In the order of names. */
  readonly minters: readonly MinterView[];
  /** Absent at the end. */
  readonly next?: string | undefined;
}

/** What a minter knows of an identifier. */
export interface IdentifierView {
  /** Without its pepper. */
  readonly id: string;
  readonly isHeld: boolean;
  readonly isPeppered: boolean;
  /** Absent where it was never issued or queued. */
  readonly circulation: Circulation | undefined;
  readonly elements: readonly FetchedElement[];
}

export interface Circulation {
  /** i: issued, q: queued, u: unqueued; the newest first, two at most. */
  readonly status: string;
  /** 14 digits, local time of the node. */
  readonly date: string;
  readonly contact: string;
  /** How many were issued by then. */
  readonly position: number;
}

export interface QueueAnswer {
  readonly queued: number;
  /** A sentence for each that was not. */
  readonly refused: readonly string[];
}

interface BindingRequest extends Contact {
  readonly how: string;
  readonly id: string;
  readonly element: string;
  readonly value: Uint8Array | undefined;
}

/** What people and programs do with the minters of a node; an unknown name is refused. */
export interface MinterOperations {
  create(request: Omit<MinterRequest, 'where'>): Promise<MinterDetails>;
  list(page: { readonly cursor?: string | undefined; readonly limit?: number | undefined }): Promise<MinterPage>;
  show(name: string): Promise<MinterDetails>;
  statistics(name: string): Promise<MinterStatistics>;
  setPolicy(name: string, policy: string): Promise<MinterDetails>;
  /** In one transaction. What was minted before the end of the namespace stays minted; where that is nothing, it refuses. */
  mint(name: string, request: MintRequest & Contact): Promise<Minted>;
  bind(name: string, request: BindingRequest): Promise<Bound>;
  /** All that is bound, or the elements that are named. */
  fetch(name: string, request: { readonly id: string; readonly elements: readonly string[] }): Promise<IdentifierView>;
  hold(name: string, request: Contact & { readonly ids: readonly string[]; readonly isHeld: boolean }): Promise<void>;
  queue(
    name: string,
    request: Contact & { readonly ids: readonly string[]; readonly when: string },
  ): Promise<QueueAnswer>;
  /** By the minter's own template, or by another with the same NAAN. */
  validate(
    name: string,
    request: { readonly ids: readonly string[]; readonly template?: string | undefined },
  ): Promise<readonly Validated[]>;
}

/** Every minter, page after page. */
export async function* walkMinters(minters: Pick<MinterOperations, 'list'>): AsyncGenerator<MinterView> {
  let cursor: string | undefined;
  do {
    const page = await minters.list({ cursor });
    yield* page.minters;
    cursor = page.next;
  } while (cursor !== undefined);
}
