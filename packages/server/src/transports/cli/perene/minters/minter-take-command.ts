import { basename, dirname } from 'node:path';
import { aliasLabel, parseAlias } from '@perene/core/item';
import { type Command, Option } from 'commander';
import type { LineWriter } from '../../../../ports/node/given-files.ts';
import { NAME_STORES, type NameStore, type ReadChunks } from '../../../../services/noid/arrivals/arriving-name.ts';
import {
  type ComparedNames,
  compareNames,
  type DifferingName,
} from '../../../../services/noid/arrivals/compare-names.ts';
import { readNames } from '../../../../services/noid/arrivals/read-names.ts';
import { type RefusedName, type TakenNames, takeNames } from '../../../../services/noid/arrivals/take-names.ts';
import { type CommandContext, withLocalNode } from '../command-context.ts';
import { isJson } from '../global-flags.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { formatRows } from '../rows.ts';
import { sayInFull } from '../say-in-full.ts';
import { CommandFailed, EXIT_REFUSED, type Terminal } from '../terminal.ts';

interface TakeOptions {
  readonly format: NameStore;
  readonly report?: string;
}

const MAX_SHOWN = 20;
const NAMES_PER_PROGRESS = 10_000;

/** Adds the command that takes in the names of other identifier stores. */
export const addTakeCommand = (minter: Command, context: CommandContext): void => {
  minter
    .command('take')
    .argument('<FILE>', 'what another store has written')
    .addOption(
      new Option('--format <FORMAT>', 'a batch download of EZID, a batch file of Handles, or a dump of arklet')
        .choices(NAME_STORES)
        .makeOptionMandatory(),
    )
    .option('--report <FILE>', 'write everything that was refused or differs there, one JSON object a line')
    .summary('take in names of another store')
    .description(
      'Takes names with their targets, states, dates and all else into the minters of their prefixes, which pass them over from now on. Names that are known here stay as they are. Then everything is compared with the file.',
    )
    .addHelpText('after', '\nExamples:\n  $ perene minter take download.txt --format ezid --report differences.jsonl')
    .action(async (file: string, options: TakeOptions, command: Command) => {
      await withLocalNode(command, context, async (node) => {
        const folder = node.given.openFolder(dirname(file));
        const chunks: ReadChunks = async function* () {
          const content = await folder.open(basename(file));
          try {
            yield* content as AsyncIterable<Uint8Array>;
          } finally {
            content.destroy();
          }
        };
        const report = options.report === undefined ? undefined : await node.given.createLines(options.report);
        const following = follow(context.terminal, report);
        try {
          const read = () => readNames(options.format, chunks);
          const isAlias = async (text: string): Promise<boolean> => {
            const alias = parseAlias(text);
            return alias.ok && (await node.catalogue.find(aliasLabel(alias.value))) !== undefined;
          };
          const taken = await takeNames({ ...node, store: node.minterStore, isAlias }, read(), {
            contact: node.contact,
            ...following,
          });
          const compared = await compareNames(node.minterStore, read(), following.onDifference);
          await report?.finish();
          const outcome = { ...taken, compared };
          context.terminal.out(isJson(command) ? `${JSON.stringify(outcome, null, 2)}\n` : describe(outcome));
          if (taken.refused + compared.differences > 0) throw new CommandFailed(EXIT_REFUSED);
        } finally {
          await report?.discard();
        }
      });
    });
};

/** Shows the first of what may be very many, and writes all into the report. */
const follow = (terminal: Terminal, report: LineWriter | undefined) => {
  let shown = 0;
  let told = 0;
  const show = (text: string): void => {
    shown += 1;
    if (shown <= MAX_SHOWN) terminal.error(`perene: ${escapeText(text)}\n`);
    if (shown === MAX_SHOWN + 1) terminal.error('perene: there are more: see all of them with --report FILE\n');
  };
  return {
    onProgress: (done: number): void => {
      if (!terminal.isWatched || done < told + NAMES_PER_PROGRESS) return;
      told = done;
      terminal.error(`\r${done} names`);
    },
    onRefused: async ({ line, name, refusal }: RefusedName): Promise<void> => {
      show(`${name === undefined ? '' : `${name}: `}${sayInFull(refusal)} (${refusal.code})`);
      const { code, parameters } = refusal;
      await report?.write(JSON.stringify({ line, name, code, reason: sayInFull(refusal), parameters }));
    },
    onDifference: async (difference: DifferingName): Promise<void> => {
      show(describeDifference(difference));
      await report?.write(JSON.stringify({ ...difference, code: 'difference' }));
    },
  };
};

const PARTS: Readonly<Record<DifferingName['part'], string>> = {
  name: 'is not here',
  element: 'is bound otherwise here, or not at all',
  added: 'is bound here only',
  unkept: 'cannot be kept here',
  deleted: 'was deleted here',
};

const describeDifference = ({ line, name = 'the name', part, element }: DifferingName): string =>
  `line ${line}: ${name}${element === undefined || part === 'deleted' ? '' : `, ${element}`} ${PARTS[part]}`;

const describe = ({
  taken,
  alreadyHere,
  refused,
  compared: { source, here, differences },
}: TakenNames & { readonly compared: ComparedNames }): string =>
  formatRows([
    ['taken', String(taken)],
    ['already here', String(alreadyHere)],
    ['refused', String(refused)],
    ['names', `${here.names} of ${source.names}`],
    ['elements', `${here.elements} of ${source.elements}`],
    ['differences', String(differences)],
  ]);
