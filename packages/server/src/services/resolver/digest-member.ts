import { type Digest, formatDigestRequest, parseDigest } from '@perene/core/federation';
import type { ArchiveMessenger } from '../../ports/archive-messenger.ts';
import type { DigestFiles, NewDigestFile } from '../../ports/digest-files.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { DigestPlace, DigestTable } from './digest-table.ts';
import type { IncludedArchive } from './member-directory.ts';

/** What is known of the labels of one Archive. */
export interface DigestMember {
  /** Names the labels that the Archive had when it was last asked. */
  readonly isComplete: boolean;
  /** One message, and what follows from it. Refuses where there was no answer, or nonsense. */
  ask(archive: IncludedArchive, signal: AbortSignal): Promise<'complete' | 'more' | 'stopped'>;
  /** Its labels are nobody's from now on; the file stays for the case that it comes back. */
  drop(): Promise<void>;
}

export interface DigestMemberNeeds {
  readonly messenger: ArchiveMessenger;
  readonly files: DigestFiles;
  readonly table: DigestTable;
  /** It has just ceased to be complete. */
  readonly onIncomplete: () => void;
  /** What could not be kept on disk; everything goes on without it. */
  readonly onError: (error: unknown) => void;
}

const DEADLINE_MS = 20_000;
const MAX_ANSWER_BYTES = 8 * 1_048_576;
const MAX_CHANGES = 1_000_000;
/** After as many bytes of changes as it had at first, and these, the whole is asked for again: files stay short. */
const MIN_WORN_BYTES = 1_048_576;
/** Answers that promise more, one after the other. */
const MAX_PARTS = 10_000;

/** A digest in the table, as far as it has come. */
interface Held {
  readonly place: DigestPlace;
  readonly version: string;
  /** Of the answers that it came with at first, and of those since. */
  readonly bytes: number;
  readonly changeBytes: number;
}

type Loading = Held & { readonly file: NewDigestFile | undefined };

export const createDigestMember = (
  { number, service }: IncludedArchive,
  { messenger, files, table, onIncomplete, onError }: DigestMemberNeeds,
): DigestMember => {
  let held: Held | undefined;
  /** A whole digest of which parts are still to come; meanwhile the one before stays. */
  let loading: Loading | undefined;
  let parts = 0;
  let hasReadFile = false;
  let isDropped = false;

  const onDisk = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      onError(error);
      return undefined;
    }
  };

  const dropLoading = async (): Promise<void> => {
    const gone = loading;
    loading = undefined;
    if (gone === undefined) return;
    table.drop(gone.place);
    if (gone.file) await onDisk(gone.file.discard);
  };

  const dropHeld = (): void => {
    if (held === undefined) return;
    const { place } = held;
    held = undefined;
    // Whoever looks now finds it among those that may hold anything.
    onIncomplete();
    table.drop(place);
  };

  const dropAll = async (): Promise<void> => {
    dropHeld();
    await dropLoading();
  };

  /** Whatever was believed of this Archive, nothing is any more. */
  const refuse = async (reason: string): Promise<never> => {
    parts = 0;
    await dropAll();
    await onDisk(() => files.remove(service));
    throw new Refusal('peer-refused', `the digest of ${service} cannot be used: ${reason}`);
  };

  const begin = async (): Promise<Loading> => {
    await dropLoading();
    const place = table.take();
    if (place === undefined) return refuse('there are too many digests');
    return { place, version: '', bytes: 0, changeBytes: 0, file: undefined };
  };

  const promote = async ({ file, ...complete }: Loading): Promise<void> => {
    const before = held;
    loading = undefined;
    held = complete;
    table.give(complete.place, number);
    if (before) table.drop(before.place);
    if (file) await onDisk(file.keep);
  };

  const receiveWhole = async (digest: Digest, answer: string): Promise<void> => {
    const begun = await begin();
    loading = begun;
    if (!(await table.apply(begun.place, digest))) return refuse('it contradicts itself, or is too large');
    const file = await onDisk(() => files.begin(service));
    if (file) await onDisk(() => file.append(answer));
    loading = { ...begun, file, version: digest.version, bytes: answer.length };
    if (!digest.hasMore) await promote(loading);
  };

  const receiveChanges = async (digest: Digest, answer: string): Promise<void> => {
    const target = loading ?? held;
    if (target === undefined || digest.since !== target.version) return refuse('its changes are of another version');
    const hasChanged = digest.added.length + digest.removed.length > 0;
    if (!(await table.apply(target.place, digest))) return refuse('it contradicts itself, or is too large');
    const { version } = digest;
    if (loading) {
      const { file } = loading;
      if (file) await onDisk(() => file.append(answer));
      loading = { ...loading, version, bytes: loading.bytes + answer.length };
      if (!digest.hasMore) await promote(loading);
      return;
    }
    held = { ...target, version, changeBytes: target.changeBytes + (hasChanged ? answer.length : 0) };
    if (hasChanged) await onDisk(() => files.append(service, answer));
  };

  /** What was kept by an earlier process; the Archive has still to confirm it. */
  const readFile = async (): Promise<void> => {
    hasReadFile = true;
    await onDisk(async () => {
      for await (const answer of files.read(service)) {
        const digest = parseDigest(answer, { maxChanges: MAX_CHANGES });
        if (!digest.ok || isDropped) break;
        const { version, since } = digest.value;
        // Of several processes that add to one file, each has added the same changes.
        if (since === undefined ? held !== undefined : since !== held?.version) continue;
        const { place, bytes } = held ?? (await begin());
        held = { place, version, bytes: bytes + answer.length, changeBytes: 0 };
        if (!(await table.apply(place, digest.value))) return refuse('the file contradicts itself');
      }
      if (held) table.give(held.place, number);
    });
    if (isDropped) dropHeld();
  };

  const sinceVersion = (): string | undefined => {
    if (loading) return loading.version;
    const isWorn = held !== undefined && held.changeBytes > held.bytes + MIN_WORN_BYTES;
    return isWorn ? undefined : held?.version;
  };

  return {
    get isComplete() {
      return held !== undefined;
    },
    async ask(archive, signal) {
      if (!hasReadFile) await readFile();
      const since = sinceVersion();
      const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_ANSWER_BYTES, signal };
      if (signal.aborted || isDropped) return 'stopped';
      const answer = await messenger.send(archive, formatDigestRequest({ since }), limits);
      if (isDropped) return 'stopped';
      const digest = parseDigest(answer, { maxChanges: MAX_CHANGES });
      if (!digest.ok) return refuse(`expected ${digest.expected} at character ${digest.position + 1}`);
      parts = digest.value.hasMore ? parts + 1 : 0;
      if (parts > MAX_PARTS) return refuse('it never ends');
      if (digest.value.since === undefined) {
        // The Archive has another past than the one that was known: what was believed of it is void.
        if (since !== undefined) dropHeld();
        await receiveWhole(digest.value, answer);
      } else {
        await receiveChanges(digest.value, answer);
      }
      if (isDropped) await dropAll();
      return digest.value.hasMore ? 'more' : 'complete';
    },
    async drop() {
      isDropped = true;
      await dropAll();
    },
  };
};
