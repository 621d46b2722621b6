import { useState } from 'preact/hooks';
import { type ApiKey, createKey } from '../api/node.ts';
import type { Role } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { allows, mayEnter, useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { readNames } from './read-names.ts';
import { KEYS } from './texts.ts';

const ROLES: readonly Role[] = ['reader', 'depositor', 'steward', 'admin'];

/** Creates a key, and shows it once, in a dialog that stays until its reader closes it. */
export const CreateKey = ({
  isOwn = false,
  onDone,
}: {
  /** Whether it is a key of whoever is signed in. */
  readonly isOwn?: boolean;
  readonly onDone: () => void;
}) => {
  const texts = useTexts(KEYS).create;
  const { roles } = useTexts(SHELL);
  const { client, principal } = useSession();
  const action = useAction();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>(allows(principal.role, 'depositor') ? 'depositor' : 'reader');
  const [expires, setExpires] = useState('');
  const [collections, setCollections] = useState('');
  const [minters, setMinters] = useState('');
  const [isTried, setTried] = useState(false);
  const [made, setMade] = useState<ApiKey & { readonly key: string }>();
  const submit = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '') return;
    const limits = limitsOf(collections, minters);
    const isDone = await action.run(async () =>
      setMade(
        await createKey(client, {
          name: name.trim(),
          role,
          ...(isOwn && { person: principal.id }),
          ...(expires !== '' && { expires }),
          ...(limits !== undefined && { limits }),
        }),
      ),
    );
    if (!isDone) return;
    setName('');
    setTried(false);
    onDone();
  };
  return (
    <section>
      {isOwn ? <h3>{texts.title}</h3> : <h2 class="first">{texts.title}</h2>}
      <Form onSubmit={submit}>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          error={isTried && name.trim() === '' ? texts.missing : undefined}
          value={name}
          onChange={setName}
          autocomplete="off"
        />
        <SelectField
          label={texts.role}
          value={role}
          onChange={(chosen) => setRole(chosen as Role)}
          choices={ROLES.filter((offered) => mayEnter(principal, offered)).map((offered) => ({
            value: offered,
            text: roles[offered],
          }))}
        />
        <details class="more">
          <summary>{texts.limits}</summary>
          <p class="hint">{texts.limitsHint}</p>
          <TextField type="date" label={texts.expires} value={expires} onChange={setExpires} />
          <TextField label={texts.collections} value={collections} onChange={setCollections} autocomplete="off" />
          <TextField label={texts.minters} value={minters} onChange={setMinters} autocomplete="off" />
        </details>
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <Button kind="primary" type="submit" disabled={action.isRunning}>
          {texts.submit}
        </Button>
      </Form>
      {made !== undefined && (
        <Dialog title={texts.done(made.name)} onClose={() => setMade(undefined)}>
          <p>{texts.once}</p>
          <CopyText label={texts.key} text={made.key} />
          <div class="buttons">
            <Button kind="primary" onClick={() => setMade(undefined)}>
              {texts.close}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
};

/** A key that names neither collections nor minters is not limited. */
const limitsOf = (collections: string, minters: string) => {
  const named = { collections: readNames(collections), minters: readNames(minters) };
  if (named.collections.length + named.minters.length === 0) return undefined;
  return {
    ...(named.collections.length > 0 && { collections: named.collections }),
    ...(named.minters.length > 0 && { minters: named.minters }),
  };
};
