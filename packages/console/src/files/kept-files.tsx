import { documentPath, foldFilePath } from '@perene/core/item';
import type { Item, ItemFile } from '../api/types.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { LongTable } from '../ui/table.tsx';
import type { ChosenFile } from './chosen-files.ts';
import { FILES } from './texts.ts';

/** Returns the files of an item that another one keeps: all but those that are left out, or replaced by chosen ones. */
export const keptOf = (
  files: readonly ItemFile[],
  { leftOut, chosen }: { readonly leftOut: readonly string[]; readonly chosen: readonly ChosenFile[] },
): readonly ItemFile[] => {
  const gone = new Set([...leftOut, ...chosen.map(({ path }) => path)].map(foldFilePath));
  return files.filter(({ path }) => !gone.has(foldFilePath(path)));
};

/** Shows the files of the edition before, to look at them and to leave out some. */
export const KeptFiles = ({
  item,
  kept,
  leftOut,
  onChange,
}: {
  readonly item: Item;
  readonly kept: readonly ItemFile[];
  readonly leftOut: readonly string[];
  readonly onChange: (leftOut: readonly string[]) => void;
}) => {
  const texts = useTexts(FILES);
  const format = useFormat();
  if (item.files.length === 0) return null;
  const keptPaths = new Set(kept.map(({ path }) => path));
  const out = new Set(leftOut);
  const stateOf = ({ path }: ItemFile): string => {
    if (keptPaths.has(path)) return texts.kept;
    return out.has(path) ? texts.leftOut : texts.replaced;
  };
  const columns = [
    {
      title: texts.path,
      cell: (file: ItemFile) => (
        <>
          <a
            class={keptPaths.has(file.path) ? 'code' : 'code left-out'}
            href={documentPath(item, file.path)}
            target="_blank"
            rel="noreferrer"
          >
            {file.path}
          </a>
          <span class="hint block">{stateOf(file)}</span>
        </>
      ),
    },
    { title: texts.size, isNumber: true, cell: ({ bytes }: ItemFile) => format.bytes(bytes) },
    {
      title: texts.action,
      cell: ({ path }: ItemFile) =>
        out.has(path) ? (
          <Button
            kind="quiet"
            aria-label={texts.takeBackFile(path)}
            onClick={() => onChange(leftOut.filter((one) => one !== path))}
          >
            {texts.takeBack}
          </Button>
        ) : (
          <Button kind="quiet" aria-label={texts.leaveOutFile(path)} onClick={() => onChange([...leftOut, path])}>
            {texts.leaveOut}
          </Button>
        ),
    },
  ];
  return (
    <section aria-label={texts.keptLegend}>
      <h2>{texts.keptLegend}</h2>
      <p class="hint">{texts.keptHint}</p>
      <p class="hint" aria-live="polite">
        {texts.keptCount(format.number(kept.length), format.number(item.files.length))}
      </p>
      <LongTable caption={texts.keptLegend} columns={columns} rows={item.files} keyOf={({ path }) => path} />
      {item.files.length > 1 && (
        <p>
          <Button kind="quiet" onClick={() => onChange(leftOut.length > 0 ? [] : item.files.map(({ path }) => path))}>
            {leftOut.length > 0 ? texts.takeBackAll : texts.leaveOutAll}
          </Button>
        </p>
      )}
    </section>
  );
};
