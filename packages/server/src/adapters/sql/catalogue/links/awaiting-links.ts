import type { NewItem } from '../../../../ports/archive/catalogue.ts';
import type { LineOfBatch } from '../../../../ports/archive/catalogue-records.ts';
import type { SqlSession } from '../../engine/sql-database.ts';

/** Runs in the same transaction as the item. */
export const keepAwaitingLinks = async (
  session: SqlSession,
  { repository, links }: Pick<NewItem, 'repository' | 'links'>,
  { batch, line }: LineOfBatch,
): Promise<void> => {
  await session.run(
    `insert into awaiting_links (repository, batch, line, links) values (?, ?, ?, ?)
     on conflict (repository) do update set batch = excluded.batch, line = excluded.line, links = excluded.links`,
    [repository, batch, BigInt(line), JSON.stringify(links)],
  );
};
