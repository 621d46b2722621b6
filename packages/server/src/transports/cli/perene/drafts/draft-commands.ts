import { type Command, Option } from 'commander';
import { readPlace, type Settings } from '../../../../config/settings.ts';
import type { DraftActor } from '../../../../services/archive/drafts/draft-operations.ts';
import { type Acting, type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags, readGivenSources } from '../global-flags.ts';
import {
  addDepositOptions,
  type DepositOptions,
  describeReceipt,
  openAll,
  readDescription,
  receiptOf,
  tellLeftOut,
} from '../items/deposit-command.ts';
import { gatherFiles } from '../items/deposit-files.ts';
import { addPageOptions, type PageOptions } from '../items/search-command.ts';
import { showText } from '../labels/describe-refused.ts';
import { TRYING_OUT } from '../labels/ibi-commands.ts';
import { describeDrafts, writeDraft } from './draft-text.ts';

const NAMING = [
  'identity.host',
  'identity.port',
  'identity.ip',
  'identity.ip-port',
  'public-url',
  'resolver-url',
] as const;

/** Whoever has the data folder may do everything; elsewhere the key decides. */
const actorOf = ({ author, contact }: Acting): DraftActor => ({
  ...author,
  id: 'command-line',
  name: contact,
  role: 'admin',
});

export const addDraftCommands = (program: Command, context: CommandContext): void => {
  const draft = program
    .command('draft')
    .summary('items that are not yet published')
    .description('Items that are not yet published, and labels that are reserved for them.');
  addCreate(draft, context);
  addList(draft, context);
  addShow(draft, context);
  addReserve(draft, context);
  addPublish(draft, context);
  addDiscard(draft, context);
};

const addCreate = (draft: Command, context: CommandContext): void => {
  const create = draft
    .command('create')
    .argument('[PATH...]', 'files, and folders whose content comes into the draft')
    .summary('begin a draft; nothing of it is public')
    .description('Begins a draft of a new item. Nothing of it is public before it is published.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene draft create report.pdf --title 'Annual report' --reserve
  $ perene draft create --title 'Notebook 4'`,
    );
  addDepositOptions(create).option('--reserve', 'reserve its label at once: it can be printed, and is never freed');
  addSettings(create, [...NAMING, 'max-file-bytes']);
  create.action(async (paths: string[], options: DepositOptions & { readonly reserve?: boolean }, command: Command) => {
    const { language, target, editionOf, translationOf, opens, collections, metadata, access } =
      await readDescription(options);
    const content = JSON.parse(
      JSON.stringify({ metadata, language, target, access, opens, collections, editionOf, translationOf }),
    ) as Parameters<DraftCreate>[0];
    const place = readPlace(readGivenSources(command, context));
    const gathered = paths.length === 0 ? undefined : await gatherFiles(paths, place);
    if (gathered) tellLeftOut(context.terminal, gathered);
    await withNode(command, context, async ({ drafts, ...acting }, settings) => {
      const actor = actorOf(acting);
      let made = await drafts.create(content, actor);
      if (gathered)
        made = await drafts.addFiles(
          made.id,
          openAll(gathered.files, () => undefined),
          actor,
        );
      if (options.reserve) {
        made = await drafts.reserve(made.id, actor);
        warnOfPractice(context, settings);
      }
      writeDraft(context.terminal, made, command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const warnOfPractice = ({ terminal }: CommandContext, { remote, identity }: Settings): void => {
  if (remote === undefined && identity.isForTryingOut) terminal.error(`perene: ${TRYING_OUT}\n`);
};

type DraftCreate = Parameters<Parameters<typeof withNode>[2]>[0]['drafts']['create'];

const addList = (draft: Command, context: CommandContext): void => {
  const list = draft
    .command('list')
    .addOption(new Option('--state <STATE>', 'only those in this state').choices(['open', 'review']))
    .summary('list drafts')
    .description(
      'Lists drafts that are open or wait for a review, the newest first: number, state, owner, label, title.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene draft list
  $ perene draft list --state review --json`,
    );
  addSettings(addPageOptions(list), ['resolver-url']);
  list.action(
    async ({ state, limit, cursor }: PageOptions & { readonly state?: 'open' | 'review' }, command: Command) => {
      await withNode(command, context, async ({ drafts, ...acting }) => {
        const request = { ...(state && { state }), ...(cursor !== undefined && { cursor }), ...(limit && { limit }) };
        const page = await drafts.list(request, actorOf(acting));
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        context.terminal.out(
          isJson ? `${JSON.stringify(page, null, 2)}\n` : describeDrafts(context.terminal, page.drafts),
        );
        if (page.next !== undefined && !isJson) {
          context.terminal.error(`perene: there is more: add --cursor ${showText(page.next)}\n`);
        }
      });
    },
  );
};

