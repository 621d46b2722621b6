import type { Command } from 'commander';
import type { HeldFile } from '../../../../ports/node/table-store.ts';
import { type BackupManifest, noteBackup } from '../../../../services/backup/backup-manifest.ts';
import { makeBackup } from '../../../../services/backup/make-backup.ts';
import { restoreBackup } from '../../../../services/backup/restore-backup.ts';
import { type CommandContext, type LocalNode, withLocalNode } from '../command-context.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { followBytes } from '../progress.ts';
import { formatBytes, formatRows } from '../rows.ts';
import { CommandFailed, EXIT_REFUSED, type Terminal } from '../terminal.ts';

const MAX_SHOWN = 20;

export const addBackupCommands = (program: Command, context: CommandContext): void => {
  program
    .command('backup')
    .argument('<DIR>', 'an empty folder, or that of an earlier backup')
    .option('--full', 'copy also files that the earlier backup has')
    .summary('copy the whole node, while it runs')
    .description(
      'Copies the whole node, as it is at one moment, while it runs: every row of the database and every file.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene backup /mnt/backup
  $ perene backup /mnt/backup --full

An earlier backup stays whole until the new one is. A backup without backup.json is incomplete.`,
    )
    .action(async (path: string, { full = false }: { readonly full?: boolean }, command: Command) => {
      await withLocalNode(command, context, async (node) => {
        const progress = followBytes(context.terminal);
        try {
          const manifest = await makeBackup(
            { ...node, folder: node.given.openFolder(path) },
            { isFull: full, onProgress: progress.onProgress, onMissing: reportMissing(context.terminal, LOST) },
          );
          await noteBackup(node.facts, manifest);
          await progress.stop();
          tell(manifest, command, context.terminal);
        } finally {
          await progress.stop();
        }
      });
    });

  program
    .command('restore')
    .argument('<DIR>', 'the folder of a backup')
    .summary('bring a backup back, into empty data')
    .description('Brings a backup back into an empty data folder and an empty database, of either kind.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene restore /mnt/backup --data new-data
  $ perene restore /mnt/backup --data new-data --database postgres://perene@localhost/perene

Done again after an interruption, it goes on. This is also the way from SQLite to PostgreSQL, and back.`,
    )
    .action(async (path: string, _options, command: Command) => {
      const restore = async (node: LocalNode): Promise<void> => {
        const progress = followBytes(context.terminal);
        try {
          const manifest = await restoreBackup(
            { ...node, folder: node.given.openFolder(path) },
            { onProgress: progress.onProgress, onMissing: reportMissing(context.terminal, NOT_IN_BACKUP) },
          );
          await progress.stop();
          tell(manifest, command, context.terminal);
        } finally {
          await progress.stop();
        }
      };
      await withLocalNode(command, context, restore, { areDataNew: true });
    });
};

const LOST = 'is not what the catalogue says, and is not in the backup: run "perene verify"';
const NOT_IN_BACKUP = 'is not in the backup';

const reportMissing = (terminal: Terminal, what: string): ((file: HeldFile) => void) => {
  let count = 0;
  return ({ repository, path }) => {
    count += 1;
    if (count <= MAX_SHOWN) terminal.error(`perene: ${escapeText(path)} of ${repository} ${what}\n`);
  };
};

/** Prints the outcome; the exit status is 1 if files are missing. */
const tell = (manifest: BackupManifest, command: Command, terminal: Terminal): void => {
  const { at, files, missing, tables } = manifest;
  const isJson = command.optsWithGlobals<GlobalFlags>().json;
  terminal.out(
    isJson
      ? `${JSON.stringify(manifest, null, 2)}\n`
      : formatRows([
          ['of the moment', at],
          ['rows', String(Object.values(tables).reduce((sum, { lines }) => sum + lines, 0))],
          ['files', `${files.lines - missing.lines} (${formatBytes(files.bytes)})`],
          ['missing', missing.lines === 0 ? undefined : String(missing.lines)],
        ]),
  );
  if (missing.lines > 0) throw new CommandFailed(EXIT_REFUSED);
};
