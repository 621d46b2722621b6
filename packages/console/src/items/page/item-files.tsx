import { documentPath } from '@perene/core/item';
import type { Item, ItemFile } from '../../api/types.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import { LongTable } from '../../ui/table.tsx';
import { ITEMS } from '../texts.ts';

/** Shows the files, with what anybody needs to check them. */
export const ItemFiles = ({ item }: { readonly item: Item }) => {
  const { page } = useTexts(ITEMS);
  const format = useFormat();
  if (item.content !== 'Data' || item.state === 'Deleted') return null;
  const columns = [
    {
      title: page.file,
      cell: ({ path }: ItemFile) => (
        <>
          <a href={documentPath(item, path)}>{path}</a>
          {path === item.target && <span class="hint block">{page.target}</span>}
        </>
      ),
    },
    { title: page.mediaType, cell: ({ mediaType }: ItemFile) => mediaType },
    { title: page.size, isNumber: true, cell: ({ bytes }: ItemFile) => format.bytes(bytes) },
    { title: page.checksum, cell: ({ sha256 }: ItemFile) => <code class="checksum">{sha256}</code> },
  ];
  return (
    <section aria-label={page.files}>
      <h2>{page.files}</h2>
      {item.files.length === 0 ? (
        <p class="hint">{page.noFiles}</p>
      ) : (
        <LongTable caption={page.filesCaption} columns={columns} rows={item.files} keyOf={({ path }) => path} />
      )}
    </section>
  );
};
