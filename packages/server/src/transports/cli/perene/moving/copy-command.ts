import type { Command } from 'commander';
import { asLabel } from '../../../../services/archive/items/check-labels.ts';
import type { CopyResult } from '../../../../services/archive/moving/copy-item.ts';
import type { CommandContext } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { withLabel } from '../items/item-label.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { wrongUsage } from '../terminal.ts';
import { archiveArgument, withMover } from './with-mover.ts';

interface CopyOptions {
  readonly from?: string;
  readonly refresh?: boolean;
  readonly fromKey?: string;
}

export const addCopy = (item: Command, context: CommandContext): void => {
  const { terminal } = context;
  const copy = item
    .command('copy')
    .argument('<IBI>', 'a label in either form, or a persistent URL')
    .option('--from <URL>', 'the Archive to copy from', archiveArgument)
    .option('--from-key <KEY>', 'an API key of that Archive, for items whose list of files is closed [PERENE_FROM_KEY]')
    .option('--refresh', 'ask the Archive that the copy came from, and bring what has changed')
    .summary('bring a copy of an item from another Archive')
    .description('Brings a copy of an item here from another Archive, or a copy up to date. Every file is checked.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene item copy 8JMKD3MGP8W/34PGRBS --from https://archive.example.org
  $ perene item copy 8JMKD3MGP8W/34PGRBS --refresh

A copy stays when the other Archive has the item no more.`,
    );
  addSettings(copy, ['max-file-bytes', 'allow-network']);
  copy.action(async (text: string, { from, refresh, fromKey }: CopyOptions, command: Command) => {
    if ((from === undefined) !== (refresh === true)) throw wrongUsage('give either --from URL or --refresh');
    const key = fromKey ?? context.environment['PERENE_FROM_KEY'];
    await withMover(command, context, async ({ mover, author }, onProgress) => {
      const result = await withLabel(text, (name) => mover.copy(asLabel(name), { from, key, onProgress }, author));
      const isJson = command.optsWithGlobals<GlobalFlags>().json;
      terminal.out(isJson ? `${JSON.stringify(result, null, 2)}\n` : `${escapeText(describeCopy(result))}\n`);
      if (!isJson && result.copiedFrom !== undefined) {
        terminal.error(`perene: ${escapeText(`${result.from} has a copy itself, from ${result.copiedFrom}`)}\n`);
      }
    });
  });
};

const describeCopy = ({ outcome, repository, from, reason }: CopyResult): string => {
  switch (outcome) {
    case 'copied':
      return `${repository} is here now, as a copy from ${from}`;
    case 'refreshed':
      return `${repository} is as it is at ${from} now`;
    case 'unchanged':
      return `${repository} is as it is at ${from} already`;
    case 'kept':
      return `${repository} stays here, but is not at ${from} any more: ${reason}`;
  }
};
