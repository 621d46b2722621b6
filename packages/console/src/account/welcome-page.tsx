import { useState } from 'preact/hooks';
import { createOpenClient, type OpenedLink } from '../api/people.ts';
import { codeOf } from '../api/problem.ts';
import type { Principal } from '../api/types.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { Button } from '../ui/button.tsx';
import { FactList } from '../ui/fact-list.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { NewPassword } from './new-password.tsx';
import { ACCOUNT } from './texts.ts';

/** Takes the secret out of the address, so that it stays neither in the bar nor in the history of the browser. */
const takeToken = (): string => {
  const token = location.hash.slice(1);
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token;
};

/** Where an invitation, or a link for another password, leads. */
export const WelcomePage = ({ onSignIn }: { readonly onSignIn: (principal: Principal) => void }) => {
  const { welcome } = useTexts(ACCOUNT);
  const [token] = useState(takeToken);
  const [client] = useState(createOpenClient);
  const { loaded, reload } = useLoad(() => client.api.openLink({ token }), [client, token]);
  return (
    <div class="narrow">
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && (
        <>
          <Heading title={welcome.unusable} />
          <ErrorNotice error={loaded.error} onRetry={codeOf(loaded.error) === 'link-invalid' ? undefined : reload} />
          <p>
            <a href={pathTo('items')}>{welcome.toSignIn}</a>
          </p>
        </>
      )}
      {loaded.state === 'ready' && <ChoosePassword token={token} link={loaded.value} onSignIn={onSignIn} />}
    </div>
  );
};

const ChoosePassword = ({
  token,
  link,
  onSignIn,
}: {
  readonly token: string;
  readonly link: OpenedLink;
  readonly onSignIn: (principal: Principal) => void;
}) => {
  const { welcome, name: nameText, email } = useTexts(ACCOUNT);
  const format = useFormat();
  const [client] = useState(createOpenClient);
  const action = useAction();
  const [name, setName] = useState(link.name);
  const [password, setPassword] = useState('');
  const isInvitation = link.purpose === 'invitation';
  const submit = (): Promise<boolean> =>
    action.run(async () => {
      await client.api.useLink({ token, password, ...(isInvitation && { name }) });
      await enter();
    });
  /** Somebody with a second factor signs in as always. */
  const enter = async (): Promise<void> => {
    const principal = await client.api.signIn({ email: link.email, password }).catch(() => undefined);
    navigate(pathTo('items'), { replace: true });
    if (principal !== undefined) onSignIn(principal);
  };
  return (
    <>
      <Heading title={isInvitation ? welcome.title(link.name) : welcome.resetTitle} />
      <p class="introduction">{isInvitation ? welcome.introduction : welcome.resetIntroduction}</p>
      <FactList
        facts={[
          [email, link.email],
          [welcome.expires, format.time(link.expires)],
        ]}
      />
      <Form onSubmit={submit}>
        {isInvitation && (
          <TextField label={nameText} hint={welcome.nameHint} value={name} onChange={setName} autocomplete="name" />
        )}
        <NewPassword email={link.email} value={password} onChange={setPassword} />
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <p>
          <Button kind="primary" type="submit" disabled={action.isRunning}>
            {welcome.submit}
          </Button>
        </p>
      </Form>
    </>
  );
};
