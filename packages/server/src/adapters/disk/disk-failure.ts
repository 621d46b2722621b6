import { refuse } from '@perene/api/refusals';

/** The code of an error of the operating system. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;

/** Whether there is no such file, or a part of its path is not a folder, or is a link. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '');

/** Whether the disk refuses the name: it is too long, not UTF-8, or has signs that the disk does not know. */
export const isNameRefused = (error: unknown): boolean =>
  ['ENAMETOOLONG', 'EILSEQ', 'EINVAL'].includes(codeOf(error) ?? '');

/** A full disk or a folder without permission is a matter for the operator, not a defect. */
export const onDisk = async <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw refuse('disk-failed', { reason: 'failed', path, cause: code });
  }
};
