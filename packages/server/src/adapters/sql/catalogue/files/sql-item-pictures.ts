import type { RepositoryLabel } from '@perene/core';
import type { ItemFile } from '../../../../ports/archive/item-files.ts';
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '../../../../ports/archive/thumbnails/thumbnails.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { fileOf } from '../catalogue-rows.ts';

const typesOf = (name: string): string =>
  `${name}.media_type in (${PICTURE_TYPES.map((type) => `'${type}'`).join(', ')})
   and ${name}.bytes between 1 and ${MAX_PICTURE_BYTES}`;

/** Finds the main file of each item, if it is a picture, or else its first picture in the order of names. */
export const findPictures = async (
  session: SqlSession,
  repositories: readonly RepositoryLabel[],
): Promise<ReadonlyMap<RepositoryLabel, ItemFile>> => {
  if (repositories.length === 0) return new Map();
  const rows = await readRows(
    session,
    { ...TABLES.files, target: 'text?' },
    `select f.*, i.target from items i join files f on f.repository = i.repository and ${typesOf('f')}
     where i.repository in (${repositories.map(() => '?').join(', ')}) and (f.path = i.target or f.path =
       (select min(g.path) from files g where g.repository = i.repository and ${typesOf('g')}))`,
    repositories,
  );
  const pictures = new Map<RepositoryLabel, ItemFile>();
  for (const row of rows) {
    const isMain = row.path === row.target;
    if (isMain || !pictures.has(row.repository)) pictures.set(row.repository, fileOf(row));
  }
  return pictures;
};
