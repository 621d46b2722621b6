import { refuse } from '@perene/api/refusals';
import { mayIssueAlias } from '@perene/core/noid';
import type { MinterDefinition } from '../../../ports/minting/minter-store.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { readFirst, readRows } from '../engine/typed-rows.ts';
import { definitionOf } from './minter-rows.ts';

/** The beginning of the names that aliases have among labels. */
const ALIAS = 'alias ';
const ROWS_AT_A_TIME = 1_000n;

/** Refuses an alias that a minter of this node has issued or may issue (decision 53). */
export const refuseMintable = async (session: SqlSession, { text, key }: { text: string; key: string }) => {
  const naan = /^(?:ark|doi|hdl):([^/]+)\//.exec(key)?.[1];
  if (naan === undefined) return;
  const rows = await readRows(
    session,
    { definition: 'text' },
    'select definition from noid_minters where lower(definition) like ?',
    [`%"naan":"${naan}"%`],
  );
  const minter = rows.map(definitionOf).find((definition) => mayIssueAlias(definition, key));
  if (minter === undefined) return;
  throw refuse('alias-minted', { reason: 'mintable', alias: text, minter: minter.name });
};

/** Whether an item carries this name as an alias; the key is that of the alias. */
export const isAliasKey = (database: SqlDatabase, key: string): Promise<boolean> =>
  database.read(async (session) => {
    const row = await readFirst(session, { label: 'text' }, 'select label from labels where label = ?', [ALIAS + key]);
    return row !== undefined;
  });

/** Refuses a new minter that may issue an alias, in the transaction that makes it. */
export const refuseAliasNames = async (session: SqlSession, definition: MinterDefinition): Promise<void> => {
  if (definition.naan === '') return;
  for (const kind of ['ark', 'doi', 'hdl']) {
    let last = '';
    for (;;) {
      const rows = await readRows(
        session,
        { label: 'text' },
        'select label from labels where label like ? and label > ? order by label limit ?',
        [`${ALIAS}${kind}:${definition.naan.toLowerCase()}/%`, last, ROWS_AT_A_TIME],
      );
      const keys = rows.map(({ label }) => label.slice(ALIAS.length));
      const taken = keys.find((key) => mayIssueAlias(definition, key));
      if (taken !== undefined) {
        throw refuse('alias-taken', { reason: 'mintable', alias: taken });
      }
      if (rows.length < ROWS_AT_A_TIME) break;
      last = `${ALIAS}${keys.at(-1)}`;
    }
  }
};
