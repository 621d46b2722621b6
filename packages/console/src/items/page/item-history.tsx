import { authorName, tellHistory } from '@perene/api/words';
import type { ApiClient } from '../../api/client.ts';
import { readHistory } from '../../api/items.ts';
import type { HistoryEntry, Item, Page } from '../../api/types.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage, useTexts } from '../../i18n/language.ts';
import { useSession } from '../../shell/session.ts';
import { SHELL } from '../../shell/texts.ts';
import { Button } from '../../ui/button.tsx';
import { type PagedList, usePagedList } from '../../ui/load.ts';
import { ErrorNotice, Loading } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { ITEMS } from '../texts.ts';

/** Merges two lists that are read page by page, up to where the order is certain. */
const mergeLists = (lists: readonly PagedList<HistoryEntry>[]): readonly HistoryEntry[] => {
  const unread = lists.filter(({ hasMore }) => hasMore).map(({ entries }) => entries.at(-1)?.at ?? '');
  return lists
    .flatMap(({ entries }) => entries)
    .filter(({ at }) => unread.every((oldest) => at >= oldest))
    .sort((one, other) => other.at.localeCompare(one.at));
};

/** Shows who changed what in the item, and in its description, which is an item of its own. */
export const ItemHistory = ({ item }: { readonly item: Item }) => {
  const { page } = useTexts(ITEMS);
  const { more } = useTexts(SHELL);
  const format = useFormat();
  const { client } = useSession();
  const { repository, metadata } = item;
  const own = usePagedList((cursor) => readHistory(client, repository, cursor), [client, repository]);
  const described = usePagedList(
    (cursor) => readDescriptionHistory(client, metadata?.repository, cursor),
    [client, metadata?.repository],
  );
  const lists = [own, described];
  const entries = mergeLists(lists);
  const failed = lists.find(({ error }) => error !== undefined);
  const readMore = (): void => {
    for (const list of lists) if (list.hasMore) list.more();
  };
  const columns = [
    { title: page.when, cell: ({ at }: HistoryEntry) => format.time(at) },
    { title: page.who, cell: ({ who }: HistoryEntry) => <span title={who}>{who && authorName(who)}</span> },
    { title: page.what, cell: (entry: HistoryEntry) => <Done entry={entry} /> },
  ];
  return (
    <section aria-label={page.history}>
      <h2>{page.history}</h2>
      {entries.length > 0 && (
        <Table
          caption={page.historyCaption}
          columns={columns}
          rows={entries}
          keyOf={({ at, action }, index) => `${at} ${action} ${index}`}
        />
      )}
      {failed !== undefined && <ErrorNotice error={failed.error} onRetry={failed.reload} />}
      {lists.some(({ isLoading }) => isLoading) && <Loading />}
      {lists.some(({ hasMore }) => hasMore) && (
        <p class="buttons">
          <Button onClick={readMore}>{more}</Button>
        </p>
      )}
    </section>
  );
};

/** Leaves out that the description was added, because the history of the item tells it already. */
const readDescriptionHistory = async (
  client: ApiClient,
  label: string | undefined,
  cursor: string | undefined,
): Promise<Page<HistoryEntry>> => {
  if (label === undefined) return { entries: [], next: undefined };
  const { entries, next } = await readHistory(client, label, cursor);
  return { entries: entries.filter(({ action }) => action !== 'added'), next };
};

/** What was done, and below it each part that changed. */
const Done = ({ entry }: { readonly entry: HistoryEntry }) => {
  const { language } = useLanguage();
  const { action, details } = tellHistory(entry, language);
  return (
    <>
      {action}
      {details.length > 0 && (
        <ul class="changes">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </>
  );
};
