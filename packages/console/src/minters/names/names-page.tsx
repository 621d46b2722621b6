import '../../ui/styles/running.css';
import type { AnswerOf } from '@perene/api';
import { useState } from 'preact/hooks';
import { listMinters } from '../../api/minters.ts';
import { useTexts } from '../../i18n/language.ts';
import type { PageProps } from '../../shell/pages.ts';
import { pathTo } from '../../shell/paths.ts';
import { navigate } from '../../shell/router.ts';
import { allows, useSession } from '../../shell/session.ts';
import { SHELL } from '../../shell/texts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Form, SelectField, TextField } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';
import { useLoad, usePagedList } from '../../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { NameStateMark } from './name-state.tsx';
import { Target } from './target.tsx';
import { NAMES } from './texts.ts';

type FoundName = AnswerOf<'findNames'>['names'][number];

const PARAMETERS = ['minter', 'prefix', 'target', 'state'] as const;
type Sought = Readonly<Partial<Record<(typeof PARAMETERS)[number], string>>>;

const readSought = (query: URLSearchParams): Sought =>
  Object.fromEntries(
    PARAMETERS.map((name) => [name, query.get(name)?.trim() ?? '']).filter(
      ([name, value]) => value !== '' && (name !== 'state' || ['reserved', 'withdrawn'].includes(value ?? '')),
    ),
  );

/** What was minted or bound, by all minters, with where it leads. */
const NamesPage = ({ query }: PageProps) => {
  const texts = useTexts(NAMES);
  const { more } = useTexts(SHELL);
  const { client, principal } = useSession();
  const sought = readSought(query);
  const request = JSON.stringify(sought);
  const list = usePagedList(
    async (cursor) => {
      const { names, next } = await client.api.findNames({ ...(sought as object), cursor, limit: 50 });
      return { entries: names, next };
    },
    [client, request],
  );
  const columns = [
    {
      title: texts.name,
      cell: ({ minter, id, title }: FoundName) => (
        <>
          <a class="code" href={pathTo('name', { minter, id })}>
            {id}
          </a>
          {title !== undefined && <span class="block">{title}</span>}
        </>
      ),
    },
    { title: texts.target, cell: ({ target }: FoundName) => (target === undefined ? '–' : <Target url={target} />) },
    { title: texts.state, cell: ({ state, reason }: FoundName) => <NameStateMark state={state} reason={reason} /> },
    {
      title: texts.minter,
      cell: ({ minter }: FoundName) => <a href={pathTo('minter', { name: minter })}>{minter}</a>,
    },
  ];
  const isEmpty = !list.isLoading && list.error === undefined && list.entries.length === 0;
  return (
    <>
      <Heading title={texts.title}>
        {allows(principal.role, 'depositor') && (
          <LinkButton href={pathTo('nameBatches', {}, sought.minter === undefined ? {} : { minter: sought.minter })}>
            {texts.changeMany}
          </LinkButton>
        )}
      </Heading>
      <p class="introduction">{texts.introduction}</p>
      <SearchForm key={request} sought={sought} />
      {isEmpty && <EmptyState title={Object.keys(sought).length === 0 ? texts.none : texts.nothingFound} />}
      {list.entries.length > 0 && (
        <Table
          caption={texts.title}
          columns={columns}
          rows={list.entries}
          keyOf={({ minter, id }) => `${minter} ${id}`}
        />
      )}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {list.isLoading && <Loading />}
      {list.hasMore && (
        <p class="buttons">
          <Button onClick={list.more}>{more}</Button>
        </p>
      )}
    </>
  );
};

export default NamesPage;

const SearchForm = ({ sought }: { readonly sought: Sought }) => {
  const texts = useTexts(NAMES);
  const { client } = useSession();
  const { loaded } = useLoad(() => listMinters(client, undefined), [client]);
  const [form, setForm] = useState(sought);
  const set = (name: keyof Sought) => (value: string) => setForm({ ...form, [name]: value });
  const submit = (): void =>
    navigate(pathTo('names', {}, Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''))));
  const minters = loaded.state === 'ready' ? loaded.value.entries : [];
  return (
    <search>
      <Form onSubmit={submit}>
        <div class="filters">
          <TextField
            label={texts.prefix}
            value={form.prefix ?? ''}
            onChange={set('prefix')}
            isCode
            placeholder="12345/fk4"
          />
          <TextField
            label={texts.leadsTo}
            value={form.target ?? ''}
            onChange={set('target')}
            isCode
            placeholder="https://"
          />
          <SelectField
            label={texts.minter}
            value={form.minter ?? ''}
            onChange={set('minter')}
            choices={[{ value: '', text: texts.any }, ...minters.map(({ name }) => ({ value: name, text: name }))]}
          />
          <SelectField
            label={texts.state}
            value={form.state ?? ''}
            onChange={set('state')}
            choices={[
              { value: '', text: texts.any },
              { value: 'reserved', text: texts.states.reserved },
              { value: 'withdrawn', text: texts.states.withdrawn },
            ]}
          />
          <Button type="submit">{texts.submit}</Button>
        </div>
      </Form>
    </search>
  );
};
