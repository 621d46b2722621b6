import type { Command } from 'commander';

/** A word that may follow on the command line, with what it means. */
export interface OfferedWord {
  readonly word: string;
  readonly meaning: string;
}

export interface CommandEntry {
  /** The words that lead to the command: `perene item edit`. */
  readonly path: string;
  readonly commands: readonly OfferedWord[];
  readonly options: readonly OfferedWord[];
  /** The values that an option, or the first argument (under the empty text), is one of. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

/** Lists all commands of a program, each before those below it. */
export const listCommands = (command: Command, parents = ''): readonly CommandEntry[] => {
  const path = `${parents}${command.name()}`;
  const help = command.createHelp();
  const options = [...command.options, ...globalOptions(command)];
  const argument = command.registeredArguments[0]?.argChoices;
  return [
    {
      path,
      commands: command.commands.map((inner) => ({ word: inner.name(), meaning: help.subcommandDescription(inner) })),
      options: options.flatMap(({ long, description }) =>
        long === undefined || long === null ? [] : [{ word: long, meaning: description }],
      ),
      choices: {
        ...(argument && { '': argument }),
        ...Object.fromEntries(
          options.flatMap(({ long, argChoices }) => (long && argChoices ? [[long, argChoices]] : [])),
        ),
      },
    },
    ...command.commands.flatMap((inner) => listCommands(inner, `${path} `)),
  ];
};

const globalOptions = ({ parent }: Command): Command['options'] =>
  parent === null ? [] : [...parent.options.filter(({ long }) => long !== '--version'), ...globalOptions(parent)];
