import type { NameBatchLineView, NameBatchView } from '@perene/api';
import type { Command } from 'commander';
import type { NameBatchOperations, NameChange } from '../../../../services/noid/batches/name-batch-operations.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { isJson } from '../global-flags.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { readGivenFile } from '../read-given-file.ts';
import { MINTER_NAME } from './minter-text.ts';

/** Lines of a trial that are shown; the others are counted. */
const MAX_PREVIEWED = 20;

/** Adds the commands that change many names, and undo it. */
export const addNameBatchCommands = (minter: Command, context: CommandContext): void => {
  addChange(minter, context);
  addRetarget(minter, context);
  addBatches(minter, context);
  addRun(minter, context);
  addUndo(minter, context);
};

interface TrialOptions {
  readonly dryRun?: true;
}

const addChange = (minter: Command, context: CommandContext): void => {
  minter
    .command('change')
    .argument('<NAME>', MINTER_NAME)
    .argument('<FILE>', 'a table in CSV, of at most 10,000 names')
    .option('--dry-run', 'only show what would change')
    .summary('mint and bind many names by a table')
    .description(
      'The first row of the table has "id" and the names of elements. A row without an id mints a name. An empty field leaves its element as it is. Each name is printed with its outcome; a name that somebody changes meanwhile is left as it is.',
    )
    .addHelpText('after', '\nExamples:\n  $ perene minter change theses targets.csv --dry-run')
    .action(async (name: string, file: string, options: TrialOptions, command: Command) => {
      const csv = (await readGivenFile(file)).toString();
      await change(command, context, { name, change: { csv }, isTrial: options.dryRun === true });
    });
};

const addRetarget = (minter: Command, context: CommandContext): void => {
  minter
    .command('retarget')
    .argument('<NAME>', MINTER_NAME)
    .argument('<FROM>', 'how targets begin now')
    .argument('<TO>', 'how they are to begin')
    .option('--prefix <TEXT>', 'only of names that begin so')
    .option('--dry-run', 'only show what would change')
    .summary('replace the beginning of the targets of many names')
    .description('Replaces the beginning of all targets that begin so, at most 10,000 at a time.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ perene minter retarget theses http://old.example/ https://new.example/ --dry-run',
    )
    .action(
      async (
        name: string,
        from: string,
        to: string,
        { prefix, dryRun }: TrialOptions & { readonly prefix?: string },
        command: Command,
      ) => {
        const replace = { from, to, ...(prefix !== undefined && { prefix }) };
        await change(command, context, { name, change: { replace }, isTrial: dryRun === true });
      },
    );
};

const addBatches = (minter: Command, context: CommandContext): void => {
  minter
    .command('batches')
    .argument('<NAME>', MINTER_NAME)
    .argument('[BATCH]', 'shows what became of the names of this one')
    .summary('list the changes of many names')
    .description('Lists the changes of many names of the last 90 days, the latest first; or the names of one of them.')
    .addHelpText('after', '\nExamples:\n  $ perene minter batches theses')
    .action(async (name: string, batch: string | undefined, _options, command: Command) => {
      await withNode(command, context, async ({ nameBatches }) => {
        if (batch === undefined) {
          for (const each of (await nameBatches.list(name)).batches) writeBatch(command, context, each);
        } else await writeLines(command, context, { nameBatches, name, batch, most: Number.POSITIVE_INFINITY });
      });
    });
};

const addRun = (minter: Command, context: CommandContext): void => {
  minter
    .command('run')
    .argument('<NAME>', MINTER_NAME)
    .argument('<BATCH>', 'the number of a change of many names')
    .summary('make or go on with a change of many names')
    .description(
      'Changes what was shown by --dry-run, or goes on where a change was interrupted. A name that somebody changed meanwhile is left as it is.',
    )
    .addHelpText('after', '\nExamples:\n  $ perene minter run theses Nm7rT4cWq9')
    .action(async (name: string, batch: string, _options, command: Command) => {
      await withNode(command, context, async ({ nameBatches, contact }) => {
        const prepared = await nameBatches.show(name, batch);
        await runAll(command, context, { nameBatches, contact, name, prepared });
      });
    });
};

