import { describe } from '@perene/api/words';
import type { Command } from 'commander';
import type { Resolution, TraceStep } from '../../../../services/resolver/asking/outcome/resolution.ts';
import { resolutionToJson, stepToJson } from '../../../../services/resolver/asking/outcome/resolution-to-json.ts';
import type { CommandContext } from '../command-context.ts';
import { type GlobalFlags, readCommandSettings } from '../global-flags.ts';
import { describeRefused, escapeText, showText } from '../labels/describe-refused.ts';
import { CommandFailed, EXIT_REFUSED, type Terminal } from '../terminal.ts';

interface ResolveOptions {
  readonly original?: boolean;
  readonly language?: string;
  readonly trace?: boolean;
}

export const addResolveCommand = (program: Command, context: CommandContext): void => {
  program
    .command('resolve')
    .argument('<PERSISTENT-URL>', 'a persistent URL, or what people paste for one')
    .option('--original', 'the original only, which every Archive that may hold it is asked for')
    .option('--language <xx>', 'the language of the reader, such as pt-BR')
    .option('--trace', 'tell every message, and why the choice was made')
    .summary('find where a persistent URL leads')
    .description('Finds where a persistent URL leads, and prints that URL. Nothing is counted as an access.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene resolve 8JMKD3MGP8W/35MMLL8
  $ perene resolve 'http://urlib.net/8JMKD3MGP8W/35MMLL8!:(oai_dc)' --trace
  $ perene resolve 8JMKD3MGP8W/35MMLL8+ --language pt --server https://resolver.example.org

Exit status: 0 if it leads somewhere, 1 if not.`,
    )
    .action(async (text: string, options: ResolveOptions, command: Command) => {
      const { terminal } = context;
      const steps: TraceStep[] = [];
      const node = await context.openNode(await readCommandSettings(command, context), {
        onError: (_error, what) => terminal.error(`perene: ${what}\n`),
      });
      try {
        const resolution = await node.resolver.resolve(
          {
            target: options.original ? askForOriginal(text) : text,
            clientAddresses: ['127.0.0.1'],
            languages: options.language,
            isCounted: false,
          },
          options.trace ? (step) => steps.push(step) : undefined,
        );
        const isJson = command.optsWithGlobals<GlobalFlags>().json === true;
        if (isJson)
          terminal.out(
            `${JSON.stringify(
              {
                ...resolutionToJson(resolution, 'en'),
                ...(options.trace && { steps: steps.map((step) => stepToJson(step, 'en')) }),
              },
              null,
              2,
            )}\n`,
          );
        else write(terminal, resolution, steps);
        if (resolution.kind !== 'found') throw new CommandFailed(EXIT_REFUSED);
      } finally {
        await node.close();
      }
    });
};

const askForOriginal = (text: string): string =>
  `${text}${text.includes('?') ? '&' : '?'}ibiurl.requireditemstatus=Original`;

const write = (terminal: Terminal, resolution: Resolution, steps: readonly TraceStep[]): void => {
  for (const step of steps) terminal.error(`${describeStep(step)}\n`);
  if (resolution.kind === 'found') terminal.out(`${showText(resolution.url)}\n`);
  else terminal.error(`perene: ${describeUnresolved(resolution)}\n`);
};

/** Bodies are lists of pairs, which are shown one a line, indented. */
const describeStep = (step: TraceStep): string => {
  switch (step.kind) {
    case 'asked':
      return `ask       ${showText(step.archive.address)}, for ${describe(step.why, 'en')}\n          ?${showText(step.query)}`;
    case 'answered': {
      const pairs = step.body.split(/\r?\n/).map((line) => `\n          ${escapeText(line)}`);
      const what = step.body === '' ? ' that it does not hold the item' : pairs.join('');
      return `answer    ${showText(step.archive.address)} says in ${step.milliseconds.toFixed(1)} ms${what}`;
    }
    case 'failed':
      return `silence   ${showText(step.archive.address)}: ${escapeText(describe(step.why, 'en'))}`;
    default:
      return `decision  ${escapeText(describe(step.why, 'en'))}`;
  }
};

const namesOf = (archives: readonly { readonly address: string }[]): string =>
  archives.map(({ address }) => showText(address)).join(', ');

const describeRemoval = ({
  address,
  reason,
}: {
  readonly address: string;
  readonly reason?: string | undefined;
}): string => `${showText(address)}${reason === undefined ? '' : ` (${escapeText(reason)})`}`;

const describeAway = (away: Extract<Resolution, { kind: 'unknown' }>['away']): string =>
  away
    .map(({ address, state, since }) =>
      state === 'revoked'
        ? `; ${showText(address)} had it, and takes part no more since ${since}`
        : `; ${showText(address)} was not asked, for it is switched off since ${since}`,
    )
    .join('');

const describeMissing = ({ what, path }: Extract<Resolution, { kind: 'missing' }>): string => {
  switch (what) {
    case 'file':
      return `it has no file ${escapeText(path ?? '')}`;
    case 'metadata':
      return 'there are no metadata of it';
    case 'document':
      return 'its Archive gives no address for it';
  }
};

const describeSilent = (silent: Extract<Resolution, { kind: 'uncertain' }>['silent']): string => {
  const off = silent.filter(({ code }) => code === 'switched-off');
  const others = silent.filter(({ code }) => code !== 'switched-off');
  return [
    ...(others.length === 0 ? [] : [`${namesOf(others)} may hold it and did not answer`]),
    ...off.map(({ address, since }) => `${showText(address)} has it, and is switched off since ${since}`),
  ].join('; ');
};

const describeUnresolved = (resolution: Exclude<Resolution, { kind: 'found' }>): string => {
  switch (resolution.kind) {
    case 'malformed':
      return `${showText(resolution.text)}: ${describeRefused(resolution.text, resolution.refused)}`;
    case 'unknown':
      return `${resolution.ibi}: every Archive that may hold it says that it does not${describeAway(resolution.away)}`;
    case 'untranslated':
      return resolution.languages.length === 0
        ? `${resolution.ibi}: there is no translation in ${resolution.language}, nor in any other language`
        : `${resolution.ibi}: there is no translation in ${resolution.language}, but in ${resolution.languages.join(', ')}`;
    case 'missing':
      return `${resolution.ibi}: the item is there, but ${describeMissing(resolution)}`;
    case 'reserved':
      return resolution.isEnded
        ? `${resolution.ibi}: ${namesOf([resolution.archive])} reserved it for an item that was given up`
        : `${resolution.ibi}: ${namesOf([resolution.archive])} has reserved it for an item that is not yet published`;
    case 'removed':
      return `${resolution.ibi}: it was removed by ${resolution.removals.map(describeRemoval).join(', ')}`;
    case 'disputed':
      return `${resolution.ibi}: ${namesOf(resolution.claims)} claim the original: an investigation is needed`;
    case 'uncertain':
      return `${resolution.ibi}: ${describeSilent(resolution.silent)}; ask again in ${resolution.retryAfterSeconds} s`;
    case 'no-original': {
      const { ibi, removals, copies } = resolution;
      const why = removals.length === 0 ? 'nobody claims the original' : `${namesOf(removals)} removed the original`;
      return `${ibi}: ${why}; copies are at ${namesOf(copies)}`;
    }
    case 'unusable':
      return `${resolution.ibi}: ${namesOf([resolution.archive])} gives an address that cannot be followed`;
    default:
      return `it leads in a circle, or too far: ${resolution.chain.map(showText).join(' -> ')}`;
  }
};
