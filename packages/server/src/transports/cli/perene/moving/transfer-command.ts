import type { Command } from 'commander';
import type { TransferResult } from '../../../../services/archive/moving/transfer-item.ts';
import type { CommandContext } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { withLabel } from '../items/item-label.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { CommandFailed, EXIT_REFUSED, wrongUsage } from '../terminal.ts';
import { archiveArgument, withMover } from './with-mover.ts';

interface TransferOptions {
  readonly to?: string;
  readonly toKey?: string;
  readonly abort?: boolean;
}

export const addTransfer = (item: Command, context: CommandContext): void => {
  const { terminal } = context;
  const transfer = item
    .command('transfer')
    .argument('<IBI>', 'a label in either form, or a persistent URL')
    .option('--to <URL>', 'the Archive that takes the original over', archiveArgument)
    .option('--to-key <KEY>', 'an API key of that Archive, of a steward or an admin [PERENE_TO_KEY]')
    .option('--abort', 'take an unfinished transfer back')
    .summary('hand an original over to another Archive')
    .description('Hands an original over to another Archive, and keeps a copy. The same command again goes on with it.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene item transfer 8JMKD3MGP8W/34PGRBS --to https://archive.example.org --to-key KEY
  $ perene item transfer 8JMKD3MGP8W/34PGRBS --to-key KEY --abort

Exit status: 0 if it was moved or taken back, as asked for; 1 otherwise.`,
    );
  addSettings(transfer, ['public-url', 'resolver-url', 'allow-network']);
  transfer.action(async (text: string, options: TransferOptions, command: Command) => {
    const key = options.toKey ?? context.environment['PERENE_TO_KEY'];
    const isAbort = options.abort === true;
    if (key === undefined && !isAbort) throw wrongUsage('give --to-key, a key of the other Archive');
    await withMover(command, context, async ({ mover, author }, onProgress) => {
      const result = await withLabel(text, (name) =>
        isAbort
          ? mover.abort(name, { key }, author)
          : mover.transfer(name, { to: options.to, key: key ?? '', onProgress }, author),
      );
      const isJson = command.optsWithGlobals<GlobalFlags>().json;
      terminal.out(isJson ? `${JSON.stringify(result, null, 2)}\n` : `${escapeText(describeTransfer(result))}\n`);
      if (isAbort !== (result.outcome === 'aborted')) throw new CommandFailed(EXIT_REFUSED);
    });
  });
};

const describeTransfer = ({ outcome, repository, to }: TransferResult): string =>
  outcome === 'moved'
    ? `the original of ${repository} is at ${to} now`
    : `the transfer of ${repository} to ${to} was aborted: the original is where it was`;
