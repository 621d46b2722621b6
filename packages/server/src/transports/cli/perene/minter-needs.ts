import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Settings } from '../../../config/settings.ts';
import type { MinterStore } from '../../../ports/minter-store.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import type { MinterOperations } from '../../../services/noid/minter-operations.ts';
import type { MinterNeeds } from '../../../services/noid/minter-work.ts';
import { showText } from './describe-refused.ts';
import { type GlobalFlags, readCommandSettings, type SettingsContext } from './global-flags.ts';
import type { Terminal } from './terminal.ts';

/** The noid minters that commands act on: those of a database, or of a running node. */
export interface OpenedMinters {
  readonly minters: MinterOperations;
  /** Undefined for those of a running node. */
  readonly store?: MinterStore;
  /** Who acts, for the records. */
  readonly contact: string;
  close(): Promise<void>;
}

export interface MinterCommandNeeds extends SettingsContext {
  readonly terminal: Terminal;
  readonly openNoidMinters: (settings: Settings) => Promise<OpenedMinters>;
  readonly noidNeeds: () => Promise<MinterNeeds>;
}

export const withMinters = async (
  command: Command,
  needs: MinterCommandNeeds,
  work: (opened: OpenedMinters) => Promise<void>,
): Promise<void> => {
  const opened = await needs.openNoidMinters(readCommandSettings(command, needs));
  try {
    await work(opened);
  } finally {
    await opened.close();
  }
};

export const readGivenFile = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal('file-unreadable', `cannot read ${showText(path)} (${error.code ?? error.message})`);
  });

export const MINTER_NAME = 'name of the minter';

export const isJson = (command: Command): boolean => command.optsWithGlobals<GlobalFlags>().json === true;
