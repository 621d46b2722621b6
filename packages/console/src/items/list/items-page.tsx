import './list.css';
import { useMemo, useState } from 'preact/hooks';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import type { PageProps } from '../../shell/pages.ts';
import { pathTo } from '../../shell/paths.ts';
import { allows, mayEnter, useSession } from '../../shell/session.ts';
import { SHELL } from '../../shell/texts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Heading } from '../../ui/heading.tsx';
import { useLoad, usePagedList } from '../../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../../ui/notice.tsx';
import { SampleOffer } from '../sample-offer.tsx';
import { ITEMS } from '../texts.ts';
import { ExportList } from './export-list.tsx';
import { type Filter, isNarrowed, queryOf, readFilter, requestOf } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { ItemTable } from './item-table.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { type Selecting, useSelection } from './selection.ts';
import { LIST } from './texts.ts';

const PAGE_SIZE = 50;

/** The form is loaded when somebody edits. */
type EditTogetherForm = typeof import('../batches/edit-together.tsx').EditTogether;

const ItemsPage = ({ query }: PageProps) => {
  const filter = useMemo(() => readFilter(query), [query]);
  const { principal } = useSession();
  const shell = useTexts(SHELL);
  const texts = useTexts(ITEMS);
  return (
    <>
      <Heading title={texts.list.title}>
        {allows(principal.role, 'depositor') && (
          <LinkButton kind="primary" href={pathTo('deposit')}>
            {shell.menu.deposit}
          </LinkButton>
        )}
      </Heading>
      <ItemList key={queryOf({ ...filter, sort: '' })} filter={filter} />
    </>
  );
};

export default ItemsPage;

/** The list of a filter; another filter begins with nothing chosen. */
const ItemList = ({ filter }: { readonly filter: Filter }) => {
  const texts = useTexts(ITEMS);
  const shell = useTexts(SHELL);
  const { client, principal } = useSession();
  const selecting = useSelection();
  const request = queryOf(filter);
  const list = usePagedList(
    async (cursor) => {
      const { items, next } = await client.api.listItems({
        ...requestOf(filter),
        details: 'yes',
        cursor,
        limit: PAGE_SIZE,
      });
      return { entries: items, next };
    },
    [client, request],
  );
  const { loaded } = useLoad(
    async () => (await client.api.listItems({ ...requestOf(filter), facets: 'yes', limit: 1 })).found,
    [client, request],
  );
  const found = loaded.state === 'ready' ? loaded.value : undefined;
  const mayDeposit = allows(principal.role, 'depositor');
  const isEmpty = !list.isLoading && list.error === undefined && list.entries.length === 0;
  const isAll = !isNarrowed(filter);
  return (
    <>
      <FilterBar filter={filter} facets={found?.facets} />
      <SavedFilters filter={filter} />
      {isEmpty && isAll && (
        <EmptyState title={texts.list.empty}>
          {mayDeposit && (
            <>
              <p>{texts.list.emptyText}</p>
              <LinkButton href={pathTo('deposit')}>{texts.list.deposit}</LinkButton>
            </>
          )}
        </EmptyState>
      )}
      {isEmpty && !isAll && (
        <EmptyState title={filter.q === undefined ? texts.list.nothingHere : texts.list.nothingFound(filter.q)}>
          <p>{texts.list.nothingFoundText}</p>
        </EmptyState>
      )}
      {list.entries.length > 0 && (
        <div class="sheet">
          <ListBar
            filter={filter}
            shown={list.entries.length}
            hasMore={list.hasMore}
            found={found}
            selecting={selecting}
            labels={list.entries.map(({ repository }) => repository)}
          />
          <ItemTable
            items={list.entries}
            filter={filter}
            selecting={mayEnter(principal, 'depositor') ? selecting : undefined}
          />
        </div>
      )}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {list.isLoading && <Loading />}
      {list.hasMore && (
        <p class="buttons">
          <Button onClick={list.more}>{shell.more}</Button>
        </p>
      )}
      {isAll && !list.isLoading && <SampleOffer isEmpty={isEmpty} onChange={list.reload} />}
    </>
  );
};

/** Tells how many there are, and what can be done with those that are chosen. */
const ListBar = ({
  filter,
  shown,
  hasMore,
  found,
  selecting,
  labels,
}: {
  readonly filter: Filter;
  readonly shown: number;
  readonly hasMore: boolean;
  readonly found: { readonly count: number; readonly isMore: boolean } | undefined;
  readonly selecting: Selecting;
  readonly labels: readonly string[];
}) => {
  const texts = useTexts(LIST);
  const format = useFormat();
  const [editing, setEditing] = useState<{ readonly EditTogether: EditTogetherForm }>();
  const { selection } = selecting;
  const all = found === undefined ? undefined : texts.count(format.number(found.count), found);
  const chosen = selection.kind === 'all' ? undefined : selection.labels.size;
  const mayChooseAll =
    hasMore && selection.kind === 'some' && labels.every((label) => selection.labels.has(label)) && chosen === shown;
  return (
    <div class="list-bar">
      {chosen === 0 ? (
        <>
          <span role="status">{all ?? texts.shown(format.number(shown))}</span>
          <span class="acts">
            <a href={pathTo('batches')}>{texts.batches}</a>
            <span>
              {texts.exports.title} <ExportList filter={filter} />
            </span>
          </span>
        </>
      ) : (
        <>
          <span role="status">
            {selection.kind === 'all'
              ? texts.allChosen(all ?? '')
              : texts.chosen(format.number(selection.labels.size), selection.labels.size)}
          </span>
          <span class="acts">
            {mayChooseAll && (
              <Button kind="quiet" onClick={selecting.chooseAll}>
                {texts.chooseAll(all ?? '')}
              </Button>
            )}
            <Button kind="quiet" onClick={selecting.clear}>
              {texts.chooseNone}
            </Button>
            <Button onClick={() => void import('../batches/edit-together.tsx').then(setEditing)}>
              {texts.editTogether}
            </Button>
          </span>
        </>
      )}
      {editing !== undefined && (
        <editing.EditTogether filter={filter} selection={selection} onClose={() => setEditing(undefined)} />
      )}
    </div>
  );
};
