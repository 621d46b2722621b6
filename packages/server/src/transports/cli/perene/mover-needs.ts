import { type Command, InvalidArgumentError } from 'commander';
import type { Settings } from '../../../config/settings.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import type { Author } from '../../../services/archive/archive-operations.ts';
import type { OnProgress } from '../../../services/archive/counting-stream.ts';
import { checkArchiveUrl } from '../../../services/archive/foreign-item.ts';
import type { ItemMover } from '../../../services/archive/item-mover.ts';
import { wrongUsage } from './archive-needs.ts';
import { readCommandSettings, type SettingsContext } from './global-flags.ts';
import { drawProgress, type Progress } from './progress.ts';
import { formatBytes } from './rows.ts';
import type { Terminal } from './terminal.ts';

/** The Archive of a data folder, which fetches from other Archives and hands over to them. */
export interface OpenedMover {
  readonly mover: ItemMover;
  readonly author: Author;
  close(): Promise<void>;
}

export interface MoverCommandNeeds extends SettingsContext {
  readonly terminal: Terminal;
  readonly openMover: (settings: Settings) => Promise<OpenedMover>;
}

/** Runs the work with a bar that shows how many bytes have moved. */
export const withMover = async (
  command: Command,
  needs: MoverCommandNeeds,
  work: (opened: OpenedMover, onProgress: OnProgress) => Promise<void>,
): Promise<void> => {
  const settings = readCommandSettings(command, needs);
  if (settings.remote !== undefined) {
    throw wrongUsage(needs.terminal, `item ${command.name()} works on a data folder: run it there, without --server`);
  }
  const opened = await needs.openMover(settings);
  let bar: Promise<Progress> | undefined;
  try {
    await work(opened, async ({ bytes, of }) => {
      bar ??= drawProgress(needs.terminal, of, formatBytes);
      (await bar).update(bytes);
    });
  } finally {
    (await bar)?.stop();
    await opened.close();
  }
};

export const archiveArgument = (text: string): string => {
  try {
    return checkArchiveUrl(text);
  } catch (error) {
    if (error instanceof Refusal) throw new InvalidArgumentError('Expected http:// or https:// and a host.');
    throw error;
  }
};
