import { useState } from 'preact/hooks';
import type { LinkedPerson } from '../api/people.ts';
import type { Role } from '../api/types.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, Form, SelectField, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { GivenLink } from './given-link.tsx';
import { PEOPLE } from './texts.ts';

const ROLES: readonly Role[] = ['reader', 'depositor', 'steward', 'admin'];

/** Invites a person. The link is e-mailed, or shown once in a dialog. */
export const InvitePerson = ({
  isFirst,
  sendsMail,
  onDone,
}: {
  /** Whether nobody is here yet: then it is most likely an administrator. */
  readonly isFirst: boolean;
  readonly sendsMail: boolean;
  readonly onDone: () => void;
}) => {
  const texts = useTexts(PEOPLE);
  const { roles } = useTexts(SHELL);
  const { language } = useLanguage();
  const { client } = useSession();
  const action = useAction();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(isFirst ? 'admin' : 'depositor');
  const [isByLink, setByLink] = useState(!sendsMail);
  const [isTried, setTried] = useState(false);
  const [made, setMade] = useState<LinkedPerson>();
  const submit = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '' || email.trim() === '') return;
    const by = isByLink ? 'link' : 'mail';
    await action.run(async () => setMade(await client.api.invitePerson({ name, email, role, by, language })));
  };
  /** The list is loaded anew only then, because the dialog would go with it. */
  const close = (): void => {
    setMade(undefined);
    setName('');
    setEmail('');
    setTried(false);
    onDone();
  };
  return (
    <section>
      <h2>{texts.invite.title}</h2>
      <Form onSubmit={submit}>
        <TextField
          label={texts.name}
          hint={texts.invite.nameHint}
          error={isTried && name.trim() === '' ? texts.invite.nameMissing : undefined}
          value={name}
          onChange={setName}
          autocomplete="off"
        />
        <TextField
          type="email"
          label={texts.email}
          error={isTried && email.trim() === '' ? texts.invite.emailMissing : undefined}
          value={email}
          onChange={setEmail}
          autocomplete="off"
        />
        <SelectField
          label={texts.role}
          value={role}
          onChange={(chosen) => setRole(chosen as Role)}
          choices={ROLES.map((offered) => ({ value: offered, text: roles[offered] }))}
        />
        {sendsMail ? (
          <CheckField label={texts.invite.byLink} checked={isByLink} onChange={setByLink} />
        ) : (
          <p class="hint">{texts.invite.noMail}</p>
        )}
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <Button kind="primary" type="submit" disabled={action.isRunning}>
          {texts.invite.submit}
        </Button>
      </Form>
      {made !== undefined && <GivenLink made={made} onClose={close} />}
    </section>
  );
};
