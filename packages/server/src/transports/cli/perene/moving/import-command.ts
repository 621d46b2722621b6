import { dirname } from 'node:path';
import { type Command, Option } from 'commander';
import type { LineWriter } from '../../../../ports/node/given-files.ts';
import { importArrivals } from '../../../../services/archive/arrivals/import-arrivals.ts';
import type { Difference, Reconciliation } from '../../../../services/archive/arrivals/reconcile.ts';
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
import { CommandFailed, EXIT_REFUSED, type Terminal, wrongUsage } from '../terminal.ts';
import {
  describeDifference,
  openRepository,
  REPOSITORY_FORMATS,
  type RepositoryFormat,
  reconciliationRows,
} from './import-repository.ts';

interface ImportOptions {
  readonly format?: RepositoryFormat;
  readonly site?: string;
  readonly files?: string;
  readonly report?: string;
}

interface Outcome extends ImportSummary {
  /** Of a whole repository. */
  readonly reconciliation?: Reconciliation;
}

const MAX_SHOWN = 20;

export const addImportCommand = (program: Command, context: CommandContext): void => {
  const command = program
    .command('import')
    .argument('<PATH>', 'a file with one JSON object a line, or a folder of bags, OCFL objects or RO-Crates')
    .addOption(
      new Option('--format <FORMAT>', 'the folder is of another repository: saf or oai (DSpace), urlib').choices(
        REPOSITORY_FORMATS,
      ),
    )
    .option(
      '--site <URL>',
      'with --format saf or oai: where that repository is on the web; its addresses lead here as well',
    )
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
  $ perene import --format saf export --site https://repository.example.org
  $ perene import --format urlib /srv/URLib

With --format, all that the folder has is compared with the Archive afterwards, by SHA-256.
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
        const summary = await runImport({ ...node, mint }, { file, options, report }, terminal);
        await report?.finish();
        if (minted > 0 && identity.isForTryingOut) terminal.error(`perene: ${TRYING_OUT}\n`);
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        terminal.out(isJson ? `${JSON.stringify(summary, null, 2)}\n` : describeSummary(summary));
        const differences = summary.reconciliation?.differences ?? 0;
        if (summary.refused + summary.linksRefused + differences > 0) throw new CommandFailed(EXIT_REFUSED);
      } finally {
        await report?.discard();
      }
    });
  });
};

interface Importing {
  readonly file: string;
  readonly options: ImportOptions;
  readonly report: LineWriter | undefined;
}

const runImport = async (
  node: LocalNode & Acting,
  { file, options, report }: Importing,
  terminal: Terminal,
): Promise<Outcome> => {
  const { given } = node;
  const { format, files, site } = options;
  const isFolder = await given.isFolder(file);
  if (format !== undefined && !isFolder) throw wrongUsage('--format: name a folder');
  const bytes = isFolder ? 0 : await given.size(file);
  const progress = followBytes(terminal);
  const show = showSome(terminal);
  if (!isFolder) progress.onProgress(0, bytes);
  try {
    const sources = given.openFolder(isFolder ? file : (files ?? dirname(file)));
    const following = {
      author: node.author,
      onProgress: (done: number) => {
        if (!isFolder) progress.onProgress(done, bytes);
      },
      onRefused: async (line: RefusedLine) => {
        show(describeLine(line, isFolder ? 'package' : 'line'));
        await report?.write(reportLine(line));
      },
      onDifference: async (difference: Difference) => {
        show(escapeText(describeDifference(difference)));
        await report?.write(JSON.stringify({ ...difference, code: 'difference' }));
      },
    };
    if (format !== undefined) {
      const repository = openRepository(format, {
        folder: sources,
        site,
        now: node.clock.now(),
        secrets: node.secrets,
      });
      return await importArrivals({ ...node, sources: repository.sources }, repository.read, following);
    }
    return await importItems({ ...node, sources }, isFolder ? readPackages(sources) : given.readLines(file), following);
  } finally {
    await progress.stop();
  }
};

/** Shows the first lines of what may be very many. */
const showSome = (terminal: Terminal): ((text: string) => void) => {
  let shown = 0;
  return (text) => {
    shown += 1;
    if (shown <= MAX_SHOWN) terminal.error(`perene: ${text}\n`);
    if (shown === MAX_SHOWN + 1) terminal.error('perene: there are more: see all of them with --report FILE\n');
  };
};

const describeLine = ({ line, place, label, part, refusal }: RefusedLine, what: 'line' | 'package'): string =>
  `${place === undefined ? `${what} ${line}` : escapeText(place)}${label === undefined ? '' : `, ${showText(label)}`}${part === 'links' ? ', its links' : ''}: ${escapeText(sayInFull(refusal))} (${refusal.code})`;

const reportLine = ({ refusal, ...line }: RefusedLine): string => {
  const { code, parameters } = refusal;
  return JSON.stringify({ ...line, code, reason: sayInFull(refusal), parameters });
};

const describeSummary = ({
  imported,
  alreadyHere,
  refused,
  linksRefused,
  collections,
  reconciliation,
}: Outcome): string =>
  formatRows([
    ['imported', String(imported)],
    ['already here', String(alreadyHere)],
    ['refused', String(refused)],
    ['without links', linksRefused > 0 ? String(linksRefused) : undefined],
    ['collections', collections > 0 ? String(collections) : undefined],
    ...(reconciliation ? reconciliationRows(reconciliation) : []),
  ]);
