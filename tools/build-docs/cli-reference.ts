import type { Command } from 'commander';
import { createProgram, type PereneContext } from '../../packages/server/src/transports/cli/perene/run-perene.ts';
import { codeSpan, escapeMarkdown } from './escape-markdown.ts';

const unneeded = (): never => {
  throw new Error('no command is carried out to describe it');
};

/** Reads the commands of the program `perene`, each with the text that `--help` prints. */
export const readProgram = (): { readonly program: Command; readonly readHelp: (command: Command) => string } => {
  let printed = '';
  const context: PereneContext = {
    version: '',
    environment: {},
    terminal: {
      out(text) {
        printed += text;
      },
      error: unneeded,
      isWatched: false,
      isShown: false,
      hasColours: false,
    },
    openNode: unneeded,
    openLocalNode: unneeded,
    openSignatures: unneeded,
    examineNode: unneeded,
    serve: unneeded,
    stopRequest: unneeded,
    recallNode: unneeded,
    rememberNode: unneeded,
    isWorker: false,
  };
  return {
    program: createProgram(context),
    readHelp(command) {
      printed = '';
      command.outputHelp();
      return printed;
    },
  };
};

/** Writes one document with every command. */
export const writeCliReference = (): string => {
  const { program, readHelp } = readProgram();
  return `# Commands of perene

Made from the program itself: \`perene help COMMAND\` prints the same. With \`--json\`, every command writes
one JSON value to the standard output, and errors as one line of JSON to the standard error, with the members \`detail\`, \`code\` and
\`parameters\` of a [refusal](refusals.md). The exit status is 0 for done, 1 for refused or not found, 2 for wrong usage. [Settings](settings.md) that every command knows:

${writeOptions(program)}
${program.commands.map((command) => writeCommand(command, 2, readHelp)).join('\n')}`;
};

const writeCommand = (command: Command, depth: number, readHelp: (command: Command) => string): string => {
  const inner = command.commands.map((each) => writeCommand(each, depth + 1, readHelp));
  const after = readHelp(command).slice(command.helpInformation().length).trim();
  return `${'#'.repeat(depth)} ${fullName(command)}

${escapeMarkdown(command.description())}
${
  inner.length > 0
    ? `\n${inner.join('\n')}`
    : `
\`\`\`
${fullName(command)} ${command.usage()}
\`\`\`

${writeArguments(command)}${writeOptions(command)}${after === '' ? '' : `\`\`\`\n${after}\n\`\`\`\n`}`
}`;
};

const fullName = (command: Command): string =>
  command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;

const writeArguments = ({ registeredArguments }: Command): string =>
  registeredArguments.length === 0
    ? ''
    : `| argument | meaning |
| --- | --- |
${registeredArguments.map((argument) => `| ${codeSpan(argument.name())} | ${escapeMarkdown(argument.description)} |`).join('\n')}

`;

const writeOptions = ({ options }: Command): string =>
  options.length === 0
    ? ''
    : `| option | meaning |
| --- | --- |
${options.map(({ flags, description }) => `| ${codeSpan(flags)} | ${escapeMarkdown(description)} |`).join('\n')}

`;
