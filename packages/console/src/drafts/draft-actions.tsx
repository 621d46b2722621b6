import { useState } from 'preact/hooks';
import type { Item } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { type Draft, discardDraft, makeLink, publishDraft, sendDraft } from './api.ts';
import { DRAFTS } from './texts.ts';

/** What ends the writing: a look before, then publishing, sending or discarding. */
export const DraftActions = ({
  draft,
  flush,
  onPublished,
  onReload,
}: {
  readonly draft: Draft;
  /** Saves what was written, and returns the draft as it is then. */
  readonly flush: () => Promise<Draft>;
  readonly onPublished: (item: Item) => void;
  readonly onReload: () => void;
}) => {
  const texts = useTexts(DRAFTS);
  const { cancel } = useTexts(SHELL);
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const [asked, setAsked] = useState<'publish' | 'discard'>();
  const { may, reviewedBy } = draft;
  const preview = (): Promise<boolean> =>
    action.run(async () => {
      await flush();
      location.assign(new URL(await makeLink(client, draft.id, 'preview')).pathname);
    });
  const publish = (): Promise<boolean> =>
    action.run(async () => onPublished(await publishDraft(client, await flush())));
  const send = (): Promise<boolean> =>
    action.run(async () => {
      await sendDraft(client, await flush());
      onReload();
    });
  const discard = (): Promise<boolean> =>
    action.run(async () => {
      await flush().catch(() => undefined);
      await discardDraft(client, draft.id);
      toast(texts.wasDiscarded);
      navigate(pathTo('drafts'));
    });
  return (
    <>
      {asked === undefined && action.error !== undefined && <ErrorNotice error={action.error} />}
      {may.send && <p class="hint">{texts.sendHint(reviewedBy.join(', '))}</p>}
      <p class="buttons">
        <Button onClick={preview} disabled={action.isRunning}>
          {texts.preview}
        </Button>
        {may.send && (
          <Button kind={may.publish ? 'plain' : 'primary'} onClick={send} disabled={action.isRunning}>
            {texts.send}
          </Button>
        )}
        {may.publish && (
          <Button kind="primary" onClick={() => setAsked('publish')}>
            {texts.publish}
          </Button>
        )}
        {may.discard && (
          <Button kind="danger" onClick={() => setAsked('discard')}>
            {texts.discard}
          </Button>
        )}
      </p>
      {asked !== undefined && (
        <Dialog
          title={asked === 'publish' ? texts.publishTitle : texts.discardTitle}
          onClose={() => setAsked(undefined)}
        >
          <p>{asked === 'publish' ? texts.publishText : texts.discardText}</p>
          {asked === 'discard' && draft.label && <p>{texts.discardReserved}</p>}
          {action.error !== undefined && <ErrorNotice error={action.error} />}
          <p class="buttons">
            <Button
              kind={asked === 'publish' ? 'primary' : 'danger'}
              disabled={action.isRunning}
              onClick={asked === 'publish' ? publish : discard}
            >
              {asked === 'publish' ? texts.publishNow : texts.discardNow}
            </Button>
            <Button onClick={() => setAsked(undefined)}>{cancel}</Button>
          </p>
        </Dialog>
      )}
    </>
  );
};
