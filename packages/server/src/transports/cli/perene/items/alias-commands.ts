import type { ItemSummary } from '@perene/api';
import type { Command } from 'commander';
import type { ArchiveOperations } from '../../../../services/archive/archive-operations.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { formatTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { withLabel } from './item-label.ts';

const LABEL = 'a label in either form, a persistent URL, or an alias';
const ALIASES = 'DOIs, Handles (hdl:), ARKs, URNs, old URLs, labels of before RTC-10';
const ITEMS_PER_PAGE = 500;

/** Adds the commands for other identifiers of items. */
export const addAliasCommands = (program: Command, context: CommandContext): void => {
  const alias = program
    .command('alias')
    .summary('other identifiers of items')
    .description('Other identifiers of items: DOIs, Handles, ARKs, URNs, old URLs, labels of before RTC-10.');
  addChange(alias, context, {
    name: 'add',
    summary: 'let other identifiers lead to an item',
    description: 'Lets other identifiers lead to an item, here and at the resolver.',
    example: 'perene alias add 8JMKD3MGP8W/34PGRBS doi:10.1590/abc hdl:1234/5',
    changeOf: (addAliases) => ({ addAliases }),
  });
  addChange(alias, context, {
    name: 'remove',
    summary: 'take other identifiers away from an item',
    description: 'Takes other identifiers away from an item; its history keeps them.',
    example: 'perene alias remove 8JMKD3MGP8W/34PGRBS https://doi.org/10.1590/ABC',
    changeOf: (removeAliases) => ({ removeAliases }),
  });
  addList(alias, context);
};

interface ChangeCommand {
  readonly name: 'add' | 'remove';
  readonly summary: string;
  readonly description: string;
  readonly example: string;
  readonly changeOf: (aliases: readonly string[]) => Parameters<ArchiveOperations['edit']>[1];
}

const addChange = (
  alias: Command,
  context: CommandContext,
  { name, summary, description, example, changeOf }: ChangeCommand,
): void => {
  const change = alias
    .command(name)
    .argument('<IBI>', LABEL)
    .argument('<ALIAS...>', ALIASES)
    .summary(summary)
    .description(description)
    .addHelpText('after', `\nExamples:\n  $ ${example}`);
  addSettings(change, ['public-url', 'resolver-url']);
  change.action(async (text: string, aliases: string[], _options, command: Command) => {
    await withNode(command, context, async ({ archive, author }) => {
      const item = await withLabel(text, (name) => archive.edit(name, changeOf(aliases), author));
      const { json } = command.optsWithGlobals<GlobalFlags>();
      if (json) context.terminal.out(`${JSON.stringify(shortOf(item), null, 2)}\n`);
      else write(context.terminal, [item]);
    });
  });
};

const addList = (alias: Command, context: CommandContext): void => {
  const list = alias
    .command('list')
    .argument('[IBI]', LABEL)
    .summary('list the aliases of an item, or of all')
    .description('Lists the aliases of an item, or of all items that have any.')
    .addHelpText('after', '\nExamples:\n  $ perene alias list 8JMKD3MGP8W/34PGRBS\n  $ perene alias list --json');
  addSettings(list, ['public-url', 'resolver-url']);
  list.action(async (text: string | undefined, _options, command: Command) => {
    await withNode(command, context, async ({ archive }) => {
      const items = text === undefined ? await listAll(archive) : [await withLabel(text, (name) => archive.show(name))];
      const { json } = command.optsWithGlobals<GlobalFlags>();
      if (json) context.terminal.out(`${JSON.stringify(items.map(shortOf), null, 2)}\n`);
      else write(context.terminal, items);
    });
  });
};

const listAll = async (archive: ArchiveOperations): Promise<readonly ItemSummary[]> => {
  const items: ItemSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await archive.list({ cursor, limit: ITEMS_PER_PAGE });
    items.push(...page.items.filter(({ aliases }) => aliases.length > 0));
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
};

const shortOf = ({ repository, aliases }: ItemSummary) => ({ repository, aliases });

const write = (terminal: Terminal, items: readonly ItemSummary[]): void => {
  const lines = items.flatMap(({ repository, aliases }) => aliases.map((alias) => [alias, repository]));
  terminal.out(formatTable(terminal, ['alias', 'repository name'], lines));
};
