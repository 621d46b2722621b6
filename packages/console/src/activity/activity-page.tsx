import '../ui/styles/running.css';
import { authorName, tellHistory } from '@perene/api/words';
import { useState } from 'preact/hooks';
import { type Activity, type ActivityFilter, readActivity } from '../api/node.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { usePagedList } from '../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { ACTIVITY } from './texts.ts';

const FILTERS = ['item', 'who', 'from', 'to'] as const;

/** The filter is in the address, so that readers can share it and go back to it. */
const readFilter = (query: URLSearchParams): ActivityFilter =>
  Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));

const addressOf = (filter: ActivityFilter): string =>
  pathTo(
    'activity',
    {},
    Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as Record<string, string>,
  );

const ActivityPage = ({ query }: PageProps) => {
  const texts = useTexts(ACTIVITY);
  const { more } = useTexts(SHELL);
  const { client } = useSession();
  const filter = readFilter(query);
  const asked = query.toString();
  return (
    <>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      <Filters key={asked} filter={filter} />
      <Entries
        key={`entries ${asked}`}
        filter={filter}
        read={(cursor) => readActivity(client, filter, cursor)}
        more={more}
      />
    </>
  );
};

const Filters = ({ filter }: { readonly filter: ActivityFilter }) => {
  const texts = useTexts(ACTIVITY);
  const [draft, setDraft] = useState(filter);
  const isFiltered = Object.keys(filter).length > 0;
  const trimmed = Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value?.trim()]));
  return (
    <Form onSubmit={() => navigate(addressOf(trimmed))} label={texts.filters}>
      <div class="filters">
        <TextField
          label={texts.item}
          value={draft.item ?? ''}
          onChange={(item) => setDraft({ ...draft, item })}
          placeholder={texts.itemHint}
          isCode
        />
        <TextField label={texts.who} value={draft.who ?? ''} onChange={(who) => setDraft({ ...draft, who })} />
        <TextField
          label={texts.from}
          type="date"
          value={draft.from ?? ''}
          onChange={(from) => setDraft({ ...draft, from })}
        />
        <TextField label={texts.to} type="date" value={draft.to ?? ''} onChange={(to) => setDraft({ ...draft, to })} />
        <Button type="submit">{texts.show}</Button>
        {isFiltered && <LinkButton href={pathTo('activity')}>{texts.clear}</LinkButton>}
      </div>
    </Form>
  );
};

const Entries = ({
  filter,
  read,
  more,
}: {
  readonly filter: ActivityFilter;
  readonly read: Parameters<typeof usePagedList<Activity>>[0];
  readonly more: string;
}) => {
  const texts = useTexts(ACTIVITY);
  const format = useFormat();
  const { language } = useLanguage();
  const list = usePagedList(read, []);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      {list.entries.length > 0 && (
        <Table
          caption={texts.title}
          rows={list.entries}
          keyOf={(_, index) => String(index)}
          columns={[
            { title: texts.when, cell: ({ at }) => <time dateTime={at}>{format.time(at)}</time> },
            {
              title: texts.who,
              cell: ({ who }) => (
                <a href={addressOf({ ...filter, who })} title={texts.onlyPerson(who)}>
                  {authorName(who)}
                </a>
              ),
            },
            { title: texts.what, cell: (activity) => tellHistory(activity, language).action },
            { title: texts.item, cell: (activity) => <ActivityItem activity={activity} /> },
          ]}
        />
      )}
      {list.isLoading && <Loading />}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {!list.isLoading && list.error === undefined && list.entries.length === 0 && (
        <EmptyState title={isFiltered ? texts.emptyFiltered : texts.empty}>
          {!isFiltered && <p>{texts.emptyText}</p>}
        </EmptyState>
      )}
      {list.hasMore && <Button onClick={list.more}>{more}</Button>}
    </>
  );
};

const ActivityItem = ({ activity: { repository, describes, title } }: { readonly activity: Activity }) => {
  const texts = useTexts(ACTIVITY);
  if (title === undefined) {
    return (
      <>
        <code>{repository}</code> <span class="hint">({texts.gone})</span>
      </>
    );
  }
  return (
    <>
      {describes !== undefined && `${texts.description} `}
      <a href={pathTo('item', { label: describes ?? repository })}>{title || repository}</a>
    </>
  );
};

export default ActivityPage;
