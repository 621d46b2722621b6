import { open } from 'node:fs/promises';
import { refuse } from '@perene/api/refusals';
import type { Command } from 'commander';
import { refuseMinterName } from '../../../../services/noid/minters/minters.ts';
import { splitLines } from '../../../../services/noid/moving/split-lines.ts';
import { exportCommand, importCommand } from '../../noid/move-commands.ts';
import { type CommandContext, withLocalNode } from '../command-context.ts';
import { showText } from '../labels/describe-refused.ts';
import { MINTER_NAME } from './minter-text.ts';

const LINES_PER_PROGRESS = 10_000;

/**
 * Adds the commands that move whole minters in and out: from `noid export`, from another node, from the Perl program.
 */
export const addMoveCommands = (minter: Command, context: CommandContext): void => {
  const { terminal } = context;
  minter
    .command('export')
    .argument('<NAME>', MINTER_NAME)
    .summary('write a whole minter as JSON lines')
    .description('Writes a whole minter as JSON lines: counters, identifiers, bindings, rules, holds, queue and notes.')
    .addHelpText('after', '\nExamples:\n  $ perene minter export thesis > thesis.jsonl')
    .action(async (name: string, _options: unknown, command: Command) => {
      await withLocalNode(command, context, async ({ minterStore: store }) => {
        await exportCommand({ store, name, out: (chunk) => terminal.out(chunk) });
      });
    });
  minter
    .command('import')
    .argument('<NAME>', 'of the minter to create')
    .argument(
      '<FILE>',
      'from `noid export` or `perene minter export`, the text of `db_dump -p NOID/noid.bdb`, or the state of noid-rails in JSON',
    )
    .summary('create a minter from JSON lines, or from a dump of an old one')
    .description('Creates a minter with all that another one knew; minting goes on in the same order.')
    .addHelpText('after', '\nExamples:\n  $ perene minter import thesis old-minter.txt')
    .action(async (name: string, file: string, _options: unknown, command: Command) => {
      refuseMinterName(name);
      await withLocalNode(command, context, async ({ minterStore: store, clock, secrets, patterns }) => {
        const source = await openFile(file);
        await importCommand({
          clock,
          secrets,
          patterns,
          store,
          name,
          lines: splitLines(source),
          report: (line) => terminal.out(`${showText(line)}\n`),
          progress: (lines) => {
            if (terminal.isWatched && lines % LINES_PER_PROGRESS === 0) terminal.error(`\r${lines} lines`);
          },
        });
      });
    });
};

const openFile = async (path: string): Promise<AsyncIterable<Uint8Array>> => {
  try {
    return (await open(path)).createReadStream();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse('file-unreadable', { reason: 'failed', path: showText(path), cause: reason });
  }
};
