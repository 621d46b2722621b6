import type { LinkedPerson, Person as PersonView } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import { createAttemptLimit } from '../../concurrency/attempt-limit.ts';
import type { Identities } from '../../ports/people/identities.ts';
import type { Passwords } from '../../ports/people/passwords.ts';
import type { Grant, LinkPurpose, People, Person } from '../../ports/people/people.ts';
import type { PersonMail } from '../../ports/people/person-mail.ts';
import { type Clock, millisecondsOf } from '../../ports/system/clock.ts';
import type { QuickSecrets } from '../../ports/system/secrets.ts';
import { checkEmail, checkPassword, checkPersonName, foldEmail, isEmail } from './check-person.ts';
import type { AccountOperations, Delivery, PeopleOperations } from './people-operations.ts';

const ID_BYTES = 8;
const ID = /^[0-9a-f]{16}$/;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const HOUR = 3_600_000_000n;
const INVITATION_MICROSECONDS = 7n * 24n * HOUR;
const RESET_MICROSECONDS = 24n * HOUR;
/** A link that anybody can have sent lasts shorter. */
const ASKED_MICROSECONDS = HOUR;
const RESETS = { ofNetwork: 10, ofAccount: 3, periodSeconds: 3_600 };
const MAX_REPEATED = 100;

interface Needs {
  readonly people: People;
  readonly identities: Pick<Identities, 'list'>;
  readonly passwords: Passwords;
  readonly mail: PersonMail | undefined;
  readonly clock: Clock;
  readonly secrets: QuickSecrets;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Is called when what a person may do has changed. */
  readonly onChange: (person: string) => void;
  readonly onMailError: (error: unknown) => void;
}

export const createPeopleOperations = (needs: Needs): PeopleOperations & AccountOperations => {
  const { people, identities, clock, secrets, onChange } = needs;
  const makeLink = createLinkMaking(needs);

  const findStored = async (id: string): Promise<Person | undefined> => {
    if (ID.test(id)) return people.find(id);
    return isEmail(foldEmail(id)) ? people.findByEmail(foldEmail(id)) : undefined;
  };
  const find = async (id: string): Promise<Person> => {
    const person = await findStored(id);
    if (person !== undefined) return person;
    throw refuse('person-not-found', { id: id.slice(0, MAX_REPEATED) });
  };
  const canEnter = async ({ id, password }: Person): Promise<boolean> =>
    password !== undefined || (await identities.list(id)).length > 0;
  const change = async (id: string, changed: Parameters<People['change']>[1]): Promise<PersonView> => {
    const person = await people.change(id, changed);
    onChange(id);
    if (person === undefined) throw refuse('person-not-found', { id });
    return viewPerson(person);
  };

  return {
    async invite({ name, email, role }, delivery) {
      const person = {
        id: secrets.randomBytes(ID_BYTES).toString('hex'),
        name: checkPersonName(name),
        email: checkEmail(email),
        role,
        state: 'invited' as const,
        password: undefined,
        createdAt: clock.now(),
      };
      refuseWithoutMail(needs, delivery);
      if (!(await people.add(person))) throw refuse('email-taken', { email: person.email });
      return makeLink(await find(person.id), delivery, INVITATION_MICROSECONDS);
    },
    list: async () => (await people.list()).map(viewPerson),
    show: async (id) => viewPerson(await find(id)),
    async change(id, { name, email, role, grants, state }) {
      const person = await find(id);
      return change(person.id, {
        name: name === undefined ? undefined : checkPersonName(name),
        email: email === undefined ? undefined : checkEmail(email),
        role,
        grants: grants?.map(checkGrant),
        state: state === 'active' && !(await canEnter(person)) ? 'invited' : state,
        endsSessions: state === 'disabled',
      });
    },
    async link(id, delivery) {
      const person = await find(id);
      refuseWithoutMail(needs, delivery);
      return makeLink(person, delivery, person.state === 'invited' ? INVITATION_MICROSECONDS : RESET_MICROSECONDS);
    },
    async signOut(id) {
      await change((await find(id)).id, { endsSessions: true });
    },
    ...createAccountOperations(needs, { change, makeLink }),
  };
};

type MakeLink = (person: Person, delivery: Delivery, lifetime: bigint) => Promise<LinkedPerson>;

