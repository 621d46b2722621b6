import { Refusal } from '@perene/api/refusals';
import type {
  DamageNews,
  FileCheck,
  FileChecks,
  FileDamage,
  FilePlace,
  HeldFile,
} from '../../../ports/archive/file-checks.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { NodeFacts } from '../../../ports/node/node-facts.ts';
import type { Clock } from '../../../ports/system/clock.ts';

export interface CheckedPace {
  /** Every file is read again once in this time. */
  readonly periodMicroseconds: bigint;
  readonly bytesPerSecond: number;
}

/** How far the reading of all files has come. */
interface FilePass extends FilePlace {
  /** Microseconds since 1970, in decimal digits. */
  readonly began: string;
  readonly isOver: boolean;
}

const FACT = 'fixity.pass';
const FILES_PER_STEP = 100;
/** What was found is kept after so many bytes, so that little is read again after a restart. */
const BYTES_PER_STEP = 64 * 2 ** 20;
const MAX_RETRIED = 1_000;
const SECOND = 1_000_000n;

class Stopped extends Error {}

export const readFilePass = async (facts: Pick<NodeFacts, 'find'>): Promise<FilePass | undefined> => {
  const text = await facts.find(FACT);
  return text === undefined ? undefined : (JSON.parse(text) as FilePass);
};

/**
 * Reads every file again, slowly, and tells of damaged ones at once; copies are fetched by others, so that nobody
 * elsewhere holds the reading up. Interrupted, it goes on from where it was. Once all are read, it waits for the next
 * period.
 */
export const checkFiles = async (
  parts: {
    readonly checks: FileChecks;
    readonly files: Pick<ItemFiles, 'hash'>;
    readonly facts: Pick<NodeFacts, 'find' | 'replace'>;
    readonly clock: Clock;
    readonly tell: (news: DamageNews) => Promise<void>;
    /** Some files are known to be damaged now. */
    readonly onDamaged: () => void;
  },
  pace: CheckedPace,
  { isStopped }: { readonly isStopped: () => boolean },
): Promise<void> => {
  const { checks, facts, clock } = parts;
  try {
    for (const file of await checks.damaged(MAX_RETRIED)) {
      if (isStopped()) return;
      // It may have been mended by hand.
      const damage = await inspect(parts, pace, file, isStopped);
      if (damage === undefined) await checks.note([{ file, at: clock.now(), damage }]);
      else parts.onDamaged();
    }
    const known = await readFilePass(facts);
    const now = clock.now();
    if (known?.isOver && now - BigInt(known.began) < pace.periodMicroseconds) return;
    let pass: FilePass =
      known === undefined || known.isOver ? { began: String(now), repository: '', path: '', isOver: false } : known;
    while (!pass.isOver) {
      const next = await checks.filesAfter(pass, FILES_PER_STEP);
      pass = await checkStep(parts, pace, next, pass, isStopped);
      await facts.replace(FACT, JSON.stringify(pass));
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
};

type Parts = Parameters<typeof checkFiles>[0];

const checkStep = async (
  parts: Parts,
  pace: CheckedPace,
  next: readonly HeldFile[],
  pass: FilePass,
  isStopped: () => boolean,
): Promise<FilePass> => {
  const found: (FileCheck & { readonly file: HeldFile })[] = [];
  let bytes = 0;
  for (const file of next) {
    const damage = await inspect(parts, pace, file, isStopped);
    found.push({ file, at: parts.clock.now(), damage });
    bytes += file.bytes;
    if (bytes > BYTES_PER_STEP) break;
  }
  const news = await parts.checks.note(found);
  for (const { file, damage } of found) {
    if (damage === undefined || !news.some((one) => one.file === file)) continue;
    await parts.tell({ file, damage });
    parts.onDamaged();
  }
  const last = found.at(-1)?.file;
  return last === undefined ? { ...pass, isOver: true } : { ...pass, repository: last.repository, path: last.path };
};

/** Looks twice, because the file may be replaced at this very moment. */
const inspect = async (
  { files, clock }: Parts,
  { bytesPerSecond }: CheckedPace,
  file: HeldFile,
  isStopped: () => boolean,
): Promise<FileDamage | undefined> => {
  const rest = async (microseconds: bigint): Promise<void> => {
    const end = clock.now() + microseconds;
    for (let left = microseconds; left > 0n; left = end - clock.now()) {
      if (isStopped()) throw new Stopped();
      await clock.wait(left < SECOND ? left : SECOND);
    }
    if (isStopped()) throw new Stopped();
  };
  const look = (): Promise<FileDamage | undefined> =>
    findDamage(files, file, (bytes) => rest((BigInt(bytes) * SECOND) / BigInt(bytesPerSecond)));
  if ((await look()) === undefined) return undefined;
  await rest(SECOND);
  return look();
};

const findDamage = async (
  files: Pick<ItemFiles, 'hash'>,
  { repository, path, sha256 }: HeldFile,
  pace: (bytes: number) => Promise<void>,
): Promise<FileDamage | undefined> => {
  try {
    const found = await files.hash(repository, path, pace);
    if (found === undefined) return 'missing';
    return found.sha256 === sha256 ? undefined : 'changed';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'disk-failed') return 'unreadable';
    throw error;
  }
};
