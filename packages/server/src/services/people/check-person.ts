import { refuse } from '@perene/api/refusals';

const MAX_NAME_LENGTH = 200;
/** Control characters, line breaks and those that change the direction of writing. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const EMAIL = /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,189}$/u;
const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 256;
const MIN_CHARACTERS = 6;
/** Shorter names are part of too many words. */
const MIN_OWN_LENGTH = 5;

export const checkPersonName = (given: string): string => {
  const name = given.normalize('NFC').trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH && !NOT_IN_NAMES.test(name)) return name;
  throw refuse('person-name-invalid', { max: MAX_NAME_LENGTH });
};

/** Addresses that differ only in capitals are one person's. */
export const foldEmail = (given: string): string =>
  given
    .trim()
    .split(KELVIN)
    .map((part) => part.normalize('NFC').toLowerCase())
    .join(KELVIN);

/** Folding makes this sign the letter k, and so an address that is somebody else's. */
const KELVIN = '\u{212a}';

export const isEmail = (email: string): boolean => EMAIL.test(email) && !NOT_IN_NAMES.test(email);

export const checkEmail = (given: string): string => {
  const email = foldEmail(given);
  if (isEmail(email)) return email;
  throw refuse('email-invalid');
};

/** One spelling of what people type on different keyboards. */
export const spellPassword = (given: string): string => given.normalize('NFC');

/** Long passwords are asked for, and no mixture of signs, which people answer with "Password1!". */
export const checkPassword = (given: string, own: { readonly name: string; readonly email: string }): string => {
  const password = spellPassword(given);
  if ([...password].length < MIN_PASSWORD_LENGTH) {
    throw refuse('password-weak', { reason: 'short', min: MIN_PASSWORD_LENGTH });
  }
  if (password.length > MAX_PASSWORD_LENGTH)
    throw refuse('password-weak', { reason: 'long', max: MAX_PASSWORD_LENGTH });
  const folded = password.toLowerCase();
  if (new Set(folded).size < MIN_CHARACTERS || isRun(folded)) throw refuse('password-weak', { reason: 'plain' });
  const [mailbox = ''] = own.email.split('@');
  const known = [mailbox, own.name.toLowerCase()].filter((text) => text.length >= MIN_OWN_LENGTH);
  if (known.some((text) => folded.includes(text) && folded.length < text.length + MIN_PASSWORD_LENGTH)) {
    throw refuse('password-weak', { reason: 'own' });
  }
  return password;
};

/** Such as 123456789012, or abcdefghijkl backwards. */
const isRun = (text: string): boolean => {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  const most = Math.max(...[1, -1].map((step) => steps.filter((one) => one === step).length));
  return most >= steps.length - 1;
};
