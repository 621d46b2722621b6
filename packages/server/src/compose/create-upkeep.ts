import { createDocumentAges } from '../adapters/disk/documents/document-ages.ts';
import { createRemovedDocuments } from '../adapters/disk/documents/removed-documents.ts';
import { createFileFolder } from '../adapters/disk/file-folder.ts';
import { createLineFiles } from '../adapters/disk/line-files.ts';
import { createSqlCatalogueWalk } from '../adapters/sql/catalogue/sql-catalogue-walk.ts';
import type { SqlDatabase } from '../adapters/sql/engine/sql-database.ts';
import { createSqlTableStore } from '../adapters/sql/engine/sql-table-store.ts';

/** What brings items in and out of a data folder, and keeps them safe. */
export const createUpkeep = ({ database, folder }: { readonly database: SqlDatabase; readonly folder: string }) => ({
  walk: createSqlCatalogueWalk(database),
  tables: createSqlTableStore(database),
  ages: createDocumentAges({ folder }),
  removed: createRemovedDocuments({ folder }),
  lines: createLineFiles(),
  openFolder: (path: string) => createFileFolder({ folder: path }),
});
