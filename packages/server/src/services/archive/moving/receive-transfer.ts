import type { Readable } from 'node:stream';
import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { aliasLabel, type ItemState } from '@perene/core/item';
import type { Authorship, Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { IncomingDocuments, ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import type { TransferAnswer, TransferOffer } from '../../../ports/federation/peer-archives.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import {
  checkSizes,
  findCatalogued,
  findIntact,
  isSameContent,
  receiveAnnounced,
  replaceDocuments,
} from '../documents/gather-documents.ts';
import { checkAlias, type FindCarrier, refuseCarried } from '../items/check-aliases.ts';
import type { CheckOffer, TransferAuthor } from './check-offer.ts';
import { describeChanges, withFiles } from './foreign-changes.ts';
import { checkArchiveUrl, checkForeignItem, type ForeignItem } from './foreign-item.ts';
import type { HandOverSeal } from './hand-over-seal.ts';
import { nextState } from './hand-over-steps.ts';
import { answerOf, type Decision, type Holdings, isOvertaken, settleTransfer } from './settle-transfer.ts';

/** The receiver's side of a transfer. The receiver alone decides, and its decision is final. */
export interface TransferReceiver {
  outcome(id: string): Promise<TransferAnswer>;
  /** Returns which files would have to be sent, according to the catalogue; changes nothing. */
  offer(id: string, offer: TransferOffer, author: TransferAuthor): Promise<TransferAnswer>;
  /**
   * Accepts the item and the files that are missing here, or keeps nothing and returns what is missing; changes nothing
   * if the item was accepted before.
   */
  accept(
    id: string,
    offer: TransferOffer,
    sent: AsyncIterable<SentFile>,
    author: TransferAuthor,
  ): Promise<TransferAnswer>;
  /**
   * The one point at which the original changes hands. `transfers` are what the old holder has signed for the receipt;
   * one that does not sign claims has none.
   */
  commit(id: string, author: TransferAuthor, transfers?: readonly string[]): Promise<TransferAnswer>;
  abort(id: string, author: TransferAuthor): Promise<TransferAnswer>;
}

export interface SentFile {
  /** Its index in the offered list of files. */
  readonly index: number;
  readonly content: Readable;
}

export const createTransferReceiver = ({
  catalogue,
  files: documents,
  clock,
  seal,
  checkOffer,
  findCarrier,
  maxFileBytes,
}: {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly clock: Clock;
  readonly seal: HandOverSeal;
  readonly checkOffer: CheckOffer;
  readonly findCarrier: FindCarrier;
  readonly maxFileBytes: number;
}): TransferReceiver => {
  const answerWith = async (answer: TransferAnswer): Promise<TransferAnswer> => ({
    ...answer,
    service: await seal.service(),
    takesTransfers: true,
  });
  const outcome = async (id: string) => answerWith(answerOf(await catalogue.findTransfer(id)));

  /** Nothing is planned that its holder does not offer. */
  const plan = async (
    { id, offer, author }: { readonly id: string; readonly offer: TransferOffer; readonly author: TransferAuthor },
    step: { readonly isFinal: boolean },
  ): Promise<Plan | { readonly answer: TransferAnswer }> => {
    const made = await makePlan(catalogue, id, offer, { maxFileBytes });
    if ('answer' in made) return made;
    const { data, metadata } = made.foreign;
    const parts = [data, ...(metadata === undefined ? [] : [metadata])];
    const labels = parts.flatMap(({ repository, ibips }) => [repository, ...ibips]);
    const hash = hashOf(seal, made.foreign);
    await checkOffer({ id, offer, label: data.repository, labels, hash, author }, step);
    for (const part of parts) await refuseCarried(findCarrier, part, part.aliases ?? []);
    return made;
  };

  /** The claims of the new holder follow them. An Archive that does not sign has none. */
  const readTransfers = async ({ transfers = [], service: sender = '' }: TransferOffer, foreign: ForeignItem) => {
    const items = [
      manifestOf(foreign),
      ...(foreign.metadata === undefined ? [] : [{ ...foreign.metadata, files: [] }]),
    ];
    const read = seal.readTransfers(transfers, { sender, receiver: await seal.service(), items });
    if (read !== undefined) return read;
    throw refuse('transfer-unproved', { reason: 'signature', label: foreign.data.repository });
  };

  const settleAs = async (decision: Decision) =>
    answerWith(await settleTransfer({ catalogue, documents, clock, seal }, decision));

  return {
    outcome,
    async offer(id, offer, author) {
      const made = await plan({ id, offer, author }, { isFinal: false });
      if ('answer' in made) return answerWith(made.answer);
      const { repository, files } = made.foreign.data;
      return answerWith(wanting(missingFrom(files, await findCatalogued(catalogue, repository, files))));
    },
    async accept(id, offer, sent, author) {
      const made = await plan({ id, offer, author }, { isFinal: true });
      if ('answer' in made) return answerWith(made.answer);
      const { repository } = made.foreign.data;
      const { who, isAdmin } = author;
      const receipt = await seal.sign('receipt', {
        transfer: id,
        label: repository,
        hash: hashOf(seal, made.foreign),
        sender: offer.service ?? '',
        receiver: await seal.service(),
      });
      const transfer = { id, repository, outcome: 'open' as const, who, receipt };
      const handedOver = await readTransfers(offer, made.foreign);
      const authorship = { who, at: clock.now(), transfer, handedOver, isMovingIn: isAdmin };
      try {
        const missing = await receive({ catalogue, documents }, made, sent, authorship);
        if (missing.length > 0) return answerWith(wanting(missing));
      } catch (error) {
        // The same item, sent a second time, or an abort may have come first.
        const settled = isOvertaken(error) ? await outcome(id) : undefined;
        if (settled === undefined || (settled.outcome === 'open' && !settled.isReceived)) throw error;
        return settled;
      }
      return outcome(id);
    },
    commit: (id, author, transfers = []) => settleAs({ id, decision: 'committed', transfers, author }),
    abort: (id, author) => settleAs({ id, decision: 'aborted', author }),
  };
};

const manifestOf = ({ data, metadata }: ForeignItem) => ({ ...data, metadata: metadata?.metadata });

const hashOf = (seal: HandOverSeal, foreign: ForeignItem) => seal.hash(manifestOf(foreign));

const wanting = (missing: readonly number[]): TransferAnswer => ({ outcome: 'open', isReceived: false, missing });

const missingFrom = (files: readonly ItemFile[], here: ReadonlySet<ItemFile>): readonly number[] =>
  files.flatMap((file, index) => (here.has(file) ? [] : [index]));

/** The items to receive, and which parts of them are here. */
interface Plan {
  readonly foreign: ForeignItem;
  readonly existing: CatalogueItem | undefined;
  readonly state: ItemState;
}

const makePlan = async (
  catalogue: Catalogue,
  id: string,
  offer: TransferOffer,
  { maxFileBytes }: { readonly maxFileBytes: number },
): Promise<Plan | { readonly answer: TransferAnswer }> => {
  const record = await catalogue.findTransfer(id);
  if (record !== undefined) return { answer: answerOf(record) };
  const from = checkArchiveUrl(offer.from);
  const foreign = checkForeignItem(offer.item, offer.describing);
  const { repository, files } = foreign.data;
  checkSizes(files, maxFileBytes);
  const existing = await catalogue.find(repository);
  const event = { kind: 'acceptTransfer', from, transfer: id, outcome: 'open' } as const;
  const state = nextState(existing, event, repository);
  if (state === undefined) throw new Error('what is accepted is here');
  await checkLabels(catalogue, foreign);
  if (existing !== undefined) await describeChanges(catalogue, existing, { ...foreign, state });
  return { foreign, existing, state };
};

/** Refuses before anything is sent what would be refused in the end. */
const checkLabels = async (catalogue: Catalogue, { data, metadata }: ForeignItem): Promise<void> => {
  for (const part of metadata === undefined ? [data] : [data, metadata]) {
    for (const label of [part.repository, ...part.ibips]) {
      const found = await catalogue.find(label);
      if (found === undefined || found.repository === part.repository) continue;
      throw refuse('label-taken', { reason: 'other-item', label, here: found.repository, there: part.repository });
    }
    for (const alias of (part.aliases ?? []).map(checkAlias)) {
      const found = await catalogue.find(aliasLabel(alias));
      if (found === undefined || found.repository === part.repository || found.state.kind === 'deleted') continue;
      throw refuse('alias-taken', {
        reason: 'there',
        alias: alias.text,
        here: found.repository,
        there: part.repository,
      });
    }
  }
};

/** Returns what is missing; if anything is, nothing was kept. */
const receive = async (
  { catalogue, documents }: Holdings,
  plan: Plan,
  sent: AsyncIterable<SentFile>,
  authorship: Authorship,
): Promise<readonly number[]> => {
  const { foreign, existing, state } = plan;
  const { repository, files: announced } = foreign.data;
  const write = async (step: Authorship, files?: readonly ItemFile[]): Promise<void> => {
    if (existing === undefined) return addItems(catalogue, plan, files ?? [], step);
    const changes = await describeChanges(catalogue, existing, { ...foreign, state });
    const all = files === undefined ? changes : withFiles(changes, existing, files);
    return catalogue.change(all, { ...step, action: 'transfer received' });
  };
  const intact = await findIntact({ catalogue, files: documents }, repository, announced);
  const isHere = existing !== undefined && isSameContent(await catalogue.files(repository), announced);
  if (isHere && intact.size === announced.length) {
    await write(authorship);
    return [];
  }
  const incoming = await documents.begin();
  try {
    const { files, missing } = await gather(documents, { repository, announced, intact }, sent, incoming);
    if (missing.length > 0) return missing;
    await replaceDocuments({ catalogue, incoming }, { repository, files }, (beforeCommit) =>
      write({ ...authorship, beforeCommit }, files),
    );
    return [];
  } finally {
    await incoming.discard();
  }
};

const addItems = (
  catalogue: Catalogue,
  { foreign: { data, metadata }, state }: Plan,
  files: readonly ItemFile[],
  authorship: Authorship,
): Promise<void> =>
  catalogue.add([{ ...data, files, state }, ...(metadata === undefined ? [] : [{ ...metadata, state }])], authorship);

const gather = async (
  documents: ItemFiles,
  item: { repository: RepositoryLabel; announced: readonly ItemFile[]; intact: ReadonlySet<ItemFile> },
  sent: AsyncIterable<SentFile>,
  incoming: IncomingDocuments,
): Promise<{ readonly files: readonly ItemFile[]; readonly missing: readonly number[] }> => {
  const { repository, announced, intact } = item;
  const received = new Map<ItemFile, ItemFile>();
  for await (const { index, content } of sent) {
    const file = announced[index];
    if (file === undefined || received.has(file)) {
      throw refuse('request-invalid', { reason: 'file-not-asked', index });
    }
    received.set(file, await receiveAnnounced(incoming, file, content));
  }
  const missing = missingFrom(announced, new Set([...intact, ...received.keys()]));
  if (missing.length > 0) return { files: [], missing: missingFrom(announced, intact) };
  for (const file of announced.filter((candidate) => !received.has(candidate))) {
    received.set(file, await receiveAnnounced(incoming, file, await documents.open(repository, file.path)));
  }
  return { files: [...received.values()], missing: [] };
};
