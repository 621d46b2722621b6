import { Refusal, refuse } from '@perene/api/refusals';
import { type Label, parseIbi, type RepositoryLabel } from '@perene/core';
import type { ItemEvent, ItemState } from '@perene/core/item';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import type {
  PeerArchives,
  TransferAddress,
  TransferAnswer,
  TransferOffer,
} from '../../../ports/federation/peer-archives.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import type { Author, LabelOrAlias } from '../archive-operations.ts';
import { findByLabel, findItem } from '../create-archive.ts';
import { countingStream, type OnProgress } from '../documents/counting-stream.ts';
import { viewItem } from '../items/view-item.ts';
import { checkArchiveUrl } from './foreign-item.ts';
import type { HandOverSeal } from './hand-over-seal.ts';
import { hashHeld, nextState, withDescription } from './hand-over-steps.ts';
import type { TransferReceiver } from './receive-transfer.ts';

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

/** The operations of the holder of an original that goes to another Archive. */
export interface Transfers {
  /** Moves an original to another Archive, or goes on with an interrupted move. It always asks the receiver first. */
  transfer(name: LabelOrAlias, request: TransferRequest, author: Author): Promise<TransferResult>;
  /** Cancels an open transfer, on either side. The key must be one of the receiver if this Archive is the holder. */
  abort(name: LabelOrAlias, request: { readonly key: string | undefined }, author: Author): Promise<TransferResult>;
}

