import type { Journey } from '../../../ports/people/identity-provider.ts';
import { type Clock, millisecondsOf } from '../../../ports/system/clock.ts';
import type { QuickSecrets } from '../../../ports/system/secrets.ts';

/** What the browser keeps while somebody is at the provider, or is asked for a code afterwards. */
export type Kept =
  | { readonly purpose: 'sign-in' }
  | { readonly purpose: 'link'; readonly person: string }
  /** The provider has told who it is; the session needs the code of the second factor as well. */
  | { readonly purpose: 'code'; readonly person: string; readonly stamp: string };

type Sealed = Kept & { readonly nonce: string; readonly until: number };

/** As long as somebody may take at the provider. */
export const JOURNEY_SECONDS = 600;
const NONCE_BYTES = 16;
const MAX_LENGTH = 1_000;
const SEALED = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

/**
 * Journeys are kept by the browser alone, under a seal that every process of the node knows, so that it does not matter
 * which of them sees the browser again. A browser that did not set out has no seal.
 */
export const createSealedJourneys = ({
  secret,
  secrets,
  clock,
}: {
  readonly secret: () => Promise<string>;
  readonly secrets: QuickSecrets;
  readonly clock: Clock;
}) => {
  // SHA-512/256 cannot be extended without the secret, so it needs no HMAC.
  const derive = async (what: string, text: string): Promise<string> =>
    Buffer.from(secrets.sha512(`${await secret()}\nopenid ${what}\n${text}`), 'latin1').toString('base64url');
  return {
    async seal(kept: Kept): Promise<{ readonly text: string; readonly journey: Journey }> {
      const nonce = secrets.randomBytes(NONCE_BYTES).toString('base64url');
      const until = millisecondsOf(clock.now()) + JOURNEY_SECONDS * 1_000;
      const text = Buffer.from(JSON.stringify({ ...kept, nonce, until })).toString('base64url');
      return { text: `${text}.${await derive('seal', text)}`, journey: await journeyOf(derive, nonce) };
    },
    /** Returns undefined for what this node did not seal, or too long ago. */
    async open(given: string | undefined): Promise<{ readonly kept: Kept; readonly journey: Journey } | undefined> {
      const [, text, seal] = SEALED.exec(given?.slice(0, MAX_LENGTH) ?? '') ?? [];
      if (text === undefined || seal === undefined) return undefined;
      if (!secrets.isSame(seal, await derive('seal', text))) return undefined;
      const kept = JSON.parse(Buffer.from(text, 'base64url').toString()) as Sealed;
      if (kept.until <= millisecondsOf(clock.now())) return undefined;
      return { kept, journey: await journeyOf(derive, kept.nonce) };
    },
  };
};

export type SealedJourneys = ReturnType<typeof createSealedJourneys>;

const journeyOf = async (derive: (what: string, text: string) => Promise<string>, nonce: string): Promise<Journey> => ({
  state: await derive('state', nonce),
  nonce: await derive('nonce', nonce),
  verifier: await derive('verifier', nonce),
});
