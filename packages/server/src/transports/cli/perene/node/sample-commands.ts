import type { Command } from 'commander';
import type { Settings } from '../../../../config/settings.ts';
import type { SampleAuthor, SampleOperations, SampleState } from '../../../../services/sample/sample-operations.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, isJson } from '../global-flags.ts';
import { TRYING_OUT } from '../labels/ibi-commands.ts';
import { formatColumns } from '../rows.ts';

/** Adds the commands for a small collection to look around in. */
export const addSampleCommands = (program: Command, context: CommandContext): void => {
  const sample = program
    .command('sample')
    .summary('a small collection to look around in')
    .description('A small, made-up collection to look around in: texts, data, a map, editions, a translation.');
  addLoad(sample, context);
  addRemove(sample, context);
  addStatus(sample, context);
};

/** Does the work, and prints the state of the collection. */
const withSample = (
  command: Command,
  context: CommandContext,
  work: (sample: SampleOperations, author: SampleAuthor, settings: Settings) => Promise<SampleState>,
): Promise<void> =>
  withNode(command, context, async ({ sample, author }, settings) => {
    const state = await work(sample, author, settings);
    context.terminal.out(isJson(command) ? `${JSON.stringify(state, null, 2)}\n` : describeState(state));
  });

const describeState = ({ state, items }: SampleState): string =>
  `${formatColumns(items.map(({ repository, title }) => [repository, title]))}sample collection ${state}\n`;

const addLoad = (sample: Command, context: CommandContext): void => {
  const load = sample
    .command('load')
    .summary('deposit the sample collection')
    .description('Deposits the items of the sample collection; those that are here already are left as they are.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene sample load
  $ perene sample load --json`,
    );
  addSettings(load, ['identity.host', 'identity.port', 'identity.ip', 'identity.ip-port']);
  load.action(async (_options, command: Command) => {
    await withSample(command, context, async (it, author, { identity, remote }) => {
      const state = await it.load(author);
      if (identity.isForTryingOut && remote === undefined) context.terminal.error(`perene: ${TRYING_OUT}\n`);
      return state;
    });
  });
};

const addRemove = (sample: Command, context: CommandContext): void => {
  sample
    .command('remove')
    .summary('remove what "sample load" deposited')
    .description('Removes what "sample load" deposited, and nothing else. Tombstones stay, as of any removed item.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene sample remove
  $ perene sample remove --json`,
    )
    .action(async (_options, command: Command) => {
      await withSample(command, context, (it, author) => it.remove(author));
    });
};

const addStatus = (sample: Command, context: CommandContext): void => {
  sample
    .command('status')
    .summary('tell what is here of it')
    .description('Tells which items of the sample collection are here.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene sample status
  $ perene sample status --json`,
    )
    .action(async (_options, command: Command) => {
      await withSample(command, context, (it) => it.state());
    });
};
