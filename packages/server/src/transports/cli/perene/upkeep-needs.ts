import type { Command } from 'commander';
import type { Settings } from '../../../config/settings.ts';
import type { FileFolder } from '../../../ports/file-folder.ts';
import type { LineFiles } from '../../../ports/line-files.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import type { Author } from '../../../services/archive/archive-operations.ts';
import type { ImportNeeds } from '../../../services/archive/import-items.ts';
import type { VerifyNeeds } from '../../../services/archive/verify-archive.ts';
import type { BackupNeeds } from '../../../services/backup/make-backup.ts';
import { readCommandSettings, type SettingsContext } from './global-flags.ts';
import { drawProgress, type Progress } from './progress.ts';
import { formatBytes } from './rows.ts';
import type { Terminal } from './terminal.ts';

/** A data folder, with what brings items in and out of it and keeps them safe. */
export interface OpenedUpkeep extends Omit<ImportNeeds, 'sources'>, VerifyNeeds, Omit<BackupNeeds, 'folder'> {
  readonly lines: LineFiles;
  /** A folder that the operator named. */
  readonly openFolder: (path: string) => FileFolder;
  readonly author: Author;
  close(): Promise<void>;
}

export interface UpkeepCommandNeeds extends SettingsContext {
  readonly terminal: Terminal;
  /** New data have no tables yet: a backup brings its own. */
  readonly openUpkeep: (settings: Settings, data: { readonly areNew: boolean }) => Promise<OpenedUpkeep>;
}

export const withUpkeep = async (
  command: Command,
  needs: UpkeepCommandNeeds,
  work: (upkeep: OpenedUpkeep, settings: Settings) => Promise<void>,
  data = { areNew: false },
): Promise<void> => {
  const settings = readCommandSettings(command, needs);
  if (settings.remote !== undefined) {
    throw new Refusal(
      'setting-invalid',
      `perene ${command.name()} acts on a data folder, on its own machine: leave --server out, and PERENE_SERVER`,
    );
  }
  const upkeep = await needs.openUpkeep(settings, data);
  try {
    await work(upkeep, settings);
  } finally {
    await upkeep.close();
  }
};

/** A bar of bytes that is drawn as soon as the total is known. */
export const followBytes = (terminal: Terminal) => {
  let bar: Promise<Progress> | undefined;
  let isOver = false;
  return {
    onProgress(done: number, total: number): void {
      if (isOver) return;
      bar ??= drawProgress(terminal, total, formatBytes);
      void bar.then(({ update }) => update(done));
    },
    async stop(): Promise<void> {
      isOver = true;
      (await bar)?.stop();
    },
  };
};
