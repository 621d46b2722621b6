import { alphabetOf } from './alphabets.ts';
import { type MintingTemplate, parseTemplate } from './template.ts';

interface NamesOfMinter {
  readonly template: string;
  readonly naan: string;
}

/** Whether two minters may mint one name. Letter case does not count, because it may be lost where names are read. */
export const mayMintSame = (one: NamesOfMinter, other: NamesOfMinter): boolean => {
  if (one.naan.toLowerCase() !== other.naan.toLowerCase()) return false;
  const [first, second] = [parseTemplate(one.template), parseTemplate(other.template)];
  if (!first.ok || !second.ok || first.value.kind === 'binding' || second.value.kind === 'binding') return false;
  const [some, others] = [first.value, second.value];
  const longest = Math.max(shortestLength(some), shortestLength(others));
  // If both grow without end, each longer name beyond the prefixes only repeats a letter.
  const tries = some.order === 'unlimited' && others.order === 'unlimited' ? longest + 1 : 1;
  return Array.from({ length: tries }, (_, more) => longest + more).some((length) => meetAt(some, others, length));
};

const shortestLength = ({ prefix, letters, hasCheckCharacter }: MintingTemplate): number =>
  prefix.length + letters.length + Number(hasCheckCharacter);

const meetAt = (one: MintingTemplate, other: MintingTemplate, length: number): boolean => {
  const [places, others] = [placesOf(one, length), placesOf(other, length)];
  return (
    places.length === others.length && places.every((some, place) => haveCommon(some, others.slice(place, place + 1)))
  );
};

const haveCommon = (characters: string, others: readonly string[]): boolean =>
  others.some((other) => [...characters].some((character) => other.includes(character)));

/** The characters that may be at each place of a name of that length, or of the only length that there is. */
const placesOf = (template: MintingTemplate, length: number): readonly string[] => {
  const { prefix, letters, order, hasCheckCharacter, checkAlphabet } = template;
  const grown = letters.length + Math.max(0, length - shortestLength(template));
  const mask = order === 'unlimited' ? letters.padStart(grown, letters.charAt(0)) : letters;
  const places = [...prefix, ...[...mask].map(alphabetOf), ...(hasCheckCharacter ? [checkAlphabet] : [])];
  return places.map((characters) => characters.toLowerCase());
};
