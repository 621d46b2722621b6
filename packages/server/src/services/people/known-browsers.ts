import type { QuickSecrets } from '../../ports/system/secrets.ts';

const NONCE_BYTES = 16;
const KNOWN = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Marks of browsers in which a person signed in before. A mark opens nothing; it only has tries of its own, so that
 * strangers who guess the person's password do not lock the person out. Nothing is stored: a keyed hash proves the mark.
 */
export const createKnownBrowsers = ({
  secret,
  secrets,
}: {
  readonly secret: () => Promise<string>;
  readonly secrets: QuickSecrets;
}) => {
  // SHA-512/256 cannot be extended without the secret, so it needs no HMAC.
  const prove = async (nonce: string, email: string): Promise<string> =>
    Buffer.from(secrets.sha512(`${await secret()}\n${nonce}\n${email}`), 'latin1').toString('base64url');
  return {
    async issue(email: string): Promise<string> {
      const nonce = secrets.randomBytes(NONCE_BYTES).toString('base64url');
      return `${nonce}.${await prove(nonce, email)}`;
    },
    /** Returns the name of the browser; undefined if the mark is not that of this person. */
    async find(known: string, email: string): Promise<string | undefined> {
      const [, nonce, proof] = KNOWN.exec(known) ?? [];
      if (nonce === undefined || proof === undefined) return undefined;
      return secrets.isSame(proof, await prove(nonce, email)) ? nonce : undefined;
    },
  };
};
