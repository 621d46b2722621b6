/** One language of an `Accept-Language` header, with the weight that its reader gives it. */
interface LanguageRange {
  readonly tag: string;
  readonly weight: number;
}

const MAX_HEADER_LENGTH = 1_000;
const RANGE = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/** The languages of a reader, most wanted first; leaves out what cannot be read. */
export const readLanguagePreference = (header: string): readonly string[] =>
  header
    .slice(0, MAX_HEADER_LENGTH)
    .toLowerCase()
    .split(',')
    .flatMap((part): LanguageRange[] => {
      const [, tag, weight = '1'] = RANGE.exec(part.replaceAll(/[ \t]/g, '')) ?? [];
      return tag === undefined || Number(weight) === 0 ? [] : [{ tag, weight: Number(weight) }];
    })
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);

/**
 * RFC 4647 section 3.4 (lookup): returns the most wanted language that is available, or else the language it is a
 * variety of: `pt` satisfies `pt-BR`. Returns undefined if there is none; `*` asks for no particular language.
 */
export const matchLanguage = (wanted: readonly string[], available: readonly string[]): string | undefined => {
  for (const tag of wanted) {
    for (let range = tag; range !== ''; range = shorten(range)) {
      const found = available.find((language) => language.toLowerCase() === range);
      if (found !== undefined) return found;
    }
  }
  return undefined;
};

/** Removes the last part, and a single character that would then be the last. */
const shorten = (range: string): string => {
  const shorter = range.slice(0, Math.max(0, range.lastIndexOf('-')));
  return shorter.at(-2) === '-' ? shorter.slice(0, -2) : shorter;
};
