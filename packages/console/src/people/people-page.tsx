import '../ui/styles/running.css';
import { useState } from 'preact/hooks';
import { type Person, readSignInFacts } from '../api/people.ts';
import type { Role } from '../api/types.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { KEYS } from '../keys/texts.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { FactList } from '../ui/fact-list.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { InvitePerson } from './invite-person.tsx';
import { ManagePerson } from './manage-person.tsx';
import { PEOPLE } from './texts.ts';

const ROLES: readonly Role[] = ['reader', 'depositor', 'steward', 'admin'];

/** Who signs in here, for administrators. */
const PeoplePage = () => {
  const texts = useTexts(PEOPLE);
  const { roles } = useTexts(SHELL);
  const { meanings } = useTexts(KEYS).roles;
  const { client } = useSession();
  const { loaded, reload } = useLoad(
    async () => ({ people: (await client.api.listPeople()).people, ...(await readSignInFacts(client)) }),
    [client],
  );
  const people = loaded.state === 'ready' ? loaded.value.people : [];
  return (
    <>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <>
          {people.length === 0 && (
            <Notice kind="note">
              <p>
                <strong>{texts.first.title}</strong> {texts.first.text}
              </p>
            </Notice>
          )}
          {people.length > 0 && (
            <>
              <h2 class="first">{texts.list}</h2>
              <PersonList people={people} sendsMail={loaded.value.sendsMail} onChange={reload} />
            </>
          )}
          <InvitePerson isFirst={people.length === 0} sendsMail={loaded.value.sendsMail} onDone={reload} />
        </>
      )}
      <h2>{texts.roles}</h2>
      <FactList facts={ROLES.map((role) => [roles[role], meanings[role]])} />
    </>
  );
};

const PersonList = ({
  people,
  sendsMail,
  onChange,
}: {
  readonly people: readonly Person[];
  readonly sendsMail: boolean;
  readonly onChange: () => void;
}) => {
  const texts = useTexts(PEOPLE);
  const { roles } = useTexts(SHELL);
  const format = useFormat();
  const { principal } = useSession();
  const [managed, setManaged] = useState<Person>();
  return (
    <>
      <Table
        caption={texts.list}
        rows={people}
        keyOf={({ id }) => id}
        columns={[
          {
            title: texts.name,
            cell: ({ name, id }) => (
              <>
                {name} {id === principal.id && <span class="hint">({texts.you})</span>}
              </>
            ),
          },
          { title: texts.email, cell: ({ email }) => <span class="anywhere">{email}</span> },
          { title: texts.role, cell: ({ role }) => roles[role] },
          {
            title: texts.state,
            cell: ({ state }) => <span class={`state state-${state}`}>{texts.states[state]}</span>,
          },
          {
            title: texts.signedIn,
            cell: ({ signedIn }) => (signedIn === undefined ? texts.never : format.day(signedIn)),
          },
          {
            title: texts.action,
            cell: (person) => (
              <Button kind="quiet" onClick={() => setManaged(person)} aria-label={`${texts.manage}: ${person.name}`}>
                {texts.manage}
              </Button>
            ),
          },
        ]}
      />
      {managed !== undefined && (
        <ManagePerson
          person={managed}
          sendsMail={sendsMail}
          onChange={onChange}
          onClose={() => setManaged(undefined)}
        />
      )}
    </>
  );
};

export default PeoplePage;
