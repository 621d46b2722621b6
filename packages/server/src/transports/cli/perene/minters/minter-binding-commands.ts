import { describe } from '@perene/api/words';
import { Argument, type Command } from 'commander';
import { writeIdentifierView } from '../../../../services/noid/bindings/value-text.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { isJson } from '../global-flags.ts';
import { escapeText, showText } from '../labels/describe-refused.ts';
import { readGivenFile } from '../read-given-file.ts';
import { formatRows } from '../rows.ts';
import { CommandFailed, EXIT_REFUSED, wrongUsage } from '../terminal.ts';
import { describeIdentifier, MINTER_NAME, showValue } from './minter-text.ts';

const IDENTIFIER = 'an identifier, with "!" and its pepper if it has one';

/** Adds the commands for identifiers that a minter has, or may have, minted. */
export const addBindingCommands = (minter: Command, context: CommandContext): void => {
  addBind(minter, context);
  addGet(minter, context);
  addHold(minter, context);
  addQueue(minter, context);
  addValidate(minter, context);
};

const addBind = (minter: Command, context: CommandContext): void => {
  minter
    .command('bind')
    .argument('<NAME>', MINTER_NAME)
    .argument('<HOW>', 'set, new, replace, append, prepend, add, insert, delete, purge, mint or peppermint')
    .argument('<ID>', `${IDENTIFIER}; "new" to mint one; ":idmap/" and a pattern for a rule`)
    .argument('<ELEMENT>', 'what is bound')
    .argument('[VALUE]', 'its value')
    .option('--value-file <FILE>', 'the value, from a file')
    .summary('bind an element to an identifier')
    .description('Binds an element to an identifier, changes it or takes it away.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter bind thesis set t05cd3f where https://www.example.org/theses/17
  $ perene minter bind thesis mint new who 'Lima, Ana'
  $ perene minter bind thesis set ':idmap/^t' where 'https://www.example.org/$&'`,
    )
    .action(
      async (
        name: string,
        how: string,
        id: string,
        element: string,
        text: string | undefined,
        { valueFile }: { readonly valueFile?: string },
        command: Command,
      ) => {
        if (text !== undefined && valueFile !== undefined) {
          throw wrongUsage('minter bind: give VALUE or --value-file');
        }
        const given = text === undefined ? undefined : Buffer.from(text);
        const value = valueFile === undefined ? given : await readGivenFile(valueFile);
        await withNode(command, context, async ({ minters, contact }) => {
          const bound = await minters.bind(name, { how, id, element, value, contact });
          context.terminal.out(
            isJson(command)
              ? `${JSON.stringify(bound, null, 2)}\n`
              : formatRows([
                  ['id', bound.id],
                  ['element', bound.element],
                  ['how', `${bound.how}, ${bound.bytesGiven} bytes`],
                ]),
          );
        });
      },
    );
};

const addGet = (minter: Command, context: CommandContext): void => {
  minter
    .command('get')
    .argument('<NAME>', MINTER_NAME)
    .argument('<ID>', 'an identifier')
    .argument('[ELEMENT...]', 'of these only; one alone is written without its name')
    .summary('tell what is bound to an identifier')
    .description('Tells all that is known of an identifier, or what is bound to it as these elements.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter get thesis t05cd3f
  $ perene minter get thesis t05cd3f where

Exit status: 0 if all elements are bound, 1 if one is not.`,
    )
    .action(async (name: string, id: string, names: string[], _options, command: Command) => {
      await withNode(command, context, async ({ minters }) => {
        const view = await minters.fetch(name, { id, elements: names });
        const [only] = view.elements;
        if (isJson(command)) context.terminal.out(`${JSON.stringify(writeIdentifierView(view), null, 2)}\n`);
        else if (names.length !== 1) context.terminal.out(describeIdentifier(view));
        else if (only?.value !== undefined) context.terminal.out(writeLines(showValue(only.value)));
        const missing = view.elements.filter(({ value }) => value === undefined);
        for (const { element } of missing) {
          context.terminal.error(
            `perene: nothing is bound to ${showText(id)} as ${showText(element)} (binding-missing)\n`,
          );
        }
        if (missing.length > 0) throw new CommandFailed(EXIT_REFUSED);
      });
    });
};

const writeLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => `${escapeText(line)}\n`)
    .join('');

const addHold = (minter: Command, context: CommandContext): void => {
  minter
    .command('hold')
    .argument('<NAME>', MINTER_NAME)
    .addArgument(new Argument('<ACTION>', 'what is held is not minted').choices(['set', 'release']))
    .argument('<ID...>', IDENTIFIER)
    .summary('place or release holds')
    .description('Places or releases holds on identifiers: what is held is not minted.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter hold thesis set t05cd3f
  $ perene minter hold thesis release t05cd3f`,
    )
    .action(async (name: string, action: string, ids: string[], _options, command: Command) => {
      await withNode(command, context, async ({ minters, contact }) => {
        const isHeld = action === 'set';
        await minters.hold(name, { ids, isHeld, contact });
        context.terminal.out(
          isJson(command)
            ? `${JSON.stringify({ ids, held: isHeld }, null, 2)}\n`
            : `${isHeld ? 'holds placed' : 'holds released'}: ${ids.length}\n`,
        );
      });
    });
};

const addQueue = (minter: Command, context: CommandContext): void => {
  minter
    .command('queue')
    .argument('<NAME>', MINTER_NAME)
    .argument('<WHEN>', 'now, first, lvf (lowest value first), delete, or a delay such as 30d or 60s')
    .argument('<ID...>', IDENTIFIER)
    .summary('have identifiers minted again')
    .description('Queues identifiers to be minted before new ones, or takes them out of the queue.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter queue thesis 30d t05cd3f
  $ perene minter queue thesis delete t05cd3f

Exit status: 0 if all were queued, 1 if one was not.`,
    )
    .action(async (name: string, when: string, ids: string[], _options, command: Command) => {
      await withNode(command, context, async ({ minters, contact }) => {
        const answer = await minters.queue(name, { when, ids, contact });
        const verb = when === 'delete' ? 'taken out of the queue' : 'queued';
        const refused = answer.refused.map((each) => describe(each, 'en'));
        const json = { queued: answer.queued, refused };
        context.terminal.out(isJson(command) ? `${JSON.stringify(json, null, 2)}\n` : `${verb}: ${answer.queued}\n`);
        for (const reason of refused) context.terminal.error(`perene: ${escapeText(reason)}\n`);
        if (refused.length > 0) throw new CommandFailed(EXIT_REFUSED);
      });
    });
};

const addValidate = (minter: Command, context: CommandContext): void => {
  minter
    .command('validate')
    .argument('<NAME>', MINTER_NAME)
    .argument('<ID...>', 'identifiers')
    .option('--template <T>', 'another template than that of the minter')
    .summary('tell whether identifiers are such as a minter mints')
    .description('Tells whether identifiers are such as a minter mints, check character included.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter validate thesis t05cd3f
  $ perene minter validate thesis t05cd3f --template t.reedeed --json

Exit status: 0 if every identifier is valid, 1 if one is not.`,
    )
    .action(async (name: string, ids: string[], { template }: { readonly template?: string }, command: Command) => {
      await withNode(command, context, async ({ minters }) => {
        const answers = await minters.validate(name, { ids, template });
        if (isJson(command)) {
          const rows = answers.map(({ id, problem }) => ({
            id,
            valid: problem === undefined,
            problem: problem && describe(problem, 'en'),
          }));
          context.terminal.out(`${JSON.stringify(rows, null, 2)}\n`);
        }
        for (const { id, problem } of isJson(command) ? [] : answers) {
          if (problem === undefined) context.terminal.out(`${escapeText(id)} is valid\n`);
          else context.terminal.error(`perene: ${escapeText(describe(problem, 'en'))}\n`);
        }
        if (answers.some(({ problem }) => problem !== undefined)) throw new CommandFailed(EXIT_REFUSED);
      });
    });
};
