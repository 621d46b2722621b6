import { useState } from 'preact/hooks';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Table } from '../ui/table.tsx';
import { useToast } from '../ui/toasts.tsx';
import { adoptDrafts, type Draft, forgetDraft, readDrafts } from './drafts.ts';
import { DEPOSIT } from './texts.ts';

const addressOf = ({ id, relation }: Draft): string => {
  switch (relation.kind) {
    case 'none':
      return pathTo('deposit', {}, { draft: id });
    case 'edition':
      return pathTo('newEdition', { label: relation.of }, { draft: id });
    case 'translation':
      return pathTo('newTranslation', { label: relation.of }, { draft: id });
  }
};

/** Deposits that were begun in this browser, and not kept by the node. */
export const LocalDrafts = ({ title }: { readonly title: string }) => {
  const { drafts: texts } = useTexts(DEPOSIT);
  const format = useFormat();
  const toast = useToast();
  const { id: owner } = useSession().principal;
  const [drafts, setDrafts] = useState(() => {
    adoptDrafts(owner);
    return readDrafts(owner);
  });
  const titleOf = ({ description }: Draft): string =>
    description.fields['title']?.find(({ value }) => value.trim() !== '')?.value ?? texts.untitled;
  const remove = ({ id }: Draft): void => {
    forgetDraft(owner, id);
    setDrafts(readDrafts(owner));
    toast(texts.deleted);
  };
  const columns = [
    { title: texts.name, cell: (draft: Draft) => <a href={addressOf(draft)}>{titleOf(draft)}</a> },
    { title: texts.saved, cell: ({ savedAt }: Draft) => format.time(savedAt) },
    { title: texts.files, cell: ({ files }: Draft) => files.map(({ path }) => path).join(', ') || '–' },
    {
      title: texts.action,
      cell: (draft: Draft) => (
        <Button kind="quiet" aria-label={texts.deleteDraft(titleOf(draft))} onClick={() => remove(draft)}>
          {texts.delete}
        </Button>
      ),
    },
  ];
  if (drafts.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p class="introduction">{texts.introduction}</p>
      <Table caption={title} columns={columns} rows={drafts} keyOf={({ id }) => id} />
    </section>
  );
};
