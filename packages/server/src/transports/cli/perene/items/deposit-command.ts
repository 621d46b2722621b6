import { type Command, Option } from 'commander';
import { readPlace } from '../../../../config/settings.ts';
import type { DepositedFile, ItemView } from '../../../../services/archive/archive-operations.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags, readGivenSources } from '../global-flags.ts';
import { escapeText, showText } from '../labels/describe-refused.ts';
import { TRYING_OUT } from '../labels/ibi-commands.ts';
import { drawProgress } from '../progress.ts';
import { formatBytes, formatRows } from '../rows.ts';
import type { Terminal } from '../terminal.ts';
import { gatherFiles, type LocalFile, type LocalFiles, openFile } from './deposit-files.ts';
import { readGivenLabel } from './item-label.ts';
import { addDescriptionOptions, type DescriptionOptions, readMetadata } from './item-options.ts';
import { tellProposal } from './proposal-text.ts';

export interface DepositOptions extends DescriptionOptions {
  readonly opens?: 'file' | 'page';
  readonly embargo?: string;
  readonly editionOf?: string;
  readonly closedFileList?: boolean;
  readonly closedDescription?: boolean;
}

const MAX_NAMED = 5;

export const addDepositCommand = (program: Command, context: CommandContext): void => {
  const deposit = program
    .command('deposit')
    .argument('<PATH...>', 'files, and folders whose content is deposited')
    .summary('keep files as a new item, and name it for ever')
    .description('Keeps files as a new item, with two new labels: one of the item, one of what describes it.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene deposit report.pdf --title 'Annual report' --creator 'Ana Lima' --language pt-BR
  $ perene deposit site/ --target index.html --metadata site.json --json
  $ perene deposit report-2.pdf --edition-of 8JMKD3MGP8W/34PGRBS
  $ perene deposit thesis.pdf --collection theses --opens page

A folder's files keep their paths inside it; its hidden files are left out, and the data folder of the node. Symbolic
links are refused.`,
    );
  addDepositOptions(deposit);
  addSettings(deposit, [
    'identity.host',
    'identity.port',
    'identity.ip',
    'identity.ip-port',
    'public-url',
    'resolver-url',
    'max-file-bytes',
  ]);
  deposit.action(async (paths: string[], options: DepositOptions, command: Command) => {
    const { terminal } = context;
    const description = await readDescription(options);
    const gathered = await gatherFiles(paths, readPlace(readGivenSources(command, context)));
    const { files } = gathered;
    tellLeftOut(terminal, gathered);
    await withNode(command, context, async ({ archive, author }, { remote, identity }) => {
      const progress = await drawProgress(terminal, sumOf(files.map(({ bytes }) => bytes)), formatBytes);
      try {
        const item = await archive.deposit({ ...description, files: openAll(files, progress.update) }, author);
        progress.stop();
        if (remote === undefined && identity.isForTryingOut) terminal.error(`perene: ${TRYING_OUT}\n`);
        for (const proposal of item.proposals ?? []) terminal.error(`perene: ${escapeText(tellProposal(proposal))}\n`);
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        terminal.out(isJson ? `${JSON.stringify(receiptOf(item), null, 2)}\n` : describeReceipt(item));
      } finally {
        progress.stop();
      }
    });
  });
};

/** The options that say what a new item is, beside its files. */
export const addDepositOptions = (command: Command): Command =>
  addDescriptionOptions(command)
    .option('--edition-of <IBI>', 'the item that this one is the next edition of')
    .addOption(new Option('--opens <WHAT>', 'what the persistent URL opens').choices(['file', 'page']))
    .option('--embargo <DAY>', 'files are closed until this day begins in UTC, such as 2027-01-31')
    .option('--closed-file-list', 'do not show the list of files to readers')
    .option('--closed-description', 'show metadata only with a key, and in the networks of --readers-in');

export const readDescription = async (options: DepositOptions) => ({
  metadata: await readMetadata(options),
  language: options.language,
  target: options.target,
  editionOf: options.editionOf === undefined ? undefined : readGivenLabel(options.editionOf),
  translationOf: options.translationOf === undefined ? undefined : readGivenLabel(options.translationOf),
  opens: options.opens,
  collections: options.collection,
  // Where nothing is said, the collections decide.
  ...((options.readersIn || options.embargo || options.closedFileList || options.closedDescription) && {
    access: {
      ...(options.readersIn === undefined ? {} : { networks: options.readersIn }),
      fileList: options.closedFileList ? ('closed' as const) : ('open' as const),
      ...(options.closedDescription && { description: 'closed' as const }),
      ...(options.embargo !== undefined && { embargo: options.embargo }),
    },
  }),
});

/** Opens each file when its turn comes; the progress counts a file once, even if it is read again. */
export async function* openAll(
  files: readonly LocalFile[],
  update: (done: number) => void,
): AsyncGenerator<DepositedFile> {
  const positions = new Map<string, number>();
  let done = 0;
  for (const { source, path, bytes } of files) {
    const note = (position: number): void => {
      done += position - (positions.get(path) ?? 0);
      positions.set(path, position);
      update(done);
    };
    yield { path, bytes, open: (start) => openFile(source, start, note) };
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

export const tellLeftOut = (terminal: Terminal, { leftOut, isDataFolderLeftOut }: LocalFiles): void => {
  if (leftOut.length > 0) terminal.error(`perene: ${describeLeftOut(leftOut)}\n`);
  if (isDataFolderLeftOut) terminal.error('perene: the data folder of this node is left out\n');
};

const describeLeftOut = (paths: readonly string[]): string => {
  const named = paths.slice(0, MAX_NAMED).map(showText).join(', ');
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  return `hidden files are left out: ${named}${more}`;
};

/** The JSON that programs rely on. */
export const receiptOf = ({ repository, ibip, persistentUrl, metadata, files, proposals }: ItemView) => ({
  repository,
  ...(ibip === undefined ? {} : { ibip }),
  persistentUrl,
  ...(metadata === undefined ? {} : { metadata: { repository: metadata.repository } }),
  files: files.map(({ path, bytes, sha256, mediaType }) => ({ path, bytes, sha256, mediaType })),
  ...(proposals === undefined ? {} : { proposals }),
});

export const describeReceipt = ({ repository, ibip, persistentUrl, metadata, files }: ItemView): string =>
  formatRows([
    ['repository name', repository],
    ['IBIp', ibip],
    ['persistent URL', persistentUrl],
    ['described by', metadata?.repository],
    ['files', `${files.length} (${formatBytes(sumOf(files.map(({ bytes }) => bytes)))})`],
  ]);
