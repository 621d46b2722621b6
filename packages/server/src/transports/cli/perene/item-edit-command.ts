import { type Command, Option } from 'commander';
import type { AccessRules } from '../../../ports/catalogue.ts';
import type { ArchiveOperations, EditRequest } from '../../../services/archive/archive-operations.ts';
import { type ArchiveCommandNeeds, withArchive, wrongUsage } from './archive-needs.ts';
import { addSettings, type GlobalFlags } from './global-flags.ts';
import { readLabel, withLabel } from './item-label.ts';
import { addDescriptionOptions, collect, type DescriptionOptions, readMetadata } from './item-options.ts';
import { describeItem } from './item-text.ts';

interface EditOptions extends DescriptionOptions {
  readonly nextEdition?: string;
  readonly addIbip?: readonly string[];
  readonly everyone?: boolean;
  readonly fileList?: AccessRules['fileList'];
}

export const addEdit = (item: Command, needs: ArchiveCommandNeeds): void => {
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
  $ perene item edit 8JMKD3MGP8W/34PGRBS --readers-in 192.0.2.0/24 --file-list closed

A field that is null in the metadata file is removed. Files never change: deposit a new edition instead.`,
    );
  addDescriptionOptions(edit)
    .option('--next-edition <IBI>', 'the item that is the next edition of this one')
    .option('--add-ibip <IBIP>', 'one more label of this item; again for further ones', collect)
    .addOption(new Option('--everyone', 'clients of every network may read').conflicts('readersIn'))
    .addOption(new Option('--file-list <WHAT>', 'whether readers see the list of files').choices(['open', 'closed']));
  addSettings(edit, ['public-url', 'resolver-url']);
  edit.action(async (text: string, options: EditOptions, command: Command) => {
    const { terminal } = needs;
    const change = await readChange(options, needs);
    const hasAccess = options.readersIn !== undefined || options.everyone || options.fileList !== undefined;
    if (!hasAccess && Object.values(change).every((value) => value === undefined)) {
      throw wrongUsage(terminal, 'item edit: say what to change, such as --title; add --help to see what there is');
    }
    await withArchive(command, needs, async ({ operations, author }) => {
      const view = await withLabel(text, async (label) => {
        const access = hasAccess ? await readAccess(operations, label, options) : {};
        return operations.edit(label, { ...change, ...access }, author);
      });
      const isJson = command.optsWithGlobals<GlobalFlags>().json;
      terminal.out(isJson ? `${JSON.stringify(view, null, 2)}\n` : describeItem(view));
    });
  });
};

const readChange = async (options: EditOptions, { terminal }: ArchiveCommandNeeds): Promise<EditRequest> => ({
  metadata: await readMetadata(options, terminal),
  language: options.language,
  target: options.target,
  nextEdition: options.nextEdition === undefined ? undefined : readLabel(options.nextEdition),
  translationOf: options.translationOf === undefined ? undefined : readLabel(options.translationOf),
  addIbips: options.addIbip?.map(readLabel),
});

/** Rules are replaced as a whole, so that the others are kept, and nobody's change in between is lost. */
const readAccess = async (
  operations: ArchiveOperations,
  label: string,
  { readersIn, everyone, fileList }: EditOptions,
): Promise<Pick<EditRequest, 'access' | 'revision'>> => {
  const { access, revision } = await operations.show(label);
  const networks = everyone ? undefined : (readersIn ?? access.networks);
  return {
    access: { ...(networks === undefined ? {} : { networks }), fileList: fileList ?? access.fileList },
    revision,
  };
};
