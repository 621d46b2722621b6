import { type Draft, mayReview } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { MAX_FILES_PER_ITEM, MAX_REASON_LENGTH } from '@perene/core/item';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { Collection } from '../../../ports/archive/desk/collections.ts';
import type { DraftFile, DraftNote, Reservation, StoredDraft } from '../../../ports/archive/desk/drafts.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { People } from '../../../ports/people/people.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { QuickSecrets } from '../../../ports/system/secrets.ts';
import type { ArchiveOperations, DepositedFile } from '../archive-operations.ts';
import { findCollections } from '../collections/apply-defaults.ts';
import type { MintLabels } from '../items/deposit-item.ts';
import { timeOf } from '../items/view-item.ts';
import { limitOf } from '../listing/list-items.ts';
import { checkDraft } from './check-draft.ts';
import type { DraftActor, LocalDrafts } from './draft-operations.ts';
import { rightsOver } from './draft-rights.ts';
import { receiveDraftFiles } from './receive-draft-files.ts';
import { sweepDrafts } from './sweep-drafts.ts';
import type { TellOfDraft } from './tell-of-draft.ts';
import { summarizeDraft, viewDraft } from './view-draft.ts';

const ID_BYTES = 8;
const MAX_DRAFTS = 500;
const MAX_LINKS = 20;
const MAX_CONTENT_LENGTH = 1_048_576;
const TOKEN_BYTES = 32;
const HOUR = 3_600_000_000n;
const DEFAULT_DAYS = 14;

export interface DraftNeeds {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly archive: Pick<ArchiveOperations, 'deposit'>;
  readonly people: Pick<People, 'find' | 'findByEmail'>;
  readonly tell: TellOfDraft;
  readonly clock: Clock;
  readonly secrets: QuickSecrets;
  readonly mint: MintLabels;
  readonly maxFileBytes: number;
  readonly publicUrl: string;
  readonly resolverUrl: string;
}

/** A draft that somebody may see, with what they may do. */
interface Found {
  readonly draft: StoredDraft;
  readonly reviewedBy: readonly string[];
  readonly may: Draft['may'];
}

