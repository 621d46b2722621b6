import { useEffect, useRef, useState } from 'preact/hooks';
import { createOpenClient } from '../api/people.ts';
import { codeOf } from '../api/problem.ts';
import type { Principal } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { takePlace } from './return-path.ts';
import { OPENID } from './texts.ts';

/** Takes the answer out of the address, so that it stays neither in the bar nor in the history of the browser. */
const takeAnswer = (): string => {
  const answer = location.search.slice(1);
  if (answer !== '') history.replaceState(null, '', location.pathname);
  return answer;
};

/** Where the service sends people back to. */
export const OpenIdPage = ({ onSignIn }: { readonly onSignIn: (principal: Principal) => void }) => {
  const { page, account } = useTexts(OPENID);
  const [client] = useState(createOpenClient);
  const [answer] = useState(takeAnswer);
  const action = useAction();
  const toast = useToast();
  const isSent = useRef(false);
  const enter = (principal: Principal): void => {
    navigate(takePlace() ?? pathTo('items'), { replace: true });
    onSignIn(principal);
  };
  const finish = async (): Promise<void> => {
    const { principal } = await client.api.finishOpenId({ answer });
    if (principal !== undefined) return enter(principal);
    navigate(pathTo('account'), { replace: true });
    toast(account.isLinked);
  };
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    action.run(finish);
  });
  if (action.error === undefined) {
    return (
      <div class="narrow">
        <Heading title={page.title} />
        <Loading />
      </div>
    );
  }
  if (codeOf(action.error) === 'second-factor-needed') return <GiveCode onSignIn={enter} />;
  return (
    <div class="narrow">
      <Heading title={page.failed} />
      <ErrorNotice error={action.error} />
      <p>
        <a href={pathTo('items')}>{page.back}</a>
      </p>
    </div>
  );
};

const GiveCode = ({ onSignIn }: { readonly onSignIn: (principal: Principal) => void }) => {
  const { page } = useTexts(OPENID);
  const [client] = useState(createOpenClient);
  const action = useAction();
  const [code, setCode] = useState('');
  const submit = (): Promise<boolean> => action.run(async () => onSignIn(await client.api.confirmOpenId({ code })));
  return (
    <div class="narrow">
      <Heading title={page.codeTitle} />
      <p class="introduction">{page.codeText}</p>
      <Form onSubmit={submit}>
        <TextField
          autocomplete="one-time-code"
          isCode
          label={page.code}
          hint={page.codeHint}
          value={code}
          onChange={setCode}
        />
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <p>
          <Button kind="primary" type="submit" disabled={action.isRunning}>
            {page.submit}
          </Button>
        </p>
      </Form>
    </div>
  );
};
