import { useState } from 'preact/hooks';
import { createOpenClient } from '../api/people.ts';
import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { ACCOUNT } from './texts.ts';

/** Asks for an e-mail with a link, to choose another password. */
export const ForgottenPage = () => {
  const { forgotten, welcome, email: emailText } = useTexts(ACCOUNT);
  const [client] = useState(createOpenClient);
  const action = useAction();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const submit = async (): Promise<void> => {
    setSent(false);
    if (email.trim() !== '') setSent(await action.run(() => client.api.askForReset({ email })));
  };
  return (
    <div class="narrow">
      <Heading title={forgotten.title} />
      <p class="introduction">{forgotten.introduction}</p>
      <Form onSubmit={submit}>
        <TextField type="email" autocomplete="username" label={emailText} value={email} onChange={setEmail} />
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        {isSent && (
          <Notice kind="done">
            <p>{forgotten.sent}</p>
          </Notice>
        )}
        <p class="buttons">
          <Button kind="primary" type="submit" disabled={action.isRunning}>
            {forgotten.submit}
          </Button>
          <a href={pathTo('items')}>{welcome.toSignIn}</a>
        </p>
      </Form>
    </div>
  );
};
