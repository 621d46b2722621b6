import type { Readable } from 'node:stream';
import type { BodyOf, Draft, DraftContent, DraftFile, DraftPage, Item, NewLink, QueryOf } from '@perene/api';
import type { Principal } from '../../../ports/people/principal.ts';
import type { Author, DepositedFile } from '../archive-operations.ts';

/** Whoever reads or changes drafts: a person or a key, and what it may do. */
export type DraftActor = Author & Principal;

/** Drafts of this node, or of another node that is reached over HTTP. Others than those it is shared with find none. */
export interface DraftOperations {
  create(content: DraftContent, actor: DraftActor): Promise<Draft>;
  list(request: QueryOf<'listDrafts'>, actor: DraftActor): Promise<DraftPage>;
  show(id: string, actor: DraftActor): Promise<Draft>;
  save(id: string, change: BodyOf<'saveDraft'>, actor: DraftActor): Promise<Draft>;
  addFiles(id: string, files: AsyncIterable<DepositedFile>, actor: DraftActor): Promise<Draft>;
  removeFile(id: string, file: string, actor: DraftActor): Promise<Draft>;
  /** Reserves a label once; it is on disk, and known to the resolver, before this returns. */
  reserve(id: string, actor: DraftActor): Promise<Draft>;
  publish(id: string, expected: BodyOf<'publishDraft'>, actor: DraftActor): Promise<Item>;
  /** Its label, if one was reserved, is never given to anything else. */
  discard(id: string, actor: DraftActor): Promise<void>;
}

/** What only the node of the drafts does. */
export interface LocalDrafts extends DraftOperations {
  openFile(id: string, file: string, actor: DraftActor): Promise<OpenedDraftFile>;
  send(id: string, expected: BodyOf<'sendDraft'>, actor: DraftActor): Promise<Draft>;
  return(id: string, given: BodyOf<'returnDraft'>, actor: DraftActor): Promise<Draft>;
  share(id: string, email: string, actor: DraftActor): Promise<Draft>;
  unshare(id: string, person: string, actor: DraftActor): Promise<Draft>;
  makeLink(id: string, request: BodyOf<'createReviewLink'>, actor: DraftActor): Promise<NewLink>;
  endLink(id: string, link: string, actor: DraftActor): Promise<Draft>;
  /** Removes links that are over, and files of drafts that are settled. */
  sweep(): Promise<void>;
}

export interface OpenedDraftFile {
  readonly file: DraftFile;
  read(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
}
