import { useEffect, useState } from 'preact/hooks';
import { showItem } from '../../api/items.ts';
import type { Item } from '../../api/types.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import { pathTo } from '../../shell/paths.ts';
import { useSession } from '../../shell/session.ts';
import { ITEMS } from '../texts.ts';

/** More would take many requests. */
const MAX_TITLES = 20;

/** The titles of related items that are here; others are known by their labels. */
const useTitles = (item: Item, labels: readonly string[]): Readonly<Record<string, string | undefined>> => {
  const { client } = useSession();
  const [titles, setTitles] = useState<Readonly<Record<string, string | undefined>>>({});
  useEffect(() => {
    setTitles({ [item.repository]: item.title });
    const here = [...new Set(labels)].filter(
      (label) => label !== item.repository && item.elsewhere[label] === undefined,
    );
    for (const label of here.slice(0, MAX_TITLES)) {
      showItem(client, label).then(
        ({ title }) => setTitles((known) => ({ ...known, [label]: title })),
        () => undefined,
      );
    }
  }, [client, item]);
  return titles;
};

/** Shows editions and translations, if there are any besides the item itself. */
export const ItemRelations = ({ item }: { readonly item: Item }) => {
  const { page } = useTexts(ITEMS);
  const format = useFormat();
  const { all, last } = item.editions;
  const translations = Object.entries(item.translations);
  const titles = useTitles(item, [...all, ...translations.map(([, label]) => label)]);
  const link = (label: string) => {
    const title = titles[label];
    const code = <code class={title === undefined ? undefined : 'hint'}>{label}</code>;
    return label === item.repository ? (
      <>
        {title ?? code} ({page.thisOne}) {title && code}
      </>
    ) : (
      <>
        <a href={item.elsewhere[label] ?? pathTo('item', { label })}>{title ?? code}</a> {title && code}
      </>
    );
  };
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
