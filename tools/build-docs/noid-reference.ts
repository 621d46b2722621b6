import { OWN_COMMANDS, writeHelp } from '../../packages/server/src/transports/noid/help-text.ts';

const readHelp = (topic: string): string => {
  let printed = '';
  const out = (chunk: string | Uint8Array): void => {
    printed += String(chunk);
  };
  writeHelp({ out, error: out, flush: async () => undefined, discard: () => undefined }, topic);
  return printed.replaceAll('\t', '    ').trim();
};

const block = (text: string): string => `\`\`\`\n${text}\n\`\`\`\n`;

/** Writes what `noid help` prints, as a document. */
export const writeNoidReference = (): string => `# Commands of noid

Made from the program itself: \`noid help\` prints the same, word for word as the Perl program does. [noid](noid.md) explains the commands
with examples.

## noid

${block(readHelp('intro'))}
## noid dbcreate

${block(readHelp('dbcreate'))}
## Commands that the Perl program does not have

${OWN_COMMANDS.map((command) => `### noid ${command}\n\n${block(readHelp(command))}`).join('\n')}`;
