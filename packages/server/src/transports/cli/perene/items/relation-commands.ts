import type { ItemLink } from '@perene/api';
import type { Command } from 'commander';
import type { ItemView } from '../../../../services/archive/archive-operations.ts';
import { asLabel, checkIbi } from '../../../../services/archive/items/check-labels.ts';
import type { ProposalView } from '../../../../services/archive/relations/relation-operations.ts';
import { type Acting, type CommandContext, type OpenedNode, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { formatColumns } from '../rows.ts';
import { readGivenLabel, withLabel } from './item-label.ts';
import { describeProposal } from './proposal-text.ts';
import { addPageOptions, type PageOptions } from './search-command.ts';

const LABEL = 'a label in either form, or a persistent URL';

export const addRelationCommands = (program: Command, context: CommandContext): void => {
  const relation = program
    .command('relation')
    .summary('editions and translations, here and over Archives')
    .description(
      'Editions and translations, here and over Archives. A link belongs to whoever holds the original: others propose it.',
    );
  addList(relation, context);
  addPropose(relation, context);
  addAccept(relation, context);
  addRefuse(relation, context);
  addRemove(relation, context);
};

/** Does the work, and writes its result as JSON or in words. */
const run = (
  context: CommandContext,
  command: Command,
  work: (node: OpenedNode & Acting) => Promise<{ readonly json: unknown; readonly text: string }>,
): Promise<void> =>
  withNode(command, context, async (node) => {
    const { json, text } = await work(node);
    const isJson = command.optsWithGlobals<GlobalFlags>().json;
    context.terminal.out(isJson ? `${JSON.stringify(json, null, 2)}\n` : text);
  });

const describeAll = (proposals: readonly ProposalView[]): string => proposals.map(describeProposal).join('\n');

const addList = (relation: Command, context: CommandContext): void => {
  const list = relation
    .command('list')
    .argument('[IBI]', LABEL)
    .summary('list the links of an item, and what was proposed')
    .description(
      'Lists what was proposed to this Archive and by it, the latest first. Of an item also its links, and where each comes from.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene relation list
  $ perene relation list 8JMKD3MGP8W/34PGRBS --json`,
    );
  addPageOptions(list);
  addSettings(list, ['public-url', 'resolver-url']);
  list.action((text: string | undefined, { limit, cursor }: PageOptions, command: Command) =>
    run(context, command, async ({ archive, relations }) => {
      const item = text === undefined ? undefined : await withLabel(text, (name) => archive.show(name));
      const page = await relations.list({ item: item && checkIbi(item.repository), limit, cursor });
      const links = item === undefined ? '' : describeLinks(item);
      return {
        json: item === undefined ? page : { links: item.links, ...page },
        text: [links, describeAll(page.proposals)].filter((part) => part !== '').join('\n'),
      };
    }),
  );
};

const KINDS = { nextEdition: 'next edition', editionOf: 'edition of', translation: 'translation' } as const;

const describeLinks = ({ links }: ItemView): string => formatColumns(links.map(describeLink));

const describeLink = ({ kind, label, language, holding, origin, archive, who, at }: ItemLink): readonly string[] => [
  KINDS[kind],
  kind === 'translation' ? (language ?? 'language unknown') : '-',
  label,
  holding === 'elsewhere' ? 'elsewhere' : `${holding} here`,
  [origin === 'before' ? 'from before links had a history' : origin, archive, who, at]
    .filter((part) => part !== undefined)
    .join(', '),
];

const addPropose = (relation: Command, context: CommandContext): void => {
  const propose = relation
    .command('propose')
    .argument('<IBI>', LABEL)
    .summary('propose the links of an item to whoever holds the others')
    .description(
      'Proposes that an item here is an edition or a translation of what another Archive holds, and tells what was heard. Deposits and edits do so by themselves.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene relation propose 8JMKD3MGP8W/34PGRBS`,
    );
  addSettings(propose, ['public-url', 'resolver-url']);
  propose.action((text: string, _options, command: Command) =>
    run(context, command, async ({ relations, author }) => {
      const proposals = await withLabel(text, (name) => relations.propose(asLabel(name), author));
      return {
        json: { proposals },
        text: describeAll(proposals) || 'it is linked to nothing that is held elsewhere\n',
      };
    }),
  );
};

const addAccept = (relation: Command, context: CommandContext): void => {
  relation
    .command('accept')
    .argument('<NUMBER>', 'of the proposal, as "perene relation list" shows it')
    .summary('link an item as was proposed')
    .description(
      'Links an original of this Archive to the edition or translation that another Archive proposed, once that Archive has confirmed it.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene relation accept 7`,
    )
    .action((id: string, _options, command: Command) =>
      run(context, command, async ({ relations, author }) => {
        const proposal = await relations.accept(id, author);
        return { json: proposal, text: describeProposal(proposal) };
      }),
    );
};

const addRefuse = (relation: Command, context: CommandContext): void => {
  relation
    .command('refuse')
    .argument('<NUMBER>', 'of the proposal, as "perene relation list" shows it')
    .requiredOption('--reason <TEXT>', 'why; the other Archive is told (required)')
    .summary('refuse what was proposed, and say why')
    .description('Refuses what another Archive proposed. It is told why when it asks.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene relation refuse 7 --reason 'another text of the same title'`,
    )
    .action((id: string, { reason }: { reason: string }, command: Command) =>
      run(context, command, async ({ relations, author }) => {
        const proposal = await relations.refuse(id, reason, author);
        return { json: proposal, text: describeProposal(proposal) };
      }),
    );
};

const addRemove = (relation: Command, context: CommandContext): void => {
  const remove = relation
    .command('remove')
    .argument('<IBI>', LABEL)
    .argument('<OTHER>', 'the edition or translation that it is linked to')
    .summary('remove a link')
    .description('Removes a link between two items, in whatever way they were linked. The history keeps what it was.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene relation remove 8JMKD3MGP8W/34PGRBS 8JMKD3MGP8W/35MMLL8`,
    );
  addSettings(remove, ['public-url', 'resolver-url']);
  remove.action((text: string, other: string, _options, command: Command) =>
    run(context, command, async ({ archive, author }) => {
      const unlink = [readGivenLabel(other)];
      const item = await withLabel(text, (name) => archive.edit(name, { unlink }, author));
      return { json: item, text: describeLinks(item) };
    }),
  );
};
