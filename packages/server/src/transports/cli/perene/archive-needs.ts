import type { Command } from 'commander';
import type { Settings } from '../../../config/settings.ts';
import type { ArchiveOperations, Author } from '../../../services/archive/archive-operations.ts';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import type { IbiMinter } from '../../../services/minter/mint-ibis.ts';
import { readCommandSettings, type SettingsContext } from './global-flags.ts';
import { CommandFailed, EXIT_USAGE, type Terminal } from './terminal.ts';

/** An Archive that commands act on: that of a data folder, or a running node. */
export interface OpenedArchive {
  readonly operations: ArchiveOperations;
  readonly author: Author;
  readonly mint: IbiMinter['mint'];
  readonly keys: Pick<KeyRing, 'create' | 'list' | 'revoke'>;
  close(): Promise<void>;
}

export interface ArchiveCommandNeeds extends SettingsContext {
  readonly terminal: Terminal;
  readonly openArchive: (settings: Settings) => Promise<OpenedArchive>;
}

export const withArchive = async (
  command: Command,
  needs: ArchiveCommandNeeds,
  work: (archive: OpenedArchive, settings: Settings) => Promise<void>,
): Promise<void> => {
  const settings = readCommandSettings(command, needs);
  const archive = await needs.openArchive(settings);
  try {
    await work(archive, settings);
  } finally {
    await archive.close();
  }
};

/** Writes one line that says what to do. */
export const wrongUsage = (terminal: Terminal, message: string): CommandFailed => {
  terminal.error(`perene: ${message}\n`);
  return new CommandFailed(EXIT_USAGE);
};
