import { refuse } from '@perene/api/refusals';
import { mayMintSame } from '@perene/core/noid';
import type { MinterDefinition } from '../../../ports/minting/minter-store.ts';
import type { SqlSession } from '../engine/sql-database.ts';
import { readRows } from '../engine/typed-rows.ts';
import { definitionOf } from './minter-rows.ts';

/**
 * Refuses a new minter that may mint what another one mints, in the transaction that makes it: ARKs are named by NAAN and
 * name alone. Names without a NAAN mean something only together with their minter.
 */
export const refuseSharedNames = async (session: SqlSession, definition: MinterDefinition): Promise<void> => {
  if (definition.naan === '') return;
  const rows = await readRows(session, { definition: 'text' }, 'select definition from noid_minters');
  const other = rows
    .map(definitionOf)
    .find((known) => known.name !== definition.name && mayMintSame(known, definition));
  if (other !== undefined) throw refuse('names-shared', { minter: other.name, naan: definition.naan });
};
