import type { Item } from '../../api/types.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import { pathTo } from '../../shell/paths.ts';
import { ITEMS } from '../texts.ts';

/** Shows editions and translations, if there are any besides the item itself. */
export const ItemRelations = ({ item }: { readonly item: Item }) => {
  const { page } = useTexts(ITEMS);
  const format = useFormat();
  const { all, last } = item.editions;
  const translations = Object.entries(item.translations);
  const link = (label: string) =>
    label === item.repository ? (
      <>
        <code>{label}</code> ({page.thisOne})
      </>
    ) : (
      <a class="code" href={item.elsewhere[label] ?? pathTo('item', { label })}>
        {label}
      </a>
    );
  return (
    <>
      {all.length > 1 && (
        <section aria-label={page.editions}>
          <h2>{page.editions}</h2>
          <ol>
            {all.map((label) => (
              <li key={label}>
                {link(label)} {label === last && `· ${page.last}`}
              </li>
            ))}
          </ol>
        </section>
      )}
      {translations.length > 1 && (
        <section aria-label={page.translations}>
          <h2>{page.translations}</h2>
          <ul>
            {translations.map(([language, label]) => (
              <li key={language}>
                {format.language(language)}: {link(label)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
