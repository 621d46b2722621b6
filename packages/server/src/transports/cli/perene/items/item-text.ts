import type { HistoryPage, ItemLink, ItemPage, ItemSummary } from '@perene/api';
import { tellHistory } from '@perene/api/words';
import { type MetadataValue, QUALIFIER_NAMES } from '@perene/core/item';
import type { ItemFile } from '../../../../ports/archive/item-files.ts';
import type { ItemView } from '../../../../services/archive/archive-operations.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { escapeText, showText } from '../labels/describe-refused.ts';
import { formatColumns, formatRows, type NamedValue } from '../rows.ts';
import { formatTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** Describes all that is known of an item, in three parts: the item, its metadata, its files. */
export const describeItem = (item: ItemView): string => {
  const parts = [formatRows(rowsOf(item)), formatRows(metadataRows(item)), describeFiles(item.files)];
  return parts.filter((part) => part !== '').join('\n');
};

const rowsOf = (item: ItemView): readonly NamedValue[] => [
  ['title', item.title],
  ['repository name', item.repository],
  ['IBIp', item.ibips],
  ['aliases', item.aliases],
  ['persistent URL', item.persistentUrl],
  ['state', item.state],
  ['removed', item.removed?.at],
  ['withdrawn', item.removed ? undefined : item.withdrawn?.at],
  ['reason', (item.removed ?? item.withdrawn)?.reason],
  ['content', item.content],
  ['language', item.language],
  ['target', item.target],
  ['file names', item.fileNameEncoding],
  ['readers', item.access.networks ?? 'everyone'],
  ['embargo until', item.access.embargo],
  ['file list', item.access.fileList],
  ['description', item.access.description],
  ['opens', item.opens],
  ['collections', item.collections?.map(({ name }) => name)],
  ['created', item.created],
  ['changed', item.changed],
  ['described by', item.metadata?.repository],
  ['describes', item.describes],
  ['next edition', item.editions.next],
  ['last edition', item.editions.last === item.repository ? undefined : item.editions.last],
  ['editions', item.editions.all.length > 1 ? item.editions.all : undefined],
  ['translations', Object.entries(item.translations).map(([language, label]) => `${language} ${label}`)],
  ['language unknown', item.links.filter(isOfUnknownLanguage).map(({ label }) => label)],
  ['held elsewhere', Object.keys(item.elsewhere)],
  ['copied from', item.copiedFrom],
  ['transfer', item.transfer && `${item.transfer.direction}, ${item.transfer.peer}`],
  ['revision', String(item.revision)],
];

const isOfUnknownLanguage = ({ kind, language }: ItemLink): boolean => kind === 'translation' && language === undefined;

const metadataRows = ({ metadata }: ItemView): readonly NamedValue[] =>
  Object.entries(metadata?.fields ?? {}).map(([name, values]) => [name, values.map(describeValue)]);

const describeValue = (value: MetadataValue): string => {
  const said = QUALIFIER_NAMES.flatMap((name) => (value[name] === undefined ? [] : `${name} ${value[name]}`));
  const all = value.language === undefined ? said : [value.language, ...said];
  return all.length === 0 ? value.value : `${value.value} (${all.join(', ')})`;
};

export const describeFiles = (files: readonly ItemFile[]): string =>
  formatColumns(files.map(({ path, bytes, sha256, mediaType }) => [sha256, String(bytes), mediaType, path]));

/** Describes one item a line; a hyphen stands for what is missing, so that columns stay columns. */
const describeSummaries = (terminal: Terminal, items: readonly ItemSummary[]): string =>
  formatTable(
    terminal,
    ['repository name', 'IBIp', 'created', 'title'],
    items.map(({ repository, ibip, created, title, creators }) => [
      repository,
      ibip ?? '-',
      created.slice(0, 10),
      `${title ?? '-'}${creators.length > 0 ? ` (${creators.join('; ')})` : ''}`,
    ]),
  );

export const writePage = (terminal: Terminal, page: ItemPage, { json }: GlobalFlags): void => {
  if (json) {
    terminal.out(`${JSON.stringify(page, null, 2)}\n`);
    return;
  }
  terminal.out(describeSummaries(terminal, page.items));
  if (page.items.length === 0) terminal.error('perene: there is no such item\n');
  noteNext(terminal, page);
};

export const writeHistory = (terminal: Terminal, page: HistoryPage, { json }: GlobalFlags): void => {
  if (json) {
    terminal.out(`${JSON.stringify(page, null, 2)}\n`);
    return;
  }
  for (const entry of page.entries) {
    const { action, details } = tellHistory(entry, 'en');
    terminal.out(formatColumns([[entry.at, action, entry.who ?? '']]));
    for (const line of details) terminal.out(`  ${escapeText(line)}\n`);
  }
  noteNext(terminal, page);
};

const noteNext = (terminal: Terminal, { next }: { readonly next?: string }): void => {
  if (next !== undefined) terminal.error(`perene: there is more: add --cursor ${showText(next)}\n`);
};
