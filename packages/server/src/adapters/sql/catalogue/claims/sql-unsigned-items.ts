import type { FindClaimSigner, UnsignedItems } from '../../../../ports/archive/claims.ts';
import type { SqlDatabase } from '../../engine/sql-database.ts';
import { readRows } from '../../engine/typed-rows.ts';
import { lockOfLabel } from '../catalogue-locks.ts';
import { signItems } from './sign-items.ts';

/** Items that are looked through at a time. */
const ITEMS_PER_LOOK = 1_000;
/** Few, because one item may have a megabyte of metadata or thousands of files. */
const ITEMS_PER_STATEMENT = 2;
/** Each has a lock of its own. */
const MAX_SIGNED = 50;
/** Others wait no longer to write. */
const MAX_TRANSACTION_MS = 25;

const SELECT_NEXT = `select i.number, i.repository, (select c.place from claims c where c.repository = i.repository
    and c.kind = 'claim' order by c.place limit 1) as claimed
  from items i where i.number > ? order by i.number limit ${ITEMS_PER_LOOK}`;

export const createSqlUnsignedItems = (database: SqlDatabase, findSigner: FindClaimSigner): UnsignedItems => ({
  async signAfter(number, at) {
    const signer = await findSigner();
    if (signer === undefined) return undefined;
    const columns = { number: 'integer', repository: 'repository', claimed: 'integer?' } as const;
    const next = await database.read((session) => readRows(session, columns, SELECT_NEXT, [number]));
    const end = next.at(-1)?.number;
    const unsigned = next.filter(({ claimed }) => claimed === null).slice(0, MAX_SIGNED);
    if (unsigned.length === 0) return end;
    const isAll = unsigned.length < MAX_SIGNED;
    return database.transaction(
      async (session) => {
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
        return isAll ? end : (unsigned.at(-1)?.number ?? end);
      },
      { exclusive: unsigned.map(({ repository }) => lockOfLabel(repository)), mayRepeat: true },
    );
  },
});
