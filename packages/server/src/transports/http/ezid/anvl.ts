export type AnvlProblem = 'escape' | 'continuation' | 'no-colon' | 'empty-label' | 'repeated-label';

class AnvlError extends Error {
  readonly problem: AnvlProblem;

  constructor(problem: AnvlProblem) {
    super(problem);
    this.problem = problem;
  }
}

const decode = (text: string): string =>
  text.replace(/%([0-9a-fA-F]{2})?/g, (_, digits?: string) => {
    if (digits === undefined) throw new AnvlError('escape');
    return String.fromCharCode(Number.parseInt(digits, 16));
  });

/** Reads pairs of labels and values; `#` begins a comment, a blank continues a value, `%` escapes a character. */
export const parseAnvl = (
  text: string,
): { readonly pairs: ReadonlyMap<string, string> } | { readonly problem: AnvlProblem } => {
  try {
    return { pairs: readPairs(text) };
  } catch (error) {
    if (!(error instanceof AnvlError)) throw error;
    return { problem: error.problem };
  }
};

const readPairs = (text: string): ReadonlyMap<string, string> => {
  const pairs = new Map<string, string>();
  let label: string | undefined;
  for (const line of text.split(/\r\n?|\n/)) {
    if (line === '') label = undefined;
    else if (line.startsWith('#')) continue;
    else if (/^\s/.test(line)) {
      if (label === undefined) throw new AnvlError('continuation');
      const more = decode(line).trim();
      pairs.set(label, [pairs.get(label) ?? '', more].filter((part) => part !== '').join(' '));
    } else label = readPair(pairs, line);
  }
  return pairs;
};

const readPair = (pairs: Map<string, string>, line: string): string => {
  const colon = line.indexOf(':');
  if (colon < 0) throw new AnvlError('no-colon');
  const label = decode(line.slice(0, colon)).trim();
  if (label === '') throw new AnvlError('empty-label');
  if (pairs.has(label)) throw new AnvlError('repeated-label');
  pairs.set(label, decode(line.slice(colon + 1)).trim());
  return label;
};

const encode = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

export const writeAnvlPair = (label: string, value: string): string =>
  `${encode(label, /[%:\r\n]/g)}: ${encode(value, /[%\r\n]/g)}\n`;
