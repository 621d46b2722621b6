import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { LineWriter } from '../../../../ports/node/given-files.ts';
import {
  type ImportSummary,
  importItems,
  type RefusedLine,
} from '../../../../services/archive/importing/import-items.ts';
import { readPackages } from '../../../../services/archive/packaging/read-packages.ts';
import { type Acting, type CommandContext, type LocalNode, withLocalNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { escapeText, showText } from '../labels/describe-refused.ts';
import { TRYING_OUT } from '../labels/ibi-commands.ts';
import { followBytes } from '../progress.ts';
import { formatRows } from '../rows.ts';
import { sayInFull } from '../say-in-full.ts';
import { CommandFailed, EXIT_REFUSED, type Terminal } from '../terminal.ts';

interface ImportOptions {
  readonly files?: string;
  readonly report?: string;
}

const MAX_SHOWN = 20;

export const addImportCommand = (program: Command, context: CommandContext): void => {
  const command = program
    .command('import')
    .argument('<PATH>', 'a file with one JSON object a line, or a folder of bags, OCFL objects or RO-Crates')
    .option('--files <DIR>', 'where the files of the lines are (default: the folder of the file)')
    .option('--report <FILE>', 'write every refused line or package there, one JSON object a line')
    .summary('take in items that were named elsewhere')
    .description('Takes in items under the labels that they have. What is here already is left as it is.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene import items.jsonl --files /srv/old-archive
  $ perene import items.jsonl --report refused.jsonl --json
  $ perene import bags

Done again after an interruption, it goes on where it was. A refused line or package does not stop the
others.`,
    );
  addSettings(command, ['identity.host', 'identity.port', 'identity.ip', 'identity.ip-port', 'max-file-bytes']);
  command.action(async (file: string, options: ImportOptions) => {
    const { terminal } = context;
    await withLocalNode(command, context, async (node, { identity }) => {
      const report = options.report === undefined ? undefined : await node.given.createLines(options.report);
      let minted = 0;
      const mint: LocalNode['mint'] = (count) => {
        minted += count;
        return node.mint(count);
      };
      try {
        const summary = await runImport({ ...node, mint }, { file, folder: options.files, report }, terminal);
        await report?.finish();
        if (minted > 0 && identity.isForTryingOut) terminal.error(`perene: ${TRYING_OUT}\n`);
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        terminal.out(isJson ? `${JSON.stringify(summary, null, 2)}\n` : describeSummary(summary));
        if (summary.refused + summary.linksRefused > 0) throw new CommandFailed(EXIT_REFUSED);
      } finally {
        await report?.discard();
      }
    });
  });
};

const runImport = async (
  node: LocalNode & Acting,
  { file, folder, report }: { file: string; folder: string | undefined; report: LineWriter | undefined },
  terminal: Terminal,
): Promise<ImportSummary> => {
  const { given } = node;
  const isPackaged = await given.isFolder(file);
  const bytes = isPackaged ? 0 : await given.size(file);
  const progress = followBytes(terminal);
  let refused = 0;
  if (!isPackaged) progress.onProgress(0, bytes);
  try {
    const sources = given.openFolder(isPackaged ? file : (folder ?? dirname(file)));
    return await importItems({ ...node, sources }, isPackaged ? readPackages(sources) : given.readLines(file), {
      author: node.author,
      onProgress: (done) => {
        if (!isPackaged) progress.onProgress(done, bytes);
      },
      onRefused: async (line) => {
        refused += 1;
        if (refused <= MAX_SHOWN) terminal.error(`perene: ${describeLine(line, isPackaged ? 'package' : 'line')}\n`);
        if (refused === MAX_SHOWN + 1)
          terminal.error('perene: more were refused: see all of them with --report FILE\n');
        await report?.write(reportLine(line));
      },
    });
  } finally {
    await progress.stop();
  }
};

const describeLine = ({ line, label, part, refusal }: RefusedLine, what: 'line' | 'package'): string =>
  `${what} ${line}${label === undefined ? '' : `, ${showText(label)}`}${part === 'links' ? ', its links' : ''}: ${escapeText(sayInFull(refusal))} (${refusal.code})`;

const reportLine = ({ refusal, ...line }: RefusedLine): string => {
  const { code, parameters } = refusal;
  return JSON.stringify({ ...line, code, reason: sayInFull(refusal), parameters });
};

const describeSummary = ({ imported, alreadyHere, refused, linksRefused, collections }: ImportSummary): string =>
  formatRows([
    ['imported', String(imported)],
    ['already here', String(alreadyHere)],
    ['refused', String(refused)],
    ['without links', linksRefused > 0 ? String(linksRefused) : undefined],
    ['collections', collections > 0 ? String(collections) : undefined],
  ]);
