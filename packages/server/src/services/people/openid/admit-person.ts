import { Refusal, refuse } from '@perene/api/refusals';
import type { Role } from '../../../ports/node/api-keys.ts';
import type { Identities } from '../../../ports/people/identities.ts';
import type { GroupRules, IdentityProvider, ProvenIdentity } from '../../../ports/people/identity-provider.ts';
import type { People, Person } from '../../../ports/people/people.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { QuickSecrets } from '../../../ports/system/secrets.ts';
import { checkPersonName, foldEmail, isEmail } from '../check-person.ts';
import { areSame, grantsOfGroups, roleOfGroups } from './rights-of-groups.ts';

const ID_BYTES = 8;

export interface AdmissionRules extends GroupRules {
  /** Who may come in for the first time. */
  readonly unknown: 'invited' | 'reader' | 'depositor';
}

/** Finds the person whom the provider has told, or lets them in for the first time, with the rights of their groups. */
export const createAdmission = (needs: {
  readonly people: People;
  readonly identities: Identities;
  readonly provider: Pick<IdentityProvider, 'issuer'>;
  readonly rules: AdmissionRules;
  readonly clock: Clock;
  readonly secrets: QuickSecrets;
  /** Is called when what a person may do has changed. */
  readonly onChange: (person: string) => void;
}) => {
  const { people, identities, provider, rules, clock, secrets, onChange } = needs;
  const least: Role = rules.unknown === 'invited' ? 'reader' : rules.unknown;

  const findInvited = async (email: string): Promise<Person | undefined> => {
    const person = await people.findByEmail(email);
    // Whoever has a password here says with it that the account elsewhere is theirs, too.
    if (person?.state === 'active') throw refuse('openid-refused', { reason: 'linkable' });
    return person;
  };

  const add = async (email: string, { name }: ProvenIdentity): Promise<Person | undefined> => {
    if (rules.unknown === 'invited') throw refuse('openid-refused', { reason: 'unknown' });
    const [mailbox = ''] = email.split('@');
    const id = secrets.randomBytes(ID_BYTES).toString('hex');
    const person = { id, email, name: nameOf(name, mailbox), role: rules.unknown, password: undefined };
    await people.add({ ...person, state: 'invited', createdAt: clock.now() });
    return people.findByEmail(email);
  };

  const admit = async (proven: ProvenIdentity): Promise<Person> => {
    const email = foldEmail(proven.email ?? '');
    if (!isEmail(email)) throw refuse('openid-refused', { reason: 'unknown' });
    if (!proven.isEmailVerified) throw refuse('openid-refused', { reason: 'unverified' });
    const person = (await findInvited(email)) ?? (await add(email, proven));
    const identity = { issuer: provider.issuer, subject: proven.subject, linkedAt: clock.now() };
    const isLinked = person !== undefined && (await identities.link({ ...identity, person: person.id }));
    const admitted = isLinked ? await people.find(person.id) : undefined;
    if (admitted === undefined) throw refuse('openid-refused', { reason: 'unknown' });
    return admitted;
  };

  /** The last administrator stays one, whatever the provider says. */
  const settle = async (person: Person, { groups }: ProvenIdentity): Promise<Person> => {
    const role = roleOfGroups(groups, rules, least) ?? person.role;
    const grants = grantsOfGroups(groups, rules, person.grants);
    if (role === person.role && areSame(person, grants)) return person;
    const changed = await people.change(person.id, { role, grants }).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'last-administrator') return people.change(person.id, { grants });
      throw error;
    });
    onChange(person.id);
    return changed ?? person;
  };

  return async (proven: ProvenIdentity): Promise<Person> => {
    const known = await identities.find(provider.issuer, proven.subject);
    const person = known ?? (await admit(proven));
    if (person.state !== 'active') throw refuse('openid-refused', { reason: 'unknown' });
    return settle(person, proven);
  };
};

/** A name that cannot be shown is replaced by the beginning of the address. */
const nameOf = (given: string | undefined, mailbox: string): string => {
  try {
    return checkPersonName(given ?? mailbox);
  } catch {
    return mailbox;
  }
};
