import { LocalDrafts } from '../deposit/local-drafts.tsx';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { mayEnter, useSession } from '../shell/session.ts';
import { LinkButton } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { type DraftSummary, listDrafts } from './api.ts';
import { DRAFTS } from './texts.ts';

const DraftsPage = () => {
  const texts = useTexts(DRAFTS);
  const format = useFormat();
  const { client, principal } = useSession();
  const { loaded, reload } = useLoad(() => listDrafts(client), [client]);
  const columns = [
    {
      title: texts.name,
      cell: ({ id, title, label }: DraftSummary) => (
        <>
          <a href={pathTo('draft', { id })}>{title ?? texts.untitled}</a>
          {label && <small class="code block">{label.ibip ?? label.repository}</small>}
        </>
      ),
    },
    {
      title: texts.state,
      cell: ({ state, label }: DraftSummary) => `${texts.states[state]}${label ? `, ${texts.reserved}` : ''}`,
    },
    { title: texts.owner, cell: ({ owner }: DraftSummary) => owner.name },
    { title: texts.changed, cell: ({ updated }: DraftSummary) => format.time(updated) },
  ];
  return (
    <>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.drafts.length === 0 && (
        <EmptyState title={texts.empty}>
          <p>{texts.emptyText}</p>
          {mayEnter(principal, 'depositor') && <LinkButton href={pathTo('deposit')}>{texts.begin}</LinkButton>}
        </EmptyState>
      )}
      {loaded.state === 'ready' && loaded.value.drafts.length > 0 && (
        <Table caption={texts.caption} columns={columns} rows={loaded.value.drafts} keyOf={({ id }) => id} />
      )}
      <LocalDrafts title={texts.inBrowser} />
    </>
  );
};

export default DraftsPage;
