import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { findCommand } from '../help-command.ts';
import type { Terminal } from '../terminal.ts';
import { listCommands } from './command-table.ts';
import { SHELLS, type Shell, writeCompletion } from './completions.ts';
import { manNameOf, writeManPage } from './man-page.ts';

interface ShellContext {
  readonly terminal: Terminal;
  readonly version: string;
}

/** Adds what shells and man(1) know of the program; both are made from its own commands. */
export const addShellCommands = (program: Command, { terminal, version }: ShellContext): void => {
  program
    .command('completion')
    .addArgument(new Argument('<SHELL>', 'which shell').choices(SHELLS))
    .summary('print a script by which a shell completes commands')
    .description('Prints a script by which a shell completes commands, options and their values.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene completion bash > ~/.local/share/bash-completion/completions/perene
  $ perene completion zsh > ~/.zfunc/_perene
  $ perene completion fish > ~/.config/fish/completions/perene.fish`,
    )
    .action((shell: Shell) => terminal.out(writeCompletion(shell, listCommands(program))));
  program
    .command('man')
    .argument('[COMMAND...]', 'such as deposit, or item edit')
    .option('--to <DIR>', 'write the pages of all commands to this folder')
    .summary('print or write manual pages')
    .description('Prints the manual page of a command for man(1), or writes those of all commands to a folder.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene man item edit | man -l -
  $ perene man --to ~/.local/share/man/man1`,
    )
    .action(async (words: string[], { to }: { readonly to?: string }) => {
      const write = (command: Command): string => writeManPage(command, { version, readHelp });
      if (to === undefined) return terminal.out(write(findCommand(program, words)));
      await mkdir(to, { recursive: true });
      for (const command of allCommands(program)) await writeFile(join(to, `${manNameOf(command)}.1`), write(command));
      return undefined;
    });
};

const allCommands = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(allCommands)];

/** Returns what the help of a command prints, with its examples. */
const readHelp = (command: Command): string => {
  let printed = '';
  const { writeOut } = command.configureOutput();
  command.configureOutput({
    writeOut: (text) => {
      printed += text;
    },
  });
  command.outputHelp();
  command.configureOutput({ ...(writeOut && { writeOut }) });
  return printed;
};
