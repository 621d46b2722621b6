import { useState } from 'preact/hooks';
import type { LinkedPerson, Person, PersonChange } from '../api/people.ts';
import type { Role } from '../api/types.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { readNames } from '../keys/read-names.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { GivenLink } from './given-link.tsx';
import { PEOPLE } from './texts.ts';

const ROLES: readonly Role[] = ['reader', 'depositor', 'steward', 'admin'];

/** A dialog with all that an administrator does with a person. */
export const ManagePerson = ({
  person,
  sendsMail,
  onChange,
  onClose,
}: {
  readonly person: Person;
  readonly sendsMail: boolean;
  readonly onChange: () => void;
  readonly onClose: () => void;
}) => {
  const texts = useTexts(PEOPLE);
  const { roles, cancel } = useTexts(SHELL);
  const { language } = useLanguage();
  const { client } = useSession();
  const { id, state } = person;
  const toast = useToast();
  const action = useAction();
  const [name, setName] = useState(person.name);
  const [email, setEmail] = useState(person.email);
  const [role, setRole] = useState<Role>(person.role);
  const [curated, setCurated] = useState(namesOf(person, 'curator'));
  const [reviewed, setReviewed] = useState(namesOf(person, 'reviewer'));
  const [made, setMade] = useState<LinkedPerson>();
  const grants = [...grantsOf('curator', curated), ...grantsOf('reviewer', reviewed)];
  const finish = (said: string): void => {
    toast(said);
    onClose();
    onChange();
  };
  const change = async (given: PersonChange, said: string): Promise<void> => {
    if (await action.run(() => client.api.changePerson({ id, ...given }))) finish(said);
  };
  const link = (): Promise<boolean> =>
    action.run(async () => setMade(await client.api.linkPerson({ id, language, by: sendsMail ? 'mail' : 'link' })));
  const signOut = async (): Promise<void> => {
    if (await action.run(() => client.api.signPersonOut({ id }))) finish(texts.managing.signedOut);
  };
  const forgetFactor = async (): Promise<void> => {
    if (await action.run(() => client.api.forgetSecondFactor({ id }))) finish(texts.managing.forgotFactor);
  };
  if (made !== undefined) return <GivenLink made={made} onClose={onClose} />;
  return (
    <Dialog title={person.name} onClose={onClose}>
      <Form onSubmit={() => change({ name, email, role, grants }, texts.managing.changed)}>
        <TextField label={texts.name} value={name} onChange={setName} autocomplete="off" />
        <TextField type="email" label={texts.email} value={email} onChange={setEmail} autocomplete="off" />
        <SelectField
          label={texts.role}
          value={role}
          onChange={(chosen) => setRole(chosen as Role)}
          choices={ROLES.map((offered) => ({ value: offered, text: roles[offered] }))}
        />
        <TextField
          label={texts.managing.curated}
          hint={texts.managing.collectionsHint}
          value={curated}
          onChange={setCurated}
          autocomplete="off"
        />
        <TextField label={texts.managing.reviewed} value={reviewed} onChange={setReviewed} autocomplete="off" />
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <div class="buttons">
          <Button kind="primary" type="submit" disabled={action.isRunning}>
            {texts.managing.save}
          </Button>
          <Button onClick={onClose}>{cancel}</Button>
        </div>
      </Form>
      <div class="buttons further">
        {state !== 'disabled' && (
          <Button kind="quiet" onClick={link}>
            {state === 'invited' ? texts.managing.inviteAgain : texts.managing.reset}
          </Button>
        )}
        {person.hasSecondFactor && (
          <Button kind="quiet" onClick={forgetFactor}>
            {texts.managing.forgetFactor}
          </Button>
        )}
        {state === 'active' && (
          <Button kind="quiet" onClick={signOut}>
            {texts.managing.signOut}
          </Button>
        )}
        {state === 'disabled' ? (
          <Button kind="quiet" onClick={() => change({ state: 'active' }, texts.managing.enabled)}>
            {texts.managing.enable}
          </Button>
        ) : (
          <Button kind="danger" onClick={() => change({ state: 'disabled' }, texts.managing.disabled)}>
            {texts.managing.disable}
          </Button>
        )}
      </div>
    </Dialog>
  );
};

type GrantRole = Person['grants'][number]['role'];

/** What stands for all collections in the form. */
const ALL = '*';

const namesOf = ({ grants }: Person, role: GrantRole): string =>
  grants
    .filter((grant) => grant.role === role)
    .map(({ collection = ALL }) => collection)
    .join(', ');

const grantsOf = (role: GrantRole, text: string): Person['grants'] =>
  readNames(text).map((collection) => ({ role, ...(collection !== ALL && { collection }) }));
