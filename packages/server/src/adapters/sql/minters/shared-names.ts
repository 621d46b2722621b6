import { refuse } from '@perene/api/refusals';
import { firstPart, mayMintSame, parseTemplate, validateIdentifier } from '@perene/core/noid';
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
  await refuseGivenNames(session, definition);
};

const ROWS_AT_A_TIME = 1_000n;
/** Greater than every text that begins with a prefix: no name has this character, which is the last of all. */
const END = '\u{10ffff}';

/** Names that somebody chose are issued by a minter that cannot mint them, and would be given a second time. */
const refuseGivenNames = async (
  session: SqlSession,
  { name, naan, template: text }: MinterDefinition,
): Promise<void> => {
  const template = parseTemplate(text);
  if (!template.ok || template.value.kind === 'binding') return;
  const first = firstPart(template.value, naan);
  const others = await readRows(session, { number: 'integer', name: 'text' }, 'select number, name from noid_minters');
  for (const other of others.filter((one) => one.name !== name)) {
    for (let last = first; ; ) {
      const rows = await readRows(
        session,
        { id: 'text' },
        'select id from noid_identifiers where minter = ? and id >= ? and id > ? and id < ? order by id limit ?',
        [other.number, first, last, first + END, ROWS_AT_A_TIME],
      );
      const isGiven = rows.some(({ id }) => validateIdentifier(id, template.value, { naan }).ok);
      if (isGiven) throw refuse('names-shared', { minter: other.name, naan });
      if (rows.length < ROWS_AT_A_TIME) break;
      last = rows.at(-1)?.id ?? last;
    }
  }
};
