import type { Identifier } from '@perene/api';
import type { Said } from '@perene/api/refusals';
import type { MinterDefinition, PastBinding } from '../../../ports/minting/minter-store.ts';
import type { Bound } from '../bindings/bind-element.ts';
import type { FetchedElement } from '../bindings/fetch-elements.ts';
import type { Minted, MintRequest } from '../identifiers/mint-identifiers.ts';
import type { FoundNames, SoughtNames } from '../names/find-names.ts';
import type { NameState } from '../names/name-state.ts';
import type { MinterRequest } from './add-minter.ts';
import type { MinterStatistics } from './minter-statistics.ts';

/** The person or program that a request acts for, as the records of a minter show it. */
interface Contact {
  readonly contact: string;
}

export interface MinterView extends Omit<MinterDefinition, 'contact' | 'report'> {
  /** Shown to holders of a key only. */
  readonly contact?: string;
  readonly statistics: MinterStatistics;
}

export interface MinterDetails extends MinterView {
  readonly policy: string;
  /** Shown to holders of a key only. */
  readonly report?: string;
}

interface MinterPage {
  /** The minters in the order of their names. */
  readonly minters: readonly MinterView[];
  /** The cursor of the next page; absent at the end. */
  readonly next?: string | undefined;
}

/** An identifier, as its minter has it. */
export interface IdentifierView {
  /** The identifier without its pepper. */
  readonly id: string;
  readonly isHeld: boolean;
  readonly isPeppered: boolean;
  /** The circulation record; absent if the identifier was never issued or queued. */
  readonly circulation: Identifier['circulation'] | undefined;
  readonly elements: readonly FetchedElement[];
}

/** A checked identifier; its problem is undefined if it is valid. */
interface CheckedIdentifier {
  readonly id: string;
  readonly problem: Said | undefined;
}

interface QueueAnswer {
  readonly queued: number;
  /** A sentence for each identifier that was refused. */
  readonly refused: readonly Said[];
}

interface BindingRequest extends Contact {
  readonly how: string;
  readonly id: string;
  readonly element: string;
  readonly value: Uint8Array | undefined;
}

interface PastRequest {
  readonly id: string;
  /** The number of the last change of the page before. */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

interface PastPage {
  readonly id: string;
  readonly changes: readonly Omit<PastBinding, 'id'>[];
  readonly next: string | undefined;
}

/** The operations on the minters of a node; they refuse an unknown name. */
export interface MinterOperations {
  create(request: Omit<MinterRequest, 'where'>): Promise<MinterDetails>;
  list(page: { readonly cursor?: string | undefined; readonly limit?: number | undefined }): Promise<MinterPage>;
  show(name: string): Promise<MinterDetails>;
  statistics(name: string): Promise<MinterStatistics>;
  setPolicy(name: string, policy: string): Promise<MinterDetails>;
  /** Mints in one transaction. If the namespace ends, returns what was minted before; refuses if that is nothing. */
  mint(name: string, request: MintRequest & Contact): Promise<Minted>;
  bind(name: string, request: BindingRequest): Promise<Bound>;
  /** Returns all that is bound, or the named elements. */
  fetch(name: string, request: { readonly id: string; readonly elements: readonly string[] }): Promise<IdentifierView>;
  /** Returns names of one minter or of all. */
  find(sought: SoughtNames): Promise<FoundNames>;
  /** Returns how what is bound has changed, the newest first. */
  past(name: string, request: PastRequest): Promise<PastPage>;
  setState(name: string, request: Contact & { readonly id: string; readonly state: NameState }): Promise<void>;
  hold(name: string, request: Contact & { readonly ids: readonly string[]; readonly isHeld: boolean }): Promise<void>;
  queue(
    name: string,
    request: Contact & { readonly ids: readonly string[]; readonly when: string },
  ): Promise<QueueAnswer>;
  /** Validates by the minter's own template, or by another with the same NAAN. */
  validate(
    name: string,
    request: { readonly ids: readonly string[]; readonly template?: string | undefined },
  ): Promise<readonly CheckedIdentifier[]>;
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
