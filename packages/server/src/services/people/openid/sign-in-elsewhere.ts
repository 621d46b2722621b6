import { refuse } from '@perene/api/refusals';
import { createAttemptLimit } from '../../../concurrency/attempt-limit.ts';
import type { Identities } from '../../../ports/people/identities.ts';
import type { IdentityProvider, ProvenIdentity } from '../../../ports/people/identity-provider.ts';
import type { People, Person } from '../../../ports/people/people.ts';
import type { Principal } from '../../../ports/people/principal.ts';
import { type Clock, millisecondsOf } from '../../../ports/system/clock.ts';
import type { SecondFactors } from '../second-factor.ts';
import { principalOf, type SessionBook } from '../session-book.ts';
import type { Trying } from '../sign-in.ts';
import type { Kept, SealedJourneys } from './sealed-journey.ts';

/** What the browser keeps until the next step, and where it goes now. */
interface Departure {
  readonly url: string;
  readonly kept: string;
}

/** How a journey ends: with a session, with a question for a code, or with an account that is linked. */
type Arrival =
  | { readonly kind: 'in'; readonly principal: Principal; readonly token: string }
  | { readonly kind: 'code-needed'; readonly kept: string }
  | { readonly kind: 'linked' };

/** Signing in through a provider elsewhere. */
export interface ElsewhereOperations {
  depart(purpose: Exclude<Kept, { readonly purpose: 'code' }>): Promise<Departure>;
  /** `person` is whoever is signed in at that moment. */
  arrive(
    answer: string,
    browser: Omit<Trying, 'known'> & { readonly kept: string | undefined; readonly person: string | undefined },
  ): Promise<Arrival>;
  confirm(
    code: string,
    browser: Omit<Trying, 'known'> & { readonly kept: string | undefined },
  ): Promise<Extract<Arrival, { readonly kind: 'in' }>>;
  /** Returns where the browser signs out of the provider. */
  findSignOut(): Promise<string>;
}

const PERIOD_SECONDS = 900;
/** Journeys that failed, of one network. */
const MOST_OF_NETWORK = 60;
/** Wrong codes of one account, wherever they come from. */
const MOST_CODES = 10;

export const createElsewhere = (needs: {
  readonly provider: IdentityProvider;
  readonly admit: (proven: ProvenIdentity) => Promise<Person>;
  readonly journeys: SealedJourneys;
  readonly people: Pick<People, 'find' | 'noteSignIn'>;
  readonly identities: Pick<Identities, 'link'>;
  readonly sessions: Pick<SessionBook, 'open'>;
  readonly factors: Pick<SecondFactors, 'use'>;
  readonly clock: Clock;
  /** Whether the second factor of this node is asked for. */
  readonly secondFactor: 'ask' | 'amr' | 'provider';
}): ElsewhereOperations => {
  const { provider, admit, journeys, people, identities, sessions, factors, clock, secondFactor } = needs;
  const limitOf = (most: number) =>
    createAttemptLimit({ now: () => millisecondsOf(clock.now()), most, periodSeconds: PERIOD_SECONDS });
  const networks = limitOf(MOST_OF_NETWORK);
  const codes = limitOf(MOST_CODES);

  const take = (limit: typeof networks, address: string, about = ''): (() => void) => {
    const seconds = limit.take(address, about);
    if (seconds > 0) throw refuse('too-many-tries', { seconds });
    return () => limit.giveBack(address, about);
  };
  const open = async (kept: string | undefined) => {
    const opened = await journeys.open(kept);
    if (opened === undefined) throw refuse('openid-refused', { reason: 'expired' });
    return opened;
  };
  const enter = async (person: Person, agent: string) => {
    const token = await sessions.open(person, agent);
    await people.noteSignIn(person.id, clock.now());
    return { kind: 'in', principal: principalOf(person), token } as const;
  };
  const isCodeAsked = (person: Person, proven: ProvenIdentity): boolean =>
    person.hasSecondFactor && (secondFactor === 'ask' || (secondFactor === 'amr' && !proven.hasSecondFactor));
  const link = async (person: string, { subject }: ProvenIdentity) => {
    const identity = { issuer: provider.issuer, subject, person, linkedAt: clock.now() };
    if (!(await identities.link(identity))) throw refuse('openid-refused', { reason: 'taken' });
    return { kind: 'linked' } as const;
  };

  return {
    async depart(purpose) {
      const { text, journey } = await journeys.seal(purpose);
      return { url: await provider.begin(journey), kept: text };
    },
    async arrive(answer, { kept: given, person: current, address, agent }) {
      const giveBack = take(networks, address);
      const { kept, journey } = await open(given);
      const isLink = kept.purpose === 'link';
      // Whoever is signed in now may be another than whoever set out.
      const isOther = kept.purpose === 'code' || (isLink && kept.person !== current);
      if (isOther || new URLSearchParams(answer).get('state') !== journey.state) {
        throw refuse('openid-refused', { reason: 'expired' });
      }
      const proven = await provider.finish(answer, journey);
      const arrived = isLink ? await link(kept.person, proven) : await admit(proven);
      giveBack();
      if ('kind' in arrived) return arrived;
      if (!isCodeAsked(arrived, proven)) return enter(arrived, agent);
      const asked = { purpose: 'code', person: arrived.id, stamp: String(arrived.stamp) } as const;
      return { kind: 'code-needed', kept: (await journeys.seal(asked)).text };
    },
    async confirm(code, { kept: given, agent }) {
      const { kept } = await open(given);
      const person = kept.purpose === 'code' ? await people.find(kept.person) : undefined;
      const isStill = kept.purpose === 'code' && person?.state === 'active' && String(person.stamp) === kept.stamp;
      if (!isStill) throw refuse('openid-refused', { reason: 'expired' });
      const giveBack = take(codes, '', person.id);
      if (person.hasSecondFactor && !(await factors.use(person, code))) throw refuse('code-wrong');
      giveBack();
      return enter(person, agent);
    },
    async findSignOut() {
      const url = await provider.findSignOut();
      if (url === undefined) throw refuse('openid-refused', { reason: 'no-sign-out' });
      return url;
    },
  };
};
