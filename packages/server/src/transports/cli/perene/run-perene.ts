import { REFUSALS, Refusal } from '@perene/api/refusals';
import { Command, CommanderError } from 'commander';
import { addCollectionCommands } from './collections/collection-commands.ts';
import type { CommandContext } from './command-context.ts';
import { addDoiCommands } from './dois/doi-commands.ts';
import { addDraftCommands } from './drafts/draft-commands.ts';
import { addArchiveCommands } from './federation/archive-commands.ts';
import { addLogCommands } from './federation/log-commands.ts';
import { addProofCommands } from './federation/proof-commands.ts';
import { addResolveCommand } from './federation/resolve-command.ts';
import { addResolverCommands } from './federation/resolver-commands.ts';
import { addSettings, giveOwnFiles } from './global-flags.ts';
import { addHelpCommand } from './help-command.ts';
import { addAliasCommands } from './items/alias-commands.ts';
import { addChangesCommand } from './items/changes-command.ts';
import { addDepositCommand } from './items/deposit-command.ts';
import { addItemCommands } from './items/item-commands.ts';
import { addRelationCommands } from './items/relation-commands.ts';
import { addSearchCommand } from './items/search-command.ts';
import { escapeText } from './labels/describe-refused.ts';
import { addIbiCommands } from './labels/ibi-commands.ts';
import { addUrlCommands } from './labels/url-commands.ts';
import { addMinterCommands } from './minters/minter-commands.ts';
import { addBackupCommands } from './moving/backup-commands.ts';
import { addExportCommand } from './moving/export-command.ts';
import { addImportCommand } from './moving/import-command.ts';
import { addVerifyCommand } from './moving/verify-command.ts';
import { addDoctorCommand, type DoctorContext } from './node/doctor-command.ts';
import { addKeyCommands } from './node/key-commands.ts';
import { addPersonCommands } from './node/person-commands.ts';
import { addSampleCommands } from './node/sample-commands.ts';
import { addServeCommand, type ServeContext } from './node/serve-command.ts';
import { addStatisticsCommand } from './node/statistics-command.ts';
import { addPurlCommands } from './purls/purl-commands.ts';
import { sayInFull } from './say-in-full.ts';
import { addShellCommands } from './shell/shell-commands.ts';
import { CommandFailed, EXIT_USAGE, WrongUsage } from './terminal.ts';

export interface PereneContext extends CommandContext, DoctorContext, ServeContext {
  readonly version: string;
}

/** Runs one command line and returns its exit status: 0 done, 1 refused or not found, 2 wrong usage. */
export const runPerene = async (words: readonly string[], context: PereneContext): Promise<number> => {
  const writeError = words.includes('--json') ? describeAsJson : describeAsText;
  const tell = (failure: Failure): void => context.terminal.error(`${writeError(failure)}\n`);
  const program = createProgram(context, tell);
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    return statusOf(error, tell);
  }
};

/** Why a command was not carried out. Wrong usage has no code. */
interface Failure {
  readonly detail: string;
  readonly refusal?: Refusal;
}

/** Describes a failure in one line. A message may quote what another node, or another person, wrote. */
const describeAsText = ({ detail, refusal }: Failure): string =>
  refusal === undefined ? `perene: ${detail}` : `perene: ${escapeText(detail)} (${refusal.code})`;

/** Has the members of the problems that the API returns. */
const describeAsJson = ({ detail, refusal }: Failure): string =>
  JSON.stringify({ detail, ...(refusal && { code: refusal.code, parameters: refusal.parameters }) });

export const createProgram = (context: PereneContext, tell: (failure: Failure) => void = () => undefined): Command => {
  const { terminal, version } = context;
  const program = new Command('perene')
    .description('Persistent identifiers: mint them, keep what they name, resolve them for decades.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .option('--json', 'one JSON value on standard output')
    .option('--config <FILE>', 'settings file (JSON)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.error(text),
      outputError: (text) => tell({ detail: describeUsageError(text) }),
    })
    .addHelpText(
      'after',
      `
Examples:
  $ perene serve
  $ perene deposit report.pdf --title 'Annual report'
  $ perene search annual report
  $ perene help item edit`,
    )
    .showSuggestionAfterError()
    .exitOverride();
  addSettings(program, ['data', 'database', 'files', 'server', 'key']);
  program.hook('preAction', giveOwnFiles);
  addServeCommand(program, context);
  addIbiCommands(program, context);
  addUrlCommands(program, context);
  addResolveCommand(program, context);
  addDepositCommand(program, context);
  addItemCommands(program, context);
  addCollectionCommands(program, context);
  addDraftCommands(program, context);
  addRelationCommands(program, context);
  addAliasCommands(program, context);
  addSearchCommand(program, context);
  addChangesCommand(program, context);
  addStatisticsCommand(program, context);
  addMinterCommands(program, context);
  addPurlCommands(program, context);
  addDoiCommands(program, context);
  addArchiveCommands(program, context);
  addResolverCommands(program, context);
  addLogCommands(program, context);
  addProofCommands(program, context);
  addPersonCommands(program, context);
  addKeyCommands(program, context);
  addImportCommand(program, context);
  addExportCommand(program, context);
  addBackupCommands(program, context);
  addVerifyCommand(program, context);
  addDoctorCommand(program, context);
  addSampleCommands(program, context);
  addShellCommands(program, context);
  addHelpCommand(program);
  return program;
};

/** Describes wrong usage in one line, with what to do. */
const describeUsageError = (text: string): string => {
  const line = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  return `${line}; add --help to see how`;
};

const statusOf = (error: unknown, tell: (failure: Failure) => void): number => {
  if (error instanceof CommandFailed) return error.exitStatus;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  if (error instanceof WrongUsage) {
    tell({ detail: error.message });
    return EXIT_USAGE;
  }
  if (error instanceof Refusal) {
    tell({ detail: sayInFull(error), refusal: error });
    return REFUSALS[error.code].exit;
  }
  throw error;
};