/** A link has a secret behind its `#`, which browsers do not send, so that no log has it. */
const createLinkMaking =
  ({ people, mail, clock, secrets, publicUrl, onMailError }: Needs): MakeLink =>
  async (person, { by = mail === undefined ? 'link' : 'mail', language }, lifetime) => {
    const token = secrets.randomBytes(TOKEN_BYTES).toString('base64url');
    const purpose: LinkPurpose = person.state === 'invited' ? 'invitation' : 'reset';
    const expiresAt = clock.now() + lifetime;
    await people.addLink({ hash: secrets.sha256(token), person: person.id, purpose, expiresAt });
    const link = `${publicUrl}/console/welcome#${token}`;
    const shown = { person: viewPerson(person), expires: timeOf(expiresAt) };
    if (by === 'link' || mail === undefined) return { ...shown, isSent: false, link };
    try {
      await mail.sendLink({ to: person.email, name: person.name, purpose, link, language });
      return { ...shown, isSent: true };
    } catch (error) {
      onMailError(error);
      return { ...shown, isSent: false, link };
    }
  };

const createAccountOperations = (
  { people, passwords, mail, clock, secrets, onMailError }: Needs,
  {
    change,
    makeLink,
  }: {
    readonly change: (id: string, changed: Parameters<People['change']>[1]) => Promise<PersonView>;
    readonly makeLink: MakeLink;
  },
): AccountOperations => {
  const now = (): number => millisecondsOf(clock.now());
  const { periodSeconds } = RESETS;
  const networks = createAttemptLimit({ now, most: RESETS.ofNetwork, periodSeconds });
  const accounts = createAttemptLimit({ now, most: RESETS.ofAccount, periodSeconds });

  const findLink = async (token: string) => {
    const link = TOKEN.test(token) ? await people.findLink(secrets.sha256(token)) : undefined;
    if (link === undefined || link.expiresAt <= clock.now() || link.of.state === 'disabled')
      throw refuse('link-invalid');
    return link;
  };
  const sendReset = async (email: string): Promise<void> => {
    const person = isEmail(email) ? await people.findByEmail(email) : undefined;
    // An invitation that was handed over must not stop working because a stranger asks.
    if (person?.state === 'active') await makeLink(person, { by: 'mail' }, ASKED_MICROSECONDS);
  };

  return {
    hasAny: () => people.hasAny(),
    async openLink(token) {
      const { purpose, of, expiresAt } = await findLink(token);
      return { purpose, name: of.name, email: of.email, expires: timeOf(expiresAt) };
    },
    async useLink(token, chosen) {
      const { hash, of } = await findLink(token);
      const name = chosen.name === undefined ? undefined : checkPersonName(chosen.name);
      const password = await passwords.hash(checkPassword(chosen.password, of));
      if (!(await people.useLink(hash, { at: clock.now(), password, name }))) throw refuse('link-invalid');
    },
    askForReset(given, address) {
      if (mail === undefined) throw refuse('mail-missing');
      const seconds = networks.take(address);
      if (seconds > 0) throw refuse('too-many-tries', { seconds });
      const email = foldEmail(given);
      if (accounts.take('', email) > 0) return;
      sendReset(email).catch(onMailError);
    },
    rename: (id, name) => change(id, { name: checkPersonName(name) }),
    async changePassword(id, given) {
      const person = await people.find(id);
      const password = person && (await passwords.hash(checkPassword(given, person)));
      const changed = person && (await people.change(id, { password, endsSessions: true }));
      if (changed === undefined) throw refuse('person-not-found', { id });
      return changed;
    },
  };
};

/** A collection need not be there yet, and is compared by name. */
const checkGrant = ({ role, collection }: Grant): Grant => ({
  role,
  ...(collection !== undefined && collection !== '' && { collection }),
});

const refuseWithoutMail = ({ mail }: Needs, { by }: Delivery): void => {
  if (by === 'mail' && mail === undefined) throw refuse('mail-missing');
};

const timeOf = (microseconds: bigint): string => formatTime(dateFromMicroseconds(microseconds));

export const viewPerson = (person: Person): PersonView => ({
  id: person.id,
  name: person.name,
  email: person.email,
  role: person.role,
  grants: person.grants,
  state: person.state,
  hasPassword: person.password !== undefined,
  hasSecondFactor: person.hasSecondFactor,
  created: timeOf(person.createdAt),
  ...(person.signedInAt !== undefined && { signedIn: timeOf(person.signedInAt) }),
});
