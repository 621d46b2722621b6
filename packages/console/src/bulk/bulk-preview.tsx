import { useState } from 'preact/hooks';
import { DESCRIPTION } from '../description/texts.ts';
import { FILES } from '../files/texts.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { describeError } from '../i18n/problems.ts';
import { pathTo } from '../shell/paths.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Progress } from '../ui/progress.tsx';
import { Table } from '../ui/table.tsx';
import { writeCsv } from './csv.ts';
import { downloadText } from './download.ts';
import { forgetRows } from './memory.ts';
import type { BulkRow, BulkTable, RowProblem } from './rows.ts';
import { BULK, type BulkTexts } from './texts.ts';
import { type RowStatus, useBulk } from './use-bulk.ts';

const MAX_SHOWN = 200;

/** Shows the rows before anything is sent, while they are sent, and after. */
export const BulkPreview = ({ table }: { readonly table: BulkTable }) => {
  const texts = useTexts(BULK);
  const format = useFormat();
  const run = useBulk();
  const describe = useRowTexts();
  const [asked, setAsked] = useState<readonly BulkRow[]>([]);
  const { rows, unknownColumns } = table;
  const isWaiting = (row: BulkRow): boolean => ['ready', 'failed'].includes(run.statusOf(row).kind);
  const countOf = (kind: RowStatus['kind'], among = rows): number =>
    among.filter((row) => run.statusOf(row).kind === kind).length;
  const waiting = rows.filter(isWaiting);
  const settled = countOf('deposited', asked) + countOf('failed', asked);
  const start = (): void => {
    setAsked(waiting);
    run.start(waiting);
  };
  const download = (): void => {
    const lines = rows.map((row) => describe.result(row, run.statusOf(row)));
    downloadText('perene-results.csv', writeCsv([texts.resultColumns, ...lines]));
  };
  return (
    <section aria-label={texts.preview.title}>
      <h2>{texts.preview.title}</h2>
      {unknownColumns.length > 0 && (
        <Notice kind="note">
          <p>{texts.preview.unknownColumns(format.list(unknownColumns))}</p>
        </Notice>
      )}
      <p role="status">
        {texts.preview.summary(
          format.number(waiting.length),
          format.number(countOf('wrong')),
          format.number(countOf('deposited')),
        )}
      </p>
      {countOf('wrong') > 0 && <p class="hint">{texts.preview.leftOut}</p>}
      <RowTable rows={rows} statusOf={run.statusOf} />
      {asked.length > 0 && (
        <Progress
          label={texts.progress(format.number(settled), format.number(asked.length))}
          share={settled / asked.length}
        />
      )}
      {run.isBroken && (
        <Notice kind="wrong">
          <p>{texts.broken}</p>
        </Notice>
      )}
      {asked.length > 0 && settled === asked.length && (
        <Notice kind="done">
          <p>{texts.finished}</p>
        </Notice>
      )}
      <p class="buttons">
        {run.isRunning ? (
          <Button onClick={run.stop}>{texts.stop}</Button>
        ) : (
          <Button kind="primary" disabled={waiting.length === 0} onClick={start}>
            {texts.submit(waiting.length, format.number(waiting.length))}
          </Button>
        )}
        {!run.isRunning && countOf('deposited') + countOf('failed') > 0 && (
          <>
            <Button onClick={download}>{texts.results}</Button>
            <Button
              kind="quiet"
              onClick={() => {
                forgetRows(rows.map(({ fingerprint }) => fingerprint));
                run.forget();
                setAsked([]);
              }}
            >
              {texts.again}
            </Button>
          </>
        )}
      </p>
    </section>
  );
};

interface RowTexts {
  readonly problem: (problem: RowProblem) => string;
  readonly failure: (error: unknown) => string;
  readonly result: (row: BulkRow, status: RowStatus) => readonly string[];
}

const useRowTexts = (): RowTexts => {
  const texts = useTexts(BULK);
  const description = useTexts(DESCRIPTION);
  const files = useTexts(FILES);
  const { language } = useLanguage();
  const problem = ({ code, about }: RowProblem): string => {
    const sentence = texts.problems[code] ?? description.problems[code] ?? files.problems[code] ?? code;
    if (about === '') return sentence;
    return code.startsWith('metadata/') ? `${description.fieldName(about)}: ${sentence}` : `${sentence} ${about}`;
  };
  const failure = (error: unknown): string => describeError(error, language);
  return {
    problem,
    failure,
    result: (row, status) => [
      String(row.line),
      row.title,
      resultWord(status, texts),
      status.kind === 'deposited' ? status.result.repository : '',
      status.kind === 'deposited' ? status.result.persistentUrl : '',
      status.kind === 'failed' ? failure(status.error) : row.problems.map(problem).join(' '),
    ],
  };
};

const resultWord = ({ kind }: RowStatus, { resultWords }: BulkTexts): string => {
  switch (kind) {
    case 'deposited':
      return resultWords.deposited;
    case 'failed':
      return resultWords.failed;
    case 'wrong':
      return resultWords.leftOut;
    case 'ready':
    case 'sending':
      return resultWords.waiting;
  }
};

const RowTable = ({
  rows,
  statusOf,
}: {
  readonly rows: readonly BulkRow[];
  readonly statusOf: (row: BulkRow) => RowStatus;
}) => {
  const { preview } = useTexts(BULK);
  const format = useFormat();
  // If not all rows can be shown, those that somebody must mend come first.
  const isWrong = (row: BulkRow): boolean => row.problems.length > 0;
  const ordered = rows.length > MAX_SHOWN ? [...rows.filter(isWrong), ...rows.filter((row) => !isWrong(row))] : rows;
  const columns = [
    { title: preview.line, cell: ({ line }: BulkRow) => format.number(line) },
    { title: preview.name, cell: ({ title }: BulkRow) => title || '–' },
    {
      title: preview.creators,
      cell: ({ metadata }: BulkRow) => metadata['creator']?.map(({ value }) => value).join('; ') || '–',
    },
    { title: preview.files, cell: ({ files }: BulkRow) => files.map(({ path }) => path).join(', ') || '–' },
    { title: preview.status, cell: (row: BulkRow) => <Status row={row} status={statusOf(row)} /> },
  ];
  return (
    <>
      <Table
        caption={preview.caption}
        columns={columns}
        rows={ordered.slice(0, MAX_SHOWN)}
        keyOf={({ fingerprint }) => fingerprint}
      />
      {rows.length > MAX_SHOWN && <p class="hint">{preview.notShown(format.number(rows.length - MAX_SHOWN))}</p>}
    </>
  );
};

const Status = ({ row, status }: { readonly row: BulkRow; readonly status: RowStatus }) => {
  const { preview } = useTexts(BULK);
  const describe = useRowTexts();
  switch (status.kind) {
    case 'ready':
      return <>{preview.ready}</>;
    case 'sending':
      return <>{preview.sending}</>;
    case 'deposited':
      return <a href={pathTo('item', { label: status.result.repository })}>{preview.deposited}</a>;
    case 'failed':
      return <span class="error">{describe.failure(status.error)}</span>;
    case 'wrong':
      return (
        <ul class="plain">
          {row.problems.map((problem) => (
            <li class="error" key={`${problem.code} ${problem.about}`}>
              {describe.problem(problem)}
            </li>
          ))}
        </ul>
      );
  }
};
