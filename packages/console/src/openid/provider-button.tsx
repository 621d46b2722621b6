import { useState } from 'preact/hooks';
import { createOpenClient } from '../api/people.ts';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { keepPlace } from './return-path.ts';
import { OPENID } from './texts.ts';

/** Leads to the service through which people sign in. */
export const ProviderButton = ({ name }: { readonly name: string }) => {
  const texts = useTexts(OPENID);
  const [client] = useState(createOpenClient);
  const action = useAction();
  const go = (): Promise<boolean> =>
    action.run(async () => {
      const { url } = await client.api.beginOpenId({ purpose: 'sign-in' });
      keepPlace();
      location.assign(url);
    });
  return (
    <>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <p>
        <Button kind="primary" onClick={go} disabled={action.isRunning}>
          {texts.signIn(name)}
        </Button>
      </p>
    </>
  );
};

/** Tells whoever signed out here that the service may still sign them in again without asking. */
export const SignedOutNotice = ({ name }: { readonly name: string }) => {
  const texts = useTexts(OPENID);
  const [client] = useState(createOpenClient);
  const action = useAction();
  const go = (): Promise<boolean> =>
    action.run(async () => location.assign((await client.api.beginOpenId({ purpose: 'sign-out' })).url));
  return (
    <Notice kind="note">
      <p>{texts.leftTitle(name)}</p>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <Button kind="quiet" onClick={go} disabled={action.isRunning}>
        {texts.signOutThere(name)}
      </Button>
    </Notice>
  );
};
