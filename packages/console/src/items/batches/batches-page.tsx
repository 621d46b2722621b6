import type { BatchView } from '@perene/api';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import { pathTo } from '../../shell/paths.ts';
import { useSession } from '../../shell/session.ts';
import { Heading } from '../../ui/heading.tsx';
import { useLoad } from '../../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { useSaid } from './said.ts';
import { BATCHES } from './texts.ts';

/** The changes of many items that somebody made, with what came of them. */
const BatchesPage = () => {
  const texts = useTexts(BATCHES);
  const format = useFormat();
  const say = useSaid();
  const { client } = useSession();
  const { loaded, reload } = useLoad(() => client.api.listBatches(), [client]);
  const columns = [
    {
      title: texts.what,
      cell: ({ id, change }: BatchView) => (
        <a href={pathTo('batch', { batch: id })}>{format.list(say.change(change))}</a>
      ),
    },
    { title: texts.when, cell: ({ created }: BatchView) => format.time(created) },
    { title: texts.who, cell: ({ who }: BatchView) => who.replace(/ \([^()]*\)$/, '') },
    { title: texts.items, isNumber: true, cell: ({ items }: BatchView) => format.number(items) },
    { title: texts.outcome, cell: ({ counts }: BatchView) => texts.state(counts) },
  ];
  return (
    <>
      <Heading title={texts.list} />
      <p class="introduction">{texts.introduction}</p>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.batches.length === 0 && <EmptyState title={texts.empty} />}
      {loaded.state === 'ready' && loaded.value.batches.length > 0 && (
        <Table caption={texts.list} columns={columns} rows={loaded.value.batches} keyOf={({ id }) => id} />
      )}
    </>
  );
};

export default BatchesPage;
