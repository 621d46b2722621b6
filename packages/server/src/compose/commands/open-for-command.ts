import type { Settings } from '../../config/settings.ts';
import type { LocalNode, OpeningOptions } from '../../transports/cli/perene/command-context.ts';
import { createNode } from '../create-node.ts';
import { connectDatabase, openDatabase } from '../open-database.ts';

/** The node of a data folder, for as long as one command runs. */
export const openForCommand = async (
  settings: Settings,
  { areDataNew = false, ...options }: OpeningOptions = {},
): Promise<LocalNode> =>
  createNode(settings, { ...options, database: await (areDataNew ? connectDatabase : openDatabase)(settings) });
