import { COMMANDS, OWN_COMMANDS, writeHelp, writeUsage } from '../help-text.ts';
import type { NoidCommand, NoidSession } from '../noid-session.ts';
import { shownText, type Word } from '../words.ts';
import { bindCommand } from './bind-command.ts';
import { databaseInformation } from './database-information.ts';
import { fetchCommand } from './fetch-command.ts';
import { holdCommand, mintCommand, noteCommand, queueCommand, validateCommand } from './minting-commands.ts';
import { pathCommand, policyCommand, statisticsCommand } from './own-commands.ts';

/** The commands that only the command line has, because they need the folder of the minter. */
export interface FolderCommands {
  create(words: readonly Word[]): Promise<void>;
  export(words: readonly Word[]): Promise<void>;
  import(words: readonly Word[]): Promise<void>;
  /** Keeps the report of a minter whose policy has changed. */
  saveReport(report: string): void;
}

const KNOWN: readonly string[] = [...COMMANDS, ...OWN_COMMANDS];
/** Commands that need no minter. */
const FREE: readonly string[] = ['dbcreate', 'help', 'import', 'path'];

/** Commands that work on a whole minter, and have transactions of their own. */
const WHOLE: readonly (Word | undefined)[] = ['dbcreate', 'export', 'import'];

/** Commands that change nothing, and show only what is bound. */
const READING: readonly (Word | undefined)[] = [
  undefined,
  '-h',
  '-v',
  'fetch',
  'get',
  'hello',
  'help',
  'path',
  'stats',
  'validate',
];

export const isReading = (word: Word | undefined): boolean => READING.includes(word);

export const isFolderCommand = (word: Word | undefined): boolean => WHOLE.includes(word);

export const needsMinter = (word: Word | undefined): boolean => word !== undefined && !FREE.includes(word);

/**
 * Understands one command, reads its input, and returns what is to be done with the minter; a command that needs no
 * minter is done at once. If `folder` is undefined, as in the URL interface, the commands that need it are refused.
 */
export const readCommand = async (
  session: NoidSession,
  [command, ...words]: readonly Word[],
  folder: FolderCommands | undefined,
): Promise<NoidCommand | undefined> => {
  const { output, fail } = session;
  const refuse = (message: string): undefined => {
    fail();
    output.out(message);
    writeUsage(output);
    return undefined;
  };
  if (command === undefined) return refuse('');
  if (!KNOWN.includes(command)) {
    return refuse(`error: no such command: ${shownText(command)} (${words.map(shownText).join(' ')})\n`);
  }
  const notAllowed = (): undefined => refuse(`error: command "${command}" not allowed in URL interface.\n`);
  switch (command) {
    case 'bind':
      return bindCommand(session, words);
    case 'dbinfo':
      return databaseInformation(session, words);
    case 'dbcreate':
      if (folder === undefined) return notAllowed();
      await folder.create(words);
      return undefined;
    case 'fetch':
    case 'get':
      return fetchCommand(session, { words, isVerbose: command === 'fetch' });
    case 'hello':
      output.out('Hello.\n');
      return undefined;
    case 'help':
      writeHelp(output, words[0] === undefined ? undefined : shownText(words[0]));
      return undefined;
    case 'hold':
      return holdCommand(session, words);
    case 'mint':
    case 'peppermint':
      return mintCommand(session, { words, isPeppered: command === 'peppermint' });
    case 'note':
      return noteCommand(session, words);
    case 'queue':
      return queueCommand(session, words);
    case 'validate':
      return validateCommand(session, words);
    case 'stats':
      return statisticsCommand(session);
    case 'path':
      return pathCommand(session, words);
    case 'policy':
      return folder === undefined ? notAllowed() : policyCommand(session, words, (report) => folder.saveReport(report));
    default:
      if (folder === undefined) return notAllowed();
      await (command === 'export' ? folder.export(words) : folder.import(words));
      return undefined;
  }
};
