import { type Command, InvalidArgumentError } from 'commander';
import { Refusal } from '../../../refusals/refusal.ts';
import type { MintRequest } from '../../../services/noid/mint-identifiers.ts';
import { escapeText } from './describe-refused.ts';
import { isJson, MINTER_NAME, type MinterCommandNeeds, type OpenedMinters, withMinters } from './minter-needs.ts';
import { warnOf } from './minter-text.ts';
import { drawProgress } from './progress.ts';
import { CommandFailed, EXIT_REFUSED } from './terminal.ts';

const MAX_COUNT = 1_000_000;
/** Identifiers of one transaction: each is one step of progress. */
const MINT_STEP = 10_000;

type Elements = NonNullable<MintRequest['elements']>;

interface MintOptions {
  readonly count: number;
  readonly bind?: Elements;
  readonly peppered?: boolean;
}

export const addMintCommand = (minter: Command, needs: MinterCommandNeeds): void => {
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
      await withMinters(command, needs, (opened) => mint(opened, { name, options, isJson: isJson(command), needs }));
    });
};

interface Minting {
  readonly name: string;
  readonly options: MintOptions;
  readonly isJson: boolean;
  readonly needs: MinterCommandNeeds;
}

const mint = async (
  { minters, contact }: OpenedMinters,
  { name, options, isJson: isOneValue, needs: { terminal } }: Minting,
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
          // What was minted before is told first.
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
    const why = stopped && { code: stopped.code, detail: stopped.message };
    terminal.out(`${JSON.stringify({ ids, stopped: why }, null, 2)}\n`);
  }
  if (stopped === undefined) {
    warnOf(terminal, name, await minters.statistics(name));
    return;
  }
  terminal.error(`perene: ${ids.length} of ${count} were minted: ${escapeText(stopped.message)} (${stopped.code})\n`);
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
