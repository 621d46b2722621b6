import type { AnswerOf } from '@perene/api';
import { useState } from 'preact/hooks';
import type { Person } from '../api/people.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { ACCOUNT } from './texts.ts';

type Begun = AnswerOf<'beginSecondFactor'>;

/** An app on the phone that shows a code, asked for beside the password. */
export const SecondFactor = ({ person, onChange }: { readonly person: Person; readonly onChange: () => void }) => {
  const { factor: texts, password: passwordTexts } = useTexts(ACCOUNT);
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const [password, setPassword] = useState('');
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const submit = async (): Promise<void> => {
    if (!person.hasSecondFactor) {
      await action.run(async () => setBegun(await client.api.beginSecondFactor({ password })));
      return;
    }
    if (!(await action.run(() => client.api.removeSecondFactor({ password })))) return;
    toast(texts.removed);
    onChange();
  };
  return (
    <section>
      <h2>{texts.title}</h2>
      <p>{person.hasSecondFactor ? texts.isOn : texts.isOff}</p>
      <Form onSubmit={submit}>
        <TextField
          type="password"
          autocomplete="current-password"
          label={`${passwordTexts.current} (${texts.title})`}
          value={password}
          onChange={setPassword}
        />
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <Button type="submit" disabled={action.isRunning}>
          {person.hasSecondFactor ? texts.remove : texts.begin}
        </Button>
      </Form>
      {begun !== undefined && codes === undefined && (
        <Confirm begun={begun} password={password} onClose={() => setBegun(undefined)} onDone={setCodes} />
      )}
      {codes !== undefined && (
        <Dialog title={texts.recovery} onClose={onChange}>
          <p>{texts.recoveryText}</p>
          <pre>{codes.join('\n')}</pre>
          <CopyText label={texts.recovery} text={codes.join(' ')} />
          <div class="buttons">
            <Button kind="primary" onClick={onChange}>
              {texts.kept}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
};

const Confirm = ({
  begun,
  password,
  onClose,
  onDone,
}: {
  readonly begun: Begun;
  readonly password: string;
  readonly onClose: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}) => {
  const { factor: texts } = useTexts(ACCOUNT);
  const { cancel } = useTexts(SHELL);
  const { client } = useSession();
  const action = useAction();
  const [code, setCode] = useState('');
  const { secret, qr } = begun;
  const submit = (): Promise<boolean> =>
    action.run(async () => onDone((await client.api.confirmSecondFactor({ password, secret, code })).recoveryCodes));
  return (
    <Dialog title={texts.begin} onClose={onClose}>
      <p>{texts.scan}</p>
      <svg class="code-square" role="img" aria-label={texts.square} viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}>
        <rect class="code-paper" x="-4" y="-4" width={qr.size + 8} height={qr.size + 8} />
        <path d={qr.path} />
      </svg>
      <CopyText label={texts.secret} text={secret} />
      <Form onSubmit={submit}>
        <TextField label={texts.code} autocomplete="one-time-code" isCode value={code} onChange={setCode} />
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <div class="buttons">
          <Button kind="primary" type="submit" disabled={action.isRunning}>
            {texts.confirm}
          </Button>
          <Button onClick={onClose}>{cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
};
