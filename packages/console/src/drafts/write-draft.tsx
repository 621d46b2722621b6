import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Item } from '../api/types.ts';
import { ChooseCollections } from '../collections/choose-collections.tsx';
import { AccessForm } from '../description/access-form.tsx';
import { checkFields } from '../description/description.ts';
import { DescriptionForm } from '../description/description-form.tsx';
import { LOCALES, useLanguage, useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import type { Draft } from './api.ts';
import { DraftActions } from './draft-actions.tsx';
import { describeDraft, writeContent } from './draft-content.ts';
import { DraftLabel, DraftNotes, DraftSharing } from './draft-desk.tsx';
import { DraftFiles } from './draft-files.tsx';
import { DRAFTS } from './texts.ts';
import { type Saving, useSaving } from './use-saving.ts';

/** The form of a draft: whatever is written is saved, whatever is chosen is sent at once. */
export const WriteDraft = ({
  draft: first,
  onPublished,
  onReload,
}: {
  readonly draft: Draft;
  readonly onPublished: (item: Item) => void;
  readonly onReload: () => void;
}) => {
  const texts = useTexts(DRAFTS);
  const [draft, setDraft] = useState(first);
  const [description, setDescription] = useState(() => describeDraft(first.content));
  const { saving, write, flush, change } = useSaving(first, setDraft);
  const problems = useMemo(() => checkFields(description.fields), [description.fields]);
  const shown = Object.fromEntries(
    Object.entries(problems).filter(([, problem]) => problem !== 'metadata/title-missing'),
  );
  useEffect(() => {
    if (draft.may.edit) write(writeContent(first.content, description, first.content.target ?? ''));
  }, [description]);
  return (
    <>
      <Heading title={draft.title ?? texts.draft} />
      <DraftNotes draft={draft} />
      <p class="hint" role="status">
        <SavingText saving={saving} />
      </p>
      {saving.kind === 'changed' && (
        <Notice kind="wrong">
          <p>{texts.changedElsewhere}</p>
          <Button onClick={onReload}>{texts.load}</Button>
        </Notice>
      )}
      {saving.kind === 'failed' && <ErrorNotice error={saving.error} onRetry={() => flush().catch(() => undefined)} />}
      <DraftFiles draft={draft} change={change} />
      <Form onSubmit={() => flush().catch(() => undefined)}>
        <DescriptionForm
          description={description}
          problems={shown}
          languageError={undefined}
          onChange={setDescription}
        />
        <ChooseCollections description={description} isNew onChange={setDescription} />
        <AccessForm access={description.access} onChange={(access) => setDescription({ ...description, access })} />
      </Form>
      <DraftLabel draft={draft} change={change} />
      <DraftSharing draft={draft} change={change} />
      <DraftActions draft={draft} flush={flush} onPublished={onPublished} onReload={onReload} />
    </>
  );
};

const SavingText = ({ saving }: { readonly saving: Saving }) => {
  const texts = useTexts(DRAFTS);
  const { language } = useLanguage();
  if (saving.kind === 'saving') return <>{texts.saving}</>;
  if (saving.kind !== 'saved') return <>{texts.unsaved}</>;
  return <>{texts.saved(new Intl.DateTimeFormat(LOCALES[language], { timeStyle: 'short' }).format(saving.at))}</>;
};
