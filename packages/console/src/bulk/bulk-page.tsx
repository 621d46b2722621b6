import { useMemo, useRef, useState } from 'preact/hooks';
import { addFiles, type ChosenFile } from '../files/chosen-files.ts';
import { DropZone } from '../files/drop-zone.tsx';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import { type CsvAnswer, parseCsv, writeCsv } from './csv.ts';
import { decodeTable } from './decode-table.ts';
import { downloadText } from './download.ts';
import { readTable } from './rows.ts';
import { BULK } from './texts.ts';

const EXAMPLE = writeCsv([
  [
    'title',
    'creator',
    'creator.orcid',
    'language',
    'date',
    'description',
    'subject',
    'rights',
    'rights.license',
    'file',
  ],
  [
    'Land cover of 2011',
    'Lima, Ana; Souza, Rui',
    '0000-0002-1825-0097;',
    'en',
    '2011-09',
    'Maps of land cover.',
    'land; forest',
    'Free to use with credit',
    'CC-BY-4.0',
    'cover.pdf',
  ],
]);

interface ChosenTable {
  readonly name: string;
  readonly answer: CsvAnswer | { readonly ok: false; readonly problem: 'csv/no-text'; readonly line: number };
  readonly isGuessed: boolean;
}

const readTableFile = async (file: File): Promise<ChosenTable> => {
  const decoded = decodeTable(new Uint8Array(await file.arrayBuffer()));
  return {
    name: file.name,
    answer: decoded === undefined ? { ok: false, problem: 'csv/no-text', line: 1 } : parseCsv(decoded.text),
    isGuessed: decoded?.isGuessed ?? false,
  };
};

const BulkPage = () => {
  const texts = useTexts(BULK);
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [table, setTable] = useState<ChosenTable>();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const choose = async (chosen: HTMLInputElement): Promise<void> => {
    const [file] = chosen.files ?? [];
    if (file !== undefined) setTable(await readTableFile(file));
    chosen.value = '';
  };
  const records = table?.answer.ok ? table.answer.records : undefined;
  const read = useMemo(() => (records === undefined ? undefined : readTable(records, files)), [records, files]);
  return (
    <>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      <section class="form" aria-label={texts.table.title}>
        <h2>{texts.table.title}</h2>
        <p>{texts.table.text}</p>
        <p class="buttons">
          <Button onClick={() => input.current?.click()}>{texts.table.choose}</Button>
          <Button kind="quiet" onClick={() => downloadText('perene.csv', EXAMPLE)}>
            {texts.table.template}
          </Button>
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          onChange={(event) => choose(event.currentTarget)}
        />
        <div aria-live="polite">{table !== undefined && <p>{texts.table.chosen(table.name)}</p>}</div>
        {table?.isGuessed && table.answer.ok && (
          <Notice kind="note">
            <p>{texts.table.guessed}</p>
          </Notice>
        )}
        {table !== undefined && !table.answer.ok && (
          <Notice kind="wrong">
            <p>
              {texts.atLine(format.number(table.answer.line))} {texts.problems[table.answer.problem]}
            </p>
          </Notice>
        )}
        {read !== undefined && !read.ok && (
          <Notice kind="wrong">
            <p>{texts.problems[read.problem]}</p>
          </Notice>
        )}
      </section>
      <section class="form" aria-label={texts.files.title}>
        <h2>{texts.files.title}</h2>
        <DropZone title={texts.files.drop} onFiles={(added) => setFiles(addFiles(files, added))} />
        <div aria-live="polite">
          {files.length > 0 && <p class="hint">{texts.files.chosen(format.number(files.length))}</p>}
        </div>
      </section>
      {read?.ok && <BulkPreview table={read.table} />}
    </>
  );
};

export default BulkPage;