export const createDrafts = (needs: DraftNeeds): LocalDrafts => {
  const { catalogue, files, archive, people, tell, clock, secrets, mint, publicUrl, resolverUrl } = needs;
  const { drafts } = catalogue;

  const findReviewing = async ({ collections = [] }: StoredDraft['content']): Promise<readonly string[]> => {
    const found: Collection[] = [];
    for (const name of collections) {
      const collection = await catalogue.collections.find(name);
      if (collection?.review === 'required') found.push(collection);
    }
    return [...new Set(found.map(({ name }) => name))];
  };

  /** Of a draft that is not theirs, people do not even learn that it exists. */
  const find = async (id: string, actor: DraftActor): Promise<Found> => {
    const draft = await drafts.find(id);
    const reviewedBy = draft ? await findReviewing(draft.content) : [];
    const may = draft && rightsOver({ ...draft, reviewedBy }, actor);
    if (draft === undefined || may === undefined) throw refuse('draft-not-found', { id: id.slice(0, 100) });
    return { draft, reviewedBy, may };
  };

  const findFor = async (id: string, right: keyof Draft['may'], actor: DraftActor): Promise<Found> => {
    const found = await find(id, actor);
    const { draft, may } = found;
    refuseSettled(draft);
    if (may[right]) return found;
    if (right === 'publish') refuseUnreviewed(found, actor);
    if (draft.state === 'review') throw refuse('draft-refused', { reason: 'in-review', id });
    if (right === 'return') throw refuse('draft-refused', { reason: 'not-in-review', id });
    if (right === 'send' && may.edit) throw refuse('draft-refused', { reason: 'no-review', id });
    throw refuse('draft-refused', { reason: 'not-yours', id });
  };

  const view = (draft: StoredDraft, rights: Omit<Found, 'draft'>): Promise<Draft> =>
    viewDraft(draft, { ...rights, findPerson: people.find, resolverUrl, now: clock.now() });
  const show = async (id: string, actor: DraftActor): Promise<Draft> => {
    const { draft, ...rights } = await find(id, actor);
    return view(draft, rights);
  };

  const reserve = async ({ id, reservation }: StoredDraft): Promise<Reservation> => {
    if (reservation !== undefined) return reservation;
    const [labels] = await mint(1);
    if (labels === undefined) throw new Error('a label was asked for');
    const reserved = await drafts.reserve(id, labels, clock.now());
    await catalogue.settled();
    return reserved;
  };

  const expect = ({ id, revision }: StoredDraft, expected: number | undefined) => {
    if (expected !== undefined && BigInt(expected) !== revision) throw refuse('draft-changed', { id });
    return { id, revision };
  };

  const note = (kind: DraftNote['kind'], { name }: DraftActor, comment?: string): DraftNote => ({
    at: clock.now(),
    who: name,
    kind,
    ...(comment !== undefined && { comment }),
  });

  return {
    show,
    async create(content, actor) {
      checkLength(content);
      const id = secrets.randomBytes(ID_BYTES).toString('hex');
      const { person: owner, id: principal, name: madeBy } = actor;
      const draft = { id, owner, principal, madeBy, content, createdAt: clock.now() };
      if (!(await drafts.add(draft, { most: MAX_DRAFTS }))) throw refuse('too-many-drafts', { max: MAX_DRAFTS });
      return show(id, actor);
    },
    async list({ state, cursor, limit }, actor) {
      if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw refuse('cursor-invalid', { cursor });
      const size = limitOf(limit);
      const { person, id: principal, role, limits } = actor;
      const reader = { person, principal, seesAll: role === 'admin' && limits === undefined };
      const before = cursor === undefined ? undefined : BigInt(cursor);
      const found = await drafts.list({ reader, state, before, limit: size + 1 });
      const shown = [];
      for (const draft of found.slice(0, size)) {
        if (rightsOver({ ...draft, reviewedBy: await findReviewing(draft.content) }, actor) === undefined) continue;
        const owner = draft.owner === undefined ? undefined : await people.find(draft.owner);
        shown.push(summarizeDraft(draft, owner?.name, resolverUrl));
      }
      const last = found.length > size ? found[size - 1] : undefined;
      return { drafts: shown, ...(last && { next: String(last.number) }) };
    },
    async save(id, { content, revision }, actor) {
      checkLength(content);
      const { draft } = await findFor(id, 'edit', actor);
      await drafts.change(expect(draft, revision), { content }, clock.now());
      return show(id, actor);
    },
    async addFiles(id, given: AsyncIterable<DepositedFile>, actor) {
      await findFor(id, 'edit', actor);
      const received = await receiveDraftFiles(needs, id, given);
      try {
        const replaced = await drafts.addFiles(id, received, { at: clock.now(), most: MAX_FILES_PER_ITEM });
        for (const file of replaced) await files.drafts.remove(id, file.id);
      } catch (error) {
        for (const file of received) await files.drafts.remove(id, file.id);
        throw error;
      }
      return show(id, actor);
    },
    async removeFile(id, file, actor) {
      await findFor(id, 'edit', actor);
      if (!(await drafts.removeFile(id, file, clock.now()))) throw noFile(file);
      await files.drafts.remove(id, file);
      return show(id, actor);
    },
    async openFile(id, name, actor) {
      const { draft } = await find(id, actor);
      const file = draft.files.find((one) => one.id === name);
      if (file === undefined) throw noFile(name);
      return { file, read: (range) => files.drafts.open(id, file.id, range) };
    },
    async reserve(id, actor) {
      await reserve((await findFor(id, 'edit', actor)).draft);
      return show(id, actor);
    },
    async publish(id, { revision }, actor) {
      const { draft } = await findFor(id, 'publish', actor);
      const expected = expect(draft, revision);
      const { owner, content } = draft;
      checkDraft(draft, await findCollections(catalogue.collections, content.collections ?? []));
      const labels = await reserve(draft);
      const item = await archive.deposit(
        { ...content, files: openAll(files, draft), draft: { ...expected, labels, owner } },
        actor,
      );
      // What cannot be removed now is found by the next sweep.
      await files.drafts.removeAll(id).catch(() => undefined);
      if (owner !== actor.person) await tell.published(draft, item.persistentUrl);
      return item;
    },
    async discard(id, actor) {
      const { draft } = await findFor(id, 'discard', actor);
      await drafts.discard(draft, clock.now());
      await files.drafts.removeAll(id).catch(() => undefined);
    },
    async send(id, { revision }, actor) {
      const { draft, reviewedBy } = await findFor(id, 'send', actor);
      const expected = expect(draft, revision);
      checkDraft(draft, await findCollections(catalogue.collections, draft.content.collections ?? []));
      await drafts.change(expected, { state: 'review', note: note('sent', actor) }, clock.now());
      await tell.sent(draft, reviewedBy);
      return show(id, actor);
    },
    async return(id, { comment }, actor) {
      const { draft, reviewedBy } = await findFor(id, 'return', actor);
      const text = comment?.trim() ?? '';
      const isOwner = draft.owner === undefined ? draft.principal === actor.id : draft.owner === actor.person;
      if (text.length > MAX_REASON_LENGTH || (text === '' && !isOwner)) {
        throw refuse('reason-missing', { reason: 'return', max: MAX_REASON_LENGTH });
      }
      const said = text === '' ? note('taken-back', actor) : note('returned', actor, text);
      await drafts.change(draft, { state: 'open', note: said }, clock.now());
      if (!isOwner) await tell.returned(draft, text);
      // Reviewers do not see it any more, once it is returned.
      const may = rightsOver({ ...draft, state: 'open', reviewedBy }, actor) ?? NOTHING;
      return view((await drafts.find(id)) ?? draft, { reviewedBy, may });
    },
    async share(id, email, actor) {
      await findFor(id, 'share', actor);
      const person = await people.findByEmail(email.trim().toLowerCase());
      if (person === undefined || person.state === 'disabled') {
        throw refuse('person-not-found', { id: email.slice(0, 100) });
      }
      await drafts.share(id, person.id);
      return show(id, actor);
    },
    async unshare(id, person, actor) {
      await findFor(id, 'share', actor);
      await drafts.unshare(id, person);
      return show(id, actor);
    },
    async makeLink(id, { days = DEFAULT_DAYS, purpose = 'review' }, actor) {
      if (purpose === 'preview') refuseSettled((await find(id, actor)).draft);
      else await findFor(id, 'share', actor);
      const token = secrets.randomBytes(TOKEN_BYTES).toString('base64url');
      const link = {
        id: secrets.randomBytes(ID_BYTES).toString('hex'),
        purpose,
        createdAt: clock.now(),
        expiresAt: clock.now() + (purpose === 'preview' ? HOUR : BigInt(days) * 24n * HOUR),
      };
      const isAdded = await drafts.addLink(id, { ...link, hash: secrets.sha256(token) }, { most: MAX_LINKS });
      if (!isAdded) throw refuse('too-many-links', { max: MAX_LINKS });
      const [created, expires] = [timeOf(link.createdAt), timeOf(link.expiresAt)];
      return { id: link.id, created, expires, url: `${publicUrl}/review/${token}` };
    },
    async endLink(id, link, actor) {
      await findFor(id, 'share', actor);
      await drafts.endLink(id, link);
      return show(id, actor);
    },
    sweep: () => sweepDrafts(needs),
  };
};

