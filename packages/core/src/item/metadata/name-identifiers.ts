import { type CheckedText, refuseText, type TextProblem } from '../text-checks.ts';

const NOT_AN_ORCID: TextProblem = {
  problem: 'metadata/orcid',
  expected: 'an ORCID iD such as 0000-0002-1825-0097, with its check character',
};
const NOT_AN_ISNI: TextProblem = {
  problem: 'metadata/isni',
  expected: 'an ISNI such as 0000 0001 2281 955X, with its check character',
};
const NOT_A_ROR: TextProblem = {
  problem: 'metadata/ror',
  expected: 'an identifier of the Research Organization Registry such as 02mhbdp94, with its check digits',
};
const NOT_AN_ISSN: TextProblem = {
  problem: 'metadata/issn',
  expected: 'an ISSN such as 0317-8471, with its check character',
};
const NOT_AN_ISBN: TextProblem = {
  problem: 'metadata/isbn',
  expected: 'an ISBN of 13 or 10 characters such as 978-85-17-00001-0, with its check character',
};

const SIXTEEN = /^\d{15}[\dX]$/;

/** ISO/IEC 7064, MOD 11-2. */
const endsInCheckCharacter = (text: string): boolean => {
  const sum = [...text.slice(0, -1)].reduce((total, digit) => (total + Number(digit)) * 2, 0);
  const check = (12 - (sum % 11)) % 11;
  return text.endsWith(check === 10 ? 'X' : String(check));
};

const readSixteen = (text: string, address: RegExp): string | undefined => {
  const characters = text.replace(address, '').replaceAll(/[\s-]/g, '').toUpperCase();
  return SIXTEEN.test(characters) && endsInCheckCharacter(characters) ? characters : undefined;
};

/** Kept in four groups, as ORCID writes them; its address is understood. */
export const checkOrcid = (text: string): CheckedText => {
  const characters = readSixteen(text, /^(?:https?:\/\/)?(?:www\.)?orcid\.org\//i);
  return characters === undefined
    ? refuseText(NOT_AN_ORCID)
    : { ok: true, text: characters.replace(/^(.{4})(.{4})(.{4})/, '$1-$2-$3-') };
};

/** ISO 27729. Kept without blanks, as in addresses. */
export const checkIsni = (text: string): CheckedText => {
  const characters = readSixteen(text, /^(?:(?:https?:\/\/)?(?:www\.)?isni\.org\/(?:isni\/)?|ISNI[:\s])/i);
  return characters === undefined ? refuseText(NOT_AN_ISNI) : { ok: true, text: characters };
};

/** The alphabet of Crockford's base 32. */
const ROR_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const ROR = /^0[0-9a-hjkmnp-tv-z]{6}\d\d$/;

/** Kept without its address. ISO/IEC 7064, MOD 97-10, over the number that the first seven characters are in base 32. */
export const checkRor = (text: string): CheckedText => {
  const characters = text.replace(/^(?:https?:\/\/)?ror\.org\//i, '').toLowerCase();
  if (!ROR.test(characters)) return refuseText(NOT_A_ROR);
  const number = [...characters.slice(0, 7)].reduce((total, digit) => total * 32 + ROR_DIGITS.indexOf(digit), 0);
  const check = 98 - ((number * 100) % 97);
  return Number(characters.slice(7)) === check ? { ok: true, text: characters } : refuseText(NOT_A_ROR);
};

/** ISO 3297: weights from 8 to 2, modulo 11. */
export const checkIssn = (text: string): CheckedText => {
  const characters = text
    .replace(/^ISSN[:\s]*/i, '')
    .replace('-', '')
    .toUpperCase();
  if (!/^\d{7}[\dX]$/.test(characters) || !isWeighted(characters)) return refuseText(NOT_AN_ISSN);
  return { ok: true, text: `${characters.slice(0, 4)}-${characters.slice(4)}` };
};

const digitOf = (character: string): number => (character === 'X' ? 10 : Number(character));

/** Whether the sum is divisible by 11 if each character weighs one more than the one after it, and the last one 1. */
const isWeighted = (characters: string): boolean =>
  [...characters].reduce((sum, character, index) => sum + digitOf(character) * (characters.length - index), 0) % 11 ===
  0;

/** ISO 2108. Kept without hyphens, whose places only a table of publishers tells. */
export const checkIsbn = (text: string): CheckedText => {
  const characters = text
    .replace(/^ISBN[:\s]*/i, '')
    .replaceAll(/[\s-]/g, '')
    .toUpperCase();
  const isOld = /^\d{9}[\dX]$/.test(characters) && isWeighted(characters);
  const isNew =
    /^97[89]\d{10}$/.test(characters) &&
    [...characters].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;
  return isOld || isNew ? { ok: true, text: characters } : refuseText(NOT_AN_ISBN);
};
