import { useState } from 'preact/hooks';
import type { Person } from '../api/people.ts';
import { codeOf } from '../api/problem.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { describeError } from '../i18n/problems.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { NewPassword } from './new-password.tsx';
import { ACCOUNT } from './texts.ts';

export const ChangePassword = ({ person }: { readonly person: Person }) => {
  const { password: texts } = useTexts(ACCOUNT);
  const { language } = useLanguage();
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const isWrong = action.error !== undefined && codeOf(action.error) === 'password-wrong';
  const submit = async (): Promise<void> => {
    if (!(await action.run(() => client.api.changePassword({ current, password })))) return;
    setCurrent('');
    setPassword('');
    toast(texts.changed);
  };
  return (
    <section>
      <h2>{texts.title}</h2>
      <p>{texts.introduction}</p>
      <Form onSubmit={submit}>
        <TextField
          type="password"
          autocomplete="current-password"
          label={texts.current}
          error={isWrong ? describeError(action.error, language) : undefined}
          value={current}
          onChange={setCurrent}
        />
        <NewPassword email={person.email} value={password} onChange={setPassword} />
        {action.error !== undefined && !isWrong && <ErrorNotice error={action.error} />}
        <Button type="submit" disabled={action.isRunning}>
          {texts.submit}
        </Button>
      </Form>
    </section>
  );
};
