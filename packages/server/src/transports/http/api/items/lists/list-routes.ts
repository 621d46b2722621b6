import { Readable } from 'node:stream';
import { CSV, XLSX } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { SavedFilters } from '../../../../../ports/archive/desk/saved-filters.ts';
import type { Clock } from '../../../../../ports/system/clock.ts';
import type { LocalArchive } from '../../../../../services/archive/archive-operations.ts';
import type { PeopleOperations } from '../../../../../services/people/people-operations.ts';
import { writeCsv } from '../../../tables/write-csv.ts';
import { writeXlsx } from '../../../tables/write-xlsx.ts';
import type { ApiRequest, Bind } from '../../bind-operation.ts';
import { ownerOf } from './batch-routes.ts';
import { nameOwners, readList } from './read-list.ts';
import { rowOf, TABLE_TITLES } from './table-rows.ts';

const MAX_FILTERS = 100;
const ITEMS_PER_PAGE = 500;

/** Registers lists of items as tables, and the filters that people save. */
export const registerListRoutes = (
  bind: Bind,
  {
    archive,
    people,
    filters,
    clock,
  }: {
    readonly archive: Pick<LocalArchive, 'list' | 'suggest'>;
    readonly people: Pick<PeopleOperations, 'show'>;
    readonly filters: SavedFilters;
    readonly clock: Clock;
  },
): void => {
  // What is refused is refused before the first row is sent.
  const tryList = async ({ query: { format: _, lang: __, ...query }, principal }: ApiRequest<'exportItems'>) => {
    await archive.list({ ...readList(query, principal), limit: 1 });
    return undefined;
  };
  bind('exportItems', tryList, {
    render({ query: { format = 'csv', lang = 'en', ...query }, principal }, reply) {
      const request = { ...readList(query, principal), hasDetails: true, limit: ITEMS_PER_PAGE };
      const readRows = async function* () {
        yield TABLE_TITLES[lang];
        let cursor: string | undefined;
        do {
          const page = await nameOwners(people, await archive.list({ ...request, cursor }));
          for (const item of page.items) yield rowOf(item);
          cursor = page.next;
        } while (cursor !== undefined);
      };
      const write = format === 'csv' ? writeCsv : writeXlsx;
      reply.header('content-disposition', `attachment; filename="items.${format}"`);
      return {
        mediaType: format === 'csv' ? `${CSV}; charset=utf-8; header=present` : XLSX,
        content: Readable.from(write(readRows())),
      };
    },
    isSearch: true,
  });
  bind('suggestValues', async ({ query }) => ({ values: [...(await archive.suggest(query))] }), { isSearch: true });
  bind('listFilters', async (request) => ({ filters: await filters.list(ownerOf(request)) }));
  bind('saveFilter', async (request) => {
    const isSaved = await filters.save(ownerOf(request), request.body, { most: MAX_FILTERS, at: clock.now() });
    if (!isSaved) throw refuse('too-many-filters', { max: MAX_FILTERS });
    return request.body;
  });
  bind('removeFilter', async (request) => {
    await filters.remove(ownerOf(request), request.params.name);
    return undefined;
  });
};
