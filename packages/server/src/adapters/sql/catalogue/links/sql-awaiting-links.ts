import type { ItemLinks } from '../../../../ports/archive/catalogue.ts';
import type { AwaitingLinks } from '../../../../ports/archive/catalogue-records.ts';
import type { SqlDatabase } from '../../engine/sql-database.ts';
import { hasRows, readFirst, readRows } from '../../engine/typed-rows.ts';
import { ALL_RELATIONS, lockOfLabel } from '../catalogue-locks.ts';
import { changeItem, readItem } from '../catalogue-writes.ts';

export const createSqlAwaitingLinks = (database: SqlDatabase): AwaitingLinks => ({
  async take(repository, links, { batch, line }) {
    const isLeft = await database.read((session) =>
      hasRows(session, 'select 1 as one from awaiting_links where repository = ?', [repository]),
    );
    if (!isLeft) return;
    await database.transaction(
      (session) =>
        session.run('update awaiting_links set batch = ?, line = ?, links = ? where repository = ? and batch <> ?', [
          batch,
          BigInt(line),
          JSON.stringify(links),
          repository,
          batch,
        ]),
      { exclusive: [lockOfLabel(repository)] },
    );
  },
  list: (batch, { after, limit }) =>
    database.read(async (session) => {
      const rows = await readRows(
        session,
        { repository: 'repository', line: 'integer' },
        `select repository, line from awaiting_links where batch = ? and (line, repository) > (?, ?)
         order by line, repository limit ?`,
        [batch, BigInt(after?.line ?? 0), after?.repository ?? '', BigInt(limit)],
      );
      return rows.map(({ repository, line }) => ({ repository, line: Number(line) }));
    }),
  settle: (repository, authorship) =>
    database.transaction(
      async (session) => {
        const taking = 'delete from awaiting_links where repository = ? returning links';
        const row = await readFirst(session, { links: 'text' }, taking, [repository]);
        const item = await readItem(session, repository);
        if (row === undefined || item === undefined) return;
        const links = JSON.parse(row.links) as ItemLinks;
        // The links do not change the date of the item, which its line gives.
        const change = { links, updatedAt: item.updatedAt };
        await changeItem({ session, dialect: database.dialect, authorship, action: 'linked' }, { item, change });
      },
      { exclusive: [...(ALL_RELATIONS.exclusive ?? []), lockOfLabel(repository)], mayRepeat: true },
    ),
});
