import type { LinkedPerson, Person } from '@perene/api';
import { type Command, Option } from 'commander';
import type { Role } from '../../../../ports/node/api-keys.ts';
import type { Grant } from '../../../../ports/people/people.ts';
import type { PeopleOperations } from '../../../../services/people/people-operations.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { formatRows } from '../rows.ts';
import { formatTable } from '../table.ts';

const ROLES: readonly Role[] = ['admin', 'steward', 'depositor', 'reader'];
const PERSON = ['<PERSON>', 'e-mail address, or number as person list shows it'] as const;

/** Commands for people who sign in. */
export const addPersonCommands = (program: Command, context: CommandContext): void => {
  const person = program
    .command('person')
    .summary('people who sign in to the console')
    .description('People who sign in to the console, each with a name, an e-mail address and a role.');
  addInvite(person, context);
  addList(person, context);
  addChanges(person, context);
  addGrants(person, context);
  addReset(person, context);
};

const ofDelivery = (command: Command): Command =>
  command
    .option('--link', 'show the link instead of e-mailing it (default where the node sends no e-mails)')
    .addOption(new Option('--language <LANGUAGE>', 'of the e-mail (default both)').choices(['en', 'pt']));

interface DeliveryFlags {
  readonly link?: true;
  readonly language?: 'en' | 'pt';
}

const deliveryOf = ({ link, language }: DeliveryFlags) => ({ by: link && ('link' as const), language });

