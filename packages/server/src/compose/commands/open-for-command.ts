import { existsSync } from 'node:fs';
import { refuse } from '@perene/api/refusals';
import type { Settings } from '../../config/settings.ts';
import type { LocalNode, OpeningOptions } from '../../transports/cli/perene/command-context.ts';
import { createNode } from '../create-node.ts';
import { connectDatabase, openDatabase } from '../open-storage.ts';

/** The node of a data folder, for as long as one command runs. */
export const openForCommand = async (
  settings: Settings,
  { areDataNew = false, mayBegin = true, ...options }: OpeningOptions = {},
): Promise<LocalNode> => {
  if (!mayBegin) refuseAbsent(settings);
  return createNode(settings, {
    ...options,
    database: await (areDataNew ? connectDatabase : openDatabase)(settings),
  });
};

/** A mistyped folder must not become an empty node, in which nothing is found. */
const refuseAbsent = ({ database }: Settings): void => {
  if (database.kind !== 'sqlite' || existsSync(database.path)) return;
  throw refuse('data-folder-unusable', { reason: 'absent', path: database.path });
};