export const createTransfers = ({
  catalogue,
  files,
  clock,
  peers,
  secrets,
  seal,
  receiver,
  publicUrl,
  resolverUrl,
}: {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly clock: Clock;
  readonly peers: PeerArchives;
  readonly secrets: Pick<Secrets, 'randomBytes'>;
  readonly seal: HandOverSeal;
  /** The URL of this Archive. */
  readonly publicUrl: string;
  readonly resolverUrl: string;
  readonly receiver: Pick<TransferReceiver, 'abort'>;
}): Transfers => {
  const step = async (
    item: CatalogueItem,
    event: ItemEvent,
    authorship: { readonly who: string; readonly action: string },
  ): Promise<void> => {
    const changes = (await withDescription(catalogue, item)).map((each) => ({
      item: each,
      change: { state: nextState(each, event), updatedAt: each.updatedAt },
    }));
    await catalogue.change(changes, { ...authorship, at: clock.now() });
  };

  /** Asks the receiver about the transfer, and how its service is called, because the offer names it. */
  const ask = async (address: Omit<TransferAddress, 'key'>): Promise<TransferAnswer & { readonly service: Label }> => {
    const answer = await peers.askOutcome(address, { deadlineMs: OUTCOME_DEADLINE_MS });
    const service = parseIbi(answer.service ?? '');
    if (!service.ok) throw refuse('peer-refused', { reason: 'no-receipts', origin: address.archive });
    return { ...answer, service: service.value.text };
  };

  const makeOffer = async (
    item: CatalogueItem,
    { transfer, receiver: to }: { readonly transfer: string; readonly receiver: string },
  ): Promise<{ readonly offer: TransferOffer; readonly offered: readonly ItemFile[] }> => {
    const hash = await hashHeld(catalogue, seal, item);
    const service = await seal.service();
    const signed = await seal.sign('offer', { transfer, label: item.repository, hash, sender: service, receiver: to });
    const items = await withDescription(catalogue, item);
    const [view, describing] = await Promise.all(items.map((each) => viewItem(catalogue, each, resolverUrl)));
    const offer = { from: publicUrl, service, signed, item: view, ...(describing && { describing }) };
    return { offer, offered: view?.files ?? [] };
  };

  const outgoing = (
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

  /** Notes the transfer durably before the receiver learns of it; from here on, the receiver decides. */
  const begin = async (
    item: CatalogueItem,
    { to, key }: { readonly to: string; readonly key: string },
    { who }: Author,
  ): Promise<Releasing> => {
    if (item.content === 'Metadata') {
      throw refuse('item-refused', { reason: 'moves-with', label: item.repository, other: item.describes ?? '' });
    }
    if (item.withdrawal) throw refuse('item-refused', { reason: 'withdrawn', label: item.repository });
    if (to === publicUrl) throw refuse('request-invalid', { reason: 'same-archive', origin: to });
    const transfer = Buffer.from(secrets.randomBytes(ID_BYTES)).toString('hex');
    const event = { kind: 'offerTransfer', to, transfer } as const;
    nextState(item, event);
    // The receiver is asked first, so that it can refuse while nothing has changed.
    const { service } = await ask({ archive: to, id: transfer });
    const { offer } = await makeOffer(item, { transfer, receiver: service });
    await peers.offerTransfer({ archive: to, id: transfer, key }, offer);
    await step(item, event, { who, action: 'transfer begun' });
    return { kind: 'releasing', to, transfer, isRevocable: true };
  };

  /** Decision 54: the original is given up only for a receipt of this very item. */
  const checkReceipt = async (
    item: CatalogueItem,
    { to, transfer }: Pick<Releasing, 'to' | 'transfer'>,
    receipt: string | undefined,
  ): Promise<void> => {
    const { repository: label } = item;
    const said = { transfer, label, hash: await hashHeld(catalogue, seal, item), sender: await seal.service() };
    if (!seal.says('receipt', receipt, said)) throw refuse('transfer-in-doubt', { reason: 'no-receipt', label, to });
  };

  /**
   * Signs that the item and its description go to the receiver, which has given a receipt; a second time, it is the same.
   * Who revokes the transfer in between changes the item, and then this is refused.
   */
  const signTransfers = async (
    item: CatalogueItem,
    { receiver, transfer }: { readonly receiver: Label; readonly transfer: string },
    { who }: Author,
  ): Promise<readonly string[]> => {
    const items = await withDescription(catalogue, item);
    const changes = items.map((each) => {
      const state = nextState(each, { kind: 'signTransfer', transfer });
      return { item: each, change: { state, updatedAt: each.updatedAt } };
    });
    const isRevocable = item.state.kind === 'releasing' && item.state.isRevocable === true;
    const signed = isRevocable ? undefined : await readTransfers(catalogue, items, receiver);
    if (signed !== undefined) return signed;
    await catalogue.change(changes, { who, action: 'transfer signed', at: clock.now(), handOverTo: receiver });
    return (await readTransfers(catalogue, items, receiver)) ?? [];
  };

  const handOver = async (
    repository: RepositoryLabel,
    address: TransferAddress,
    { onProgress, author }: { readonly onProgress?: OnProgress | undefined; readonly author: Author },
  ): Promise<TransferAnswer> => {
    const known = await ask(address);
    if (known.outcome !== 'open') return known;
    const item = await findByLabel(catalogue, repository);
    const { offer, offered } = await makeOffer(item, { transfer: address.id, receiver: known.service });
    let answer = await peers.offerTransfer(address, offer);
    // Files that the receiver has may turn out to be damaged there.
    for (let attempt = 1; answer.outcome === 'open' && !answer.isReceived; attempt += 1) {
      if (attempt > MAX_SENDINGS) throw incomplete(address.archive, answer.missing.length);
      const sent = answer.missing.flatMap((index) =>
        offered[index] === undefined ? [] : [{ index, file: offered[index] }],
      );
      answer = await peers.sendTransfer(address, offer, outgoing(repository, sent, onProgress));
    }
    if (answer.outcome !== 'open') return answer;
    await checkReceipt(item, { to: address.archive, transfer: address.id }, answer.receipt);
    const transfers = await signTransfers(item, { receiver: known.service, transfer: address.id }, author);
    return peers.settleTransfer(address, 'commit', answer.takesTransfers ? transfers : []);
  };

  /** Makes the step that follows from what the receiver has recorded. */
  const conclude = async (
    {
      repository,
      state,
      answer: { outcome, receipt },
    }: { readonly repository: RepositoryLabel; readonly state: Releasing; readonly answer: TransferAnswer },
    { who }: Author,
  ): Promise<TransferResult> => {
    const { to, transfer } = state;
    if (outcome === 'open') throw stillOpen(undefined, repository, to);
    const result = { repository, to, outcome: outcome === 'committed' ? ('moved' as const) : ('aborted' as const) };
    const item = await findByLabel(catalogue, repository);
    // Another command may have made the step meanwhile.
    if (item.state.kind !== 'releasing' || item.state.transfer !== transfer) return result;
    if (outcome === 'committed') await checkReceipt(item, state, receipt);
    const kind = outcome === 'committed' ? 'completeTransfer' : 'abortTransfer';
    await step(item, { kind, transfer, outcome }, { who, action: `transfer ${outcome}` });
    return result;
  };

  /** Ends a transfer that is not signed. The receiver is not needed, and is told so that it drops what it has got. */
  const revoke = async (
    repository: RepositoryLabel,
    { state: { to, transfer }, key }: { readonly state: Releasing; readonly key: string | undefined },
    { who }: Author,
  ): Promise<TransferResult> => {
    const item = await findByLabel(catalogue, repository);
    await step(item, { kind: 'revokeTransfer', transfer }, { who, action: 'transfer aborted' });
    const telling = key === undefined ? undefined : peers.settleTransfer({ archive: to, id: transfer, key }, 'abort');
    await telling?.catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    return { repository, to, outcome: 'aborted' };
  };

  return {
    async transfer(name, request, author) {
      const item = await findItem(catalogue, name);
      const to = request.to === undefined ? receiverOf(item) : checkArchiveUrl(request.to);
      const { repository } = item;
      if (item.state.kind === 'copy' && item.state.of === to) return { repository, to, outcome: 'moved' };
      const state = item.state.kind === 'releasing' ? item.state : await begin(item, { to, key: request.key }, author);
      if (state.to !== to) {
        throw refuse('transfer-under-way', { reason: 'to', label: repository, to: state.to });
      }
      const address = { archive: to, id: state.transfer, key: request.key };
      const answer = await handOver(repository, address, { ...request, author }).catch((error: unknown) => {
        throw stillOpen(error, repository, to);
      });
      return conclude({ repository, state, answer }, author);
    },
    async abort(name, { key }, author) {
      const { repository, state } = await findItem(catalogue, name);
      if (state.kind === 'receiving') {
        const { outcome } = await receiver.abort(state.transfer, { ...author, isAdmin: true });
        return { repository, to: publicUrl, outcome: outcome === 'aborted' ? 'aborted' : 'moved' };
      }
      if (state.kind !== 'releasing') {
        throw refuse('transfer-not-found', { reason: 'nothing-to-abort', label: repository });
      }
      if (state.isRevocable) return revoke(repository, { state, key }, author);
      if (key === undefined) throw refuse('key-missing', { reason: 'other-archive', archive: state.to });
      const address = { archive: state.to, id: state.transfer, key };
      const answer = await peers.settleTransfer(address, 'abort').catch((error: unknown) => {
        throw stillOpen(error, repository, state.to);
      });
      return conclude({ repository, state, answer }, author);
    },
  };
};

/** The signed transfers of these items to that receiver; undefined if they are not signed yet. */
const readTransfers = async (
  catalogue: Catalogue,
  items: readonly CatalogueItem[],
  receiver: Label,
): Promise<readonly string[] | undefined> => {
  const pages = await Promise.all(items.map(({ repository }) => catalogue.statements(repository, { limit: 1 })));
  const texts = pages.flatMap(({ entries: [last] }) => {
    const said = last?.isOwn === true ? last.signed.statement : undefined;
    return last !== undefined && said?.kind === 'transfer' && said.receiver === receiver ? [last.text] : [];
  });
  return texts.length === items.length ? texts : undefined;
};

const receiverOf = ({ repository, state }: CatalogueItem): string => {
  if (state.kind === 'releasing') return state.to;
  throw refuse('request-invalid', { reason: 'archive-missing', label: repository });
};

const incomplete = (archive: string, count: number): Refusal =>
  refuse('transfer-incomplete', { origin: archive, count });

/** The refusal while the outcome is not known, or not decided: this Archive must not act as the holder. */
const stillOpen = (error: unknown, label: string, to: string): unknown => {
  if (error === undefined) return refuse('transfer-in-doubt', { reason: 'undecided', label, to });
  if (!(error instanceof Refusal) || error.code === 'transfer-in-doubt') return error;
  return error.code === 'peer-unreachable'
    ? refuse('transfer-in-doubt', { reason: 'unreachable', label, to, said: error })
    : refuse('peer-refused', { reason: 'in-hand-over', label, to, said: error });
};
