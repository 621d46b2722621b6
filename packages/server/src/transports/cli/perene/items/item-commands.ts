import type { Command } from 'commander';
import type { ItemView } from '../../../../services/archive/archive-operations.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { addCopy } from '../moving/copy-command.ts';
import { addTransfer } from '../moving/transfer-command.ts';
import type { Terminal } from '../terminal.ts';
import { addEdit } from './item-edit-command.ts';
import { withLabel } from './item-label.ts';
import { describeFiles, describeItem, writeHistory, writePage } from './item-text.ts';
import { addPageOptions, type PageOptions } from './search-command.ts';

const LABEL = 'a label in either form, or a persistent URL';

export const addItemCommands = (program: Command, context: CommandContext & CommandContext): void => {
  const item = program.command('item').summary('items of the Archive').description('Items of the Archive.');
  addShow(item, context);
  addList(item, context);
  addFiles(item, context);
  addHistory(item, context);
  addEdit(item, context);
  addDelete(item, context);
  addWithdraw(item, context);
  addRestore(item, context);
  addCopy(item, context);
  addTransfer(item, context);
};

const writeItem = (terminal: Terminal, item: ItemView, { json }: GlobalFlags): void =>
  terminal.out(json ? `${JSON.stringify(item, null, 2)}\n` : describeItem(item));

const addShow = (item: Command, context: CommandContext): void => {
  const show = item
    .command('show')
    .argument('<IBI>', LABEL)
    .summary('show all that is known of an item')
    .description('Shows all that is known of an item; of a removed one, what it was, when and why it was removed.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene item show 8JMKD3MGP8W/34PGRBS
  $ perene item show --json http://urlib.net/8JMKD3MGP8W/34PGRBS

Exit status: 0 if it is or was here, 1 if not.`,
    );
  addSettings(show, ['public-url', 'resolver-url']);
  show.action(async (text: string, _options, command: Command) => {
    await withNode(command, context, async ({ archive }) => {
      const view = await withLabel(text, (name) => archive.show(name));
      writeItem(context.terminal, view, command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const addList = (item: Command, context: CommandContext): void => {
  const list = item
    .command('list')
    .summary('list the items, newest first')
    .description('Lists the items that are here, newest first.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene item list
  $ perene item list --limit 100 --json`,
    );
  addPageOptions(list);
  addSettings(list, ['public-url', 'resolver-url']);
  list.action(async ({ limit, cursor }: PageOptions, command: Command) => {
    await withNode(command, context, async ({ archive }) => {
      const page = await archive.list({ limit, cursor });
      writePage(context.terminal, page, command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const addFiles = (item: Command, context: CommandContext): void => {
  item
    .command('files')
    .argument('<IBI>', LABEL)
    .summary('list the files of an item')
    .description('Lists the files of an item: SHA-256, bytes, media type and path.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene item files 8JMKD3MGP8W/34PGRBS
  $ perene item files 8JMKD3MGP8W/34PGRBS --json`,
    )
    .action(async (text: string, _options, command: Command) => {
      await withNode(command, context, async ({ archive }) => {
        const files = await withLabel(text, (name) => archive.files(name));
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        context.terminal.out(isJson ? `${JSON.stringify(files, null, 2)}\n` : describeFiles(files));
      });
    });
};

const addHistory = (item: Command, context: CommandContext): void => {
  const history = item
    .command('history')
    .argument('<IBI>', LABEL)
    .summary('tell who changed what, and when')
    .description('Tells who changed what, and when, the last change first.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene item history 8JMKD3MGP8W/34PGRBS
  $ perene item history 8JMKD3MGP8W/34PGRBS --limit 1 --json`,
    );
  addPageOptions(history).action(async (text: string, { limit, cursor }: PageOptions, command: Command) => {
    await withNode(command, context, async ({ archive }) => {
      const page = await withLabel(text, (name) => archive.history(name, { limit, cursor }));
      writeHistory(context.terminal, page, command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const addWithdraw = (item: Command, context: CommandContext): void => {
  const withdraw = item
    .command('withdraw')
    .argument('<IBI>', LABEL)
    .requiredOption('--reason <TEXT>', 'why; readers are told (required)')
    .summary('take an item out of reach for a time, and say why')
    .description(
      'Takes an item out of reach until it is restored. It stays the original; its files are dark, and its page tells when and why it was withdrawn.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene item withdraw 8JMKD3MGP8W/34PGRBS --reason 'a complaint is looked into'`,
    );
  addSettings(withdraw, ['public-url', 'resolver-url']);
  withdraw.action(async (text: string, { reason }: { reason: string }, command: Command) => {
    await withNode(command, context, async ({ archive, author }) => {
      const view = await withLabel(text, (name) => archive.withdraw(name, { reason }, author));
      writeItem(context.terminal, view, command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const addRestore = (item: Command, context: CommandContext): void => {
  const restore = item
    .command('restore')
    .argument('<IBI>', LABEL)
    .summary('give readers an item again that was withdrawn')
    .description('Gives readers an item again that was withdrawn. Items that were deleted stay so.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene item restore 8JMKD3MGP8W/34PGRBS`,
    );
  addSettings(restore, ['public-url', 'resolver-url']);
  restore.action(async (text: string, _options, command: Command) => {
    await withNode(command, context, async ({ archive, author }) => {
      const view = await withLabel(text, (name) => archive.restore(name, author));
      writeItem(context.terminal, view, command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const addDelete = (item: Command, context: CommandContext): void => {
  const remove = item
    .command('delete')
    .argument('<IBI>', LABEL)
    .requiredOption('--reason <TEXT>', 'why; readers are told (required)')
    .summary('take an item out of reach, and say why')
    .description('Takes an item out of reach. Its label stays taken for ever, and tells when and why it was removed.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene item delete 8JMKD3MGP8W/34PGRBS --reason 'published by mistake'`,
    );
  addSettings(remove, ['public-url', 'resolver-url']);
  remove.action(async (text: string, { reason }: { reason: string }, command: Command) => {
    await withNode(command, context, async ({ archive, author }) => {
      const view = await withLabel(text, (name) => archive.remove(name, { reason }, author));
      writeItem(context.terminal, view, command.optsWithGlobals<GlobalFlags>());
    });
  });
};
