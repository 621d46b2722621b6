import type { MinterReading, MinterStore, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { writeNoDatabase } from '../help-text.ts';
import type { NoidCommand, NoidSession } from '../noid-session.ts';
import { shellWords, type Word } from '../words.ts';
import { readsInput } from './bind-command.ts';
import { type FolderCommands, isFolderCommand, needsMinter, readCommand } from './commands.ts';
import { isPlainMint, mintTogether } from './minting-commands.ts';

export interface NoidRun {
  readonly session: NoidSession;
  /** Returns undefined while there is no minter. It is asked each time, because a command may create the minter. */
  readonly store: () => Promise<Pick<MinterStore, 'change' | 'read'> | undefined>;
  /** The name of the minter in its store. */
  readonly minter: string;
  /** The name of the minter's file, for the message that it is missing. */
  readonly database: string;
  readonly folder: FolderCommands | undefined;
  /** Is called when the changes are durable, so that output may be written. */
  readonly committed: () => void;
}

const COMMANDS_PER_TRANSACTION = 1_000;
const MINTS_TOGETHER = 1_000;

/** Returns the words of a line that has come already; one that is not accepted stays for the next call. */
type TakeReady = (accepts?: (words: readonly Word[]) => boolean) => readonly Word[] | undefined;

export const runCommand = async (run: NoidRun, words: readonly Word[]): Promise<void> => {
  await runTogether(run, words, () => undefined);
  await run.session.output.flush();
};

/**
 * Runs commands from the input, one a line. Commands that have come already share a transaction, and are answered after
 * it.
 */
export const runBatch = async (run: NoidRun): Promise<void> => {
  const { input, output } = run.session;
  let waiting: readonly Word[] | undefined;
  /** Returns a command that may share the transaction: it neither waits for input nor has transactions of its own. */
  const takeReady: TakeReady = (accepts = () => true) => {
    const line = waiting === undefined ? input.readyLine() : undefined;
    const words = waiting ?? (line === undefined ? undefined : shellWords(line));
    waiting = undefined;
    if (words === undefined || (accepts(words) && !readsInput(words) && !isFolderCommand(words[0]))) return words;
    waiting = words;
    return undefined;
  };
  for (;;) {
    const words = waiting ?? (await nextLine(run));
    waiting = undefined;
    if (words === undefined) return;
    await runTogether(run, words, takeReady);
    await output.flush();
  }
};

const nextLine = async ({ session }: NoidRun): Promise<readonly Word[] | undefined> => {
  const line = await session.input.line();
  return line === undefined ? undefined : shellWords(line);
};

/** Runs a command and those that are ready after it. */
const runTogether = async (run: NoidRun, words: readonly Word[], takeReady: TakeReady): Promise<void> => {
  const { session, minter: name, committed } = run;
  let command = await understand(run, words);
  while (command !== undefined) {
    const first: NoidCommand = command;
    const store = await run.store();
    const work = async (minter: MinterReading, writing?: MinterWriting) => ({
      left: await runInTransaction(run, { first, minter, writing, takeReady }),
    });
    const done =
      first.kind === 'reading'
        ? await store?.read(name, (minter) => work(minter))
        : await store?.change(name, (minter) => work(minter, minter));
    if (done === undefined) {
      session.fail();
      writeNoDatabase(session.output, run.database);
      return;
    }
    committed();
    await session.output.flush();
    command = done.left;
  }
};

interface TransactionRun {
  readonly first: NoidCommand;
  readonly minter: MinterReading;
  /** Undefined in a transaction that only reads. */
  readonly writing: MinterWriting | undefined;
  readonly takeReady: TakeReady;
}

/** Returns a command that is not done, or that needs another transaction. */
const runInTransaction = async (
  run: NoidRun,
  { first, minter, writing, takeReady }: TransactionRun,
): Promise<NoidCommand | undefined> => {
  let command: NoidCommand | undefined = first;
  for (let count = 1; ; count += 1) {
    if (command?.kind === 'writing') {
      if (writing === undefined || !(await command.run(writing))) return command;
    } else await command?.run(minter);
    if (count === COMMANDS_PER_TRANSACTION) return undefined;
    const words = takeReady();
    if (words === undefined) return undefined;
    command = isPlainMint(words)
      ? mintTogether(run.session, takePlainMints(words, takeReady))
      : await understand(run, words);
  }
};

const takePlainMints = (first: readonly Word[], takeReady: TakeReady): readonly (readonly Word[])[] => {
  const taken = [first];
  while (taken.length < MINTS_TOGETHER) {
    const words = takeReady(isPlainMint);
    if (words === undefined) break;
    taken.push(words);
  }
  return taken;
};

const understand = async (run: NoidRun, words: readonly Word[]): Promise<NoidCommand | undefined> => {
  const { session, folder, database } = run;
  if (needsMinter(words[0]) && (await run.store()) === undefined) {
    session.fail();
    writeNoDatabase(session.output, database);
    return undefined;
  }
  return readCommand(session, words, folder);
};
