import '../../ui/styles/running.css';
import type { NameBatchView } from '@perene/api';
import { useState } from 'preact/hooks';
import { listMinters } from '../../api/minters.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import type { PageProps } from '../../shell/pages.ts';
import { pathTo } from '../../shell/paths.ts';
import { navigate } from '../../shell/router.ts';
import { useSession } from '../../shell/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';
import { useLoad } from '../../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { NAMES } from '../names/texts.ts';
import { ChangeByRule } from './change-by-rule.tsx';
import { ChangeByTable } from './change-by-table.tsx';
import { NAME_BATCHES } from './texts.ts';

/** Where many names of a minter are changed together, and what was changed so far. */
const NameBatchesPage = ({ query }: PageProps) => {
  const texts = useTexts(NAME_BATCHES);
  const names = useTexts(NAMES);
  const { client } = useSession();
  const { loaded, reload } = useLoad(() => listMinters(client, undefined), [client]);
  const minters = loaded.state === 'ready' ? loaded.value.entries.map(({ name }) => name) : [];
  const asked = query.get('minter') ?? '';
  const all = asked === '' || minters.includes(asked) ? minters : [asked, ...minters];
  const minter = asked === '' ? minters[0] : asked;
  return (
    <>
      <p class="above">
        <a href={pathTo('names', {}, minter === undefined ? {} : { minter })}>{names.title}</a>
      </p>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && minter === undefined && <EmptyState title={texts.noMinter} />}
      {loaded.state === 'ready' && minter !== undefined && (
        <>
          <div class="filters">
            <SelectField
              label={texts.minter}
              value={minter}
              onChange={(chosen) => navigate(pathTo('nameBatches', {}, { minter: chosen }))}
              choices={all.map((name) => ({ value: name, text: name }))}
            />
          </div>
          <Changes key={minter} minter={minter} />
        </>
      )}
    </>
  );
};

export default NameBatchesPage;

const Changes = ({ minter }: { readonly minter: string }) => {
  const { client } = useSession();
  const [isBusy, setBusy] = useState(false);
  const prepare = async (change: Omit<Parameters<typeof client.api.prepareNameBatch>[0], 'name'>): Promise<void> => {
    setBusy(true);
    try {
      const { id } = await client.api.prepareNameBatch({ name: minter, ...change });
      navigate(pathTo('nameBatch', { minter, batch: id }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ChangeByRule isBusy={isBusy} onPrepare={(replace) => prepare({ replace })} />
      <ChangeByTable isBusy={isBusy} onPrepare={(csv) => prepare({ csv })} />
      <MadeChanges minter={minter} />
    </>
  );
};

const MadeChanges = ({ minter }: { readonly minter: string }) => {
  const texts = useTexts(NAME_BATCHES);
  const format = useFormat();
  const { client } = useSession();
  const { loaded, reload } = useLoad(() => client.api.listNameBatches({ name: minter }), [client, minter]);
  const columns = [
    {
      title: texts.what,
      cell: ({ id, replace }: NameBatchView) => (
        <a class="anywhere" href={pathTo('nameBatch', { minter, batch: id })}>
          {replace === undefined ? texts.byTable : texts.byRule(replace.from, replace.to)}
        </a>
      ),
    },
    { title: texts.when, cell: ({ created }: NameBatchView) => format.time(created) },
    { title: texts.who, cell: ({ who }: NameBatchView) => who },
    { title: texts.names, isNumber: true, cell: ({ lines }: NameBatchView) => format.number(lines) },
    { title: texts.outcome, cell: ({ counts }: NameBatchView) => texts.state(counts) },
  ];
  return (
    <section aria-label={texts.list}>
      <h2>{texts.list}</h2>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.batches.length === 0 && <p class="hint">{texts.empty}</p>}
      {loaded.state === 'ready' && loaded.value.batches.length > 0 && (
        <Table caption={texts.list} columns={columns} rows={loaded.value.batches} keyOf={({ id }) => id} />
      )}
    </section>
  );
};
