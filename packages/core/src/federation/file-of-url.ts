import { unescapePrintable } from '../parsing/escapes.ts';

/** Whether a URL ends in the path of a file, however either of them is escaped. */
export const endsInFile = (url: string, filePath: string): boolean =>
  spell(url.replace(/[?#].*/s, '')).endsWith(spell(filePath));

const spell = (text: string): string => {
  const plain = unescapePrintable(text, { plusIsBlank: false });
  return (plain.ok ? plain.value.text : text).replaceAll(/%[0-9a-f]{2}/gi, (byte) => byte.toUpperCase());
};
