import type { BodyOf, Collection } from '@perene/api';
import { type Command, Option } from 'commander';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { languageArgument, networkArgument } from '../items/item-options.ts';
import { addPageOptions, type PageOptions } from '../items/search-command.ts';
import { showText } from '../labels/describe-refused.ts';
import { wrongUsage } from '../terminal.ts';
import { addItemCommands } from './collection-item-commands.ts';
import { describeCollections, writeCollection } from './collection-text.ts';

interface DescriptionOptions {
  readonly title?: string;
  readonly titlePt?: string;
  readonly description?: string;
  readonly descriptionPt?: string;
  readonly series?: boolean;
  readonly license?: string;
  readonly language?: string;
  readonly opens?: 'file' | 'page';
  readonly readersIn?: readonly string[];
  readonly fileList?: 'open' | 'closed';
  readonly review?: 'none' | 'required';
}

export const addCollectionCommands = (program: Command, context: CommandContext): void => {
  const collection = program
    .command('collection')
    .summary('collections and series of items')
    .description('Collections and series of items. An item may be in any number of them.');
  addCreate(collection, context);
  addList(collection, context);
  addShow(collection, context);
  addEdit(collection, context);
  addItemCommands(collection, context);
  addDelete(collection, context);
};

const addDescription = (command: Command): Command =>
  command
    .option('--title <T>', 'title in English')
    .option('--title-pt <T>', 'title in Portuguese')
    .option('--description <TEXT>', 'what it is about, in English')
    .option('--description-pt <TEXT>', 'what it is about, in Portuguese')
    .option('--series', 'its items have an order, in which its page lists them')
    .option('--license <L>', 'licence of items that tell none at their deposit, such as CC-BY-4.0')
    .option('--language <xx[-YY]>', 'language of items that tell none at their deposit', languageArgument)
    .addOption(new Option('--opens <WHAT>', 'what persistent URLs of its items open').choices(['file', 'page']))
    .option(
      '--readers-in <CIDR>',
      'only clients of this network may read items that tell no readers at their deposit; again for further ones',
      networkArgument,
    )
    .addOption(
      new Option('--file-list <WHAT>', 'whether readers see the files of items that do not tell it').choices([
        'open',
        'closed',
      ]),
    )
    .addOption(
      new Option('--review <WHAT>', 'whether items come into it only after a reviewer has looked at them').choices([
        'none',
        'required',
      ]),
    );

const textsOf = (en: string | undefined, pt: string | undefined, before: Collection['title'] = {}) => ({
  ...before,
  ...(en !== undefined && { en }),
  ...(pt !== undefined && { pt }),
});

/** The defaults that are given, beside those that stay. An empty text takes one away. */
const defaultsOf = (
  { license, language, opens, readersIn, fileList }: DescriptionOptions,
  before: Collection['defaults'] = {},
): Collection['defaults'] => ({
  ...before,
  ...(license !== undefined && { license }),
  ...(language !== undefined && { language }),
  ...(opens && { opens }),
  ...((readersIn || fileList) && {
    access: {
      ...before.access,
      ...(readersIn && { networks: readersIn }),
      fileList: fileList ?? before.access?.fileList ?? 'open',
    },
  }),
});

