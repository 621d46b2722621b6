import { showItem } from '../api/items.ts';
import { countByItem, type Period } from '../api/node.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { useSession } from '../shell/session.ts';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { gatherItems } from './bars.ts';
import { STATISTICS } from './texts.ts';

const TOP = 10;

/** Shows the items that were accessed most, by their titles. */
export const TopItems = ({ period: { from, to } }: { readonly period: Period }) => {
  const texts = useTexts(STATISTICS);
  const format = useFormat();
  const { client } = useSession();
  const { loaded, reload } = useLoad(async () => {
    const items = gatherItems(await countByItem(client, { from, to }, TOP));
    const titleOf = (label: string): Promise<string | undefined> =>
      showItem(client, label).then(
        ({ title }) => title || label,
        () => undefined,
      );
    return Promise.all(items.map(async (item) => ({ ...item, title: await titleOf(item.repository) })));
  }, [client, from, to]);
  if (loaded.state === 'loading') return <Loading />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  if (loaded.value.length === 0) return null;
  return (
    <section>
      <h2>{texts.top}</h2>
      <Table
        caption={texts.top}
        rows={loaded.value}
        keyOf={({ repository }) => repository}
        columns={[
          {
            title: texts.itemColumn,
            cell: ({ repository, title }) =>
              title === undefined ? (
                <>
                  <code>{repository}</code> <span class="hint">({texts.removedItem})</span>
                </>
              ) : (
                <a href={pathTo('item', { label: repository })}>{title}</a>
              ),
          },
          { title: texts.data, isNumber: true, cell: ({ data }) => format.number(data) },
          { title: texts.metadata, isNumber: true, cell: ({ metadata }) => format.number(metadata) },
          { title: texts.all, isNumber: true, cell: ({ data, metadata }) => format.number(data + metadata) },
        ]}
      />
    </section>
  );
};
