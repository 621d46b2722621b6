import type { Command } from 'commander';
import type { Settings } from '../../../config/settings.ts';
import type { SampleAuthor, SampleOperations, SampleState } from '../../../services/sample/sample-operations.ts';
import { addSettings, type GlobalFlags, readCommandSettings, type SettingsContext } from './global-flags.ts';
import { TRYING_OUT } from './ibi-commands.ts';
import { formatColumns } from './rows.ts';
import type { Terminal } from './terminal.ts';

interface OpenedSample {
  readonly sample: SampleOperations;
  readonly author: SampleAuthor;
  close(): Promise<void>;
}

export interface SampleCommandNeeds extends SettingsContext {
  readonly terminal: Terminal;
  readonly openSample: (settings: Settings) => Promise<OpenedSample>;
}

/** A small collection to look around in. */
export const addSampleCommands = (program: Command, needs: SampleCommandNeeds): void => {
  const sample = program
    .command('sample')
    .summary('a small collection to look around in')
    .description('A small, made-up collection to look around in: texts, data, a map, editions, a translation.');
  addLoad(sample, needs);
  addRemove(sample, needs);
  addStatus(sample, needs);
};

const withSample = async (
  command: Command,
  needs: SampleCommandNeeds,
  work: (opened: OpenedSample) => Promise<SampleState>,
): Promise<Settings> => {
  const settings = readCommandSettings(command, needs);
  const opened = await needs.openSample(settings);
  try {
    const state = await work(opened);
    const isJson = command.optsWithGlobals<GlobalFlags>().json;
    needs.terminal.out(isJson ? `${JSON.stringify(state, null, 2)}\n` : describeState(state));
    return settings;
  } finally {
    await opened.close();
  }
};

const describeState = ({ state, items }: SampleState): string =>
  `${formatColumns(items.map(({ repository, title }) => [repository, title]))}sample collection ${state}\n`;

const addLoad = (sample: Command, needs: SampleCommandNeeds): void => {
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
    const { identity, remote } = await withSample(command, needs, ({ sample: it, author }) => it.load(author));
    if (identity.isForTryingOut && remote === undefined) needs.terminal.error(`perene: ${TRYING_OUT}\n`);
  });
};

const addRemove = (sample: Command, needs: SampleCommandNeeds): void => {
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
      await withSample(command, needs, ({ sample: it, author }) => it.remove(author));
    });
};

const addStatus = (sample: Command, needs: SampleCommandNeeds): void => {
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
      await withSample(command, needs, ({ sample: it }) => it.state());
    });
};
