import type { ProvenIdentity } from '../../ports/people/identity-provider.ts';

type Claims = Readonly<Record<string, unknown>>;

const MAX_GROUPS = 1_000;
const MAX_TEXT_LENGTH = 300;
/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
/** Means that count beside a password (RFC 8176). */
const SECOND = ['otp', 'hwk', 'swk', 'sc', 'sms', 'tel', 'fpt', 'face', 'iris'];

/** Reads what a provider says of a person; undefined without a subject. The signed claims count before the others. */
export const readClaims = (signed: Claims, more: Claims, groupsClaim: string): ProvenIdentity | undefined => {
  const { sub: subject } = signed;
  if (typeof subject !== 'string' || !SUBJECT.test(subject)) return undefined;
  // An address counts as verified only where it is said beside that very address.
  const { email, email_verified: isVerified } = signed['email'] === undefined ? more : signed;
  return {
    subject,
    name: textOf(signed['name'] ?? more['name']),
    email: textOf(email),
    isEmailVerified: isVerified === true || isVerified === 'true',
    groups: textsOf(find(signed, groupsClaim) ?? find(more, groupsClaim)),
    hasSecondFactor: hasSecondFactor(textsOf(signed['amr'])),
  };
};

/** Finds a claim by its name, or inside other claims by a path with points. */
const find = (claims: Claims, path: string): unknown => {
  if (Object.hasOwn(claims, path)) return claims[path];
  let found: unknown = claims;
  for (const name of path.split('.')) {
    const isInside = typeof found === 'object' && found !== null && Object.hasOwn(found, name);
    if (!isInside) return undefined;
    found = (found as Claims)[name];
  }
  return found;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= MAX_TEXT_LENGTH ? value : undefined;

const textsOf = (value: unknown): readonly string[] => {
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_GROUPS) : [value];
  return values.map(textOf).filter((text) => text !== undefined);
};

const hasSecondFactor = (means: readonly string[]): boolean =>
  means.includes('mfa') || (means.includes('pwd') && means.some((one) => SECOND.includes(one)));
