export type AnvlProblem = 'escape' | 'continuation' | 'no-colon' | 'empty-label' | 'repeated-label' | 'too-many';

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

/** More than records have; each takes a row, and its change another. */
const MAX_PAIRS = 1_000;
const MAX_LINES = 20_000;

const readPairs = (text: string): ReadonlyMap<string, string> => {
  const lines = text.split(/\r\n?|\n/, MAX_LINES + 1);
  if (lines.length > MAX_LINES) throw new AnvlError('too-many');
  // Parts of values are joined at the end: joining each line to those before it would take time in their square.
  const pairs = new Map<string, string[]>();
  let parts: string[] | undefined;
  for (const line of lines) {
    if (line === '') parts = undefined;
    else if (line.startsWith('#')) continue;
    else if (/^\s/.test(line)) {
      if (parts === undefined) throw new AnvlError('continuation');
      parts.push(decode(line).trim());
    } else parts = readPair(pairs, line);
  }
  return new Map([...pairs].map(([label, value]) => [label, value.filter((part) => part !== '').join(' ')]));
};

const readPair = (pairs: Map<string, string[]>, line: string): string[] => {
  const colon = line.indexOf(':');
  if (colon < 0) throw new AnvlError('no-colon');
  const label = decode(line.slice(0, colon)).trim();
  if (label === '') throw new AnvlError('empty-label');
  if (pairs.has(label)) throw new AnvlError('repeated-label');
  if (pairs.size === MAX_PAIRS) throw new AnvlError('too-many');
  const parts = [decode(line.slice(colon + 1)).trim()];
  pairs.set(label, parts);
  return parts;
};

const encode = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

export const writeAnvlPair = (label: string, value: string): string =>
  `${encode(label).replaceAll(':', '%3A')}: ${encode(value)}\n`;
