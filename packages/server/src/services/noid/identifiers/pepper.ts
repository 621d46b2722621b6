import { refuse } from '@perene/api/refusals';
import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import type { QuickSecrets } from '../../../ports/system/secrets.ts';
import { refuseUnkeptName } from './check-identifiers.ts';

const PEPPER_CHARACTERS = '0123456789bcdfghjkmnpqrstvwxz';
/** 29^20: some 97 bits. */
const PEPPER_LENGTH = 20;
const SEPARATOR = '!';

export const createPepper = (secrets: QuickSecrets): string => {
  let pepper = '';
  while (pepper.length < PEPPER_LENGTH) {
    for (const byte of secrets.randomBytes(PEPPER_LENGTH)) {
      // With bytes beyond the last multiple of 29, some characters would come more often than others.
      if (byte < 232 && pepper.length < PEPPER_LENGTH) pepper += PEPPER_CHARACTERS.charAt(byte % 29);
    }
  }
  return pepper;
};

export const withPepper = (id: string, pepper: string): string => `${id}${SEPARATOR}${pepper}`;

/**
 * Returns the identifier without its pepper, and refuses a wrong pepper (noid manual, peppermint). An identifier that
 * was minted with a pepper needs it; any other is taken as it is.
 */
export const refuseWrongPepper = async (
  minter: MinterReading,
  given: string,
  secrets: QuickSecrets,
): Promise<string> => {
  refuseUnkeptName(given, 'identifier');
  const isPeppered = async (id: string): Promise<string | undefined> => (await minter.record(id))?.pepper;
  if ((await isPeppered(given)) !== undefined) {
    throw refuse('pepper-missing', { id: given });
  }
  const end = given.lastIndexOf(SEPARATOR);
  if (end < 0) return given;
  const id = given.slice(0, end);
  const digest = await isPeppered(id);
  if (digest === undefined) return given;
  if (!secrets.isSame(secrets.sha256(given.slice(end + 1)), digest)) {
    throw refuse('pepper-wrong', { id });
  }
  return id;
};

/** Reading needs no pepper, but accepts one. */
export const withoutPepper = async (minter: MinterReading, given: string): Promise<string> => {
  const end = given.lastIndexOf(SEPARATOR);
  if (end < 0) return given;
  const id = given.slice(0, end);
  return (await minter.record(id))?.pepper === undefined ? given : id;
};
