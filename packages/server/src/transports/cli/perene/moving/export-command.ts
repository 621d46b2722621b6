import type { Command } from 'commander';
import { copyExportedFiles, exportItems } from '../../../../services/archive/importing/export-items.ts';
import { type CommandContext, withLocalNode } from '../command-context.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { drawProgress, followBytes } from '../progress.ts';
import { formatBytes, formatRows } from '../rows.ts';

export const addExportCommand = (program: Command, context: CommandContext): void => {
  program
    .command('export')
    .argument('<FILE>', 'where the items are written, one JSON object a line')
    .option('--files <DIR>', 'copy the files of the items there as well')
    .summary('write all items so that an import takes them in')
    .description('Writes every item, as it is at one moment, so that perene import takes it in elsewhere.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene export items.jsonl --files files
  $ perene export items.jsonl --json

Without --files the lines name the files where they are: import them with --files and the data folder. A backup keeps
more: the history, the keys and the statistics.`,
    )
    .action(async (file: string, { files: folder }: { readonly files?: string }, command: Command) => {
      const { terminal } = context;
      await withLocalNode(command, context, async ({ given, catalogue, files }) => {
        const { items } = await catalogue.total();
        const itemProgress = await drawProgress(terminal, items);
        const byteProgress = followBytes(terminal);
        try {
          const summary = await exportItems(catalogue, await given.createLines(file), {
            areFilesCopied: folder !== undefined,
            onItem: itemProgress.update,
          });
          itemProgress.stop();
          if (folder !== undefined) {
            byteProgress.onProgress(0, summary.bytes);
            await copyExportedFiles({ files, folder: given.openFolder(folder) }, given.readLines(file), (done) =>
              byteProgress.onProgress(done, summary.bytes),
            );
          }
          await byteProgress.stop();
          const isJson = command.optsWithGlobals<GlobalFlags>().json;
          terminal.out(
            isJson
              ? `${JSON.stringify(summary, null, 2)}\n`
              : formatRows([
                  ['items', String(summary.items)],
                  ['files', `${summary.files} (${formatBytes(summary.bytes)})`],
                ]),
          );
        } finally {
          itemProgress.stop();
          await byteProgress.stop();
        }
      });
    });
};
