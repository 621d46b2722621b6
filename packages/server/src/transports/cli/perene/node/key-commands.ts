import { type Command, Option } from 'commander';
import type { Role } from '../../../../ports/node/api-keys.ts';
import type { KeyView } from '../../../../services/keys/key-ring.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { formatRows } from '../rows.ts';
import { formatTable } from '../table.ts';

const ROLES: readonly Role[] = ['admin', 'steward', 'depositor', 'reader'];

export const addKeyCommands = (program: Command, context: CommandContext): void => {
  const key = program
    .command('key')
    .summary('API keys of people and programs')
    .description('API keys of people and programs.');
  addCreate(key, context);
  addList(key, context);
  addRevoke(key, context);
};

interface KeyFlags {
  readonly name: string;
  readonly role: Role;
  readonly person?: string;
  readonly expires?: string;
  readonly collection?: readonly string[];
  readonly minter?: readonly string[];
}

const addCreate = (key: Command, context: CommandContext): void => {
  key
    .command('create')
    .requiredOption('--name <N>', 'whose key it is, for the history (required)')
    .addOption(new Option('--role <ROLE>', 'what it allows (required)').choices(ROLES).makeOptionMandatory())
    .option('--person <PERSON>', 'number of the person whose key it is; it ends with their account')
    .option('--expires <DATE>', 'when it ends by itself, such as 2030-12-31')
    .option('--collection <NAME...>', 'collections to which it is limited')
    .option('--minter <NAME...>', 'minters to which it is limited')
    .summary('make a key, and show it once')
    .description('Makes a key and shows it once: only a hash of it is kept.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene key create --name 'Ana Lima' --role depositor
  $ perene key create --name harvester --role reader --json
  $ perene key create --name theses --role depositor --minter theses --expires 2030-12-31

Roles: a reader reads where reading is not public, a depositor also mints, deposits and edits,
a steward also takes over originals that other Archives hand over, an admin does everything.
A limited key reads what its role reads, and changes only what is in its collections and minters.`,
    )
    .action(async ({ name, role, person, expires, collection, minter }: KeyFlags, command: Command) => {
      const limits =
        collection === undefined && minter === undefined
          ? undefined
          : { ...(collection && { collections: collection }), ...(minter && { minters: minter }) };
      await withNode(command, context, async ({ keys, people }) => {
        const owner = person === undefined ? undefined : (await people.show(person)).id;
        const made = await keys.create({ name, role, person: owner, expires, limits });
        if (command.optsWithGlobals<GlobalFlags>().json) {
          context.terminal.out(`${JSON.stringify(made, null, 2)}\n`);
          return;
        }
        context.terminal.out(
          formatRows([
            ['key', made.key],
            ['id', made.id],
            ['name', made.name],
            ['role', made.role],
          ]),
        );
        context.terminal.error('perene: keep the key now: it is never shown again\n');
      });
    });
};

const addList = (key: Command, context: CommandContext): void => {
  key
    .command('list')
    .summary('show all keys')
    .description('Shows all keys, without the keys themselves, which nobody knows.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene key list
  $ perene key list --json`,
    )
    .action(async (_options, command: Command) => {
      await withNode(command, context, async ({ keys }) => {
        const all = await keys.list();
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        context.terminal.out(
          isJson
            ? `${JSON.stringify(all, null, 2)}\n`
            : formatTable(context.terminal, KEY_TITLES, all.map(describeKey)),
        );
      });
    });
};

const KEY_TITLES = ['id', 'role', 'created', 'state', 'name'];

const describeKey = ({ id, name, role, created, revoked, expires }: KeyView): readonly string[] => [
  id,
  role,
  created,
  revoked === undefined ? `valid${expires === undefined ? '' : ` until ${expires}`}` : `revoked ${revoked}`,
  name,
];

const addRevoke = (key: Command, context: CommandContext): void => {
  key
    .command('revoke')
    .argument('<ID>', 'as key list shows it')
    .summary('make a key useless')
    .description('Makes a key useless from now on, for ever; what was done with it stays in the history.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene key list
  $ perene key revoke 5f0c2a9b7d3e4816`,
    )
    .action(async (id: string, _options, command: Command) => {
      await withNode(command, context, async ({ keys }) => {
        await keys.revoke(id);
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        context.terminal.out(isJson ? `${JSON.stringify({ id, revoked: true })}\n` : `revoked ${id}\n`);
      });
    });
};
