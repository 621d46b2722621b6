import { MAX_FILES_PER_ITEM } from '@perene/core/item';
import { useMemo } from 'preact/hooks';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { Table } from '../ui/table.tsx';
import { addFiles, type ChosenFile, checkFiles, totalBytes } from './chosen-files.ts';
import { DropZone } from './drop-zone.tsx';
import { FILES } from './texts.ts';

const MAX_SHOWN = 100;

/** Shows the files of an item, with what is wrong with them, and lets people choose and remove files. */
export const FileChooser = ({
  files,
  isMissing,
  onChange,
}: {
  readonly files: readonly ChosenFile[];
  /** Whether to report that no file was chosen. */
  readonly isMissing: boolean;
  readonly onChange: (files: readonly ChosenFile[]) => void;
}) => {
  const texts = useTexts(FILES);
  const format = useFormat();
  const problems = useMemo(() => checkFiles(files), [files]);
  // Files that somebody must mend come first.
  const shown = [
    ...files.filter(({ path }) => problems.has(path)),
    ...files.filter(({ path }) => !problems.has(path)),
  ].slice(0, MAX_SHOWN);
  const columns = [
    {
      title: texts.path,
      cell: ({ path }: ChosenFile) => (
        <>
          <span class="code">{path}</span>
          {problems.has(path) && (
            <span class="error block">
              {texts.problems[problems.get(path) ?? '']} {texts.rename}
            </span>
          )}
        </>
      ),
    },
    { title: texts.size, isNumber: true, cell: ({ file }: ChosenFile) => format.bytes(file.size) },
    {
      title: texts.remove,
      cell: ({ path }: ChosenFile) => (
        <Button
          kind="quiet"
          aria-label={texts.removeFile(path)}
          onClick={() => onChange(files.filter((chosen) => chosen.path !== path))}
        >
          {texts.remove}
        </Button>
      ),
    },
  ];
  return (
    <section aria-label={texts.legend}>
      <h2>{texts.legend}</h2>
      <DropZone onFiles={(added) => onChange(addFiles(files, added))} />
      {isMissing && files.length === 0 && <p class="error">{texts.missing}</p>}
      {files.length > MAX_FILES_PER_ITEM && <p class="error">{texts.tooMany}</p>}
      <div aria-live="polite">
        {files.length > 0 && (
          <p class="hint">
            {texts.count(files.length, format.number(files.length))}, {texts.inAll(format.bytes(totalBytes(files)))}
          </p>
        )}
      </div>
      {files.length > 0 && <Table caption={texts.caption} columns={columns} rows={shown} keyOf={({ path }) => path} />}
      {files.length > shown.length && <p class="hint">{texts.notShown(format.number(files.length - shown.length))}</p>}
      {files.length > 1 && (
        <p>
          <Button kind="quiet" onClick={() => onChange([])}>
            {texts.removeAll}
          </Button>
        </p>
      )}
    </section>
  );
};
