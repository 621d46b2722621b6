import type { Command } from 'commander';

/** A line of text as roff takes it: nothing in it is a request or an escape. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .split('\n')
    .map((line) => (/^[.']/.test(line) ? `\\&${line}` : line))
    .join('\n');

const section = (title: string, content: string): string => (content === '' ? '' : `.SH ${title}\n${content}`);

const entries = (rows: readonly (readonly [term: string, meaning: string])[]): string =>
  rows.map(([term, meaning]) => `.TP\n\\fB${plain(term)}\\fR\n${plain(meaning)}\n`).join('');

const pathOf = (command: Command): readonly string[] =>
  command.parent === null ? [command.name()] : [...pathOf(command.parent), command.name()];

/** The name of a page: `perene-item-edit`. */
export const manNameOf = (command: Command): string => pathOf(command).join('-');

/** Writes the page of one command for man(1); `readHelp` returns all that its help prints. */
export const writeManPage = (
  command: Command,
  { version, readHelp }: { readonly version: string; readonly readHelp: (command: Command) => string },
): string => {
  const help = command.createHelp();
  const name = manNameOf(command);
  const examples = readHelp(command).slice(command.helpInformation().length).trim();
  const globals = help.visibleGlobalOptions(command);
  return [
    `.TH "${name.toUpperCase()}" "1" "" "perene ${version}" "Perene"\n`,
    section('NAME', `${plain(name)} \\- ${plain(command.summary() || command.description())}\n`),
    section('SYNOPSIS', `\\fB${plain(pathOf(command).join(' '))}\\fR ${plain(command.usage())}\n`),
    section('DESCRIPTION', `${plain(command.description())}\n`),
    section('COMMANDS', entries(command.commands.map((inner) => [inner.name(), help.subcommandDescription(inner)]))),
    section(
      'ARGUMENTS',
      entries(command.registeredArguments.map((argument) => [argument.name(), help.argumentDescription(argument)])),
    ),
    section(
      'OPTIONS',
      entries(help.visibleOptions(command).map((option) => [option.flags, help.optionDescription(option)])),
    ),
    section('GLOBAL OPTIONS', entries(globals.map((option) => [option.flags, help.optionDescription(option)]))),
    section('NOTES', examples === '' ? '' : `.nf\n${plain(examples)}\n.fi\n`),
    section(
      'EXIT STATUS',
      entries([
        ['0', 'done'],
        ['1', 'refused or not found'],
        ['2', 'wrong usage'],
      ]),
    ),
    command.commands.length === 0
      ? ''
      : section('SEE ALSO', `${command.commands.map((inner) => `${plain(manNameOf(inner))}(1)`).join(', ')}\n`),
  ].join('');
};
