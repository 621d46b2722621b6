import { readLanguage } from '@perene/core/item';

const readPairs = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(':') as [string, string]),
  );

/** ISO 639-2 codes, in both forms, of languages that have two letters; others are the same in ISO 639-3. */
const TWO_LETTERS = readPairs(`
  alb:sq ara:ar arm:hy baq:eu ben:bn bul:bg cat:ca ces:cs chi:zh cze:cs dan:da deu:de dut:nl ell:el eng:en epo:eo
  est:et eus:eu fas:fa fin:fi fra:fr fre:fr ger:de gle:ga glg:gl gre:el grn:gn heb:he hin:hi hrv:hr hun:hu ice:is
  ind:id isl:is ita:it jpn:ja kor:ko lat:la lav:lv lit:lt nld:nl nor:no per:fa pol:pl por:pt que:qu ron:ro rum:ro
  rus:ru slk:sk slo:sk slv:sl spa:es srp:sr sqi:sq swa:sw swe:sv tha:th tur:tr ukr:uk urd:ur vie:vi zho:zh
`);

/** Words that people write for languages. */
const WORDS = readPairs(`
  english:en ingles:en portuguese:pt portugues:pt french:fr frances:fr spanish:es espanhol:es german:de alemao:de
  italian:it italiano:it
`);

/** Reads a language as other repositories write it: `en_US`, `por`, `Português`. */
export const knownLanguage = (text: string | undefined): string | undefined => {
  const plain = (text ?? '').trim().replace('_', '-');
  const folded = plain.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return readLanguage(plain) ?? TWO_LETTERS.get(folded) ?? WORDS.get(folded);
};
