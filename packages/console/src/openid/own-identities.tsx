import { useState } from 'preact/hooks';
import { type Person, readSignInFacts } from '../api/people.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { OPENID } from './texts.ts';

/** The accounts elsewhere by which the person signs in; nothing where there are none. */
export const OwnIdentities = ({ person }: { readonly person: Person }) => {
  const { account: texts } = useTexts(OPENID);
  const { client } = useSession();
  const { loaded, reload } = useLoad(async () => {
    const [{ provider }, { identities }] = await Promise.all([readSignInFacts(client), client.api.listIdentities()]);
    return { provider, identities };
  }, [client]);
  if (loaded.state === 'loading') return <Loading />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  const { provider, identities } = loaded.value;
  if (provider === undefined && identities.length === 0) return null;
  const isLinked = identities.some(({ isUsable }) => isUsable);
  return (
    <section>
      <h2>{texts.title}</h2>
      {provider !== undefined && <p>{texts.introduction(provider)}</p>}
      {identities.length === 0 ? <p>{texts.none}</p> : <List identities={identities} provider={provider} />}
      {person.hasPassword ? (
        <Change
          provider={isLinked ? undefined : provider}
          issuers={identities.map(({ issuer }) => issuer)}
          onChange={reload}
        />
      ) : (
        <p class="hint">{texts.noPassword}</p>
      )}
    </section>
  );
};

type Identities = Awaited<ReturnType<ReturnType<typeof useSession>['client']['api']['listIdentities']>>['identities'];

const List = ({ identities, provider }: { readonly identities: Identities; readonly provider: string | undefined }) => {
  const { account: texts } = useTexts(OPENID);
  const format = useFormat();
  return (
    <Table
      caption={texts.title}
      rows={identities}
      keyOf={({ issuer }) => issuer}
      columns={[
        {
          title: texts.provider,
          cell: ({ issuer, isUsable }) =>
            isUsable ? (
              (provider ?? issuer)
            ) : (
              <>
                {issuer} <span class="hint">({texts.isUnusable})</span>
              </>
            ),
        },
        { title: texts.linked, cell: ({ linked }) => format.time(linked) },
      ]}
    />
  );
};

const Change = ({
  provider,
  issuers,
  onChange,
}: {
  /** To be linked, unless it is already. */
  readonly provider: string | undefined;
  readonly issuers: readonly string[];
  readonly onChange: () => void;
}) => {
  const { account: texts } = useTexts(OPENID);
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const [password, setPassword] = useState('');
  const submit = async (): Promise<void> => {
    if (provider !== undefined) {
      await action.run(async () => location.assign((await client.api.beginOpenId({ purpose: 'link', password })).url));
      return;
    }
    const isDone = await action.run(async () => {
      for (const issuer of issuers) await client.api.unlinkIdentity({ issuer, password });
    });
    if (!isDone) return;
    toast(texts.unlinked);
    onChange();
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        type="password"
        autocomplete="current-password"
        label={`${texts.password} (${texts.title})`}
        hint={texts.passwordHint}
        value={password}
        onChange={setPassword}
      />
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <Button type="submit" disabled={action.isRunning}>
        {provider === undefined ? texts.unlink : texts.link(provider)}
      </Button>
    </Form>
  );
};
