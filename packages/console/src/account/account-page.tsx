import '../ui/styles/running.css';
import { useState } from 'preact/hooks';
import type { Person } from '../api/people.ts';
import { useTexts } from '../i18n/language.ts';
import { OwnIdentities } from '../openid/own-identities.tsx';
import { pathTo } from '../shell/paths.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { FactList } from '../ui/fact-list.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { ChangePassword } from './change-password.tsx';
import { OwnKeys } from './own-keys.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { SecondFactor } from './second-factor.tsx';
import { ACCOUNT } from './texts.ts';

/** The account of whoever is signed in as a person. */
const AccountPage = () => {
  const texts = useTexts(ACCOUNT);
  const { principal } = useSession();
  return (
    <>
      <Heading title={texts.title} />
      {principal.email === undefined ? <KeyNotice /> : <Account />}
    </>
  );
};

const KeyNotice = () => {
  const { byKey, toPeople } = useTexts(ACCOUNT);
  const { principal } = useSession();
  return (
    <>
      <p class="introduction">{byKey}</p>
      {principal.role === 'admin' && (
        <p>
          <a href={pathTo('people')}>{toPeople}</a>
        </p>
      )}
    </>
  );
};

const Account = () => {
  const { client } = useSession();
  const { loaded, reload } = useLoad(() => client.api.showAccount(), [client]);
  if (loaded.state === 'loading') return <Loading />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  return (
    <>
      <Facts person={loaded.value} />
      {loaded.value.hasPassword ? (
        <>
          <ChangePassword person={loaded.value} />
          <SecondFactor key={String(loaded.value.hasSecondFactor)} person={loaded.value} onChange={reload} />
        </>
      ) : (
        <NoPassword />
      )}
      <OwnIdentities person={loaded.value} />
      <OwnSessions />
      <OwnKeys />
    </>
  );
};

const NoPassword = () => {
  const { password } = useTexts(ACCOUNT);
  return (
    <section>
      <h2>{password.title}</h2>
      <p>{password.none}</p>
    </section>
  );
};

const Facts = ({ person }: { readonly person: Person }) => {
  const texts = useTexts(ACCOUNT);
  const { roles } = useTexts(SHELL);
  const { client, rename } = useSession();
  const toast = useToast();
  const action = useAction();
  const [name, setName] = useState(person.name);
  const submit = async (): Promise<void> => {
    const isDone = await action.run(async () => rename((await client.api.changeAccount({ name })).name));
    if (isDone) toast(texts.renamed);
  };
  return (
    <section>
      <FactList
        facts={[
          [texts.email, person.email],
          [texts.role, roles[person.role]],
        ]}
      />
      <Form onSubmit={submit}>
        <TextField label={texts.name} hint={texts.nameHint} value={name} onChange={setName} autocomplete="name" />
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <Button type="submit" disabled={action.isRunning || name.trim() === person.name}>
          {texts.rename}
        </Button>
      </Form>
    </section>
  );
};

export default AccountPage;
