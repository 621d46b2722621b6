import type { MinterReading } from '../../ports/minter-store.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { refuseUnkeptName } from './check-identifiers.ts';

const PEPPER_CHARACTERS = '0123456789bcdfghjkmnpqrstvwxz';
/** 29^20: some 97 bits. */
const PEPPER_LENGTH = 20;
const SEPARATOR = '!';

export const createPepper = (secrets: Secrets): string => {
  let pepper = '';
  while (pepper.length < PEPPER_LENGTH) {
    for (const byte of secrets.randomBytes(PEPPER_LENGTH)) {
      // Beyond the last multiple of 29 some characters would come more often than others.
      if (byte < 232 && pepper.length < PEPPER_LENGTH) pepper += PEPPER_CHARACTERS.charAt(byte % 29);
    }
  }
  return pepper;
};

export const withPepper = (id: string, pepper: string): string => `${id}${SEPARATOR}${pepper}`;

/**
 * The identifier without its pepper, if what was given may change what is bound to it (noid manual, peppermint): an
 * identifier that was minted with a pepper needs it, any other is taken as it stands.
 */
export const refuseWrongPepper = async (minter: MinterReading, given: string, secrets: Secrets): Promise<string> => {
  refuseUnkeptName(given, 'the identifier');
  const isPeppered = async (id: string): Promise<string | undefined> => (await minter.record(id))?.pepper;
  if ((await isPeppered(given)) !== undefined) {
    throw new Refusal('pepper-missing', `${given}: this identifier is peppered: give it with "!" and its pepper.`);
  }
  const end = given.lastIndexOf(SEPARATOR);
  if (end < 0) return given;
  const id = given.slice(0, end);
  const digest = await isPeppered(id);
  if (digest === undefined) return given;
  if (!secrets.isSame(secrets.sha256(given.slice(end + 1)), digest)) {
    throw new Refusal('pepper-wrong', `${id}: the pepper after "!" is not the one this identifier was minted with.`);
  }
  return id;
};

/** For reading, which needs no pepper but may be given one. */
export const withoutPepper = async (minter: MinterReading, given: string): Promise<string> => {
  const end = given.lastIndexOf(SEPARATOR);
  if (end < 0) return given;
  const id = given.slice(0, end);
  return (await minter.record(id))?.pepper === undefined ? given : id;
};
