import type { FindClaimSigner, UnsignedItems } from '../../../../ports/claims.ts';
import type { SqlDatabase } from '../../engine/sql-database.ts';
import { readOne, readRows } from '../../engine/typed-rows.ts';
import { signItems } from './sign-items.ts';

/** Items that are looked through at a time. */
const WINDOW = 1_000n;
const ITEMS_PER_STATEMENT = 10;
/** Others wait no longer to write. */
const MAX_TRANSACTION_MS = 25;

const SELECT_UNSIGNED = `select i.number, i.repository from items i where i.number > ? and i.number <= ?
  and not exists (select 1 from claims c where c.repository = i.repository and c.kind = 'claim') order by i.number`;

export const createSqlUnsignedItems = (database: SqlDatabase, findSigner: FindClaimSigner): UnsignedItems => ({
  async signAfter(number, at) {
    const signer = await findSigner();
    if (signer === undefined) return undefined;
    const { end, unsigned } = await database.read(async (session) => {
      const query = 'select coalesce(max(number), 0) as last from items';
      const { last } = await readOne(session, { last: 'integer' }, query);
      const within = last < number + WINDOW ? last : number + WINDOW;
      const columns = { number: 'integer', repository: 'repository' } as const;
      return { end: within, unsigned: await readRows(session, columns, SELECT_UNSIGNED, [number, within]) };
    });
    if (end <= number) return undefined;
    if (unsigned.length === 0) return end;
    return database.transaction(async (session) => {
      const began = performance.now();
      for (let done = 0; done < unsigned.length; ) {
        const step = unsigned.slice(done, done + ITEMS_PER_STATEMENT);
        // Another process may have claimed some of them meanwhile; then nothing is left to say.
        await signItems(
          { session, signer, at },
          step.map(({ repository }) => repository),
        );
        done += step.length;
        if (performance.now() - began > MAX_TRANSACTION_MS) return unsigned[done - 1]?.number ?? end;
      }
      return end;
    });
  },
});
