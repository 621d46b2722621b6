import { refuse } from '@perene/api/refusals';
import { createAttemptLimit } from '../../concurrency/attempt-limit.ts';
import type { Passwords } from '../../ports/people/passwords.ts';
import type { People, Person } from '../../ports/people/people.ts';
import type { Principal } from '../../ports/people/principal.ts';
import { type Clock, millisecondsOf } from '../../ports/system/clock.ts';
import type { QuickSecrets } from '../../ports/system/secrets.ts';
import { foldEmail, isEmail, spellPassword } from './check-person.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import type { SecondFactors } from './second-factor.ts';
import { principalOf, type SessionBook } from './session-book.ts';

/** Whoever tries: the address, the browser's name for itself, and what proves that the person used it before. */
export interface Trying {
  readonly address: string;
  readonly agent: string;
  readonly known: string | undefined;
}

export interface SignInOperations {
  signIn(
    given: { readonly email: string; readonly password: string; readonly code?: string | undefined },
    trying: Trying,
  ): Promise<{ readonly principal: Principal; readonly token: string; readonly known: string }>;
  /** Refuses a wrong password of a person who is signed in, and too many tries. */
  confirm(person: Person, password: string): Promise<void>;
}

const PERIOD_SECONDS = 900;
/** Tries that failed, of one network. */
const MOST_OF_NETWORK = 20;
/** Of one account, wherever they come from; those of a browser that the person used before are counted apart. */
const MOST_OF_ACCOUNT = 20;
const MOST_OF_BROWSER = 10;

export const createSignIn = (needs: {
  readonly people: People;
  readonly sessions: Pick<SessionBook, 'open'>;
  readonly passwords: Passwords;
  readonly factors: Pick<SecondFactors, 'use'>;
  readonly clock: Clock;
  readonly secrets: QuickSecrets;
  /** Returns the secret by which browsers are known again. */
  readonly secret: () => Promise<string>;
}): SignInOperations => {
  const { people, sessions, passwords, factors, clock, secrets } = needs;
  const now = (): number => millisecondsOf(clock.now());
  const limitOf = (most: number) => createAttemptLimit({ now, most, periodSeconds: PERIOD_SECONDS });
  const networks = limitOf(MOST_OF_NETWORK);
  const accounts = limitOf(MOST_OF_ACCOUNT);
  const browsers = limitOf(MOST_OF_BROWSER);
  const knownBrowsers = createKnownBrowsers({ secret: needs.secret, secrets });

  /** Takes one try; returns how to give it back. A stranger cannot use up the tries of a browser that is known. */
  const takeTry = async (email: string, { address, known }: Trying): Promise<() => void> => {
    const browser = known === undefined ? undefined : await knownBrowsers.find(known, email);
    const counted =
      browser === undefined
        ? ([[networks, address, ''] as const, [accounts, '', email] as const] as const)
        : ([[browsers, '', browser] as const] as const);
    const taken: (() => void)[] = [];
    for (const [limit, from, about] of counted) {
      const seconds = limit.take(from, about);
      if (seconds > 0) {
        for (const giveBack of taken) giveBack();
        throw refuse('too-many-tries', { seconds });
      }
      taken.push(() => limit.giveBack(from, about));
    }
    return () => {
      for (const giveBack of taken) giveBack();
    };
  };

  return {
    async signIn({ email: given, password, code }, trying) {
      const email = foldEmail(given);
      const giveBack = await takeTry(email, trying);
      const person = isEmail(email) ? await people.findByEmail(email) : undefined;
      // Whether there is such a person takes the same work, and gets the same answer.
      const isRight = await passwords.isRight(person?.password, spellPassword(password));
      if (!isRight || person?.state !== 'active') throw refuse('sign-in-refused');
      if (person.hasSecondFactor && code === undefined) {
        giveBack();
        throw refuse('second-factor-needed');
      }
      // A wrong code counts as a wrong password does, so that nobody tries them all.
      if (person.hasSecondFactor && !(await factors.use(person, code ?? ''))) throw refuse('code-wrong');
      giveBack();
      const token = await sessions.open(person, trying.agent);
      await people.noteSignIn(person.id, clock.now());
      return { principal: principalOf(person), token, known: await knownBrowsers.issue(email) };
    },
    async confirm(person, password) {
      const seconds = browsers.take('', `confirm ${person.id}`);
      if (seconds > 0) throw refuse('too-many-tries', { seconds });
      if (!(await passwords.isRight(person.password, spellPassword(password)))) throw refuse('password-wrong');
      browsers.giveBack('', `confirm ${person.id}`);
    },
  };
};
