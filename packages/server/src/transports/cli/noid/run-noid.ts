import { basename } from 'node:path';
import { Refusal } from '@perene/api/refusals';
import type { MinterStore } from '../../../ports/minting/minter-store.ts';
import { NOID_VERSION } from '../../../services/noid/minters/creation-report.ts';
import type { MinterTools } from '../../../services/noid/minters/minter-work.ts';
import { createCommandInput } from '../../noid/command-input.ts';
import { runBatch, runCommand } from '../../noid/commands/run-commands.ts';
import { writeHelp, writeUsage } from '../../noid/help-text.ts';
import { createNoidOutput, type NoidOutput, type NoidStreams } from '../../noid/noid-output.ts';
import type { NoidSession } from '../../noid/noid-session.ts';
import { logLine, sayAsPerl } from '../../noid/perl-words.ts';
import { shellWords, type Word, wordOf } from '../../noid/words.ts';
import { createFolderCommands } from './folder-commands.ts';
import { type NoidOptions, readNoidOptions } from './noid-options.ts';

/** A minter's folder, `Dbdir/NOID`. */
export interface MinterFolder {
  /** Where the minter is kept, as it is shown: `./NOID/noid.bdb`. */
  readonly database: string;
  /** Returns undefined where there is no minter. */
  open(): Promise<MinterStore | undefined>;
  /** Makes the folder and an empty file; refuses where there is a minter already. */
  create(): Promise<MinterStore>;
  writeReport(report: string): void;
  appendLog(lines: readonly string[]): void;
  close(): Promise<void>;
}

export interface NoidProgram {
  /** The name of the program, which may give the mode and the folder. */
  readonly name: string;
  readonly argv: readonly string[];
  /** The arguments as bytes; undefined where the system does not tell them. */
  readonly argumentBytes: () => readonly Uint8Array[] | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: () => AsyncIterable<Uint8Array>;
  readonly streams: NoidStreams;
  /** `user/group`. */
  readonly user: string;
  /** The name of this machine, for reports. */
  readonly host: string;
  readonly tools: MinterTools;
  readonly openFolder: (folder: string) => MinterFolder;
  /** Shows how many lines were read so far. */
  readonly showProgress: (lines: number) => void;
}

const MAX_MINTS = 1_000_000_000;

/** The name of the one minter of a folder. */
export const FOLDER_MINTER = 'noid';

/** Returns the exit status: 0, or 1 if any error was printed. */
export const runNoid = async (program: NoidProgram): Promise<number> => {
  const isWeb = /^noidu/.test(basename(program.name));
  const { streams } = program;
  const output = createNoidOutput(isWeb ? { out: streams.out, error: streams.out } : streams);
  try {
    return await runMode(program, { output, isWeb });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    output.discard();
    output.error(`error: ${sayAsPerl(error)}\n`);
    return 1;
  } finally {
    await output.flush();
  }
};

interface Mode {
  readonly output: NoidOutput;
  readonly isWeb: boolean;
}

const runMode = async (program: NoidProgram, mode: Mode): Promise<number> => {
  const { output, isWeb } = mode;
  const { environment, name } = program;
  if (isWeb) output.out('Content-Type: text/plain\n\n');
  const query = environment['QUERY_STRING'];
  if (isWeb && query === undefined) {
    output.error('No QUERY_STRING (hence no command) defined.\n');
    return 1;
  }
  const given = isWeb ? shellWords(wordOf((query ?? '').replaceAll('+', ' '))) : readArguments(program);
  if (given === undefined) {
    output.error('error: an argument is not UTF-8; give the command on the standard input: noid -\n');
    return 1;
  }
  const options = readNoidOptions(given);
  if (options.problems.length > 0) {
    for (const problem of options.problems) output.error(`${problem}\n`);
    return refuseUsage(output, 'error: GetOptions\n');
  }
  if (options.wantsVersion) {
    output.out(`This is "noid" version ${NOID_VERSION}.\n`);
    return 0;
  }
  if (options.wantsHelp) {
    writeHelp(output);
    return 0;
  }
  if (isWeb && options.folder !== undefined) {
    output.error('-f option not allowed in URL interface.\n');
    return 1;
  }
  const folder = options.folder ?? environment['NOID'] ?? /_([^/]+)$/.exec(basename(name))?.[1] ?? '.';
  if (folder.trim() === '') {
    return refuseUsage(output, options.folder === undefined ? 'error: no Dbdir\n' : 'error: bad Dbdir\n');
  }
  return runInFolder(program, { ...mode, options, folder });
};

/** Where an argument has a replacement character, two names may have become one, so their bytes are asked for. */
const readArguments = ({ argv, argumentBytes }: NoidProgram): readonly Word[] | undefined =>
  argv.some((text) => text.includes('\ufffd'))
    ? argumentBytes()?.map((bytes) => Buffer.from(bytes).toString('latin1'))
    : argv.map(wordOf);

const refuseUsage = (output: NoidOutput, message: string): number => {
  output.out(message);
  writeUsage(output);
  return 1;
};

interface FolderMode extends Mode {
  readonly options: NoidOptions;
  readonly folder: string;
}

const runInFolder = async (program: NoidProgram, { output, isWeb, options, folder }: FolderMode): Promise<number> => {
  const minterFolder = program.openFolder(folder);
  let status = 0;
  let log: string[] = [];
  const session: NoidSession = {
    output,
    input: createCommandInput(program.input),
    work: {
      ...program.tools,
      contact: contactOf(program, isWeb),
      log: (event) => {
        log.push(logLine(event));
      },
    },
    fail: () => {
      status = 1;
    },
    maxMints: MAX_MINTS,
  };
  let store: MinterStore | undefined;
  const run = {
    session,
    store: async () => {
      store ??= await minterFolder.open();
      return store;
    },
    minter: FOLDER_MINTER,
    database: minterFolder.database,
    folder: isWeb ? undefined : createFolderCommands({ program, session, minterFolder, folder, options }),
    committed: () => {
      const lines = log;
      log = [];
      if (lines.length > 0) appendLog(minterFolder, lines, session);
    },
  };
  try {
    const { words } = options;
    const isBatch = /^noidr/.test(basename(program.name)) || (words.length === 1 && words[0] === '-');
    if (isBatch) await runBatch(run);
    else await runCommand(run, words);
  } finally {
    await minterFolder.close();
  }
  return status;
};

/** A failure to log is only reported: what was done is durable and printed by then. */
const appendLog = (minterFolder: MinterFolder, lines: readonly string[], { output, fail }: NoidSession): void => {
  try {
    minterFolder.appendLog(lines);
  } catch (error) {
    fail();
    output.error(
      `error: done, but not written to the log: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
};

/**
 * The contact. Over the web it is the user and the address that the server gives, then the user that the server runs
 * as.
 */
const contactOf = ({ environment, user }: NoidProgram, isWeb: boolean): string => {
  if (!isWeb) return user;
  const { REMOTE_USER = '', REMOTE_HOST = '', REMOTE_ADDR = '' } = environment;
  return `${REMOTE_USER}@${REMOTE_HOST || REMOTE_ADDR} ${user}`;
};
