import { useFormat } from '../i18n/format.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { allows, useSession } from '../shell/session.ts';
import { LinkButton } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { type Collection, listCollections } from './api.ts';
import { COLLECTIONS } from './texts.ts';
import { titleOf } from './title-of.ts';

const CollectionsPage = () => {
  const texts = useTexts(COLLECTIONS);
  const { client, principal } = useSession();
  const { loaded, reload } = useLoad(() => listCollections(client), [client]);
  const mayCreate = allows(principal.role, 'steward');
  return (
    <>
      <Heading title={texts.title}>
        {mayCreate && (
          <LinkButton kind="primary" href={pathTo('newCollection')}>
            {texts.create}
          </LinkButton>
        )}
      </Heading>
      <p class="introduction">{texts.introduction}</p>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <EmptyState title={texts.empty}>
          <p>{texts.emptyText}</p>
        </EmptyState>
      )}
      {loaded.state === 'ready' && loaded.value.length > 0 && <CollectionTable collections={loaded.value} />}
    </>
  );
};

export default CollectionsPage;

const CollectionTable = ({ collections }: { readonly collections: readonly Collection[] }) => {
  const texts = useTexts(COLLECTIONS);
  const { language } = useLanguage();
  const format = useFormat();
  return (
    <Table
      caption={texts.caption}
      rows={collections}
      keyOf={({ name }) => name}
      columns={[
        {
          title: texts.name,
          cell: (collection) => (
            <a href={pathTo('collection', { name: collection.name })}>{titleOf(collection, language)}</a>
          ),
        },
        { title: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
        {
          title: texts.items,
          isNumber: true,
          cell: ({ items }) => (items === undefined ? '–' : format.number(items)),
        },
        { title: texts.changed, cell: ({ updated }) => format.day(updated) },
      ]}
    />
  );
};
