import { useState } from 'preact/hooks';
import { createOpenClient, readSignInFacts, type SignInFacts } from '../api/people.ts';
import { codeOf } from '../api/problem.ts';
import type { Principal } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { ProviderButton, SignedOutNotice } from '../openid/provider-button.tsx';
import { OPENID } from '../openid/texts.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { pathTo } from './paths.ts';
import { KeySignIn } from './sign-in-key.tsx';
import { SHELL } from './texts.ts';

/** What worked before and was refused later, or that a person has just signed out. */
export type Ended = 'key' | 'session' | 'left' | undefined;

type OnSignIn = (key: string | undefined, principal: Principal) => void;

/** People sign in with e-mail address and password. Where there are none yet, keys are all there is. */
export const SignIn = ({ ended, onSignIn }: { readonly ended: Ended; readonly onSignIn: OnSignIn }) => {
  const { signIn } = useTexts(SHELL);
  const { orPassword } = useTexts(OPENID);
  const [client] = useState(createOpenClient);
  const { loaded } = useLoad(() => readSignInFacts(client), [client]);
  const facts: SignInFacts = loaded.state === 'ready' ? loaded.value : { hasPeople: false, sendsMail: false };
  const { provider } = facts;
  return (
    <div class="narrow">
      <Heading title={signIn.title} />
      {(ended === 'key' || ended === 'session') && (
        <Notice kind="wrong">
          <p>{ended === 'key' ? signIn.ended : signIn.sessionEnded}</p>
        </Notice>
      )}
      {loaded.state === 'loading' && <Loading />}
      {provider !== undefined && ended === 'left' && <SignedOutNotice name={provider} />}
      {provider !== undefined && <ProviderButton name={provider} />}
      {loaded.state !== 'loading' && !facts.hasPeople && (
        <>
          <p class="introduction">{signIn.introduction}</p>
          <KeySignIn onSignIn={onSignIn} />
        </>
      )}
      {loaded.state === 'ready' && facts.hasPeople && (
        <>
          {provider !== undefined && <h2>{orPassword}</h2>}
          <PersonSignIn
            sendsMail={facts.sendsMail}
            isMain={provider === undefined}
            onSignIn={(principal) => onSignIn(undefined, principal)}
          />
          <details class="apart">
            <summary>{signIn.withKey}</summary>
            <p>{signIn.keyText}</p>
            <KeySignIn onSignIn={onSignIn} />
          </details>
        </>
      )}
    </div>
  );
};

const PersonSignIn = ({
  sendsMail,
  isMain,
  onSignIn,
}: {
  readonly sendsMail: boolean;
  /** Whether people sign in by no other way. */
  readonly isMain: boolean;
  readonly onSignIn: (principal: Principal) => void;
}) => {
  const { signIn } = useTexts(SHELL);
  const [client] = useState(createOpenClient);
  const action = useAction();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [hasFactor, setFactor] = useState(false);
  const [isTried, setTried] = useState(false);
  const isAsked = action.error !== undefined && codeOf(action.error) === 'second-factor-needed';
  if (isAsked && !hasFactor) setFactor(true);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (email.trim() === '' || password === '') return;
    await action.run(async () => onSignIn(await client.api.signIn({ email, password, ...(hasFactor && { code }) })));
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        type="email"
        autocomplete="username"
        label={signIn.email}
        error={isTried && email.trim() === '' ? signIn.emailMissing : undefined}
        value={email}
        onChange={setEmail}
      />
      <TextField
        type="password"
        autocomplete="current-password"
        label={signIn.password}
        error={isTried && password === '' ? signIn.passwordMissing : undefined}
        value={password}
        onChange={setPassword}
      />
      {hasFactor && (
        <TextField
          autocomplete="one-time-code"
          isCode
          label={signIn.code}
          hint={signIn.codeHint}
          value={code}
          onChange={setCode}
        />
      )}
      {action.error !== undefined && !isAsked && <ErrorNotice error={action.error} />}
      <p class="buttons">
        <Button kind={isMain ? 'primary' : 'plain'} type="submit" disabled={action.isRunning}>
          {signIn.submit}
        </Button>
        {sendsMail && <a href={pathTo('forgotten')}>{signIn.forgotten}</a>}
      </p>
      {!sendsMail && <p class="hint">{signIn.forgottenHint}</p>}
    </Form>
  );
};
