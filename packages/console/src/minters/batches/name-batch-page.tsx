import '../../ui/styles/running.css';
import { NAME_BATCH_OUTCOMES, type NameBatchLineView, type NameBatchView } from '@perene/api';
import { describe } from '@perene/api/words';
import { useState } from 'preact/hooks';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage, useTexts } from '../../i18n/language.ts';
import type { PageProps } from '../../shell/pages.ts';
import { pathTo } from '../../shell/paths.ts';
import { useSession } from '../../shell/session.ts';
import { SHELL } from '../../shell/texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';
import { useLoad, usePagedList } from '../../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Table } from '../../ui/table.tsx';
import { useAction } from '../../ui/use-action.ts';
import { NAME_BATCHES } from './texts.ts';

type Outcome = NameBatchLineView['outcome'];

const LINES_A_PAGE = 25;

/** One change of many names: what it would change, how far it is, what came out, and a way back. */
const NameBatchPage = ({ parameters: { minter = '', batch: id = '' } }: PageProps) => {
  const texts = useTexts(NAME_BATCHES);
  const { client } = useSession();
  const [now, setNow] = useState<NameBatchView>();
  const { loaded, reload } = useLoad(() => client.api.showNameBatch({ name: minter, batch: id }), [client, minter, id]);
  const batch = now ?? (loaded.state === 'ready' ? loaded.value : undefined);
  return (
    <>
      <p class="above">
        <a href={pathTo('nameBatches', {}, { minter })}>{texts.all(minter)}</a>
      </p>
      <Heading title={texts.title} />
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {batch !== undefined && (
        <>
          <Change batch={batch} />
          <Work batch={batch} onStep={setNow} />
          <Lines key={JSON.stringify(batch.counts)} batch={batch} />
        </>
      )}
    </>
  );
};

export default NameBatchPage;

const Change = ({ batch }: { readonly batch: NameBatchView }) => {
  const texts = useTexts(NAME_BATCHES);
  const format = useFormat();
  const { replace } = batch;
  return (
    <p class="introduction">
      {texts.made(format.time(batch.created), batch.who, format.number(batch.lines), batch.lines)}{' '}
      {replace !== undefined && <code class="anywhere">{texts.byRule(replace.from, replace.to)}</code>}
    </p>
  );
};

/** Runs the batch or its undoing step by step; whoever leaves the page can go on later. */
const Work = ({
  batch,
  onStep,
}: {
  readonly batch: NameBatchView;
  readonly onStep: (batch: NameBatchView) => void;
}) => {
  const texts = useTexts(NAME_BATCHES);
  const format = useFormat();
  const { client } = useSession();
  const action = useAction();
  const { waiting, done, undone } = batch.counts;
  const request = { name: batch.minter, batch: batch.id };
  const work = (step: () => Promise<NameBatchView>, left: Outcome): Promise<boolean> =>
    action.run(async () => {
      for (;;) {
        const after = await step();
        onStep(after);
        if (after.counts[left] === 0) return;
      }
    });
  const counts = NAME_BATCH_OUTCOMES.flatMap((outcome) => {
    const count = batch.counts[outcome];
    return count === 0 ? [] : [texts.counts[outcome](format.number(count))];
  });
  const share = undone > 0 ? undone / Math.max(1, undone + done) : 1 - waiting / batch.lines;
  return (
    <section>
      {action.isRunning && <Progress label={texts.working} share={share} />}
      {!action.isRunning && (
        <Notice kind={waiting === 0 ? 'done' : 'note'}>
          {waiting > 0 && <p>{texts.preview}</p>}
          <p>{format.list(counts)}.</p>
          {batch.more === true && <p>{texts.more}</p>}
        </Notice>
      )}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <p class="buttons">
        {waiting > 0 && (
          <Button
            kind="primary"
            disabled={action.isRunning}
            onClick={() => void work(() => client.api.runNameBatch(request), 'waiting')}
          >
            {texts.run(format.number(waiting), waiting)}
          </Button>
        )}
        {done > 0 && (
          <Button
            disabled={action.isRunning}
            onClick={() => void work(() => client.api.undoNameBatch(request), 'done')}
          >
            {texts.undo}
          </Button>
        )}
      </p>
    </section>
  );
};

const Lines = ({ batch }: { readonly batch: NameBatchView }) => {
  const texts = useTexts(NAME_BATCHES);
  const { more } = useTexts(SHELL);
  const { language } = useLanguage();
  const { client } = useSession();
  const [outcome, setOutcome] = useState<Outcome | ''>('');
  const list = usePagedList(
    async (cursor) => {
      const request = { name: batch.minter, batch: batch.id, cursor, limit: LINES_A_PAGE };
      const only = outcome === '' ? {} : { outcome };
      const { lines, next } = await client.api.listNameBatchLines({ ...request, ...only });
      return { entries: lines, next };
    },
    [client, batch.id, outcome],
  );
  const present = NAME_BATCH_OUTCOMES.filter((one) => batch.counts[one] > 0);
  const columns = [
    {
      title: texts.name,
      cell: ({ id, outcome: one }: NameBatchLineView) => {
        if (id === undefined) return <span class="faint">{texts.minted}</span>;
        if (one === 'refused') return <span class="code anywhere">{id}</span>;
        return (
          <a class="code anywhere" href={pathTo('name', { minter: batch.minter, id })}>
            {id}
          </a>
        );
      },
    },
    {
      title: texts.outcome,
      cell: ({ outcome: one, code }: NameBatchLineView) => (
        <>
          {texts.outcomes[one]}
          {code !== undefined && (
            <span class="hint block">
              {texts.codes[code] ?? describe({ code, parameters: undefined, detail: code }, language)}
            </span>
          )}
        </>
      ),
    },
    { title: texts.before, cell: ({ before }: NameBatchLineView) => <Values values={before} /> },
    { title: texts.after, cell: ({ after }: NameBatchLineView) => <Values values={after} /> },
  ];
  return (
    <section>
      {present.length > 1 && (
        <div class="filters">
          <SelectField
            label={texts.shown}
            value={outcome}
            onChange={(chosen) => setOutcome(chosen as Outcome | '')}
            choices={[
              { value: '', text: texts.every },
              ...present.map((one) => ({ value: one, text: texts.outcomes[one] })),
            ]}
          />
        </div>
      )}
      {list.entries.length > 0 && (
        <Table caption={texts.names} columns={columns} rows={list.entries} keyOf={({ line }) => String(line)} />
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

const Values = ({ values }: { readonly values: NameBatchLineView['after'] }) => {
  const { nothing } = useTexts(NAME_BATCHES);
  return (
    <>
      {Object.entries(values).map(([element, value]) => (
        <div key={element}>
          <code>{element}</code> <span class="anywhere">{value ?? <span class="faint">{nothing}</span>}</span>
        </div>
      ))}
    </>
  );
};
