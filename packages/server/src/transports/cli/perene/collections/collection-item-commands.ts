import type { Command } from 'commander';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { readGivenLabel } from '../items/item-label.ts';
import { writePage } from '../items/item-text.ts';
import { addPageOptions, type PageOptions } from '../items/search-command.ts';
import { writeCollection } from './collection-text.ts';

/** The commands about what is in a collection. */
export const addItemCommands = (collection: Command, context: CommandContext): void => {
  addItems(collection, context);
  addAdd(collection, context);
  addRemove(collection, context);
  addOrder(collection, context);
};

const LABELS = 'labels in either form, or persistent URLs';

const addItems = (collection: Command, context: CommandContext): void => {
  const items = collection
    .command('items')
    .argument('<NAME>', 'name of the collection')
    .summary('list the items of a collection in their order')
    .description('Lists the items of a collection in their order.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene collection items theses
  $ perene collection items theses --limit 10 --json`,
    );
  addSettings(addPageOptions(items), ['public-url', 'resolver-url']);
  items.action(async (name: string, { limit, cursor }: PageOptions, command: Command) => {
    await withNode(command, context, async ({ collections }) => {
      const page = await collections.items(name, { limit, cursor });
      writePage(context.terminal, page, command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const addAdd = (collection: Command, context: CommandContext): void => {
  collection
    .command('add')
    .argument('<NAME>', 'name of the collection')
    .argument('<IBI...>', LABELS)
    .summary('put items into a collection')
    .description('Puts items into a collection, after those that are in it.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene collection add theses 8JMKD3MGP8W/34PGRBS 8JMKD3MGP8W/35MMLL8`,
    )
    .action(async (name: string, labels: string[], _options, command: Command) => {
      await withNode(command, context, async ({ collections, author }) => {
        const changed = await collections.changeItems(name, { add: labels.map(readGivenLabel) }, author);
        writeCollection(context.terminal, changed, command.optsWithGlobals<GlobalFlags>());
      });
    });
};

const addRemove = (collection: Command, context: CommandContext): void => {
  collection
    .command('remove')
    .argument('<NAME>', 'name of the collection')
    .argument('<IBI...>', LABELS)
    .summary('take items out of a collection')
    .description('Takes items out of a collection. The items themselves stay.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene collection remove theses 8JMKD3MGP8W/34PGRBS`,
    )
    .action(async (name: string, labels: string[], _options, command: Command) => {
      await withNode(command, context, async ({ collections, author }) => {
        const changed = await collections.changeItems(name, { remove: labels.map(readGivenLabel) }, author);
        writeCollection(context.terminal, changed, command.optsWithGlobals<GlobalFlags>());
      });
    });
};

const addOrder = (collection: Command, context: CommandContext): void => {
  collection
    .command('order')
    .argument('<NAME>', 'name of the collection')
    .argument('<IBI...>', `${LABELS}, in their new order`)
    .option('--before <IBI>', 'the item that they come right before; without it, they come last')
    .summary('put items of a collection in order')
    .description('Puts items of a collection in this order, right before another one, or last.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene collection order heron-marsh 8JMKD3MGP8W/35MMLL8 --before 8JMKD3MGP8W/34PGRBS`,
    )
    .action(async (name: string, labels: string[], { before }: { before?: string }, command: Command) => {
      await withNode(command, context, async ({ collections }) => {
        const next = before === undefined ? {} : { before: readGivenLabel(before) };
        const changed = await collections.order(name, { items: labels.map(readGivenLabel), ...next });
        writeCollection(context.terminal, changed, command.optsWithGlobals<GlobalFlags>());
      });
    });
};
