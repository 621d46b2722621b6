import { Refusal, refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { ItemEvent, ItemState, TransferOutcome } from '@perene/core/item';
import type { Catalogue, CatalogueItem } from '../../../ports/catalogue.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ItemFile, ItemFiles } from '../../../ports/item-files.ts';
import type { PeerArchives, TransferAddress, TransferOffer } from '../../../ports/peer-archive.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import type { Author } from '../archive-operations.ts';
import { findItem } from '../create-archive.ts';
import { countingStream, type OnProgress } from '../items/counting-stream.ts';
import { viewItem } from '../items/view-item.ts';
import { checkArchiveUrl } from './foreign-item.ts';
import { nextState, withDescription } from './hand-over-steps.ts';
import type { TransferReceiver } from './receive-transfer.ts';

export interface TransferNeeds {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly clock: Clock;
  readonly peers: PeerArchives;
  readonly secrets: Pick<Secrets, 'randomBytes'>;
  /** The URL of this Archive. */
  readonly publicUrl: string;
  readonly resolverUrl: string;
}

export interface TransferRequest {
  /** URL of the new holder; without it, the one that a transfer under way goes to. */
  readonly to?: string | undefined;
  /** An API key of the new holder. */
  readonly key: string;
  readonly onProgress?: OnProgress | undefined;
}

export interface TransferResult {
  readonly repository: RepositoryLabel;
  /** The new holder. */
  readonly to: string;
  readonly outcome: 'moved' | 'aborted';
}

type Releasing = Extract<ItemState, { kind: 'releasing' }>;

const ID_BYTES = 16;
const MAX_SENDINGS = 3;
const OUTCOME_DEADLINE_MS = 30_000;

/** Moves an original to another Archive, or goes on with an interrupted move. It always asks the receiver first. */
export const transferItem = async (
  needs: TransferNeeds,
  label: string,
  request: TransferRequest,
  author: Author,
): Promise<TransferResult> => {
  const item = await findItem(needs.catalogue, label);
  const to = request.to === undefined ? receiverOf(item) : checkArchiveUrl(request.to);
  const { repository } = item;
  if (item.state.kind === 'copy' && item.state.of === to) return { repository, to, outcome: 'moved' };
  const state =
    item.state.kind === 'releasing' ? item.state : await begin(needs, item, { to, key: request.key }, author);
  if (state.to !== to) {
    throw refuse('transfer-under-way', { reason: 'to', label: repository, to: state.to });
  }
  const address = { archive: to, id: state.transfer, key: request.key };
  const outcome = await handOver(needs, repository, address, request.onProgress).catch((error: unknown) => {
    throw stillOpen(error, repository, to);
  });
  return conclude(needs, { repository, state, outcome }, author);
};

/** Cancels an open transfer, on either side. */
export const abortTransfer = async (
  needs: TransferNeeds & { readonly receiver: Pick<TransferReceiver, 'abort'> },
  label: string,
  { key }: { readonly key: string | undefined },
  author: Author,
): Promise<TransferResult> => {
  const { repository, state } = await findItem(needs.catalogue, label);
  if (state.kind === 'receiving') {
    const { outcome } = await needs.receiver.abort(state.transfer, author);
    return { repository, to: needs.publicUrl, outcome: outcome === 'aborted' ? 'aborted' : 'moved' };
  }
  if (state.kind !== 'releasing') {
    throw refuse('transfer-not-found', { reason: 'nothing-to-abort', label: repository });
  }
  if (key === undefined) throw refuse('key-missing', { reason: 'other-archive', archive: state.to });
  const address = { archive: state.to, id: state.transfer, key };
  const outcome = await needs.peers.settleTransfer(address, 'abort').catch((error: unknown) => {
    throw stillOpen(error, repository, state.to);
  });
  return conclude(needs, { repository, state, outcome }, author);
};

const receiverOf = ({ repository, state }: CatalogueItem): string => {
  if (state.kind === 'releasing') return state.to;
  throw refuse('request-invalid', { reason: 'archive-missing', label: repository });
};

/** Notes the transfer durably before the receiver is told; from here on, the receiver decides. */
const begin = async (
  needs: TransferNeeds,
  item: CatalogueItem,
  { to, key }: { readonly to: string; readonly key: string },
  { who }: Author,
): Promise<Releasing> => {
  if (item.content === 'Metadata') {
    throw refuse('item-refused', { reason: 'moves-with', label: item.repository, other: item.describes ?? '' });
  }
  if (to === needs.publicUrl) throw refuse('request-invalid', { reason: 'same-archive', origin: to });
  const transfer = Buffer.from(needs.secrets.randomBytes(ID_BYTES)).toString('hex');
  const event = { kind: 'offerTransfer', to, transfer } as const;
  nextState(item, event);
  // The receiver is asked first, so that it can refuse while nothing has changed.
  const { offer } = await makeOffer(needs, item);
  await needs.peers.offerTransfer({ archive: to, id: transfer, key }, offer);
  await step(needs, item, event, { who, action: 'transfer begun' });
  return { kind: 'releasing', to, transfer };
};

const makeOffer = async (
  { catalogue, publicUrl, resolverUrl }: TransferNeeds,
  item: CatalogueItem,
): Promise<{ readonly offer: TransferOffer; readonly files: readonly ItemFile[] }> => {
  const [view, describing] = await Promise.all(
    (await withDescription(catalogue, item)).map((each) => viewItem(catalogue, each, resolverUrl)),
  );
  return { offer: { from: publicUrl, item: view, ...(describing && { describing }) }, files: view?.files ?? [] };
};

const handOver = async (
  needs: TransferNeeds,
  repository: RepositoryLabel,
  address: TransferAddress,
  onProgress: OnProgress | undefined,
): Promise<TransferOutcome> => {
  const { peers } = needs;
  const known = await peers.askOutcome(address, { deadlineMs: OUTCOME_DEADLINE_MS });
  if (known !== 'open') return known;
  const { offer, files } = await makeOffer(needs, await findItem(needs.catalogue, repository));
  let answer = await peers.offerTransfer(address, offer);
  // Files that the receiver has may turn out to be damaged there.
  for (let attempt = 1; answer.outcome === 'open' && !answer.isReceived; attempt += 1) {
    if (attempt > MAX_SENDINGS) throw incomplete(address.archive, answer.missing.length);
    const sent = answer.missing.flatMap((index) => (files[index] === undefined ? [] : [{ index, file: files[index] }]));
    answer = await peers.sendTransfer(address, offer, outgoing(needs, repository, sent, onProgress));
  }
  if (answer.outcome !== 'open') return answer.outcome;
  return peers.settleTransfer(address, 'commit');
};

const incomplete = (archive: string, count: number): Refusal =>
  refuse('transfer-incomplete', { origin: archive, count });

const outgoing = (
  { files }: TransferNeeds,
  repository: RepositoryLabel,
  sent: readonly { readonly index: number; readonly file: ItemFile }[],
  onProgress: OnProgress | undefined,
) => {
  const count = countingStream(
    sent.map(({ file }) => file),
    onProgress,
  );
  return sent.map(({ index, file }) => ({ index, open: async () => count(await files.open(repository, file.path)) }));
};

/** Makes the step that follows from what the receiver has recorded. */
const conclude = async (
  needs: TransferNeeds,
  {
    repository,
    state,
    outcome,
  }: { readonly repository: RepositoryLabel; readonly state: Releasing; readonly outcome: TransferOutcome },
  { who }: Author,
): Promise<TransferResult> => {
  const { to, transfer } = state;
  if (outcome === 'open') throw stillOpen(undefined, repository, to);
  const result = { repository, to, outcome: outcome === 'committed' ? ('moved' as const) : ('aborted' as const) };
  const item = await findItem(needs.catalogue, repository);
  // Another command may have made the step meanwhile.
  if (item.state.kind !== 'releasing' || item.state.transfer !== transfer) return result;
  const kind = outcome === 'committed' ? 'completeTransfer' : 'abortTransfer';
  await step(needs, item, { kind, transfer, outcome }, { who, action: `transfer ${outcome}` });
  return result;
};

const step = async (
  { catalogue, clock }: TransferNeeds,
  item: CatalogueItem,
  event: ItemEvent,
  { who, action }: { readonly who: string; readonly action: string },
): Promise<void> => {
  const changes = (await withDescription(catalogue, item)).map((each) => ({
    item: each,
    change: { state: nextState(each, event), updatedAt: each.updatedAt },
  }));
  await catalogue.change(changes, { who, at: clock.now(), action });
};

/** The refusal while the outcome is not known, or not decided: this Archive must not act as the holder. */
const stillOpen = (error: unknown, label: string, to: string): unknown => {
  if (error === undefined) return refuse('transfer-in-doubt', { reason: 'undecided', label, to });
  if (!(error instanceof Refusal)) return error;
  return error.code === 'peer-unreachable'
    ? refuse('transfer-in-doubt', { reason: 'unreachable', label, to, said: error })
    : refuse('peer-refused', { reason: 'in-hand-over', label, to, said: error });
};
