import { useState } from 'preact/hooks';
import { type ApiKey, createKey } from '../api/node.ts';
import type { Role } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { KEYS } from './texts.ts';

const ROLES: readonly Role[] = ['depositor', 'reader', 'steward', 'admin'];

/** Creates a key, and shows it once, in a dialog that stays until its reader closes it. */
export const CreateKey = ({ onDone }: { readonly onDone: () => void }) => {
  const texts = useTexts(KEYS).create;
  const { roles } = useTexts(SHELL);
  const { client } = useSession();
  const action = useAction();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('depositor');
  const [isTried, setTried] = useState(false);
  const [made, setMade] = useState<ApiKey & { readonly key: string }>();
  const submit = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '') return;
    const isDone = await action.run(async () => setMade(await createKey(client, { name: name.trim(), role })));
    if (!isDone) return;
    setName('');
    setTried(false);
    onDone();
  };
  return (
    <section>
      <h2 class="first">{texts.title}</h2>
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
          choices={ROLES.map((offered) => ({ value: offered, text: roles[offered] }))}
        />
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
