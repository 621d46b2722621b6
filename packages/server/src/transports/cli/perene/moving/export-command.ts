import { basename, dirname, resolve } from 'node:path';
import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { aliasLabel } from '@perene/core/item';
import { type Command, Option } from 'commander';
import type { Collection } from '../../../../ports/archive/desk/collections.ts';
import type { LineWriter } from '../../../../ports/node/given-files.ts';
import { checkCollectionName } from '../../../../services/archive/collections/check-collection.ts';
import {
  copyExportedFiles,
  type ExportOptions,
  type ExportSummary,
  exportItems,
  findMembers,
  inDataFolder,
  inOwnFolder,
  walkCollections,
} from '../../../../services/archive/importing/export-items.ts';
import { checkItemName } from '../../../../services/archive/items/check-labels.ts';
import { BAGIT } from '../../../../services/archive/packaging/bagit/write-bag.ts';
import { createOcflFormat } from '../../../../services/archive/packaging/ocfl/write-object.ts';
import { RO_CRATE } from '../../../../services/archive/packaging/ro-crate/write-crate.ts';
import { type PackageSummary, writePackages } from '../../../../services/archive/packaging/write-packages.ts';
import { type CommandContext, type LocalNode, withLocalNode } from '../command-context.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { drawProgress, followBytes } from '../progress.ts';
import { formatBytes, formatRows } from '../rows.ts';
import { type Terminal, wrongUsage } from '../terminal.ts';

const FORMATS = ['jsonl', 'bagit', 'ocfl', 'ro-crate'] as const;

interface ExportFlags {
  readonly format: (typeof FORMATS)[number];
  readonly item: readonly string[];
  readonly collection: readonly string[];
  readonly files?: string;
}

/** What an export to the standard output is called. */
const STANDARD_OUTPUT = '-';

