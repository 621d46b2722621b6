import '../list/list.css';
import type { BatchItemView, BatchView } from '@perene/api';
import { describe } from '@perene/api/words';
import { useState } from 'preact/hooks';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage, useTexts } from '../../i18n/language.ts';
import type { PageProps } from '../../shell/pages.ts';
import { pathTo } from '../../shell/paths.ts';
import { useSession } from '../../shell/session.ts';
import { SHELL } from '../../shell/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Heading } from '../../ui/heading.tsx';
import { useLoad, usePagedList } from '../../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Table } from '../../ui/table.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ITEMS } from '../texts.ts';
import { useSaid } from './said.ts';
import { BATCHES } from './texts.ts';

const ITEMS_A_PAGE = 25;

/** One change of many items: what it would change, how far it is, what came out, and a way back. */
const BatchPage = ({ parameters }: PageProps) => {
  const id = parameters['batch'] ?? '';
  const texts = useTexts(BATCHES);
  const { client } = useSession();
  const [now, setNow] = useState<BatchView>();
  const { loaded, reload } = useLoad(() => client.api.showBatch({ batch: id }), [client, id]);
  const batch = now ?? (loaded.state === 'ready' ? loaded.value : undefined);
  return (
    <>
      <p class="above">
        <a href={pathTo('batches')}>{texts.all}</a>
      </p>
      <Heading title={texts.title} />
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {batch !== undefined && (
        <>
          <Change batch={batch} />
          <Work batch={batch} onStep={setNow} />
          <Outcomes key={JSON.stringify(batch.counts)} batch={batch} />
        </>
      )}
    </>
  );
};

export default BatchPage;

const Change = ({ batch }: { readonly batch: BatchView }) => {
  const texts = useTexts(BATCHES);
  const format = useFormat();
  const say = useSaid();
  return (
    <p class="introduction">
      {texts.made(format.time(batch.created), batch.who, format.number(batch.items))}{' '}
      {format.list(say.change(batch.change))}.
    </p>
  );
};

/** Runs the batch or its undoing step by step; whoever leaves the page can go on later. */
const Work = ({ batch, onStep }: { readonly batch: BatchView; readonly onStep: (batch: BatchView) => void }) => {
  const texts = useTexts(BATCHES);
  const format = useFormat();
  const { client } = useSession();
  const action = useAction();
  const { waiting, doing, done, undoing, undone, changed, same, refused, left } = batch.counts;
  const toDo = waiting + doing;
  const isUndoing = undoing > 0 || undone > 0;
  const work = (step: () => Promise<BatchView>, isOver: (after: BatchView) => boolean): Promise<boolean> =>
    action.run(async () => {
      for (;;) {
        const after = await step();
        onStep(after);
        if (isOver(after)) return;
      }
    });
  const run = () =>
    work(
      () => client.api.runBatch({ batch: batch.id }),
      ({ counts }) => counts.waiting + counts.doing === 0,
    );
  const undo = () =>
    work(
      () => client.api.undoBatch({ batch: batch.id }),
      ({ counts }) => counts.done + counts.undoing === 0,
    );
  const result = [
    ...(done > 0 ? [texts.counts.done(format.number(done))] : []),
    ...(undone > 0 ? [texts.counts.undone(format.number(undone))] : []),
    ...(same > 0 ? [texts.counts.same(format.number(same))] : []),
    ...(changed > 0 ? [texts.counts.changed(format.number(changed))] : []),
    ...(refused > 0 ? [texts.counts.refused(format.number(refused))] : []),
    ...(left > 0 ? [texts.counts.left(format.number(left))] : []),
  ];
  return (
    <section>
      {action.isRunning && (
        <Progress
          label={texts.working}
          share={isUndoing ? undone / Math.max(1, undone + done + undoing) : 1 - toDo / batch.items}
        />
      )}
      {!action.isRunning && toDo === 0 && (
        <Notice kind="done">
          <p>{format.list(result)}.</p>
        </Notice>
      )}
      {!action.isRunning && toDo > 0 && <p>{texts.preview}</p>}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <p class="buttons">
        {toDo > 0 && (
          <Button kind="primary" disabled={action.isRunning} onClick={() => void run()}>
            {texts.run(format.number(toDo), toDo)}
          </Button>
        )}
        {toDo === 0 && done + undoing > 0 && (
          <Button disabled={action.isRunning} onClick={() => void undo()}>
            {texts.undo}
          </Button>
        )}
      </p>
    </section>
  );
};

const Outcomes = ({ batch }: { readonly batch: BatchView }) => {
  const texts = useTexts(BATCHES);
  const { untitled } = useTexts(ITEMS);
  const { more } = useTexts(SHELL);
  const { language } = useLanguage();
  const { client } = useSession();
  const say = useSaid();
  const list = usePagedList(
    async (cursor) => {
      const { items, next } = await client.api.listBatchItems({ batch: batch.id, cursor, limit: ITEMS_A_PAGE });
      return { entries: items, next };
    },
    [client, batch.id],
  );
  const columns = [
    {
      title: texts.item,
      cell: ({ repository, title }: BatchItemView) => (
        <a href={pathTo('item', { label: repository })}>{title ?? untitled}</a>
      ),
    },
    {
      title: texts.outcome,
      cell: ({ outcome, code }: BatchItemView) => (
        <>
          {texts.outcomes[outcome]}
          {code !== undefined && (
            <span class="hint block">
              {texts.codes[code] ?? describe({ code, parameters: undefined, detail: code }, language)}
            </span>
          )}
        </>
      ),
    },
    {
      title: texts.before,
      cell: ({ before }: BatchItemView) => (before === undefined ? '–' : <Lines lines={say.parts(before)} />),
    },
    {
      title: texts.after,
      cell: ({ after }: BatchItemView) => (after === undefined ? '–' : <Lines lines={say.parts(after)} />),
    },
  ];
  return (
    <section>
      {list.entries.length > 0 && (
        <Table caption={texts.items} columns={columns} rows={list.entries} keyOf={({ repository }) => repository} />
      )}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {list.isLoading && <Loading />}
      {list.hasMore && (
        <p class="buttons">
          <Button onClick={list.more}>{more}</Button>
        </p>
      )}
    </section>
  );
};

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <>
    {lines.map((line) => (
      <div key={line}>{line}</div>
    ))}
  </>
);