const addUndo = (minter: Command, context: CommandContext): void => {
  minter
    .command('undo')
    .argument('<NAME>', MINTER_NAME)
    .argument('<BATCH>', 'the number of a change of many names')
    .summary('undo a change of many names')
    .description(
      'Binds what was bound before. A name that somebody changed since is left as it is, and so counted. What was minted stays minted, and is bound to nothing.',
    )
    .addHelpText('after', '\nExamples:\n  $ perene minter undo theses Nm7rT4cWq9')
    .action(async (name: string, batch: string, _options, command: Command) => {
      await withNode(command, context, async ({ nameBatches, contact }) => {
        let state = await nameBatches.undo(name, batch, contact);
        while (state.counts.done > 0) state = await nameBatches.undo(name, batch, contact);
        await writeLines(command, context, { nameBatches, name, batch, most: Number.POSITIVE_INFINITY });
        writeBatch(command, context, state);
      });
    });
};

const change = (
  command: Command,
  context: CommandContext,
  { name, change: asked, isTrial }: { readonly name: string; readonly change: NameChange; readonly isTrial: boolean },
): Promise<void> =>
  withNode(command, context, async ({ nameBatches, contact }) => {
    const prepared = await nameBatches.prepare(name, asked, contact);
    if (!isTrial) {
      await runAll(command, context, { nameBatches, contact, name, prepared });
      return;
    }
    await writeLines(command, context, { nameBatches, name, batch: prepared.id, most: MAX_PREVIEWED });
    writeBatch(command, context, prepared);
  });

const runAll = async (
  command: Command,
  context: CommandContext,
  {
    nameBatches,
    contact,
    name,
    prepared,
  }: {
    readonly nameBatches: NameBatchOperations;
    readonly contact: string;
    readonly name: string;
    readonly prepared: NameBatchView;
  },
): Promise<void> => {
  const { id: batch } = prepared;
  let state = prepared;
  while (state.counts.waiting > 0) state = await nameBatches.run(name, batch, contact);
  await writeLines(command, context, { nameBatches, name, batch, most: Number.POSITIVE_INFINITY });
  writeBatch(command, context, state);
};

/** Names go to standard output, one a line; what is said of all of them does not. */
const writeBatch = (command: Command, { terminal }: CommandContext, batch: NameBatchView): void => {
  if (isJson(command)) {
    terminal.out(`${JSON.stringify(batch)}\n`);
    return;
  }
  const counts = Object.entries(batch.counts).flatMap(([outcome, count]) =>
    count === 0 ? [] : [`${count} ${outcome}`],
  );
  const rule = batch.replace === undefined ? '' : ` ${batch.replace.from} -> ${batch.replace.to}`;
  terminal.out(`# ${batch.id} ${batch.created}${escapeText(rule)}: ${counts.join(', ')}\n`);
  if (batch.more === true) terminal.out('# more names are like that: ask for the same again\n');
};

const writeLines = async (
  command: Command,
  { terminal }: CommandContext,
  {
    nameBatches,
    name,
    batch,
    most,
  }: {
    readonly nameBatches: NameBatchOperations;
    readonly name: string;
    readonly batch: string;
    readonly most: number;
  },
): Promise<void> => {
  let cursor: string | undefined;
  let shown = 0;
  do {
    const page = await nameBatches.lines(name, batch, { cursor });
    for (const line of page.lines.slice(0, most - shown)) {
      terminal.out(`${isJson(command) ? JSON.stringify(line) : describeLine(line)}\n`);
    }
    shown += page.lines.length;
    cursor = page.next;
  } while (cursor !== undefined && shown < most);
};

const describeLine = ({ id = '(new)', outcome, code, before, after }: NameBatchLineView): string => {
  const changes = Object.entries(after).map(
    ([element, value]) => `${element}: ${before[element] ?? '(none)'} -> ${value ?? '(none)'}`,
  );
  return [id, code === undefined ? outcome : `${outcome} (${code})`, ...changes].map(escapeText).join('\t');
};
