import type { Command } from 'commander';
import type { Settings } from '../../../config/settings.ts';
import type { Resolution, ResolverOperations, TraceStep } from '../../../services/resolver/resolution.ts';
import { describeRefused, escapeText, showText } from './describe-refused.ts';
import { type GlobalFlags, readCommandSettings, type SettingsContext } from './global-flags.ts';
import { CommandFailed, EXIT_REFUSED, type Terminal } from './terminal.ts';

export interface ResolveCommandNeeds extends SettingsContext {
  readonly terminal: Terminal;
  /** The resolver of a data folder, or of a running node. */
  readonly openResolving: (
    settings: Settings,
    onError: (error: unknown, what: string) => void,
  ) => Promise<{ readonly resolver: Pick<ResolverOperations, 'resolve'>; close(): Promise<void> }>;
}

interface ResolveOptions {
  readonly original?: boolean;
  readonly language?: string;
  readonly trace?: boolean;
}

export const addResolveCommand = (program: Command, needs: ResolveCommandNeeds): void => {
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
      const { terminal } = needs;
      const steps: TraceStep[] = [];
      const opened = await needs.openResolving(readCommandSettings(command, needs), (_error, what) =>
        terminal.error(`perene: ${what}\n`),
      );
      try {
        const resolution = await opened.resolver.resolve(
          {
            target: options.original ? askForOriginal(text) : text,
            clientAddresses: ['127.0.0.1'],
            languages: options.language,
            isCounted: false,
          },
          options.trace ? (step) => steps.push(step) : undefined,
        );
        const isJson = command.optsWithGlobals<GlobalFlags>().json === true;
        if (isJson) terminal.out(`${JSON.stringify(toJson(resolution, options.trace ? steps : undefined), null, 2)}\n`);
        else write(terminal, resolution, steps);
        if (resolution.kind !== 'found') throw new CommandFailed(EXIT_REFUSED);
      } finally {
        await opened.close();
      }
    });
};

const askForOriginal = (text: string): string =>
  `${text}${text.includes('?') ? '&' : '?'}ibiurl.requireditemstatus=Original`;

const toJson = (resolution: Resolution, steps: readonly TraceStep[] | undefined) => {
  const { kind, ...members } = resolution;
  const { acknowledgment: _acknowledgment, isLasting: _isLasting, ...shown } = members as Record<string, unknown>;
  return { outcome: kind, ...shown, ...(steps && { steps }) };
};

const write = (terminal: Terminal, resolution: Resolution, steps: readonly TraceStep[]): void => {
  for (const step of steps) terminal.error(`${describeStep(step)}\n`);
  if (resolution.kind === 'found') terminal.out(`${showText(resolution.url)}\n`);
  else terminal.error(`perene: ${describeUnresolved(resolution)}\n`);
};

/** Bodies are lists of pairs: one a line, indented. */
const describeStep = (step: TraceStep): string => {
  switch (step.kind) {
    case 'asked':
      return `ask       ${showText(step.archive.address)}, for ${step.why}\n          ?${showText(step.query)}`;
    case 'answered': {
      const pairs = step.body.split(/\r?\n/).map((line) => `\n          ${escapeText(line)}`);
      const what = step.body === '' ? ' that it does not hold the item' : pairs.join('');
      return `answer    ${showText(step.archive.address)} says in ${step.milliseconds.toFixed(1)} ms${what}`;
    }
    case 'failed':
      return `silence   ${showText(step.archive.address)}: ${escapeText(step.reason)}`;
    default:
      return `decision  ${escapeText(step.because)}`;
  }
};

const namesOf = (archives: readonly { readonly address: string }[]): string =>
  archives.map(({ address }) => showText(address)).join(', ');

const describeUnresolved = (resolution: Exclude<Resolution, { kind: 'found' }>): string => {
  switch (resolution.kind) {
    case 'malformed':
      return `${showText(resolution.text)}: ${describeRefused(resolution.text, resolution.refused)}`;
    case 'unknown':
      return `${resolution.ibi}: every Archive that may hold it says that it does not`;
    case 'untranslated':
      return `${resolution.ibi}: there is no translation in ${resolution.language}, but in ${resolution.languages.join(', ') || 'no language'}`;
    case 'removed':
      return `${resolution.ibi}: it was removed by ${namesOf(resolution.removals)}`;
    case 'disputed':
      return `${resolution.ibi}: ${namesOf(resolution.claims)} claim the original: an investigation is needed`;
    case 'uncertain':
      return `${resolution.ibi}: ${namesOf(resolution.silent)} may hold it and did not answer; ask again in ${resolution.retryAfterSeconds} s`;
    case 'no-original':
      return `${resolution.ibi}: nobody claims the original; copies are at ${namesOf(resolution.copies)}`;
    default:
      return `it leads in a circle, or too far: ${resolution.chain.map(showText).join(' -> ')}`;
  }
};
