import { dateFromMicroseconds, formatTime } from '@perene/core';
import { Argument, type Command, Option } from 'commander';
import { writeValue } from '../../../../services/noid/bindings/value-text.ts';
import type { FoundName } from '../../../../services/noid/names/find-names.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { isJson } from '../global-flags.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { wrongUsage } from '../terminal.ts';
import { MINTER_NAME, showValue } from './minter-text.ts';

const PAGE = 200;

/** Adds the commands that find names, and tell what became of them. */
export const addNameCommands = (minter: Command, context: CommandContext): void => {
  addNames(minter, context);
  addState(minter, context);
  addHistory(minter, context);
};

interface NamesOptions {
  readonly prefix?: string;
  readonly target?: string;
  readonly element?: string;
  readonly value?: string;
  readonly state?: 'reserved' | 'withdrawn';
}

const addNames = (minter: Command, context: CommandContext): void => {
  minter
    .command('names')
    .argument('[NAME]', `${MINTER_NAME}; without it, of all minters`)
    .option('--prefix <TEXT>', 'that begin so')
    .option('--target <URL>', 'that lead to this very address')
    .option('--element <ELEMENT>', 'that have this element, with --value')
    .option('--value <VALUE>', 'with this very value')
    .addOption(new Option('--state <STATE>', 'in this state only').choices(['reserved', 'withdrawn']))
    .summary('list names, or find them by what is bound to them')
    .description('Lists what was minted or bound: each name, its state and its target, one a line.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter names theses --prefix 12345/fk4
  $ perene minter names --target https://www.example.org/theses/17`,
    )
    .action(async (name: string | undefined, options: NamesOptions, command: Command) => {
      const { element, value, ...sought } = options;
      if ((element === undefined) !== (value === undefined)) {
        throw wrongUsage('minter names: give --element and --value together');
      }
      const bound = element === undefined || value === undefined ? undefined : { element, value };
      await withNode(command, context, async ({ minters }) => {
        let cursor: string | undefined;
        do {
          const page = await minters.find({ ...sought, minter: name, bound, cursor, limit: PAGE });
          const write = isJson(command) ? (found: FoundName) => JSON.stringify(found) : describeName;
          for (const found of page.names) context.terminal.out(`${write(found)}\n`);
          cursor = page.next;
        } while (cursor !== undefined);
      });
    });
};

const describeName = ({ id, state, target = '' }: FoundName): string =>
  [id, state.kind, escapeText(target)].join('\t').trimEnd();

const addState = (minter: Command, context: CommandContext): void => {
  minter
    .command('state')
    .argument('<NAME>', MINTER_NAME)
    .argument('<ID>', 'an identifier, with "!" and its pepper if it has one')
    .addArgument(new Argument('<STATE>', 'whether it leads anywhere').choices(['reserved', 'public', 'withdrawn']))
    .option('--reason <TEXT>', 'why it was withdrawn, for whoever follows it')
    .summary('reserve, publish or withdraw a name')
    .description('Sets the state of a name. A withdrawn ARK answers 410 with the reason, and leads nowhere.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter state theses 12345/fk44x54g1q withdrawn --reason 'Given by mistake'`,
    )
    .action(
      async (
        name: string,
        id: string,
        kind: 'reserved' | 'public' | 'withdrawn',
        { reason = '' }: { readonly reason?: string },
        command: Command,
      ) => {
        await withNode(command, context, ({ minters, contact }) =>
          minters.setState(name, { id, contact, state: kind === 'withdrawn' ? { kind, reason } : { kind } }),
        );
      },
    );
};

const addHistory = (minter: Command, context: CommandContext): void => {
  minter
    .command('history')
    .argument('<NAME>', MINTER_NAME)
    .argument('<ID>', 'an identifier')
    .summary('tell how what is bound to an identifier has changed')
    .description('Lists the changes of what is bound to an identifier, the newest first: when, who, element, value.')
    .addHelpText('after', '\nExamples:\n  $ perene minter history theses 12345/fk44x54g1q')
    .action(async (name: string, id: string, _options, command: Command) => {
      await withNode(command, context, async ({ minters }) => {
        let cursor: string | undefined;
        do {
          const page = await minters.past(name, { id, cursor, limit: PAGE });
          for (const { at, who, element, value } of page.changes) {
            const time = formatTime(dateFromMicroseconds(at));
            const line = isJson(command)
              ? JSON.stringify({ at: time, who, element, ...(value && writeValue(value)) })
              : [time, who, element, value === undefined ? '(removed)' : showValue(value)].map(escapeText).join('\t');
            context.terminal.out(`${line}\n`);
          }
          cursor = page.next;
        } while (cursor !== undefined);
      });
    });
};
