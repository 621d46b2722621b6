import { Command, CommanderError } from 'commander';
import { Refusal, type RefusalCode } from '../../../refusals/refusal.ts';
import { addArchiveCommands } from './archive-commands.ts';
import type { ArchiveCommandNeeds } from './archive-needs.ts';
import { addBackupCommands } from './backup-commands.ts';
import { addDepositCommand } from './deposit-command.ts';
import { escapeText } from './describe-refused.ts';
import { addExportCommand } from './export-command.ts';
import { addSettings } from './global-flags.ts';
import { addHelpCommand } from './help-command.ts';
import { addIbiCommands, type IbiCommandNeeds } from './ibi-commands.ts';
import { addImportCommand } from './import-command.ts';
import { addItemCommands } from './item-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import type { MembershipCommandNeeds } from './membership-needs.ts';
import { addMinterCommands } from './minter-commands.ts';
import type { MinterCommandNeeds } from './minter-needs.ts';
import type { MoverCommandNeeds } from './mover-needs.ts';
import { addResolveCommand, type ResolveCommandNeeds } from './resolve-command.ts';
import { addResolverCommands } from './resolver-commands.ts';
import { addSampleCommands, type SampleCommandNeeds } from './sample-commands.ts';
import { addSearchCommand } from './search-command.ts';
import { addServeCommand, type ServeCommandNeeds } from './serve-command.ts';
import { CommandFailed, EXIT_REFUSED, EXIT_USAGE, type Terminal } from './terminal.ts';
import type { UpkeepCommandNeeds } from './upkeep-needs.ts';
import { addUrlCommands } from './url-commands.ts';
import { addVerifyCommand } from './verify-command.ts';

