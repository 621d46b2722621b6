import type { Command } from 'commander';

/** Adds `perene help item edit`, as people ask for it: the library's own `help` knows one word only. */
export const addHelpCommand = (program: Command): void => {
  program
    .command('help')
    .argument('[COMMAND...]', 'such as deposit, or item edit')
    .summary('print help of a command')
    .description('Prints help of a command.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene help deposit
  $ perene help item edit`,
    )
    .action((words: string[]) => findCommand(program, words).help());
};

export const findCommand = (program: Command, words: readonly string[]): Command => {
  let found = program;
  for (const word of words) {
    const next = found.commands.find((command) => command.name() === word);
    if (next === undefined) return program.error(`error: unknown command '${words.join(' ')}'`);
    found = next;
  }
  return found;
};
