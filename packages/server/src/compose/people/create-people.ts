import { createPersonMail } from '../../adapters/mail/person-mail.ts';
import { createArgon2Passwords } from '../../adapters/passwords/argon2-passwords.ts';
import { createTotpCodes } from '../../adapters/passwords/totp-codes.ts';
import type { SqlDatabase } from '../../adapters/sql/engine/sql-database.ts';
import { createSqlApiKeys } from '../../adapters/sql/node/sql-api-keys.ts';
import { createSqlIdentities } from '../../adapters/sql/people/sql-identities.ts';
import { createSqlPeople } from '../../adapters/sql/people/sql-people.ts';
import { createSqlSessions } from '../../adapters/sql/people/sql-sessions.ts';
import type { Settings } from '../../config/settings.ts';
import type { Mail } from '../../ports/federation/mail.ts';
import type { NodeFacts } from '../../ports/node/node-facts.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { Secrets } from '../../ports/system/secrets.ts';
import { createKeyRing } from '../../services/keys/key-ring.ts';
import { createPeopleOperations } from '../../services/people/manage-people.ts';
import { createOwnIdentities } from '../../services/people/openid/own-identities.ts';
import { createSecondFactors } from '../../services/people/second-factor.ts';
import { createSessionBook } from '../../services/people/session-book.ts';
import { createSignIn } from '../../services/people/sign-in.ts';
import { once } from '../once.ts';
import { createSignInElsewhere } from './create-sign-in-elsewhere.ts';

const BROWSER_SECRET = 'known-browser-secret';

/** The parts by which people and programs are known, and are managed. */
export const createPeople = (
  settings: Pick<Settings, 'publicUrl' | 'site' | 'openId' | 'allowedNetworks'>,
  {
    database,
    facts,
    clock,
    secrets,
    mail,
    onError,
  }: {
    readonly database: SqlDatabase;
    readonly facts: NodeFacts;
    readonly clock: Clock;
    readonly secrets: Secrets;
    readonly mail: Mail | undefined;
    readonly onError: (error: unknown, what: string) => void;
  },
) => {
  const { publicUrl, site, openId } = settings;
  const passwords = createArgon2Passwords();
  const keys = createKeyRing({ keys: createSqlApiKeys(database), clock, secrets });
  const stored = createSqlPeople(database);
  const sessionBook = createSessionBook({ sessions: createSqlSessions(database), clock, secrets });
  const factors = createSecondFactors({ people: stored, codes: createTotpCodes(), clock, secrets });
  const secret = once(async () => {
    const known = await facts.find(BROWSER_SECRET);
    return known ?? facts.keep(BROWSER_SECRET, secrets.randomBytes(32).toString('base64url'));
  });
  const identities = createSqlIdentities(database);
  const personMail = mail && createPersonMail(mail, { site: site?.name?.en ?? publicUrl });
  const people = createPeopleOperations({
    people: stored,
    identities,
    passwords,
    mail: personMail,
    clock,
    secrets,
    publicUrl,
    onChange: keys.forget,
    onMailError: (error) => onError(error, 'an e-mail to a person was not sent'),
  });
  return {
    keys,
    people,
    storedPeople: stored,
    personMail,
    sessionBook,
    entrance: createSignIn({ people: stored, sessions: sessionBook, passwords, factors, clock, secrets, secret }),
    factors,
    ownIdentities: createOwnIdentities(identities, { issuer: openId?.issuer }),
    elsewhere:
      openId &&
      createSignInElsewhere(
        { ...settings, openId },
        { people: stored, identities, sessionBook, factors, clock, secrets, secret, onChange: keys.forget, onError },
      ),
    sweepPeople: async () => {
      await sessionBook.sweep();
      await stored.sweep(clock.now());
    },
  };
};
