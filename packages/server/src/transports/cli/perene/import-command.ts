import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { LineWriter } from '../../../ports/line-files.ts';
import { type ImportSummary, importItems, type RefusedLine } from '../../../services/archive/import-items.ts';
import { escapeText, showText } from './describe-refused.ts';
import { addSettings, type GlobalFlags } from './global-flags.ts';
import { TRYING_OUT } from './ibi-commands.ts';
import { formatRows } from './rows.ts';
import { CommandFailed, EXIT_REFUSED, type Terminal } from './terminal.ts';
import { followBytes, type OpenedUpkeep, type UpkeepCommandNeeds, withUpkeep } from './upkeep-needs.ts';

interface ImportOptions {
  readonly files?: string;
  readonly report?: string;
}

const MAX_SHOWN = 20;

export const addImportCommand = (program: Command, needs: UpkeepCommandNeeds): void => {
  const command = program
    .command('import')
    .argument('<FILE>', 'items, one JSON object a line; docs/importing.md describes them')
    .option('--files <DIR>', 'where the files of the items are (default: the folder of FILE)')
    .option('--report <FILE>', 'write every refused line there, one JSON object a line')
    .summary('take in items that were named elsewhere')
    .description('Takes in items under the labels that they have. What is here already is left as it is.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene import items.jsonl --files /srv/old-archive
  $ perene import items.jsonl --report refused.jsonl --json

Done again after an interruption, it goes on where it was. A refused line does not stop the others.`,
    );
  addSettings(command, ['identity.host', 'identity.port', 'identity.ip', 'identity.ip-port', 'max-file-bytes']);
  command.action(async (file: string, options: ImportOptions) => {
    const { terminal } = needs;
    await withUpkeep(command, needs, async (upkeep, { identity }) => {
      const report = options.report === undefined ? undefined : await upkeep.lines.create(options.report);
      let minted = 0;
      const mint: OpenedUpkeep['mint'] = (count) => {
        minted += count;
        return upkeep.mint(count);
      };
      try {
        const summary = await runImport({ ...upkeep, mint }, { file, folder: options.files, report }, terminal);
        await report?.finish();
        if (minted > 0 && identity.isForTryingOut) terminal.error(`perene: ${TRYING_OUT}\n`);
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        terminal.out(isJson ? `${JSON.stringify(summary, null, 2)}\n` : describeSummary(summary));
        if (summary.refused > 0) throw new CommandFailed(EXIT_REFUSED);
      } finally {
        await report?.discard();
      }
    });
  });
};

const runImport = async (
  upkeep: OpenedUpkeep,
  { file, folder, report }: { file: string; folder: string | undefined; report: LineWriter | undefined },
  terminal: Terminal,
): Promise<ImportSummary> => {
  const bytes = await upkeep.lines.size(file);
  const progress = followBytes(terminal);
  let refused = 0;
  progress.onProgress(0, bytes);
  try {
    return await importItems(
      { ...upkeep, sources: upkeep.openFolder(folder ?? dirname(file)) },
      upkeep.lines.read(file),
      {
        author: upkeep.author,
        onProgress: (done) => progress.onProgress(done, bytes),
        onRefused: async (line) => {
          refused += 1;
          if (refused <= MAX_SHOWN) terminal.error(`perene: ${describeRefusal(line)}\n`);
          if (refused === MAX_SHOWN + 1)
            terminal.error('perene: more lines were refused: see all of them with --report FILE\n');
          await report?.write(JSON.stringify(line));
        },
      },
    );
  } finally {
    await progress.stop();
  }
};

const describeRefusal = ({ line, label, code, reason }: RefusedLine): string =>
  `line ${line}${label === undefined ? '' : `, ${showText(label)}`}: ${escapeText(reason)} (${code})`;

const describeSummary = ({ imported, alreadyHere, refused }: ImportSummary): string =>
  formatRows([
    ['imported', String(imported)],
    ['already here', String(alreadyHere)],
    ['refused', String(refused)],
  ]);
