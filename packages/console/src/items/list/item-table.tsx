import type { ItemSummary } from '../../api/types.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import { pathTo } from '../../shell/paths.ts';
import { StateMark } from '../state-mark.tsx';
import { ITEMS } from '../texts.ts';
import { addressOf, type Filter } from './filter.ts';
import type { Selecting } from './selection.ts';
import { LIST } from './texts.ts';

/** Items with what people look for in them. The titles of some columns sort the list. */
export const ItemTable = ({
  items,
  filter,
  selecting,
}: {
  readonly items: readonly ItemSummary[];
  readonly filter: Filter;
  /** Without it, nothing can be chosen. */
  readonly selecting: Selecting | undefined;
}) => {
  const texts = useTexts(LIST);
  const labels = items.map(({ repository }) => repository);
  const isAll = labels.every((label) => selecting?.isChosen(label) === true);
  return (
    <table class="list">
      <caption class="unseen">{texts.caption}</caption>
      <thead>
        <tr>
          {selecting !== undefined && (
            <th scope="col" class="pick">
              <input
                type="checkbox"
                aria-label={texts.chooseShown}
                checked={isAll}
                onChange={(event) => selecting.choose(labels, event.currentTarget.checked)}
              />
            </th>
          )}
          <SortedColumn title={texts.name} sort="title" filter={filter} />
          <th scope="col">{texts.facets.type}</th>
          <SortedColumn title={texts.size} sort="size" filter={filter} isNumber />
          <th scope="col">{texts.state}</th>
          <th scope="col">{texts.owner}</th>
          <th scope="col">{texts.facets.collection}</th>
          <SortedColumn title={texts.changed} sort="changed" filter={filter} />
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ItemRow key={item.repository} item={item} selecting={selecting} />
        ))}
      </tbody>
    </table>
  );
};

const SortedColumn = ({
  title,
  sort,
  filter,
  isNumber = false,
}: {
  readonly title: string;
  readonly sort: 'title' | 'size' | 'changed';
  readonly filter: Filter;
  readonly isNumber?: boolean;
}) => {
  const isSorted = filter.sort === sort;
  return (
    <th
      scope="col"
      class={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? (sort === 'title' ? 'ascending' : 'descending') : undefined}
    >
      <a href={addressOf({ ...filter, sort: isSorted ? '' : sort })}>{title}</a>
    </th>
  );
};

const ItemRow = ({ item, selecting }: { readonly item: ItemSummary; readonly selecting: Selecting | undefined }) => {
  const texts = useTexts(LIST);
  const { untitled } = useTexts(ITEMS);
  const format = useFormat();
  const { repository, title, language, creators, ibip, state, changed, details } = item;
  const collections = details?.collections ?? [];
  const isChosen = selecting?.isChosen(repository) === true;
  return (
    <tr class={isChosen ? 'chosen' : undefined}>
      {selecting !== undefined && (
        <td class="pick">
          <input
            type="checkbox"
            aria-label={texts.choose(title ?? untitled)}
            checked={isChosen}
            onChange={(event) => selecting.choose([repository], event.currentTarget.checked)}
          />
        </td>
      )}
      <th scope="row">
        <a
          class="item-title"
          href={pathTo('item', { label: repository })}
          lang={title === undefined ? undefined : language}
        >
          {title ?? untitled}
        </a>
        {creators.length > 0 && <span class="people">{creators.join('; ')}</span>}
        <code class="label">{ibip ?? repository}</code>
      </th>
      <td data-title={texts.facets.type} class={details?.type === undefined ? 'none' : undefined}>
        {details?.type === undefined ? '–' : (texts.kinds[details.type] ?? details.type)}
      </td>
      <td data-title={texts.size} class="number">
        {details === undefined ? '–' : format.bytes(details.bytes)}
      </td>
      <td data-title={texts.state}>
        <StateMark state={state} isWithdrawn={details?.withdrawn === true} />
      </td>
      <td data-title={texts.owner} class={details?.owner === undefined ? 'none' : undefined}>
        {details?.owner?.name ?? '–'}
      </td>
      <td data-title={texts.facets.collection} class={collections.length === 0 ? 'none' : undefined}>
        {collections.length === 0
          ? '–'
          : collections.map((name) => (
              <a key={name} class="block" href={pathTo('collection', { name })}>
                {name}
              </a>
            ))}
      </td>
      <td data-title={texts.changed} class="day">
        {format.day(changed)}
      </td>
    </tr>
  );
};
