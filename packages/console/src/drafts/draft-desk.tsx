import { useState } from 'preact/hooks';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { type Draft, endLink, makeLink, reserveLabel, shareDraft, showDraft, unshareDraft } from './api.ts';
import type { ChangeDraft } from './draft-files.tsx';
import { DRAFTS } from './texts.ts';

interface DeskProps {
  readonly draft: Draft;
  readonly change: ChangeDraft;
}

/** The label that is reserved, or the offer to reserve one. */
export const DraftLabel = ({ draft, change }: DeskProps) => {
  const texts = useTexts(DRAFTS);
  const { client } = useSession();
  const action = useAction();
  return (
    <section aria-label={texts.label}>
      <h2>{texts.label}</h2>
      {draft.label === undefined ? (
        <>
          <p class="hint">{texts.labelHint}</p>
          <Button
            disabled={action.isRunning || !draft.may.edit}
            onClick={() => action.run(() => change(({ id }) => reserveLabel(client, id)))}
          >
            {texts.reserve}
          </Button>
        </>
      ) : (
        <>
          <p class="hint">{texts.labelReserved}</p>
          <CopyText label={texts.persistentUrl} text={draft.label.persistentUrl} />
        </>
      )}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
    </section>
  );
};

/** With whom the draft is shared: people of the node, and whoever has a link. */
export const DraftSharing = ({ draft, change }: DeskProps) => {
  const texts = useTexts(DRAFTS);
  const format = useFormat();
  const { client } = useSession();
  const action = useAction();
  const [email, setEmail] = useState('');
  const [link, setLink] = useState<string>();
  if (!draft.may.share) return null;
  const share = (): Promise<boolean> =>
    action.run(async () => {
      await change(({ id }) => shareDraft(client, id, email.trim()));
      setEmail('');
    });
  const create = (): Promise<boolean> =>
    action.run(async () => {
      setLink(await makeLink(client, draft.id, 'review'));
      await change(({ id }) => showDraft(client, id));
    });
  return (
    <section aria-label={texts.sharing}>
      <h2>{texts.sharing}</h2>
      {draft.people.length === 0 && <p class="hint">{texts.nobody}</p>}
      <ul>
        {draft.people.map(({ id, name }) => (
          <li key={id}>
            {name}{' '}
            <Button
              kind="quiet"
              aria-label={texts.unshare(name)}
              onClick={() => action.run(() => change((latest) => unshareDraft(client, latest.id, id)))}
            >
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
      <Form onSubmit={share}>
        <TextField label={texts.email} value={email} onChange={setEmail} autocomplete="off" />
        <p class="buttons">
          <Button type="submit" disabled={action.isRunning || email.trim() === ''}>
            {texts.share}
          </Button>
        </p>
      </Form>
      <h3>{texts.links}</h3>
      <p class="hint">{texts.linksHint}</p>
      {link !== undefined && <CopyText label={texts.newLink} text={link} />}
      <ul>
        {draft.links.map(({ id, expires }) => (
          <li key={id}>
            {texts.until(format.time(expires))}{' '}
            <Button
              kind="quiet"
              aria-label={texts.endLinkOf(format.time(expires))}
              onClick={() => action.run(() => change((latest) => endLink(client, latest.id, id)))}
            >
              {texts.endLink}
            </Button>
          </li>
        ))}
      </ul>
      <Button onClick={create} disabled={action.isRunning}>
        {texts.makeLink}
      </Button>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
    </section>
  );
};

/** What reviewers and the owner said, the last first. */
export const DraftNotes = ({ draft }: Pick<DeskProps, 'draft'>) => {
  const texts = useTexts(DRAFTS);
  const format = useFormat();
  if (draft.notes.length === 0) return null;
  return (
    <Notice kind="note">
      <p>
        <strong>{texts.notes}</strong>
      </p>
      <ul>
        {draft.notes.toReversed().map(({ at, who, kind, comment }) => (
          <li key={at}>
            {format.time(at)}: {who} {texts.kinds[kind]}
            {comment !== undefined && <q class="block">{comment}</q>}
          </li>
        ))}
      </ul>
    </Notice>
  );
};
