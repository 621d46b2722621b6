/** Escapes words of the code, so that a document shows them unchanged. */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>#|~]/g, (letter) => `\\${letter}`).replaceAll('\n', ' ');

export const codeSpan = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
