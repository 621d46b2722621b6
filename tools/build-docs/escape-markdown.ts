/** Words of the code as they are, wherever they come to stand in a document. */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>#|~]/g, (letter) => `\\${letter}`).replaceAll('\n', ' ');

export const codeSpan = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
