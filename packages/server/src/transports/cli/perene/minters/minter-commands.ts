import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type MinterDetails,
  type MinterView,
  walkMinters,
} from '../../../../services/noid/minters/minter-operations.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { isJson } from '../global-flags.ts';
import { readGivenFile } from '../read-given-file.ts';
import { formatRows } from '../rows.ts';
import { formatTable } from '../table.ts';
import { type Terminal, wrongUsage } from '../terminal.ts';
import { addNameBatchCommands } from './minter-batch-commands.ts';
import { addBindingCommands } from './minter-binding-commands.ts';
import { addMintCommand } from './minter-mint-command.ts';
import { addMoveCommands } from './minter-move-commands.ts';
import { addNameCommands } from './minter-name-commands.ts';
import { addTakeCommand } from './minter-take-command.ts';
import { describeMinter, describeStatistics, MINTER_NAME, minterCells, warnOf } from './minter-text.ts';

export const addMinterCommands = (program: Command, context: CommandContext): void => {
  const minter = program
    .command('minter')
    .summary('opaque identifiers from templates (noid)')
    .description('Opaque identifiers from templates (noid): minted, bound to what they stand for, looked up.');
  addCreate(minter, context);
  addList(minter, context);
  addShow(minter, context);
  addMintCommand(minter, context);
  addBindingCommands(minter, context);
  addNameCommands(minter, context);
  addNameBatchCommands(minter, context);
  addPolicy(minter, context);
  addStatistics(minter, context);
  addMoveCommands(minter, context);
  addTakeCommand(minter, context);
};

const writeMinter = (terminal: Terminal, minter: MinterDetails, command: Command): void =>
  terminal.out(isJson(command) ? `${JSON.stringify(minter, null, 2)}\n` : describeMinter(minter));

interface CreateOptions {
  readonly template?: string;
  readonly term?: string;
  readonly naan?: string;
  readonly naa?: string;
  readonly subNaa?: string;
  readonly seed?: number;
  readonly policy?: string;
  readonly policyFile?: string;
}

const addCreate = (minter: Command, context: CommandContext): void => {
  minter
    .command('create')
    .argument('<NAME>', 'lower-case letters, digits, "_" and "-"')
    .option('--template <T>', 'such as f5.reedeedk; without one it binds any identifier and mints numbers without end')
    .addOption(new Option('--term <TERM>', 'how long they are meant to last').choices(['long', 'medium', 'short']))
    .option('--naan <N>', 'number of the name assigning authority, such as 12345')
    .option('--naa <A>', 'name assigning authority, such as example.org')
    .option('--sub-naa <S>', 'part of it, such as library')
    .option('--seed <N>', 'another number gives another random order (default 0)', seedArgument)
    .option('--policy <TEXT>', 'what is promised of the identifiers')
    .option('--policy-file <FILE>', 'the same, from a file')
    .summary('create a minter')
    .description('Creates a minter. Its template and term are for ever.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter create thesis --template t.reedeedk
  $ perene minter create ark --template fk4.zeek --term long --naan 12345 --naa example.org --sub-naa library`,
    )
    .action(async (name: string, { policyFile, ...options }: CreateOptions, command: Command) => {
      if (options.policy !== undefined && policyFile !== undefined) {
        throw wrongUsage('minter create: give --policy or --policy-file');
      }
      const policy = policyFile === undefined ? options.policy : (await readGivenFile(policyFile)).toString().trimEnd();
      await withNode(command, context, async ({ minters, contact }) => {
        writeMinter(context.terminal, await minters.create({ name, ...options, policy, contact }), command);
      });
    });
};

const seedArgument = (text: string): number => {
  if (!/^[0-9]{1,10}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
};

const addList = (minter: Command, context: CommandContext): void => {
  minter
    .command('list')
    .summary('list all minters, and how much of each is left')
    .description('Lists all minters by name, and how much of each is left.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter list
  $ perene minter list --json`,
    )
    .action(async (_options, command: Command) => {
      await withNode(command, context, async ({ minters }) => {
        const all: MinterView[] = [];
        for await (const view of walkMinters(minters)) all.push(view);
        context.terminal.out(
          isJson(command)
            ? `${JSON.stringify(all, null, 2)}\n`
            : formatTable(context.terminal, ['name', 'term', 'minted', 'left', 'template'], all.map(minterCells)),
        );
        for (const { name, statistics } of all) warnOf(context.terminal, name, statistics);
      });
    });
};

const addShow = (minter: Command, context: CommandContext): void => {
  minter
    .command('show')
    .argument('<NAME>', MINTER_NAME)
    .summary('show a minter')
    .description('Shows what a minter is, what is promised of its identifiers, and how many are left.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter show thesis
  $ perene minter show thesis --json`,
    )
    .action(async (name: string, _options, command: Command) => {
      await withNode(command, context, async ({ minters }) => {
        const details = await minters.show(name);
        writeMinter(context.terminal, details, command);
        warnOf(context.terminal, name, details.statistics);
      });
    });
};

const addPolicy = (minter: Command, context: CommandContext): void => {
  minter
    .command('policy')
    .argument('<NAME>', MINTER_NAME)
    .argument('[TEXT]', 'the new policy; an empty one takes it away')
    .summary('say what is promised of the identifiers')
    .description('Shows what is promised of the identifiers of a minter, or says something else.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter policy thesis
  $ perene minter policy thesis 'Identifiers of theses are never given again.'`,
    )
    .action(async (name: string, text: string | undefined, _options, command: Command) => {
      await withNode(command, context, async ({ minters }) => {
        const { policy } = text === undefined ? await minters.show(name) : await minters.setPolicy(name, text);
        context.terminal.out(
          isJson(command) ? `${JSON.stringify({ name, policy }, null, 2)}\n` : formatRows([['policy', policy]]),
        );
      });
    });
};

const addStatistics = (minter: Command, context: CommandContext): void => {
  minter
    .command('stats')
    .argument('<NAME>', MINTER_NAME)
    .summary('count what was issued, and what is left')
    .description(
      'Counts what a minter has issued and what is left, and tells when that is used up at the present rate.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter stats thesis
  $ perene minter stats thesis --json`,
    )
    .action(async (name: string, _options, command: Command) => {
      await withNode(command, context, async ({ minters }) => {
        const statistics = await minters.statistics(name);
        context.terminal.out(
          isJson(command) ? `${JSON.stringify(statistics, null, 2)}\n` : describeStatistics(statistics),
        );
        warnOf(context.terminal, name, statistics);
      });
    });
};
