import { type Command, Option } from 'commander';
import type { AccessRules } from '../../../../ports/archive/catalogue.ts';
import type { ArchiveOperations, EditRequest, LabelOrAlias } from '../../../../services/archive/archive-operations.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags } from '../global-flags.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { wrongUsage } from '../terminal.ts';
import { readGivenLabel, withLabel } from './item-label.ts';
import { addDescriptionOptions, collect, type DescriptionOptions, readMetadata } from './item-options.ts';
import { describeItem } from './item-text.ts';
import { tellProposal } from './proposal-text.ts';

interface EditOptions extends Omit<DescriptionOptions, 'collection'> {
  readonly opens?: 'file' | 'page' | 'default';
  readonly collection?: readonly string[] | false;
  readonly nextEdition?: string;
  readonly editionOf?: string;
  readonly translation?: readonly string[];
  readonly unlink?: readonly string[];
  readonly addIbip?: readonly string[];
  readonly removeIbip?: readonly string[];
  readonly embargo?: string;
  readonly everyone?: boolean;
  readonly fileList?: AccessRules['fileList'];
  readonly descriptionIs?: NonNullable<AccessRules['description']>;
}

export const addEdit = (item: Command, context: CommandContext): void => {
  const edit = item
    .command('edit')
    .argument('<IBI>', 'a label in either form, or a persistent URL')
    .summary('change what is said of an item')
    .description('Changes what is said of an item: each field given takes the place of the one that was there.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene item edit 8JMKD3MGP8W/34PGRBS --title 'Annual report 2011' --creator 'Ana Lima' --creator 'Rui Sá'
  $ perene item edit 8JMKD3MGP8W/34PGRBS --next-edition 8JMKD3MGP8W/35MMLL8
  $ perene item edit 8JMKD3MGP8W/34PGRBS --translation pt=8JMKD3MGP8W/35MME4E
  $ perene item edit 8JMKD3MGP8W/34PGRBS --readers-in 192.0.2.0/24 --file-list closed

A field that is null in the metadata file is removed. Files never change: deposit a new edition instead.`,
    );
  addDescriptionOptions(edit)
    .addOption(
      new Option(
        '--opens <WHAT>',
        'what the persistent URL opens; default: as its collections or the node have it',
      ).choices(['file', 'page', 'default']),
    )
    .option('--no-collection', 'it is in no collection from now on')
    .option('--next-edition <IBI>', 'the item that is the next edition of this one')
    .option('--edition-of <IBI>', 'the item that this one is the next edition of')
    .option('--translation <xx=IBI>', 'a translation and its language; again for further ones', collect)
    .option(
      '--unlink <IBI>',
      'an edition or translation that it is not linked to any more; again for further ones',
      collect,
    )
    .option('--add-ibip <IBIP>', 'one more label of this item; again for further ones', collect)
    .option('--remove-ibip <IBIP>', 'a label that was added by mistake; again for further ones', collect)
    .option('--embargo <DAY>', 'files are closed until this day begins in UTC; "none" opens them now')
    .addOption(new Option('--everyone', 'clients of every network may read').conflicts('readersIn'))
    .addOption(new Option('--file-list <WHAT>', 'whether readers see the list of files').choices(['open', 'closed']))
    .addOption(
      new Option(
        '--description-is <WHAT>',
        'whether readers outside its networks, and without a key, see metadata',
      ).choices(['open', 'closed']),
    );
  addSettings(edit, ['public-url', 'resolver-url']);
  edit.action(async (text: string, options: EditOptions, command: Command) => {
    const { terminal } = context;
    const change = await readChange(options);
    const { readersIn, everyone, fileList, descriptionIs, embargo } = options;
    const hasAccess = everyone || [readersIn, fileList, descriptionIs, embargo].some((given) => given !== undefined);
    if (!hasAccess && Object.values(change).every((value) => value === undefined)) {
      throw wrongUsage('item edit: say what to change, such as --title; add --help to see what there is');
    }
    await withNode(command, context, async ({ archive, author }) => {
      const view = await withLabel(text, async (name) => {
        const access = hasAccess ? await readAccess(archive, name, options) : {};
        return archive.edit(name, { ...change, ...access }, author);
      });
      for (const proposal of view.proposals ?? []) terminal.error(`perene: ${escapeText(tellProposal(proposal))}\n`);
      for (const { ibip, note } of view.uncheckedIbips ?? []) {
        const told = `it is not certain that no other Archive has ${ibip}: ${note.detail}`;
        terminal.error(`perene: ${escapeText(told)}\n`);
      }
      const isJson = command.optsWithGlobals<GlobalFlags>().json;
      terminal.out(isJson ? `${JSON.stringify(view, null, 2)}\n` : describeItem(view));
    });
  });
};

const readChange = async (options: EditOptions): Promise<EditRequest> => ({
  metadata: await readMetadata(options),
  language: options.language,
  target: options.target,
  opens: options.opens === 'default' ? null : options.opens,
  collections: options.collection === false ? [] : options.collection,
  nextEdition: options.nextEdition === undefined ? undefined : readGivenLabel(options.nextEdition),
  translationOf: options.translationOf === undefined ? undefined : readGivenLabel(options.translationOf),
  editionOf: options.editionOf === undefined ? undefined : readGivenLabel(options.editionOf),
  translations: options.translation && Object.fromEntries(options.translation.map(readTranslation)),
  unlink: options.unlink?.map(readGivenLabel),
  addIbips: options.addIbip?.map(readGivenLabel),
  removeIbips: options.removeIbip?.map(readGivenLabel),
});

/** Reads `pt=LABEL`; the Archive checks the language. */
const readTranslation = (text: string): readonly [language: string, label: string] => {
  const equals = text.indexOf('=');
  return [text.slice(0, Math.max(equals, 0)), readGivenLabel(text.slice(equals + 1))];
};

/**
 * Access rules are replaced as a whole, so the rules that stay are read first. The revision keeps changes in between
 * from being lost.
 */
const readAccess = async (
  archive: ArchiveOperations,
  name: LabelOrAlias,
  { readersIn, everyone, fileList, descriptionIs, embargo = '' }: EditOptions,
): Promise<Pick<EditRequest, 'access' | 'revision'>> => {
  const { access, revision } = await archive.show(name);
  const networks = everyone ? undefined : (readersIn ?? access.networks);
  const description = descriptionIs ?? access.description;
  const until = embargo === '' ? access.embargo : embargo === 'none' ? undefined : embargo;
  return {
    access: {
      ...(networks === undefined ? {} : { networks }),
      fileList: fileList ?? access.fileList,
      ...(description === 'closed' && { description }),
      ...(until !== undefined && { embargo: until }),
    },
    revision,
  };
};