export interface PereneNeeds
  extends IbiCommandNeeds,
    ArchiveCommandNeeds,
    MembershipCommandNeeds,
    MinterCommandNeeds,
    MoverCommandNeeds,
    UpkeepCommandNeeds,
    ResolveCommandNeeds,
    SampleCommandNeeds,
    ServeCommandNeeds {
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

export const createProgram = (needs: PereneNeeds): Command => {
  const { terminal, version } = needs;
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
      outputError: (text, write) => write(`${describeUsageError(text)}\n`),
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
  addSettings(program, ['data', 'database', 'server', 'key']);
  addServeCommand(program, needs);
  addIbiCommands(program, needs);
  addUrlCommands(program, needs);
  addResolveCommand(program, needs);
  addDepositCommand(program, needs);
  addItemCommands(program, needs);
  addSearchCommand(program, needs);
  addMinterCommands(program, needs);
  addArchiveCommands(program, needs);
  addResolverCommands(program, needs);
  addKeyCommands(program, needs);
  addImportCommand(program, needs);
  addExportCommand(program, needs);
  addBackupCommands(program, needs);
  addVerifyCommand(program, needs);
  addSampleCommands(program, needs);
  addHelpCommand(program);
  return program;
};

/** One line, with what to do. */
const describeUsageError = (text: string): string => {
  const line = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  return `perene: ${line}; add --help to see how`;
};

/** What was written on the command line cannot be right, or else it was understood and refused. */
export const EXIT_STATUS_OF_REFUSALS: Readonly<Record<RefusalCode, number>> = {
  'setting-invalid': EXIT_USAGE,
  'settings-file-unreadable': EXIT_USAGE,
  'clock-behind': EXIT_REFUSED,
  'clock-unset': EXIT_REFUSED,
  'count-out-of-range': EXIT_USAGE,
  'data-folder-unusable': EXIT_REFUSED,
  'database-busy': EXIT_REFUSED,
  'database-failed': EXIT_REFUSED,
  'database-newer': EXIT_REFUSED,
  'cannot-listen': EXIT_REFUSED,
  'file-unreadable': EXIT_USAGE,
  'node-unreachable': EXIT_REFUSED,
  'node-refused': EXIT_REFUSED,
  'item-not-found': EXIT_REFUSED,
  'item-removed': EXIT_REFUSED,
  'item-changed': EXIT_REFUSED,
  'item-refused': EXIT_REFUSED,
  'label-invalid': EXIT_USAGE,
  'label-taken': EXIT_REFUSED,
  'metadata-invalid': EXIT_USAGE,
  'edition-exists': EXIT_REFUSED,
  'edition-order': EXIT_REFUSED,
  'translation-exists': EXIT_REFUSED,
  'request-repeated': EXIT_REFUSED,
  'request-differs': EXIT_REFUSED,
  'language-invalid': EXIT_USAGE,
  'network-invalid': EXIT_USAGE,
  'target-missing': EXIT_USAGE,
  'nothing-to-change': EXIT_USAGE,
  'reason-missing': EXIT_USAGE,
  'cursor-invalid': EXIT_USAGE,
  'archive-service-fixed': EXIT_REFUSED,
  'client-not-allowed': EXIT_REFUSED,
  'file-list-closed': EXIT_REFUSED,
  'no-files': EXIT_USAGE,
  'file-name-invalid': EXIT_USAGE,
  'file-name-taken': EXIT_USAGE,
  'too-many-files': EXIT_REFUSED,
  'file-too-large': EXIT_REFUSED,
  'documents-exist': EXIT_REFUSED,
  'file-missing': EXIT_REFUSED,
  'disk-failed': EXIT_REFUSED,
  'key-missing': EXIT_REFUSED,
  'key-wrong': EXIT_REFUSED,
  'key-not-found': EXIT_REFUSED,
  'key-last-admin': EXIT_REFUSED,
  'key-name-invalid': EXIT_USAGE,
  'role-missing': EXIT_REFUSED,
  'too-many-wrong-keys': EXIT_REFUSED,
  'request-invalid': EXIT_REFUSED,
  'request-too-large': EXIT_REFUSED,
  'media-type-unsupported': EXIT_REFUSED,
  'address-unknown': EXIT_REFUSED,
  'upload-not-found': EXIT_REFUSED,
  'upload-incomplete': EXIT_REFUSED,
  'upload-offset': EXIT_REFUSED,
  'upload-busy': EXIT_REFUSED,
  'too-many-uploads': EXIT_REFUSED,
  'tus-version': EXIT_REFUSED,
  'peer-refused': EXIT_REFUSED,
  'peer-unreachable': EXIT_REFUSED,
  'peer-not-allowed': EXIT_REFUSED,
  'copy-differs': EXIT_REFUSED,
  'foreign-item-invalid': EXIT_REFUSED,
  'transfer-under-way': EXIT_REFUSED,
  'transfer-settled': EXIT_REFUSED,
  'transfer-in-doubt': EXIT_REFUSED,
  'transfer-incomplete': EXIT_REFUSED,
  'transfer-not-found': EXIT_REFUSED,
  'record-invalid': EXIT_REFUSED,
  'file-damaged': EXIT_REFUSED,
  'backup-unusable': EXIT_REFUSED,
  'restore-not-empty': EXIT_REFUSED,
  'minter-not-found': EXIT_REFUSED,
  'minter-exists': EXIT_REFUSED,
  'minter-name-invalid': EXIT_USAGE,
  'minter-binds-only': EXIT_REFUSED,
  'minter-damaged': EXIT_REFUSED,
  'template-invalid': EXIT_USAGE,
  'term-invalid': EXIT_USAGE,
  'authority-missing': EXIT_USAGE,
  'seed-invalid': EXIT_USAGE,
  'policy-invalid': EXIT_USAGE,
  'identifier-invalid': EXIT_USAGE,
  'identifier-unissued': EXIT_REFUSED,
  'identifiers-exhausted': EXIT_REFUSED,
  'identifiers-held': EXIT_REFUSED,
  'element-missing': EXIT_USAGE,
  'value-missing': EXIT_USAGE,
  'value-too-large': EXIT_REFUSED,
  'binding-invalid': EXIT_USAGE,
  'binding-missing': EXIT_REFUSED,
  'binding-exists': EXIT_REFUSED,
  'pattern-invalid': EXIT_USAGE,
  'pepper-missing': EXIT_REFUSED,
  'pepper-wrong': EXIT_REFUSED,
  'queue-time-invalid': EXIT_USAGE,
  'ark-invalid': EXIT_USAGE,
  'ark-not-found': EXIT_REFUSED,
  'ark-without-target': EXIT_REFUSED,
  'ark-target-invalid': EXIT_REFUSED,
  'archive-not-found': EXIT_REFUSED,
  'archive-registered': EXIT_REFUSED,
  'archives-full': EXIT_REFUSED,
  'registration-invalid': EXIT_USAGE,
  'too-many-registrations': EXIT_REFUSED,
};

const statusOf = (error: unknown, terminal: Terminal): number => {
  if (error instanceof CommandFailed) return error.exitStatus;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  if (error instanceof Refusal) {
    // A message may quote what another node, or another person, wrote.
    terminal.error(`perene: ${escapeText(error.message)} (${error.code})\n`);
    return EXIT_STATUS_OF_REFUSALS[error.code];
  }
  throw error;
};
