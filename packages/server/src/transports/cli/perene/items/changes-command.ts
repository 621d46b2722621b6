import type { Command } from 'commander';
import type { ChangePage } from '../../../../services/archive/harvest/read-changes.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { limitArgument } from './item-options.ts';

interface ChangesOptions {
  readonly after?: string;
  readonly limit?: number;
}

export const addChangesCommand = (program: Command, context: CommandContext): void => {
  const changes = program
    .command('changes')
    .summary('tell which items changed, in the order of the changes')
    .description(
      'Tells which items changed, the earliest change first: a cursor, when, what was done, and the repository name. Whoever goes on after the last cursor misses no change.',
    )
    .option('--after <CURSOR>', 'go on after this change')
    .option('--limit <N>', 'how many at most, from 1 to 500 (default 100)', limitArgument)
    .addHelpText(
      'after',
      `
Examples:
  $ perene changes
  $ perene changes --json --after 1042-118253390812267`,
    );
  addSettings(changes, []);
  changes.action(async ({ after, limit }: ChangesOptions, command: Command) => {
    await withNode(command, context, async (node) => {
      const page = await node.itemChanges.read({ after, limit });
      const { json } = command.optsWithGlobals<GlobalFlags>();
      context.terminal.out(json ? `${JSON.stringify(page)}\n` : formatPage(page));
    });
  });
};

const formatPage = ({ changes }: ChangePage): string =>
  changes
    .map(({ cursor, at, action, repository }) => `${[cursor, at, escapeText(action), repository].join('\t')}\n`)
    .join('');
