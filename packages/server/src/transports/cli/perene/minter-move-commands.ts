import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import type { MinterStore } from '../../../ports/minter-store.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import { refuseMinterName } from '../../../services/noid/minters.ts';
import { exportCommand, importCommand } from '../noid/move-commands.ts';
import { splitLines } from '../noid/split-lines.ts';
import { showText } from './describe-refused.ts';
import { MINTER_NAME, type MinterCommandNeeds, type OpenedMinters, withMinters } from './minter-needs.ts';

const LINES_PER_PROGRESS = 10_000;

/** Whole minters in and out: from `noid export`, from another node, from the Perl program. */
export const addMoveCommands = (minter: Command, needs: MinterCommandNeeds): void => {
  const { terminal } = needs;
  minter
    .command('export')
    .argument('<NAME>', MINTER_NAME)
    .summary('write a whole minter as JSON lines')
    .description('Writes a whole minter as JSON lines: counters, identifiers, bindings, rules, holds, queue and notes.')
    .addHelpText('after', '\nExamples:\n  $ perene minter export thesis > thesis.jsonl')
    .action(async (name: string, _options: unknown, command: Command) => {
      await withMinters(command, needs, async (opened) => {
        await exportCommand({ store: storeOf(opened), name, out: (chunk) => terminal.out(chunk) });
      });
    });
  minter
    .command('import')
    .argument('<NAME>', 'of the minter to create')
    .argument('<FILE>', 'from `noid export` or `perene minter export`, or the text of `db_dump -p NOID/noid.bdb`')
    .summary('create a minter from JSON lines, or from a dump of an old one')
    .description('Creates a minter with all that another one knew; minting goes on in the same order.')
    .addHelpText('after', '\nExamples:\n  $ perene minter import thesis old-minter.txt')
    .action(async (name: string, file: string, _options: unknown, command: Command) => {
      refuseMinterName(name);
      await withMinters(command, needs, async (opened) => {
        const store = storeOf(opened);
        const source = await openFile(file);
        await importCommand({
          ...(await needs.noidNeeds()),
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

const storeOf = ({ store }: OpenedMinters): MinterStore => {
  if (store !== undefined) return store;
  throw new Refusal('request-invalid', 'whole minters are moved on the machine of the node: leave out --server');
};

const openFile = async (path: string): Promise<AsyncIterable<Uint8Array>> => {
  try {
    return (await open(path)).createReadStream();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal('file-unreadable', `cannot read ${showText(path)}: ${reason}`);
  }
};