const addCreate = (collection: Command, context: CommandContext): void => {
  const create = collection
    .command('create')
    .argument('<NAME>', 'short name, which stands in addresses: letters from a to z, digits, hyphens')
    .summary('make a collection or a series')
    .description('Makes a collection or a series, with a page, a feed and a set of OAI-PMH of its own.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene collection create theses --title Theses --title-pt Teses --license CC-BY-4.0
  $ perene collection create heron-marsh --series --title 'Heron Marsh' --opens page`,
    );
  addSettings(addDescription(create), ['public-url']);
  create.action(async (name: string, options: DescriptionOptions, command: Command) => {
    const request: BodyOf<'createCollection'> = {
      name,
      title: textsOf(options.title, options.titlePt),
      description: textsOf(options.description, options.descriptionPt),
      kind: options.series ? 'series' : 'collection',
      defaults: defaultsOf(options),
      ...(options.review && { review: options.review }),
    };
    await withNode(command, context, async ({ collections }) => {
      writeCollection(context.terminal, await collections.create(request), command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const addList = (collection: Command, context: CommandContext): void => {
  const list = collection
    .command('list')
    .summary('list the collections')
    .description('Lists the collections in the order of their names: name, kind, number of items, title.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene collection list
  $ perene collection list --json`,
    );
  addSettings(addPageOptions(list), ['public-url']);
  list.action(async ({ limit, cursor }: PageOptions, command: Command) => {
    await withNode(command, context, async ({ collections }) => {
      const page = await collections.list({ limit, cursor });
      const isJson = command.optsWithGlobals<GlobalFlags>().json;
      context.terminal.out(
        isJson ? `${JSON.stringify(page, null, 2)}\n` : describeCollections(context.terminal, page.collections),
      );
      if (page.next !== undefined && !isJson) {
        context.terminal.error(`perene: there is more: add --cursor ${showText(page.next)}\n`);
      }
    });
  });
};

const addShow = (collection: Command, context: CommandContext): void => {
  const show = collection
    .command('show')
    .argument('<NAME>', 'its name, or one that it had before')
    .summary('show what is said of a collection')
    .description('Shows what is said of a collection; "perene collection items" lists what is in it.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene collection show theses`,
    );
  addSettings(show, ['public-url']);
  show.action(async (name: string, _options, command: Command) => {
    await withNode(command, context, async ({ collections }) => {
      writeCollection(context.terminal, await collections.show(name, {}), command.optsWithGlobals<GlobalFlags>());
    });
  });
};

interface EditOptions extends DescriptionOptions {
  readonly name?: string;
  readonly unordered?: boolean;
}

const addEdit = (collection: Command, context: CommandContext): void => {
  const edit = collection
    .command('edit')
    .argument('<NAME>', 'its name')
    .summary('change what is said of a collection')
    .description(
      'Changes what is said of a collection; what is not given stays. Addresses of its old name go on to work.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene collection edit theses --name theses-and-dissertations
  $ perene collection edit theses --description-pt 'Teses desde 1961' --opens page`,
    );
  addDescription(edit)
    .option('--name <NAME>', 'its new name')
    .addOption(new Option('--unordered', 'its items have no order: it is no series').conflicts('series'));
  addSettings(edit, ['public-url']);
  edit.action(async (name: string, options: EditOptions, command: Command) => {
    if (Object.keys(options).length === 0) {
      throw wrongUsage('collection edit: say what to change, such as --title; add --help to see what there is');
    }
    await withNode(command, context, async ({ collections }) => {
      const { title, description, defaults, revision } = await collections.show(name, {});
      const change: BodyOf<'editCollection'> = {
        revision,
        ...(options.name !== undefined && { name: options.name }),
        title: textsOf(options.title, options.titlePt, title),
        description: textsOf(options.description, options.descriptionPt, description),
        ...((options.series || options.unordered) && { kind: options.series ? 'series' : 'collection' }),
        defaults: defaultsOf(options, defaults),
        ...(options.review && { review: options.review }),
      };
      writeCollection(context.terminal, await collections.edit(name, change), command.optsWithGlobals<GlobalFlags>());
    });
  });
};

const addDelete = (collection: Command, context: CommandContext): void => {
  collection
    .command('delete')
    .argument('<NAME>', 'its name')
    .summary('delete a collection; its items stay')
    .description('Deletes a collection. Its items stay as they are; its address leads nowhere from now on.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene collection delete theses`,
    )
    .action(async (name: string, _options, command: Command) => {
      await withNode(command, context, async ({ collections }) => {
        await collections.delete(name);
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        context.terminal.out(isJson ? `${JSON.stringify({ name, deleted: true })}\n` : `deleted ${name}\n`);
      });
    });
};
