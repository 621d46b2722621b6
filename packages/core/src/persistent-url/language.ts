import { type Answer, accept, refuse } from '../parsing/answer.ts';

/**
 * RTC-11 Table B.1: the languages of ISO 639-1 and the countries of ISO 3166-1 that may be named. A word stands for
 * all the codes that begin with its first letter: `pailst` for pa, pi, pl, ps and pt.
 */
const readCodes = (words: string): ReadonlySet<string> =>
  new Set(words.split(' ').flatMap((word) => [...word.slice(1)].map((second) => word.charAt(0) + second)));

const LANGUAGES = readCodes(
  'aabefkmnrsvyz baeghimnors caehorsuvy daevz eelnostu fafijory gadlnuv haeiortuyz iadegikostu jav kagijklmnorsuvwy labginotuv mghiklnrsty nabdeglnorvy ocjmrs pailst qu rmnouw sacdegiklmnoqrstuvw taeghiklnorstwy ugkrz veio wao xh yio zahu',
);

const COUNTRIES = readCodes(
  'ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY HKMNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS YET ZAMW',
);

/** `idioma ["-" país]`, as in `pt` or `pt-BR`: the language in lower case, the country in upper case. */
export const parseLanguage = (text: string): Answer<string> => {
  if (!LANGUAGES.has(text.slice(0, 2))) {
    return refuse('language/unknown-language', 0, 'a language such as pt');
  }
  if (text.length === 2) return accept(text);
  if (text[2] !== '-') return refuse('language/trailing', 2, 'a hyphen and a country');
  if (!COUNTRIES.has(text.slice(3))) {
    return refuse('language/unknown-country', 3, 'a country such as BR');
  }
  return accept(text);
};
