import { ITEM_ORDERS, type ItemPage } from '@perene/api';
import { type Command, Option } from 'commander';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { formatColumns } from '../rows.ts';
import { CommandFailed, EXIT_REFUSED, type Terminal } from '../terminal.ts';
import { limitArgument } from './item-options.ts';
import { writePage } from './item-text.ts';

export interface PageOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

interface SearchOptions extends PageOptions {
  readonly sort?: (typeof ITEM_ORDERS)[number];
  readonly facets?: boolean;
}

/** Writes how many items were found, and how many have each value of a facet. */
const writeCounts = (terminal: Terminal, { count, isMore, facets }: NonNullable<ItemPage['found']>): void => {
  const rows = Object.entries(facets).flatMap(([facet, values]) =>
    values.map((one) => [facet, String(one.count), escapeText(one.value)]),
  );
  terminal.out(`\n${isMore ? 'more than ' : ''}${count} found\n${formatColumns(rows)}`);
};

export const addPageOptions = (command: Command): Command =>
  command
    .option('--limit <N>', 'how many at most, from 1 to 500 (default 50)', limitArgument)
    .option('--cursor <C>', 'go on where the page before ended');

export const addSearchCommand = (program: Command, context: CommandContext): void => {
  const search = program
    .command('search')
    .argument('<WORDS...>', 'words that an item must have; -- before the first that begins with a minus')
    .summary('find items by what is said of them')
    .description(
      'Finds items that have all of the words, in any of their forms in English and Portuguese, the most relevant first. Also understood: "words in this order", word* for a beginning, -word for what must not be there, title:word, creator:word, subject:word, label:word, type:thesis, year:2001-2010, language:pt, licence:CC-BY-4.0, person:"Lima, Ana", collection:theses. The exit status is 1 if there are none.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene search amazônia 2011
  $ perene search --sort newest --facets title:relatório year:2001-2010
  $ perene search --json --limit 10 relatório`,
    )
    .addOption(new Option('--sort <ORDER>', 'order of what is found').choices(ITEM_ORDERS))
    .option('--facets', 'also count what is found by collection, type, year, language, licence and person');
  addPageOptions(search);
  addSettings(search, ['public-url', 'resolver-url', 'search-seconds']);
  search.action(async (words: string[], { facets, sort, limit, cursor }: SearchOptions, command: Command) => {
    await withNode(command, context, async ({ archive }) => {
      const page = await archive.list({ words: words.join(' '), sort, limit, cursor, hasCounts: facets });
      const flags = command.optsWithGlobals<GlobalFlags>();
      writePage(context.terminal, page, flags);
      if (page.found && !flags.json) writeCounts(context.terminal, page.found);
      if (page.items.length === 0) throw new CommandFailed(EXIT_REFUSED);
    });
  });
};
