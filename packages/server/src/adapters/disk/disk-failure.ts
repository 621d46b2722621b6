import { Refusal } from '../../refusals/refusal.ts';

const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'let the user of this process read and write there',
  EPERM: 'let the user of this process read and write there',
  EROFS: 'mount the disk for writing',
  ENOSPC: 'free some space on the disk',
  EDQUOT: 'free some space, or raise the quota',
  EMFILE: 'let this process open more files',
  ENFILE: 'let this machine open more files',
  EXDEV: 'keep the whole data folder on one file system',
};

/** The code of an error of the operating system. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;

/** No such file; also where a folder of its path is none, or is a link. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '');

/** A full disk or a folder without permission is the operator's to mend, not a defect. */
export const onDisk = async <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new Refusal(
      'disk-failed',
      `cannot use ${path}: ${code}; ${ADVICE[code] ?? 'look at the folder and its disk'}`,
    );
  }
};
