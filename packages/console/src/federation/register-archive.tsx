import { useState } from 'preact/hooks';
import { registerArchive } from '../api/federation.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { FEDERATION } from './texts.ts';

const EMPTY = { service: '', registrationKey: '', email: '' };

/** Registers an Archive. An administrator may do this without a request of the Archive. */
export const RegisterArchive = ({ onDone }: { readonly onDone: () => void }) => {
  const texts = useTexts(FEDERATION).register;
  const { optional } = useTexts(SHELL);
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const [draft, setDraft] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  const errorOf = (value: string): string | undefined => (isTried && value.trim() === '' ? texts.missing : undefined);
  const submit = async (): Promise<void> => {
    setTried(true);
    const [service, registrationKey, email] = [draft.service.trim(), draft.registrationKey.trim(), draft.email.trim()];
    if (service === '' || registrationKey === '') return;
    const registration = { service, registrationKey, ...(email !== '' && { email }) };
    if (!(await action.run(() => registerArchive(client, registration)))) return;
    toast(texts.done);
    setDraft(EMPTY);
    setTried(false);
    onDone();
  };
  return (
    <details class="panel">
      <summary>{texts.title}</summary>
      <Form onSubmit={submit} label={texts.title}>
        <TextField
          label={texts.service}
          error={errorOf(draft.service)}
          value={draft.service}
          onChange={(service) => setDraft({ ...draft, service })}
          isCode
          autocomplete="off"
        />
        <TextField
          label={texts.key}
          hint={texts.keyHint}
          error={errorOf(draft.registrationKey)}
          value={draft.registrationKey}
          onChange={(registrationKey) => setDraft({ ...draft, registrationKey })}
          isCode
          autocomplete="off"
        />
        <TextField
          label={`${texts.email} (${optional})`}
          value={draft.email}
          onChange={(email) => setDraft({ ...draft, email })}
          autocomplete="off"
        />
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <Button type="submit" disabled={action.isRunning}>
          {texts.submit}
        </Button>
      </Form>
    </details>
  );
};