export const addExportCommand = (program: Command, context: CommandContext): void => {
  program
    .command('export')
    .argument('<PATH>', 'a file for lines of JSON ("-": the standard output), a folder for packages')
    .addOption(
      new Option('--format <FORMAT>', 'lines of JSON, or a package for each item').choices(FORMATS).default('jsonl'),
    )
    .option('--item <LABEL>', 'only this item; may be given several times', gather, [])
    .option('--collection <NAME>', 'only what is in this collection; may be given several times', gather, [])
    .option('--files <DIR>', 'with lines of JSON: copy the files of the items there as well')
    .summary('write items so that an import takes them in')
    .description('Writes items, as they are at one moment, so that perene import takes them in elsewhere.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene export items.jsonl --files files
  $ perene export bags --format bagit
  $ perene export storage --format ocfl
  $ perene export crates --format ro-crate --item 8JMKD3MGP8W/35MME4E
  $ perene export theses --format bagit --collection theses
  $ perene export - | gzip > items.jsonl.gz

Without --files the lines name the files where they are: import them with --files and the data folder. Done again into the
same folder, it writes only the packages that are missing or have changed. A backup keeps more: the keys and the statistics.`,
    )
    .action(async (path: string, flags: ExportFlags, command: Command) => {
      const { terminal } = context;
      if (flags.format !== 'jsonl' && (flags.files !== undefined || path === STANDARD_OUTPUT)) {
        throw wrongUsage('packages have their files in them: name a folder, and leave --files out');
      }
      if (flags.files !== undefined && path === STANDARD_OUTPUT) {
        throw wrongUsage('files are copied after their lines were written: name a file');
      }
      await withLocalNode(command, context, async (node) => {
        const { only, collections } = await findWanted(node, flags);
        const summary = await withProgress(
          terminal,
          only?.length ?? (await node.catalogue.total()).items,
          (progress) =>
            flags.format === 'jsonl'
              ? exportLines(node, { path, folder: flags.files, only, collections, terminal }, progress)
              : exportPackages(node, { path, format: flags.format, only, collections }, progress),
        );
        if (path === STANDARD_OUTPUT) return;
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        terminal.out(isJson ? `${JSON.stringify(summary, null, 2)}\n` : describeSummary(summary));
      });
    });
};

const gather = (value: string, before: readonly string[]): readonly string[] => [...before, value];

type Wanted = Pick<ExportOptions, 'only' | 'collections'>;

const findWanted = async (node: LocalNode, { item, collection }: ExportFlags): Promise<Wanted> => {
  const { collections } = node.catalogue;
  if (item.length === 0 && collection.length === 0) return { collections: walkCollections(collections) };
  const found = new Map<bigint, Collection>();
  const labels = new Set(await findItems(node, item));
  for (const name of collection) {
    const one = await collections.find(checkCollectionName(name));
    if (one === undefined) throw refuse('collection-not-found', { name });
    found.set(one.number, one);
    for (const label of await findMembers(collections, one)) labels.add(label);
  }
  return { only: [...labels], collections: found.values() };
};

/** Any label of an item will do, that of its description as well. */
const findItems = async ({ catalogue }: LocalNode, names: readonly string[]): Promise<readonly RepositoryLabel[]> => {
  const found = new Set<RepositoryLabel>();
  for (const text of names) {
    const name = checkItemName(text);
    const item = await catalogue.find('key' in name ? aliasLabel(name) : name.text);
    const label = item?.content === 'Metadata' ? item.describes : item?.repository;
    if (label === undefined) throw refuse('item-not-found', { reason: 'label', label: text });
    found.add(label);
  }
  return [...found];
};

interface Following {
  readonly onItem: (done: number) => void;
  readonly onProgress: (done: number, total: number) => void;
}

const withProgress = async <Result>(
  terminal: Terminal,
  items: number,
  work: (following: Following) => Promise<Result>,
): Promise<Result> => {
  const itemProgress = await drawProgress(terminal, items);
  const byteProgress = followBytes(terminal);
  try {
    return await work({
      onItem: itemProgress.update,
      onProgress: (done, total) => {
        itemProgress.stop();
        byteProgress.onProgress(done, total);
      },
    });
  } finally {
    itemProgress.stop();
    await byteProgress.stop();
  }
};

interface Lines extends Wanted {
  readonly path: string;
  readonly folder: string | undefined;
  readonly terminal: Terminal;
}

const exportLines = async (
  { given, catalogue, files }: LocalNode,
  { path, folder, only, collections, terminal }: Lines,
  { onItem, onProgress }: Following,
): Promise<ExportSummary> => {
  const writer = path === STANDARD_OUTPUT ? printLines(terminal) : await given.createLines(path);
  const placeOf = folder === undefined ? inDataFolder : inOwnFolder;
  const summary = await exportItems(catalogue, writer, { placeOf, only, collections, onItem });
  if (folder !== undefined) {
    onProgress(0, summary.bytes);
    await copyExportedFiles({ files, folder: given.openFolder(folder) }, given.readLines(path), (done) =>
      onProgress(done, summary.bytes),
    );
  }
  return summary;
};

const printLines = (terminal: Terminal): LineWriter => ({
  write: async (line) => terminal.out(`${line}\n`),
  finish: async () => ({ bytes: 0, sha256: '' }),
  discard: async () => undefined,
});

const exportPackages = (
  node: LocalNode,
  {
    path,
    format,
    only,
    collections,
  }: Pick<Lines, 'path' | 'only' | 'collections'> & { readonly format: Exclude<ExportFlags['format'], 'jsonl'> },
  following: Following,
): Promise<PackageSummary> => {
  const formats = { bagit: BAGIT, ocfl: createOcflFormat(node), 'ro-crate': RO_CRATE };
  const whole = resolve(path);
  const target = { folder: node.given.openFolder(dirname(whole)), root: basename(whole), format: formats[format] };
  return writePackages(node, target, { only, collections, ...following });
};

const describeSummary = ({ items, files, bytes, ...rest }: ExportSummary & Partial<PackageSummary>): string =>
  formatRows([
    ['items', String(items)],
    ['files', `${files} (${formatBytes(bytes)})`],
    ['unchanged', rest.unchanged ? String(rest.unchanged) : undefined],
  ]);