const NOTHING = { edit: false, publish: false, send: false, return: false, share: false, discard: false };

const noFile = (file: string) => refuse('file-missing', { reason: 'address', address: file.slice(0, 100) });

const checkLength = (content: StoredDraft['content']): void => {
  if (JSON.stringify(content).length <= MAX_CONTENT_LENGTH) return;
  throw refuse('draft-refused', { reason: 'too-long', max: MAX_CONTENT_LENGTH });
};

const refuseSettled = ({ id, state, item }: StoredDraft): void => {
  if (state === 'published') throw refuse('draft-settled', { reason: 'published', id, label: item ?? '' });
  if (state === 'discarded') throw refuse('draft-settled', { reason: 'discarded', id });
};

const refuseUnreviewed = ({ draft, reviewedBy, may }: Found, actor: DraftActor): void => {
  const collection = reviewedBy.find((name) => !mayReview(actor, name));
  if (collection !== undefined && (may.edit || draft.state === 'review')) throw refuse('review-needed', { collection });
};

async function* openAll({ drafts }: ItemFiles, { id, files }: StoredDraft): AsyncGenerator<DepositedFile> {
  for (const file of files as readonly DraftFile[]) {
    const content = await drafts.open(id, file.id);
    yield { path: file.path, bytes: file.bytes, open: () => content };
  }
}
