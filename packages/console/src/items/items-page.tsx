import { parseIbi } from '@perene/core';
import { useState } from 'preact/hooks';
import { listItems } from '../api/items.ts';
import type { ItemSummary } from '../api/types.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { allows, useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { usePagedList } from '../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { SampleOffer } from './sample-offer.tsx';
import { StateMark } from './state-mark.tsx';
import { ITEMS } from './texts.ts';

const PAGE_SIZE = 25;

const ItemsPage = ({ query }: PageProps) => {
  const texts = useTexts(ITEMS);
  const shell = useTexts(SHELL);
  const words = query.get('q') ?? '';
  const { client, principal } = useSession();
  const list = usePagedList(
    (cursor) => listItems(client, { ...(words !== '' && { q: words }), cursor, limit: PAGE_SIZE }),
    [client, words],
  );
  const mayDeposit = allows(principal.role, 'depositor');
  const isEmpty = !list.isLoading && list.error === undefined && list.entries.length === 0;
  return (
    <>
      <Heading title={texts.list.title}>
        {mayDeposit && (
          <LinkButton kind="primary" href={pathTo('deposit')}>
            {shell.menu.deposit}
          </LinkButton>
        )}
      </Heading>
      <SearchForm key={words} words={words} />
      {isEmpty && words === '' && (
        <EmptyState title={texts.list.empty}>
          {mayDeposit && (
            <>
              <p>{texts.list.emptyText}</p>
              <LinkButton href={pathTo('deposit')}>{texts.list.deposit}</LinkButton>
            </>
          )}
        </EmptyState>
      )}
      {words === '' && !list.isLoading && <SampleOffer isEmpty={isEmpty} onChange={list.reload} />}
      {isEmpty && words !== '' && (
        <EmptyState title={texts.list.nothingFound(words)}>
          <p>{texts.list.nothingFoundText}</p>
        </EmptyState>
      )}
      {list.entries.length > 0 && <ItemTable items={list.entries} hasMore={list.hasMore} />}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {list.isLoading && <Loading />}
      {list.hasMore && (
        <p class="buttons">
          <Button onClick={list.more}>{shell.more}</Button>
        </p>
      )}
    </>
  );
};

export default ItemsPage;

/** Searches for words; a label leads straight to its item. */
const SearchForm = ({ words }: { readonly words: string }) => {
  const { list: texts } = useTexts(ITEMS);
  const [text, setText] = useState(words);
  const submit = (): void => {
    const sought = text.trim();
    const label = parseIbi(sought);
    if (label.ok) navigate(pathTo('item', { label: label.value.text }));
    else navigate(pathTo('items', {}, sought === '' ? {} : { q: sought }));
  };
  return (
    <search>
      <Form onSubmit={submit}>
        <div class="search">
          <TextField type="search" label={texts.search} hint={texts.hint} value={text} onChange={setText} />
          <Button type="submit">{texts.submit}</Button>
          {words !== '' && <LinkButton href={pathTo('items')}>{texts.clear}</LinkButton>}
        </div>
      </Form>
    </search>
  );
};

const ItemTable = ({ items, hasMore }: { readonly items: readonly ItemSummary[]; readonly hasMore: boolean }) => {
  const texts = useTexts(ITEMS);
  const format = useFormat();
  const columns = [
    {
      title: texts.list.name,
      cell: ({ repository, title, language }: ItemSummary) => (
        <a href={pathTo('item', { label: repository })} lang={title === undefined ? undefined : language}>
          {title ?? texts.untitled}
        </a>
      ),
    },
    { title: texts.list.creators, cell: ({ creators }: ItemSummary) => creators.join('; ') || '–' },
    { title: texts.list.state, cell: ({ state }: ItemSummary) => <StateMark state={state} /> },
    { title: texts.list.updated, cell: ({ changed }: ItemSummary) => format.day(changed) },
  ];
  return (
    <>
      <p class="hint" role="status">
        {texts.list.found(format.number(items.length), hasMore)}
      </p>
      <Table caption={texts.list.caption} columns={columns} rows={items} keyOf={({ repository }) => repository} />
    </>
  );
};
