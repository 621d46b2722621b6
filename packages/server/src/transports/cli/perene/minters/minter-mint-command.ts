import { Refusal } from '@perene/api/refusals';
import { type Command, InvalidArgumentError } from 'commander';
import type { MintRequest } from '../../../../services/noid/identifiers/mint-identifiers.ts';
import { type Acting, type CommandContext, type OpenedNode, withNode } from '../command-context.ts';
import { isJson } from '../global-flags.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { drawProgress } from '../progress.ts';
import { sayInFull } from '../say-in-full.ts';
import { CommandFailed, EXIT_REFUSED, type Terminal } from '../terminal.ts';
import { MINTER_NAME, warnOf } from './minter-text.ts';

const MAX_COUNT = 1_000_000;
/** How many identifiers are minted in one transaction, which is one step of progress. */
const MINT_STEP = 10_000;

type Elements = NonNullable<MintRequest['elements']>;

interface MintOptions {
  readonly count: number;
  readonly bind?: Elements;
  readonly peppered?: boolean;
}

export const addMintCommand = (minter: Command, context: CommandContext): void => {
  minter
    .command('mint')
    .argument('<NAME>', MINTER_NAME)
    .option('--count <N>', 'how many', countArgument, 1)
    .option('--bind <ELEMENT=VALUE>', 'bound to each of them; again for further elements', bindingArgument)
    .option('--peppered', 'each with "!" and a secret, without which nobody changes its bindings')
    .summary('mint identifiers')
    .description(`Mints identifiers, one a line. More than ${MINT_STEP} are minted and written step by step.`)
    .addHelpText(
      'after',
      `
Examples:
  $ perene minter mint thesis
  $ perene minter mint thesis --count 100 --bind where=https://www.example.org/

Exit status: 0 if all were minted, 1 if there are fewer.`,
    )
    .action(async (name: string, options: MintOptions, command: Command) => {
      await withNode(command, context, (opened) =>
        mint(opened, { name, options, isJson: isJson(command), terminal: context.terminal }),
      );
    });
};

interface Minting {
  readonly name: string;
  readonly options: MintOptions;
  readonly isJson: boolean;
  readonly terminal: Terminal;
}

const mint = async (
  { minters, contact }: OpenedNode & Acting,
  { name, options, isJson: isOneValue, terminal }: Minting,
): Promise<void> => {
  const { count, bind: elements = [], peppered: isPeppered = false } = options;
  const ids: string[] = [];
  let stopped: Refusal | undefined;
  const progress = await drawProgress(terminal, count);
  try {
    while (ids.length < count && stopped === undefined) {
      const step = Math.min(MINT_STEP, count - ids.length);
      const minted = await minters
        .mint(name, { count: step, elements, isPeppered, contact })
        .catch((error: unknown) => {
          // Identifiers that were minted before the refusal are printed first.
          if (ids.length > 0 && error instanceof Refusal) return { ids: [], stopped: error };
          throw error;
        });
      ids.push(...minted.ids);
      stopped = minted.stopped;
      if (!isOneValue) terminal.out(minted.ids.map((id) => `${escapeText(id)}\n`).join(''));
      progress.update(ids.length);
    }
  } finally {
    progress.stop();
  }
  if (isOneValue) {
    const why = stopped && { code: stopped.code, detail: sayInFull(stopped), parameters: stopped.parameters };
    terminal.out(`${JSON.stringify({ ids, stopped: why }, null, 2)}\n`);
  }
  if (stopped === undefined) {
    warnOf(terminal, name, await minters.statistics(name));
    return;
  }
  terminal.error(
    `perene: ${ids.length} of ${count} were minted: ${escapeText(sayInFull(stopped))} (${stopped.code})\n`,
  );
  throw new CommandFailed(EXIT_REFUSED);
};

const countArgument = (text: string): number => {
  const count = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_COUNT) throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_COUNT}.`);
  return count;
};

const bindingArgument = (text: string, earlier: Elements = []): Elements => {
  const end = text.indexOf('=');
  if (end < 1) throw new InvalidArgumentError('Expected an element, "=" and its value.');
  return [...earlier, { element: text.slice(0, end), value: Buffer.from(text.slice(end + 1)) }];
};
