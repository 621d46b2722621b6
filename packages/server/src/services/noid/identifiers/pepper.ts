import { refuse } from '@perene/api/refusals';
import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import type { QuickSecrets } from '../../../ports/system/secrets.ts';
import { beginningsOf, refuseUnkeptName } from './check-identifiers.ts';

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
 * was minted with a pepper needs it, and so do its parts (`id/part!pepper`); any other is taken as it is.
 */
export const refuseWrongPepper = async (
  minter: MinterReading,
  given: string,
  secrets: QuickSecrets,
): Promise<string> => {
  refuseUnkeptName(given, 'identifier');
  const end = given.lastIndexOf(SEPARATOR);
  const id = end < 0 ? given : given.slice(0, end);
  const digest = end < 0 ? undefined : await findPepper(minter, id);
  if (digest === undefined) {
    if ((await findPepper(minter, given)) !== undefined) throw refuse('pepper-missing', { id: given });
    return given;
  }
  if (!secrets.isSame(secrets.sha256(given.slice(end + 1)), digest)) {
    throw refuse('pepper-wrong', { id });
  }
  return id;
};

/** The digest of the pepper that this identifier, or what it is a part of, was minted with. */
const findPepper = async (minter: MinterReading, id: string): Promise<string | undefined> => {
  const record = await minter.record(id);
  if (record?.pepper !== undefined) return record.pepper;
  const beginnings = beginningsOf(id);
  // Of most identifiers only the NAAN stands before a slash.
  if (beginnings.length === 0 || (beginnings.length === 1 && beginnings[0] === minter.definition.naan))
    return undefined;
  const records = await minter.records(beginnings);
  return beginnings.map((beginning) => records.get(beginning)?.pepper).find((pepper) => pepper !== undefined);
};

/** Reading needs no pepper, but accepts one. */
export const withoutPepper = async (minter: MinterReading, given: string): Promise<string> => {
  const end = given.lastIndexOf(SEPARATOR);
  if (end < 0) return given;
  const id = given.slice(0, end);
  return (await findPepper(minter, id)) === undefined ? given : id;
};
