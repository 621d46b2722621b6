import { Command, CommanderError } from 'commander';
import { Refusal, type RefusalCode } from '../../../refusals/refusal.ts';
import { addSettings } from './global-flags.ts';
import { addIbiCommands, type IbiCommandNeeds } from './ibi-commands.ts';
import { addServeCommand, type ServeCommandNeeds } from './serve-command.ts';
import { CommandFailed, EXIT_REFUSED, EXIT_USAGE, type Terminal } from './terminal.ts';
import { addUrlCommands } from './url-commands.ts';

export interface PereneNeeds extends IbiCommandNeeds, ServeCommandNeeds {
  readonly version: string;
}

/** Runs one command line and answers its exit status: 0 done, 1 refused or not found, 2 wrong usage. */
export const runPerene = async (words: readonly string[], needs: PereneNeeds): Promise<number> => {
  const program = createProgram(needs);
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    return statusOf(error, needs.terminal);
  }
};

const createProgram = (needs: PereneNeeds): Command => {
  const { terminal, version } = needs;
  const program = new Command('perene')
    .description('Persistent identifiers: mint them, keep what they name, resolve them for decades.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .option('--json', 'one JSON value on standard output')
    .option('--config <FILE>', 'settings file (JSON)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.error(text),
      outputError: (text, write) => write(`${describeUsageError(text)}\n`),
    })
    .showSuggestionAfterError()
    .exitOverride();
  addSettings(program, ['data', 'database']);
  addServeCommand(program, needs);
  addIbiCommands(program, needs);
  addUrlCommands(program, needs);
  return program;
};

/** One line, with what to do. */
const describeUsageError = (text: string): string => {
  const line = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  return `perene: ${line}; add --help to see how`;
};

/** Settings are part of a command line; everything else was understood and refused. */
export const EXIT_STATUS_OF_REFUSALS: Readonly<Record<RefusalCode, number>> = {
  'setting-invalid': EXIT_USAGE,
  'settings-file-unreadable': EXIT_USAGE,
  'count-out-of-range': EXIT_USAGE,
  'clock-behind': EXIT_REFUSED,
  'clock-unset': EXIT_REFUSED,
  'data-folder-unusable': EXIT_REFUSED,
  'database-busy': EXIT_REFUSED,
  'database-failed': EXIT_REFUSED,
  'database-newer': EXIT_REFUSED,
  'cannot-listen': EXIT_REFUSED,
};

const statusOf = (error: unknown, terminal: Terminal): number => {
  if (error instanceof CommandFailed) return error.exitStatus;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  if (error instanceof Refusal) {
    terminal.error(`perene: ${error.message} (${error.code})\n`);
    return EXIT_STATUS_OF_REFUSALS[error.code];
  }
  throw error;
};