const addShow = (draft: Command, context: CommandContext): void => {
  const show = draft
    .command('show')
    .argument('<DRAFT>', 'its number, as the list shows it')
    .summary('show a draft')
    .description('Shows a draft, with its files and what was said of it.')
    .addHelpText('after', '\nExamples:\n  $ perene draft show 4f0c2d9b8a7e6f51');
  addSettings(show, ['resolver-url']);
  show.action(async (id: string, _options, command: Command) => {
    await withNode(command, context, async ({ drafts, ...acting }) => {
      writeDraft(context.terminal, await drafts.show(id, actorOf(acting)), command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const addReserve = (draft: Command, context: CommandContext): void => {
  const reserve = draft
    .command('reserve')
    .argument('<DRAFT>', 'its number')
    .summary('reserve the label of a draft, for ever')
    .description(
      'Reserves the label of a draft. It can be printed at once, and leads to a page that says that the item is not yet published. It is never freed.',
    )
    .addHelpText('after', '\nExamples:\n  $ perene draft reserve 4f0c2d9b8a7e6f51');
  addSettings(reserve, NAMING);
  reserve.action(async (id: string, _options, command: Command) => {
    await withNode(command, context, async ({ drafts, ...acting }, settings) => {
      warnOfPractice(context, settings);
      writeDraft(context.terminal, await drafts.reserve(id, actorOf(acting)), command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const addPublish = (draft: Command, context: CommandContext): void => {
  const publish = draft
    .command('publish')
    .argument('<DRAFT>', 'its number')
    .summary('publish a draft, for ever')
    .description('Publishes a draft as an item, under the label that was reserved for it. This is for ever.')
    .addHelpText('after', '\nExamples:\n  $ perene draft publish 4f0c2d9b8a7e6f51');
  addSettings(publish, [...NAMING, 'max-file-bytes']);
  publish.action(async (id: string, _options, command: Command) => {
    await withNode(command, context, async ({ drafts, ...acting }) => {
      const item = await drafts.publish(id, {}, actorOf(acting));
      const isJson = command.optsWithGlobals<GlobalFlags>().json;
      context.terminal.out(isJson ? `${JSON.stringify(receiptOf(item), null, 2)}\n` : describeReceipt(item));
    });
  });
};

const addDiscard = (draft: Command, context: CommandContext): void => {
  draft
    .command('discard')
    .argument('<DRAFT>', 'its number')
    .summary('discard a draft with its files')
    .description('Discards a draft with its files. A label that was reserved for it stays reserved for ever.')
    .addHelpText('after', '\nExamples:\n  $ perene draft discard 4f0c2d9b8a7e6f51')
    .action(async (id: string, _options, command: Command) => {
      await withNode(command, context, async ({ drafts, ...acting }) => {
        await drafts.discard(id, actorOf(acting));
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        context.terminal.out(isJson ? `${JSON.stringify({ id, discarded: true })}\n` : `discarded ${showText(id)}\n`);
      });
    });
};
