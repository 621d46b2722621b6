import { Refusal } from '@perene/api/refusals';
import { type Command, InvalidArgumentError } from 'commander';
import type { OnProgress } from '../../../../services/archive/documents/counting-stream.ts';
import { checkArchiveUrl } from '../../../../services/archive/moving/foreign-item.ts';
import type { ItemMover } from '../../../../services/archive/moving/item-mover.ts';
import { type Acting, type CommandContext, withLocalNode } from '../command-context.ts';
import { drawProgress, type Progress } from '../progress.ts';
import { formatBytes } from '../rows.ts';

/** Runs the work with a bar that shows how many bytes have moved. */
export const withMover = (
  command: Command,
  context: CommandContext,
  work: (node: { readonly mover: ItemMover } & Acting, onProgress: OnProgress) => Promise<void>,
): Promise<void> =>
  withLocalNode(command, context, async (node) => {
    let bar: Promise<Progress> | undefined;
    try {
      await work(node, async ({ bytes, of }) => {
        bar ??= drawProgress(context.terminal, of, formatBytes);
        (await bar).update(bytes);
      });
    } finally {
      (await bar)?.stop();
    }
  });

export const archiveArgument = (text: string): string => {
  try {
    return checkArchiveUrl(text);
  } catch (error) {
    if (error instanceof Refusal) throw new InvalidArgumentError('Expected http:// or https:// and a host.');
    throw error;
  }
};
