import '../ui/styles/running.css';
import { listMinters, type MinterSummary } from '../api/minters.ts';
import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { allows, useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { usePagedList } from '../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { useDigits } from './creating/digits.ts';
import { MINTERS } from './texts.ts';
import { Warning } from './warning.tsx';

/** Shows all minters, and how much of each is left. */
const MintersPage = () => {
  const texts = useTexts(MINTERS);
  const shell = useTexts(SHELL);
  const digits = useDigits();
  const { client, principal } = useSession();
  const list = usePagedList((cursor) => listMinters(client, cursor), [client]);
  const mayCreate = allows(principal.role, 'admin');
  const create = mayCreate ? (
    <LinkButton href={pathTo('newMinter')} kind="primary">
      {texts.create}
    </LinkButton>
  ) : null;
  const isEmpty = !list.isLoading && list.error === undefined && list.entries.length === 0;
  const remainingOf = ({ statistics }: MinterSummary): string =>
    statistics.remaining === undefined ? texts.unlimited : digits(statistics.remaining);
  return (
    <>
      <Heading title={texts.title}>{!isEmpty && create}</Heading>
      <p class="introduction">{texts.introduction}</p>
      {list.entries.length > 0 && (
        <Table
          caption={texts.title}
          rows={list.entries}
          keyOf={({ name }) => name}
          columns={[
            {
              title: texts.name,
              cell: ({ name, statistics }) => (
                <>
                  <a href={pathTo('minter', { name })}>{name}</a> <Warning statistics={statistics} />
                </>
              ),
            },
            {
              title: texts.template,
              cell: ({ template, naan, bindsAnything }) => (
                <code>{bindsAnything ? texts.anything : `${naan === '' ? '' : `${naan}/`}${template}`}</code>
              ),
            },
            { title: texts.properties, cell: ({ properties }) => <code>{properties}</code> },
            { title: texts.used, isNumber: true, cell: ({ statistics }) => digits(statistics.used) },
            { title: texts.remaining, isNumber: true, cell: remainingOf },
          ]}
        />
      )}
      {isEmpty && (
        <EmptyState title={texts.empty}>
          <p>{mayCreate ? texts.emptyText : texts.emptyReader}</p>
          {create}
        </EmptyState>
      )}
      {list.isLoading && <Loading />}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {list.hasMore && <Button onClick={list.more}>{shell.more}</Button>}
    </>
  );
};

export default MintersPage;
