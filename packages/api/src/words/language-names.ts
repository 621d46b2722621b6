import type { Language } from './index.ts';

/**
 * Languages of Brazil with codes of three letters, in English and in Portuguese. Forms offer them, and few of them have a
 * name in the data that programs bring.
 */
const NAMES: Readonly<Record<string, readonly [english: string, portuguese: string]>> = {
  aap: ['Arára of Pará', 'arara do Pará'],
  apn: ['Apinayé', 'apinajé'],
  apy: ['Apalaí', 'aparai'],
  awe: ['Awetí', 'aweti'],
  bor: ['Bororo', 'bororo'],
  bzs: ['Brazilian Sign Language', 'língua brasileira de sinais (Libras)'],
  cbs: ['Kashinawa (Hantxa Kuin)', 'caxinauá (hantxa kuin)'],
  cni: ['Asháninka', 'axaninca'],
  cul: ['Kulina', 'kulina'],
  gub: ['Guajajara', 'guajajara'],
  gun: ['Mbyá Guarani', 'guarani mbyá'],
  guu: ['Yanomamö', 'yanomamö'],
  hrx: ['Hunsrik', 'hunsriqueano'],
  kay: ['Kamayurá', 'kamaiurá'],
  kbc: ['Kadiwéu', 'cadiuéu'],
  kgk: ['Kaiwá Guarani', 'guarani kaiowá'],
  kgp: ['Kaingang', 'caingangue'],
  kpj: ['Karajá', 'carajá'],
  kui: ['Kuikuro', 'kuikuro'],
  mav: ['Sateré-Mawé', 'sateré-mawé'],
  mbc: ['Macushi', 'macuxi'],
  mbl: ['Maxakalí', 'maxacali'],
  myu: ['Mundurukú', 'munduruku'],
  nab: ['Southern Nambikuara', 'nambiquara do sul'],
  nhd: ['Nhandeva Guarani', 'guarani nhandeva'],
  pah: ['Tenharim', 'tenharim'],
  ram: ['Canela', 'canela'],
  sru: ['Suruí', 'suruí'],
  tca: ['Tikuna', 'ticuna'],
  ter: ['Terena', 'terena'],
  tpn: ['Tupinambá', 'tupinambá'],
  tpw: ['Classical Tupi', 'tupi antigo'],
  tuo: ['Tukano', 'tucano'],
  txu: ['Kayapó (Mebêngôkre)', 'caiapó (mebêngôkre)'],
  urb: ["Ka'apor", 'ka’apor'],
  wap: ['Wapishana', 'wapixana'],
  wau: ['Waurá', 'waurá'],
  wca: ['Yanomami', 'yanomami'],
  xav: ['Xavante', 'xavante'],
  xer: ['Xerente', 'xerente'],
  xok: ['Xokleng (Laklãnõ)', 'xoclengue (laklãnõ)'],
  xra: ['Krahô', 'craô'],
  yrl: ['Nheengatu', 'nheengatu'],
  ywn: ['Yawanawa', 'iauanauá'],
};

/** The languages of three letters that forms offer. */
export const THREE_LETTER_LANGUAGES: readonly string[] = Object.keys(NAMES);

const known = new Map<Language, Intl.DisplayNames>();

const namesIn = (language: Language): Intl.DisplayNames => {
  const names = known.get(language) ?? new Intl.DisplayNames(language, { type: 'language' });
  known.set(language, names);
  return names;
};

/** Returns the name of a language; a language without a known name goes by its tag. */
export const languageName = (tag: string, language: Language): string => {
  const [english, portuguese] = (Object.hasOwn(NAMES, tag) ? NAMES[tag] : undefined) ?? [];
  const own = language === 'pt' ? portuguese : english;
  if (own !== undefined) return own;
  try {
    return namesIn(language).of(tag) ?? tag;
  } catch {
    return tag;
  }
};
