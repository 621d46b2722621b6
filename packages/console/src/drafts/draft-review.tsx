import { useState } from 'preact/hooks';
import type { Item } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextArea } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { type Draft, returnDraft } from './api.ts';
import { DraftActions } from './draft-actions.tsx';
import { DraftNotes } from './draft-desk.tsx';
import { DraftFiles } from './draft-files.tsx';
import { DRAFTS } from './texts.ts';

/** A draft that waits: its owner may take it back, its reviewers publish or return it. */
export const DraftReview = ({
  draft,
  onPublished,
  onReload,
}: {
  readonly draft: Draft;
  readonly onPublished: (item: Item) => void;
  readonly onReload: () => void;
}) => {
  const texts = useTexts(DRAFTS);
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const [comment, setComment] = useState('');
  const [isTried, setTried] = useState(false);
  const giveBack = async (): Promise<void> => {
    setTried(true);
    if (comment.trim() === '') return;
    const isDone = await action.run(() => returnDraft(client, draft.id, comment.trim()));
    if (!isDone) return;
    toast(texts.returned);
    navigate(pathTo('drafts'));
  };
  const takeBack = async (): Promise<void> => {
    if (await action.run(() => returnDraft(client, draft.id, ''))) onReload();
  };
  return (
    <>
      <Heading title={draft.title ?? texts.draft} />
      <Notice kind="note">
        <p>{draft.may.publish ? texts.toReview : texts.waiting}</p>
      </Notice>
      <DraftNotes draft={draft} />
      <DraftFiles draft={draft} />
      <DraftActions draft={draft} flush={async () => draft} onPublished={onPublished} onReload={onReload} />
      {draft.may.publish ? (
        <Form onSubmit={giveBack}>
          <TextArea
            label={texts.comment}
            rows={3}
            value={comment}
            onChange={setComment}
            error={isTried && comment.trim() === '' ? texts.commentMissing : undefined}
          />
          <p class="buttons">
            <Button type="submit" disabled={action.isRunning}>
              {texts.return}
            </Button>
          </p>
        </Form>
      ) : (
        draft.may.return && (
          <p class="buttons">
            <Button onClick={takeBack} disabled={action.isRunning}>
              {texts.takeBack}
            </Button>
          </p>
        )
      )}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
    </>
  );
};
