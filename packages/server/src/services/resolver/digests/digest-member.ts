import { type Misfit, misfit, refuse } from '@perene/api/refusals';
import { type Digest, formatDigestRequest, parseDigest } from '@perene/core/federation';
import type { DigestFiles, NewDigestFile } from '../../../ports/federation/digest-files.ts';
import type { Messenger } from '../../../ports/federation/messenger.ts';
import type { IncludedArchive } from '../members/member-directory.ts';
import type { DigestPlace, DigestTable } from './digest-table.ts';

/** Why a digest is not believed. */
type DigestProblem =
  | { readonly reason: 'digest-room' | 'digest-contradicts' | 'digest-version' | 'digest-endless' }
  | ({ readonly reason: 'digest-unfit' } & Misfit);

/** What is known of the labels of one Archive. */
export interface DigestMember {
  /** Whether the digest has all labels that the Archive had when it was last asked. */
  readonly isComplete: boolean;
  readonly hasRead: boolean;
  /** Whether it has ever given a digest. */
  readonly isKin: boolean;
  /** Reads once what an earlier process kept. */
  read(): Promise<void>;
  /** Sends one message and applies the answer. Refuses if there was no answer, or one that makes no sense. */
  ask(archive: IncludedArchive, signal: AbortSignal): Promise<'complete' | 'more' | 'stopped'>;
  /** Removes its labels from the table; the file stays in case the Archive comes back. */
  drop(): Promise<void>;
}

const DEADLINE_MS = 20_000;
const MAX_ANSWER_BYTES = 8 * 1_048_576;
const MAX_CHANGES = 1_000_000;
/**
 * After as many bytes of changes as the first answers had, plus these, the whole digest is asked for again, so that
 * files stay short.
 */
const MIN_WORN_BYTES = 1_048_576;
/** The most answers in a row that announce further ones. */
const MAX_PARTS = 10_000;

/** A digest in the table, possibly incomplete. */
interface Held {
  readonly place: DigestPlace;
  readonly version: string;
  /** The size of the first answers, and of those since. */
  readonly bytes: number;
  readonly changeBytes: number;
}

type Loading = Held & { readonly file: NewDigestFile | undefined };

export const createDigestMember = (
  { number, service }: Pick<IncludedArchive, 'number' | 'service'>,
  {
    messenger,
    files,
    table,
    onIncomplete,
    onError,
  }: {
    readonly messenger: Pick<Messenger, 'send'>;
    readonly files: DigestFiles;
    readonly table: DigestTable;
    /** Is called when the digest is no longer complete. */
    readonly onIncomplete: () => void;
    /** Is called when an answer could not be kept on disk; everything goes on without it. */
    readonly onError: (error: unknown) => void;
  },
): DigestMember => {
  let held: Held | undefined;
  /** A full digest of which parts are still to come; the one before stays meanwhile. */
  let loading: Loading | undefined;
  let parts = 0;
  let hasReadFile = false;
  let isKin = false;
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
    // From now on it counts among the Archives that may hold anything.
    onIncomplete();
    table.drop(place);
  };

  const dropAll = async (): Promise<void> => {
    dropHeld();
    await dropLoading();
  };

  /** Drops all that was known of this Archive. */
  const drop = async (because: DigestProblem): Promise<never> => {
    parts = 0;
    await dropAll();
    await onDisk(() => files.remove(service));
    throw refuse('peer-refused', { service, ...because });
  };

  const begin = async (): Promise<Loading> => {
    await dropLoading();
    const place = table.take();
    if (place === undefined) return drop({ reason: 'digest-room' });
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
    if (!(await table.apply(begun.place, digest))) return drop({ reason: 'digest-contradicts' });
    const file = await onDisk(() => files.begin(service));
    if (file) await onDisk(() => file.append(answer));
    loading = { ...begun, file, version: digest.version, bytes: answer.length };
    if (!digest.hasMore) await promote(loading);
  };

  const receiveChanges = async (digest: Digest, answer: string): Promise<void> => {
    const target = loading ?? held;
    if (target === undefined || digest.since !== target.version) return drop({ reason: 'digest-version' });
    const hasChanged = digest.added.length + digest.removed.length > 0;
    if (!(await table.apply(target.place, digest))) return drop({ reason: 'digest-contradicts' });
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

  /** Reads what an earlier process kept; the Archive must still confirm it. */
  const readFile = async (): Promise<void> => {
    hasReadFile = true;
    await onDisk(async () => {
      for await (const answer of files.read(service)) {
        const digest = parseDigest(answer, { maxChanges: MAX_CHANGES });
        if (!digest.ok || isDropped) break;
        const { version, since } = digest.value;
        // If several processes extend one file, each adds the same changes.
        if (since === undefined ? held !== undefined : since !== held?.version) continue;
        const { place, bytes } = held ?? (await begin());
        held = { place, version, bytes: bytes + answer.length, changeBytes: 0 };
        if (!(await table.apply(place, digest.value))) return drop({ reason: 'digest-contradicts' });
      }
      if (held) {
        isKin = true;
        table.give(held.place, number);
      }
    });
    if (isDropped) dropHeld();
  };

  let reading: Promise<void> | undefined;
  const readOnce = (): Promise<void> => {
    reading ??= readFile();
    return reading;
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
    get isKin() {
      return isKin;
    },
    get hasRead() {
      return hasReadFile;
    },
    read: readOnce,
    async ask(archive, signal) {
      await readOnce();
      const since = sinceVersion();
      const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_ANSWER_BYTES, signal };
      if (signal.aborted || isDropped) return 'stopped';
      const answer = await messenger.send(archive, formatDigestRequest({ since }), limits);
      if (isDropped) return 'stopped';
      const digest = parseDigest(answer, { maxChanges: MAX_CHANGES });
      if (!digest.ok) return drop({ reason: 'digest-unfit', ...misfit(digest) });
      isKin = true;
      parts = digest.value.hasMore ? parts + 1 : 0;
      if (parts > MAX_PARTS) return drop({ reason: 'digest-endless' });
      if (digest.value.since === undefined) {
        // The Archive was replaced or restored, so what was known of it is no longer true.
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
