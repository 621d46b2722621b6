import { type ArchiveFinding, Refusal } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { forEachConcurrently } from '../../../concurrency/for-each-concurrently.ts';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import { verifyClaims } from './verify-claims.ts';
import { verifyHistory } from './verify-history.ts';

export interface ArchiveProblem {
  readonly label: string;
  readonly path?: string;
  readonly finding: ArchiveFinding;
}

export interface VerifySummary {
  readonly items: number;
  readonly files: number;
  readonly bytes: number;
  readonly problems: number;
  /** The number of labels whose documents were left behind, and are now among the removed ones. */
  readonly cleaned: number;
}

export interface VerifyOptions {
  /**
   * Whether to move documents that no item has among the removed ones, and to remove incoming documents that crashes
   * left.
   */
  readonly isCleaning: boolean;
  readonly onProblem?: (problem: ArchiveProblem) => void;
  readonly onProgress?: (bytes: number, total: number) => void;
}

const FILES_AT_A_TIME = 2;
/** A deposit stores its documents a moment before its item, so younger documents may belong to a deposit under way. */
const ON_ITS_WAY_MICROSECONDS = 600_000_000n;

/** Checks the catalogue for contradictions and compares it with every byte on the disk, while the node runs. */
export const verifyArchive = async (
  {
    catalogue,
    files,
    clock,
    ...claims
  }: {
    readonly catalogue: Catalogue;
    readonly files: ItemFiles;
    readonly clock: Clock;
  } & Parameters<typeof verifyClaims>[0] &
    Parameters<typeof verifyHistory>[0],
  options: VerifyOptions,
): Promise<VerifySummary> => {
  const { items, bytes: total } = await catalogue.total();
  const counts = { files: 0, bytes: 0, problems: 0, cleaned: 0 };
  const report = (problem: ArchiveProblem): void => {
    counts.problems += 1;
    options.onProblem?.(problem);
  };

  options.onProgress?.(0, total);
  for await (const { label, contradiction } of catalogue.findContradictions()) {
    report({ label, finding: { reason: contradiction } });
  }
  for await (const problem of verifyClaims(claims)) report(problem);
  for await (const problem of verifyHistory(claims)) report(problem);
  await forEachConcurrently(catalogue.walkFiles(), { limit: FILES_AT_A_TIME }, async (file) => {
    const finding = await checkFile(catalogue, files, file);
    if (finding !== undefined) report({ label: file.repository, path: file.path, finding });
    counts.files += 1;
    counts.bytes += file.bytes;
    options.onProgress?.(counts.bytes, total);
  });
  for await (const left of findLeftBehind(catalogue, files, () => clock.now())) {
    if (left.isWhole && options.isCleaning) {
      await files.remove(left.label);
      counts.cleaned += 1;
    } else report(describeLeft(left));
  }
  if (options.isCleaning) await files.sweep();
  return { items, ...counts };
};

const checkFile = async (
  catalogue: Catalogue,
  files: ItemFiles,
  { repository, path, bytes, sha256 }: ItemFile & { readonly repository: RepositoryLabel },
): Promise<ArchiveFinding | undefined> => {
  const found = await files.hash(repository, path).catch(unreadable);
  if (found !== undefined && 'reason' in found) return found;
  if (found?.sha256 === sha256 && found.bytes === bytes) return undefined;
  // The file may have been removed or replaced since the catalogue was read.
  const item = await catalogue.find(repository);
  const now = await catalogue.file(repository, path);
  if (item === undefined || item.state.kind === 'deleted' || now?.sha256 !== sha256) return undefined;
  if (found === undefined) return { reason: 'file-missing' };
  return found.bytes === bytes
    ? { reason: 'file-content' }
    : { reason: 'file-length', bytes: found.bytes, expected: bytes };
};

/** One file that the disk cannot read must not hide the others. */
const unreadable = (error: unknown): ArchiveFinding => {
  if (error instanceof Refusal && error.code === 'disk-failed') return { reason: 'file-unreadable', said: error };
  throw error;
};

interface LeftBehind {
  readonly label: RepositoryLabel;
  readonly path: string;
  /** Whether no document of the label belongs to an item. */
  readonly isWhole: boolean;
}

/**
 * Finds files on the disk that no item has: one entry for all files of a label, or one for each file if an item has
 * other files.
 */
async function* findLeftBehind(catalogue: Catalogue, files: ItemFiles, now: () => bigint): AsyncGenerator<LeftBehind> {
  let label: string | undefined;
  let known: ReadonlySet<string> | 'on-its-way' | 'told' | undefined;
  for await (const { repository, path } of files.walk()) {
    if (repository !== label) {
      label = repository;
      const item = await catalogue.find(repository);
      const isHeld = item !== undefined && item.state.kind !== 'deleted' && item.repository === repository;
      const keptAt = (await files.keptAt(repository)) ?? 0n;
      if (isHeld) known = new Set((await catalogue.files(repository)).map((file) => file.path));
      else known = now() - keptAt < ON_ITS_WAY_MICROSECONDS ? 'on-its-way' : undefined;
    }
    if (known === undefined) {
      known = 'told';
      yield { label: repository, path, isWhole: true };
    } else if (typeof known !== 'string' && !known.has(path)) yield { label: repository, path, isWhole: false };
  }
}

const describeLeft = ({ label, path, isWhole }: LeftBehind): ArchiveProblem =>
  isWhole ? { label, finding: { reason: 'documents-left' } } : { label, path, finding: { reason: 'file-unknown' } };
