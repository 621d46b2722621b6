import { formatColumns } from './rows.ts';
import type { Terminal } from './terminal.ts';

type Look = Pick<Terminal, 'isShown' | 'hasColours'>;

const COLOURS = { strong: 1, red: 31, green: 32, yellow: 33 } as const;

/** Colours a text on a terminal that takes colours; elsewhere the text stays as it is. */
export const paint = ({ hasColours }: Look, colour: keyof typeof COLOURS, text: string): string =>
  hasColours ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;

/** Writes columns, for people under their titles; programs that read a pipe or a file get the rows alone. */
export const formatTable = (look: Look, titles: readonly string[], lines: readonly (readonly string[])[]): string => {
  if (!look.isShown || lines.length === 0) return formatColumns(lines);
  const [head = '', ...rows] = formatColumns([titles.map((title) => title.toUpperCase()), ...lines]).split('\n');
  return [paint(look, 'strong', head), ...rows].join('\n');
};
