import type { Command } from 'commander';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { CommandFailed, EXIT_REFUSED } from '../terminal.ts';
import { limitArgument } from './item-options.ts';
import { writePage } from './item-text.ts';

export interface PageOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

export const addPageOptions = (command: Command): Command =>
  command
    .option('--limit <N>', 'how many at most, from 1 to 500 (default 50)', limitArgument)
    .option('--cursor <C>', 'go on where the page before ended');

export const addSearchCommand = (program: Command, context: CommandContext): void => {
  const search = program
    .command('search')
    .argument('<WORDS...>', 'words that what describes an item must all hold')
    .summary('find items by what is said of them')
    .description(
      'Finds items whose metadata hold all of the words, newest first. The exit status is 1 if there are none.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene search amazônia 2011
  $ perene search --json --limit 10 relatório`,
    );
  addPageOptions(search);
  addSettings(search, ['public-url', 'resolver-url', 'search-seconds']);
  search.action(async (words: string[], { limit, cursor }: PageOptions, command: Command) => {
    await withNode(command, context, async ({ archive }) => {
      const page = await archive.list({ words: words.join(' '), limit, cursor });
      writePage(context.terminal, page, command.optsWithGlobals<GlobalFlags>());
      if (page.items.length === 0) throw new CommandFailed(EXIT_REFUSED);
    });
  });
};
