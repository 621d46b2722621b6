import { createOpenIdProvider } from '../../adapters/openid/openid-provider.ts';
import type { OpenIdSettings } from '../../config/openid/openid-settings.ts';
import type { Settings } from '../../config/settings.ts';
import type { Identities } from '../../ports/people/identities.ts';
import type { People } from '../../ports/people/people.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { Secrets } from '../../ports/system/secrets.ts';
import { createAdmission } from '../../services/people/openid/admit-person.ts';
import { createSealedJourneys } from '../../services/people/openid/sealed-journey.ts';
import { createElsewhere } from '../../services/people/openid/sign-in-elsewhere.ts';
import type { SecondFactors } from '../../services/people/second-factor.ts';
import type { SessionBook } from '../../services/people/session-book.ts';

/** The parts by which people sign in through a provider elsewhere. */
export const createSignInElsewhere = (
  {
    openId,
    publicUrl,
    allowedNetworks,
  }: Pick<Settings, 'publicUrl' | 'allowedNetworks'> & {
    readonly openId: OpenIdSettings;
  },
  needs: {
    readonly people: People;
    readonly identities: Identities;
    readonly sessionBook: SessionBook;
    readonly factors: SecondFactors;
    readonly clock: Clock;
    readonly secrets: Secrets;
    readonly secret: () => Promise<string>;
    readonly onChange: (person: string) => void;
    readonly onError: (error: unknown, what: string) => void;
  },
) => {
  const { people, identities, sessionBook, factors, clock, secrets, secret, onChange, onError } = needs;
  const provider = createOpenIdProvider(openId, {
    redirectUrl: `${publicUrl}/console/openid`,
    signedOutUrl: `${publicUrl}/console`,
    allowedNetworks,
    onFailure: (error) => onError(error, 'signing in through the provider failed'),
  });
  return createElsewhere({
    provider,
    admit: createAdmission({ people, identities, provider, rules: openId, clock, secrets, onChange }),
    journeys: createSealedJourneys({ secret, secrets, clock }),
    people,
    identities,
    sessions: sessionBook,
    factors,
    clock,
    secondFactor: openId.secondFactor,
  });
};
