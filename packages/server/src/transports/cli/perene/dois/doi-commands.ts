import { refuse } from '@perene/api/refusals';
import { type Command, Option } from 'commander';
import type { WantedState } from '../../../../ports/dois/doi-queue.ts';
import type { DoiView } from '../../../../services/archive/dois/doi-operations.ts';
import { type CommandContext, withLocalNode, withNode } from '../command-context.ts';
import { addSettings, isJson } from '../global-flags.ts';
import { readGivenLabel } from '../items/item-label.ts';
import { escapeText } from '../labels/describe-refused.ts';

const STATES = ['draft', 'registered', 'findable'];
const ACCOUNT = [
  'datacite.repository',
  'datacite.password',
  'datacite.password-file',
  'datacite.prefix',
  'datacite.url',
  'datacite.state',
] as const;
const DOIS_PER_PAGE = 500;

/** Adds `perene doi`: DOIs that the node registers with DataCite. */
export const addDoiCommands = (program: Command, context: CommandContext): void => {
  const doi = program
    .command('doi')
    .summary('DOIs that are registered with DataCite')
    .description('Gives DOIs to items and names, and tells how far their registration with DataCite is.');
  addAssign(doi, context);
  addList(doi, context);
  addShow(doi, context);
  addState(doi, context);
  addRetry(doi, context);
  addSend(doi, context);
};

interface AssignOptions {
  readonly minter?: string;
  readonly doi?: string;
  readonly state?: WantedState;
}

const addAssign = (doi: Command, context: CommandContext): void => {
  const assign = doi
    .command('assign')
    .argument('<NAME>', 'an item, by any of its labels; with --minter, a name that the minter has given')
    .option('--minter <MINTER>', 'the minter of the name')
    .option('--doi <DOI>', 'the DOI (default: made from the label or the name)')
    .addOption(new Option('--state <STATE>', 'what it becomes (default: as --datacite-state says)').choices(STATES))
    .summary('give a DOI to an item or a name')
    .description('Gives a DOI to an item or a name. DataCite is told in the background, by the running node.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene doi assign 8JMKD3MGP8W/34PGRBS
  $ perene doi assign 12345/fk44x54g1q --minter theses --state registered`,
    );
  addSettings(assign, ACCOUNT);
  assign.action(async (name: string, { minter, doi: given, state }: AssignOptions, command: Command) => {
    await withNode(command, context, async ({ dois, author }) => {
      const subject = minter === undefined ? { item: readGivenLabel(name) } : { minter, id: name };
      tell(context, command, await dois.assign({ doi: given, state, ...subject }, author));
    });
  });
};

const addList = (doi: Command, context: CommandContext): void => {
  doi
    .command('list')
    .option('--waiting', 'only those that DataCite is still to hear of')
    .summary('list DOIs')
    .description('Lists the DOIs of the node: the DOI, what it stands for, its state, and what went wrong.')
    .addHelpText('after', '\nExamples:\n  $ perene doi list --waiting')
    .action(async ({ waiting: isWaiting }: { readonly waiting?: boolean }, command: Command) => {
      await withNode(command, context, async ({ dois }) => {
        const all: DoiView[] = [];
        let cursor: string | undefined;
        do {
          const page = await dois.list({ cursor, limit: DOIS_PER_PAGE, isWaiting });
          if (isJson(command)) all.push(...page.dois);
          else for (const one of page.dois) context.terminal.out(`${describeDoi(one)}\n`);
          cursor = page.next;
        } while (cursor !== undefined);
        if (isJson(command)) context.terminal.out(`${JSON.stringify(all)}\n`);
      });
    });
};

const addShow = (doi: Command, context: CommandContext): void => {
  doi
    .command('show')
    .argument('<DOI>', 'the DOI')
    .summary('show a DOI')
    .description('Shows how far the registration of a DOI is.')
    .addHelpText('after', '\nExamples:\n  $ perene doi show 10.5072/fk44x54g1q')
    .action(async (name: string, _options: unknown, command: Command) => {
      await withNode(command, context, async ({ dois }) => tell(context, command, await dois.show(name)));
    });
};

const addState = (doi: Command, context: CommandContext): void => {
  doi
    .command('state')
    .argument('<DOI>', 'the DOI')
    .argument('<STATE>', 'draft, registered or findable')
    .summary('have a DOI become something else')
    .description('Has a DOI become something else at DataCite. What was registered is never a draft again.')
    .addHelpText('after', '\nExamples:\n  $ perene doi state 10.5072/fk44x54g1q registered')
    .action(async (name: string, state: string, _options: unknown, command: Command) => {
      const wanted = STATES.find((known) => known === state) as WantedState | undefined;
      if (wanted === undefined) command.error(`error: the state is draft, registered or findable`);
      else
        await withNode(command, context, async ({ dois }) => tell(context, command, await dois.setState(name, wanted)));
    });
};

const addRetry = (doi: Command, context: CommandContext): void => {
  doi
    .command('retry')
    .argument('[DOI]', 'the DOI (default: all that have failed)')
    .summary('try again what has failed')
    .description('Has DOIs sent again: this one, or all that have failed or were refused.')
    .addHelpText('after', '\nExamples:\n  $ perene doi retry')
    .action(async (name: string | undefined, _options: unknown, command: Command) => {
      await withNode(command, context, async ({ dois }) => {
        if (name !== undefined) return tell(context, command, await dois.retry(name));
        const count = await dois.retryAll();
        context.terminal.out(
          isJson(command) ? `${JSON.stringify({ dois: count })}\n` : `${count} DOIs are tried again\n`,
        );
      });
    });
};

const addSend = (doi: Command, context: CommandContext): void => {
  const send = doi
    .command('send')
    .summary('send what waits now')
    .description('Sends to DataCite what is due, for nodes that do not run all the time.')
    .addHelpText('after', '\nExamples:\n  $ perene doi send');
  addSettings(send, [...ACCOUNT, 'public-url', 'resolver-url']);
  send.action(async (_options: unknown, command: Command) => {
    await withLocalNode(command, context, async ({ sendDois }) => {
      if (sendDois === undefined) throw refuse('doi-unregistrable', { reason: 'unconfigured' });
      const { sent, failed } = await sendDois();
      context.terminal.out(
        isJson(command) ? `${JSON.stringify({ sent, failed })}\n` : `${sent} sent, ${failed} failed\n`,
      );
    });
  });
};

const tell = (context: CommandContext, command: Command, doi: DoiView): void =>
  context.terminal.out(`${isJson(command) ? JSON.stringify(doi) : describeDoi(doi)}\n`);

const describeDoi = ({ doi, subject, state, progress, problem = '' }: DoiView): string => {
  const name = subject.kind === 'item' ? subject.repository : `${subject.minter}: ${subject.id}`;
  return [doi, name, state, progress, escapeText(problem)].join('\t').trimEnd();
};
