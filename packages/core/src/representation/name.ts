/** The author of an item: a person, whose names have an order, or a body, whose name is written as it is. */
export type CitedName = CitedPerson | CitedBody;

interface CitedPerson {
  readonly kind: 'person';
  readonly family: string;
  readonly given: string;
  readonly suffix: string;
}

interface CitedBody {
  readonly kind: 'body';
  readonly name: string;
}

/** Words in the names of institutions and not of people; without accents. */
const BODY_WORDS: ReadonlySet<string> = new Set(
  `academia academy administration agencia agency archive archives arquivo arquivos associacao association associacion
  biblioteca bibliotheque board bureau camara center centre centro college comissao comite commission committee
  companhia company conferencia congresso conselho consortium corporation council departamento department diretoria
  editora embaixada empresa escola faculdade faculty federacao federation fundacao fundacion foundation governo
  government group grupo gmbh inc institut institute instituto institution instituicao laboratorio laboratory library
  limited ltda ltd ministere ministerio ministry museo museu museum nations observatorio observatory office
  organisation organizacao organization prefeitura press programa programme project projeto rede research school
  secretaria service servico senado sociedad sociedade societe society superintendencia team tribunal union uniao
  universidad universidade universita universitat universite universiteit university`.split(/\s+/),
);

/** Words before a family name that are part of it. */
const FAMILY_PARTICLES = /^(?:von|van|vom|zu|zum|der|den|ter|ten|di|del|della|la|le|du|des|bin|ibn|al|el)$/;
/** Words before a family name that are sorted with the given names, as in Portuguese. */
const GIVEN_PARTICLES = /^(?:de|da|do|das|dos|e|y|d'|d’)$/;
/** Words that are not a family name by themselves, but part of the one before. */
const KINSHIP = /^(?:filho|filha|junior|júnior|neto|netto|neta|sobrinho|segundo|terceiro)$/iu;
const SUFFIX = /^(?:jr\.?|sr\.?|i{2,3}|iv)$/i;
/** Scripts in which the family name comes first, and only a blank separates it from the given name. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\sー]+$/u;
const MAX_PERSON_WORDS = 7;

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();

const isBody = (text: string, words: readonly string[]): boolean => {
  const comma = text.indexOf(',');
  if (comma > 0 && !text.slice(0, comma).trim().includes(' ')) return false;
  return words.length > MAX_PERSON_WORDS || /[\d&()/]/.test(text) || words.some((word) => BODY_WORDS.has(plain(word)));
};

/**
 * Reads "Family, Given", "Family, Given, Jr." and "Given Family"; a name that does not look like a person's is a
 * body's.
 */
export const readName = (source: string): CitedName => {
  const text = onOneLine(source);
  if (isBody(text, text.split(' '))) return readBody(text);
  const person = readPerson(text);
  return person.given === '' ? readBody(person.family) : person;
};

const onOneLine = (source: string): string => source.replaceAll(/\s+/g, ' ').trim();

export const readBody = (source: string): CitedBody => ({ kind: 'body', name: onOneLine(source) });

/** Reads the name of somebody who is said to be a person. A single word is taken for the family name. */
export const readPerson = (source: string): CitedPerson => {
  const text = onOneLine(source);
  const [family = '', given = '', ...rest] = text.split(',').map((part) => part.trim());
  if (family !== '' && given !== '') return { kind: 'person', family, given, suffix: rest.join(', ') };
  const bare = text.replace(/^,\s*|\s*,$/g, '');
  if (!bare.includes(' ')) return { kind: 'person', family: bare, given: '', suffix: '' };
  return FAMILY_FIRST.test(bare) ? familyFirst(bare) : familyLast(bare.split(' '));
};

const familyFirst = (text: string): CitedPerson => {
  const blank = text.indexOf(' ');
  return { kind: 'person', family: text.slice(0, blank), given: text.slice(blank + 1), suffix: '' };
};

const familyLast = (words: readonly string[]): CitedPerson => {
  const isAt = (pattern: RegExp, index: number): boolean =>
    words.slice(index, index + 1).some((word) => pattern.test(word));
  const end = words.length > 2 && isAt(SUFFIX, words.length - 1) ? words.length - 1 : words.length;
  const names = words.slice(0, end);
  let start = end - 1;
  if (start > 1 && isAt(KINSHIP, start)) start -= 1;
  while (start > 1 && isAt(FAMILY_PARTICLES, start - 1)) start -= 1;
  return {
    kind: 'person',
    family: names.slice(start).join(' '),
    given: names.slice(0, start).join(' '),
    suffix: words.slice(end).join(''),
  };
};

/** Only names in scripts with capitals are shortened: in other scripts one letter says too little. */
const CAPITAL = /^\p{L}\p{M}*/u;

/** "Ana Maria de" -> "A. M. de", "Jean-Pierre" -> "J.-P.". */
export const initialsOf = (given: string): string =>
  given
    .replaceAll('.', '. ')
    .split(' ')
    .filter((word) => word !== '' && word !== '.')
    .map((word) => (GIVEN_PARTICLES.test(word) ? word : word.split('-').map(initialOf).join('-')))
    .join(' ');

const initialOf = (word: string): string => {
  const [letter = ''] = CAPITAL.exec(word) ?? [];
  return letter === '' || letter.toLowerCase() === letter.toUpperCase() ? word : `${letter.toUpperCase()}.`;
};