const addInvite = (person: Command, context: CommandContext): void => {
  ofDelivery(
    person
      .command('invite')
      .requiredOption('--name <N>', 'name of the person, for the history (required)')
      .requiredOption('--email <ADDRESS>', 'what they sign in with (required)')
      .addOption(new Option('--role <ROLE>', 'what they may do').choices(ROLES).default('depositor')),
  )
    .summary('invite a person, who chooses a password')
    .description('Invites a person. The link works once, for seven days, and lets them choose a password.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene person invite --name 'Ana Lima' --email ana@example.org --role admin
  $ perene person invite --name 'Rui Melo' --email rui@example.org --link --json

Roles: a reader reads where reading is not public, a depositor also mints, deposits and edits,
a steward also takes over originals that other Archives hand over, an admin does everything.`,
    )
    .action(async (flags: DeliveryFlags & { name: string; email: string; role: Role }, command: Command) => {
      const { name, email, role } = flags;
      await run(command, context, (people) => people.invite({ name, email, role }, deliveryOf(flags)), describeLinked);
    });
};

const addList = (person: Command, context: CommandContext): void => {
  person
    .command('list')
    .summary('show all people')
    .description('Shows all people.')
    .addHelpText('after', '\nExamples:\n  $ perene person list\n  $ perene person list --json')
    .action((_flags, command: Command) =>
      run(
        command,
        context,
        (people) => people.list(),
        (all) =>
          formatTable(
            context.terminal,
            ['number', 'role', 'state', 'e-mail', 'name'],
            all.map(({ id, role, state, email, name }) => [id, role, state, email, name]),
          ),
      ),
    );
  person
    .command('show')
    .argument(...PERSON)
    .summary('show a person')
    .description('Shows a person.')
    .addHelpText('after', '\nExamples:\n  $ perene person show ana@example.org')
    .action((id: string, _flags, command: Command) => run(command, context, (people) => people.show(id), describe));
};

const addChanges = (person: Command, context: CommandContext): void => {
  person
    .command('role')
    .argument(...PERSON)
    .argument('<ROLE>', ROLES.join(', '))
    .summary('give a person another role')
    .description('Gives a person another role, at once. The last administrator keeps it.')
    .addHelpText('after', '\nExamples:\n  $ perene person role ana@example.org steward')
    .action((id: string, role: string, _flags, command: Command) => {
      if (!ROLES.includes(role as Role)) command.error(`error: there is no role ${role}: ${ROLES.join(', ')}`);
      return run(command, context, (people) => people.change(id, { role: role as Role }), describe);
    });
  person
    .command('disable')
    .argument(...PERSON)
    .summary('let a person sign in no more')
    .description('Signs a person out everywhere, and lets them in no more. The last administrator cannot be disabled.')
    .addHelpText('after', '\nExamples:\n  $ perene person disable ana@example.org')
    .action((id: string, _flags, command: Command) =>
      run(command, context, (people) => people.change(id, { state: 'disabled' }), describe),
    );
  person
    .command('enable')
    .argument(...PERSON)
    .summary('let a disabled person in again')
    .description('Lets a disabled person in again, with the password and role of before.')
    .addHelpText('after', '\nExamples:\n  $ perene person enable ana@example.org')
    .action((id: string, _flags, command: Command) =>
      run(command, context, (people) => people.change(id, { state: 'active' }), describe),
    );
};

const GRANTS = ['reviewer', 'curator'] as const;

/** Rights over collections: what is given is added to, or taken from, those of before. */
const addGrants = (person: Command, context: CommandContext): void => {
  const add = (word: 'grant' | 'withdraw', summary: string, description: string): void => {
    person
      .command(word)
      .argument(...PERSON)
      .argument('<RIGHT>', GRANTS.join(', '))
      .option('--collection <NAME>', 'name of the collection (default all of them)')
      .summary(summary)
      .description(description)
      .addHelpText('after', `\nExamples:\n  $ perene person ${word} ana@example.org curator --collection maps`)
      .action((id: string, right: string, { collection }: { collection?: string }, command: Command) => {
        const role = GRANTS.find((one) => one === right);
        if (role === undefined) command.error(`error: there is no right ${right}: ${GRANTS.join(', ')}`);
        const given: Grant = { role, ...(collection !== undefined && { collection }) };
        return run(command, context, (people) => changeGrants(people, id, word, given), describe);
      });
  };
  add('grant', 'give a right over a collection', 'Lets a person review or curate a collection, or all of them.');
  add('withdraw', 'take a right over a collection', 'Takes a right over a collection from a person.');
};

const changeGrants = async (
  people: PeopleOperations,
  id: string,
  word: 'grant' | 'withdraw',
  given: Grant,
): Promise<Person> => {
  const { grants } = await people.show(id);
  const others = grants.filter(({ role, collection }) => role !== given.role || collection !== given.collection);
  return people.change(id, { grants: word === 'grant' ? [...others, given] : others });
};

const addReset = (person: Command, context: CommandContext): void => {
  ofDelivery(person.command('reset').argument(...PERSON))
    .summary('give a person a new link')
    .description(
      'Gives a person a link to choose another password, or another invitation. Earlier links stop working; the password stays until the link is used.',
    )
    .addHelpText('after', '\nExamples:\n  $ perene person reset ana@example.org --link')
    .action((id: string, flags: DeliveryFlags, command: Command) =>
      run(command, context, (people) => people.link(id, deliveryOf(flags)), describeLinked),
    );
};

const run = async <Answer>(
  command: Command,
  context: CommandContext,
  ask: (people: PeopleOperations) => Promise<Answer>,
  write: (answer: Answer) => string,
): Promise<void> => {
  await withNode(command, context, async ({ people }) => {
    const answer = await ask(people);
    const isJson = command.optsWithGlobals<GlobalFlags>().json;
    context.terminal.out(isJson ? `${JSON.stringify(answer, null, 2)}\n` : write(answer));
  });
};

const rowsOf = ({ id, name, email, role, grants, state, signedIn }: Person): (readonly [string, string])[] => [
  ['id', id],
  ['name', name],
  ['email', email],
  ['role', role],
  ...grants.map((grant) => [grant.role, grant.collection ?? 'all collections'] as const),
  ['state', state],
  ...(signedIn === undefined ? [] : [['signed in', signedIn] as const]),
];

const describe = (person: Person): string => formatRows(rowsOf(person));

const describeLinked = ({ person, link, expires, isSent }: LinkedPerson): string =>
  formatRows([...rowsOf(person), isSent ? ['e-mail', 'sent'] : ['link', link ?? ''], ['expires', expires]]);
