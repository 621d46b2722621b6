import { existsSync } from 'node:fs';
import {
  type Answer,
  DEFAULT_HOST_PORT,
  DEFAULT_IP_PORT,
  ibipPrefix,
  ibipSuffix,
  parseExactDate,
  parsePort,
  type Refused,
  repositoryPrefix,
  repositorySuffix,
} from '@perene/core';
import { readPersistentUrl } from '@perene/core/reading';
import { type Command, InvalidArgumentError } from 'commander';
import { readPlace, type Settings } from '../../../../config/settings.ts';
import { acceptClock } from '../../../../services/minting/accept-clock.ts';
import { MAX_COUNT, type ShownIbi } from '../../../../services/minting/mint-ibis.ts';
import { type CommandContext, withLocalNode, withNode } from '../command-context.ts';
import { addSettings, type GlobalFlags, readGivenSources } from '../global-flags.ts';
import { drawProgress } from '../progress.ts';
import { CommandFailed, EXIT_REFUSED, wrongUsage } from '../terminal.ts';
import { describeRefused, showText } from './describe-refused.ts';
import { type InspectedLabel, inspectLabel } from './inspect-label.ts';

export const addIbiCommands = (program: Command, context: CommandContext): void => {
  const ibi = program.command('ibi').summary('labels of the IBI standard').description('Labels of the IBI standard.');
  addInspect(ibi, context);
  addEncode(ibi, context);
  addMint(ibi, context);
  addAcceptClock(ibi, context);
};

const addInspect = (ibi: Command, { terminal }: CommandContext): void => {
  ibi
    .command('inspect')
    .argument('<LABEL...>', 'labels in either form, or of before RTC-10')
    .summary('tell everything that a label says by itself')
    .description('Tells everything that a label says by itself: form, host or IP, port and the instant it was given.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene ibi inspect 8JMKD3MGP8W/34PGRBS
  $ perene ibi inspect --json sid.inpe.br/mtc-m18@80/2009/02.16.17.46
  $ perene ibi inspect 83LX3pFwXQZ5Jpy/Bkjzd

Exit status: 0 if every label is valid, 1 if one is not.`,
    )
    .action((labels: string[], _options, command: Command) => {
      const inspections = labels.map(inspectLabel);
      if (command.optsWithGlobals<GlobalFlags>().json) {
        const rows = inspections.map((inspection) =>
          inspection.valid
            ? inspection
            : {
                label: inspection.label,
                valid: false,
                error: describeRefused(inspection.label, inspection.refused),
                problem: inspection.refused.problem,
                position: inspection.refused.position,
              },
        );
        terminal.out(`${JSON.stringify(rows, null, 2)}\n`);
      } else {
        for (const inspection of inspections) {
          if (inspection.valid) terminal.out(describeLabel(inspection));
          else terminal.error(`perene: ${describeInvalid(inspection.label, inspection.refused)}\n`);
        }
      }
      if (inspections.some(({ valid }) => !valid)) throw new CommandFailed(EXIT_REFUSED);
    });
};

const describeInvalid = (label: string, refused: Refused): string => {
  const hint = readPersistentUrl(label).ok ? '; as a persistent URL it can be read: see perene url parse' : '';
  return `${showText(label)}: ${describeRefused(label, refused)}${hint}`;
};

const FORM_NAMES = {
  repository: 'repository name',
  ibip: 'IBIp',
  legacy: 'label of before RTC-10, in which letter case counts',
};

const describeLabel = ({ form, canonical, host, ip, port, date, time, candidates }: InspectedLabel): string => {
  const facts = { form: FORM_NAMES[form], host, ip, port, time, date };
  const lines = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name.padEnd(6)} ${value}`);
  return `${[canonical, ...lines, ...describeCandidates(candidates)].join('\n')}\n`;
};

const describeCandidates = (candidates: InspectedLabel['candidates']): readonly string[] => {
  if (candidates === undefined) return [];
  if (candidates.length === 0) {
    return ['  It cannot be decoded: it has a letter whose digit nobody has published.', `  ${ONLY_AS_ALIAS}`];
  }
  return candidates.map((candidate, index) => `  ${index === 0 ? 'names' : 'or'.padEnd(5)}  ${candidate}`);
};

const ONLY_AS_ALIAS = 'It is found only where an item carries it as an alias.';

const addEncode = (ibi: Command, { terminal }: CommandContext): void => {
  ibi
    .command('encode')
    .requiredOption('--date <SECONDS>', 'exact decimal POSIX seconds, such as 1234806360 or 981114292.5 (required)')
    .option('--host <HOST>', 'fully qualified name, for a repository name')
    .option('--port <N>', 'port of the host (default 80)', portArgument)
    .option('--ip <IP>', 'IPv4 or IPv6 address, for an IBIp')
    .option('--ip-port <N>', 'port of the address (default 800)', portArgument)
    .summary('write a date and a server as labels, without minting')
    .description('Writes a date and a server as labels, without minting: nothing is recorded.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene ibi encode --date 1234806360 --host mtc-m18.sid.inpe.br
  $ perene ibi encode --date 1234806360 --ip 150.163.34.243 --json`,
    )
    .action((options: EncodeOptions, command: Command) => {
      if (options.host === undefined && options.ip === undefined) {
        throw wrongUsage('ibi encode: give --host, --ip or both');
      }
      if (options.port !== undefined && options.host === undefined) {
        throw wrongUsage('ibi encode: --port goes with --host; the port of --ip is --ip-port');
      }
      if (options.ipPort !== undefined && options.ip === undefined) {
        throw wrongUsage('ibi encode: --ip-port goes with --ip');
      }
      const take = <Value>(flag: string, text: string, answer: Answer<Value>): Value => {
        if (answer.ok) return answer.value;
        const hint = flag === '--date' ? ' (seconds since 1970, such as 1234806360)' : '';
        throw wrongUsage(`ibi encode: ${flag} ${showText(text)}: ${describeRefused(text, answer)}${hint}`);
      };
      const date = take('--date', options.date, parseExactDate(options.date));
      const labels: { repository?: string; ibip?: string } = {};
      if (options.host !== undefined) {
        const prefix = repositoryPrefix({ host: options.host, port: options.port ?? DEFAULT_HOST_PORT });
        labels.repository = `${take('--host', options.host, prefix)}/${repositorySuffix(date)}`;
      }
      if (options.ip !== undefined) {
        const prefix = ibipPrefix({ ip: options.ip, port: options.ipPort ?? DEFAULT_IP_PORT });
        labels.ibip = `${take('--ip', options.ip, prefix)}/${take('--date', options.date, ibipSuffix(date))}`;
      }
      const isJson = command.optsWithGlobals<GlobalFlags>().json;
      terminal.out(isJson ? `${JSON.stringify(labels, null, 2)}\n` : `${Object.values(labels).join('\n')}\n`);
    });
};

interface EncodeOptions {
  readonly date: string;
  readonly host?: string;
  readonly port?: number;
  readonly ip?: string;
  readonly ipPort?: number;
}

const portArgument = (text: string): number => {
  const port = parsePort(text);
  if (!port.ok) throw new InvalidArgumentError(`Expected ${port.expected}.`);
  return port.value;
};

const addMint = (ibi: Command, context: CommandContext): void => {
  const { terminal } = context;
  const command = ibi
    .command('mint')
    .option('--count <N>', 'how many labels', countArgument, 1)
    .summary('mint labels that are never given again')
    .description('Mints labels that are never given again, and records the last date in the data folder first.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene ibi mint
  $ perene ibi mint --count 100 --identity-host www.example.org --identity-ip 192.0.2.7
  $ perene ibi mint --server https://www.example.org --key KEY

Without --identity-host labels are for trying out only. Any number of processes may mint on one data folder.`,
    );
  addSettings(command, [
    'identity.host',
    'identity.port',
    'identity.ip',
    'identity.ip-port',
    'granularity',
    'clock-tolerance',
  ]);
  command.action(async ({ count }: { count: number }) => {
    const { labels, note } = await mint(count, command, context);
    if (note !== undefined) terminal.error(`perene: ${note}\n`);
    const isJson = command.optsWithGlobals<GlobalFlags>().json;
    const lines = labels.map(({ repository, ibip }) => (ibip === undefined ? repository : `${repository} ${ibip}`));
    terminal.out(isJson ? `${JSON.stringify(labels, null, 2)}\n` : `${lines.join('\n')}\n`);
  });
};

const addAcceptClock = (ibi: Command, context: CommandContext): void => {
  ibi
    .command('accept-clock')
    .summary('mint again, although the clock was once ahead')
    .description('Goes on with the dates from now on, if the records prove that none of them was given.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene doctor
  $ perene ibi accept-clock

Set the clock right first. A clock that was ahead gave dates of the future, and minting stops until they have come. This
command finds in the records of all dates that were given which are free, and prints until when. Minting stops again for
as long as the clock was ahead. No label is given twice, whatever the clock says.`,
    )
    .action(async (_options, command: Command) => {
      await withLocalNode(command, context, async ({ clock, givenDates }) => {
        const until = await acceptClock({ clock, givenDates });
        const isJson = command.optsWithGlobals<GlobalFlags>().json;
        context.terminal.out(isJson ? `${JSON.stringify({ until }, null, 2)}\n` : `free until ${until}\n`);
      });
    });
};

interface Minted {
  readonly labels: readonly ShownIbi[];
  /** A note for the person, if there is something to know. */
  readonly note: string | undefined;
}

const mint = async (count: number, command: Command, context: CommandContext): Promise<Minted> => {
  const { database } = readPlace(readGivenSources(command, context));
  const isNew = database.kind === 'sqlite' && !existsSync(database.path);
  let minted: Minted = { labels: [], note: undefined };
  await withNode(command, context, async ({ minter }, settings) => {
    const progress = await drawProgress(context.terminal, count);
    try {
      const labels = await minter.mint(count, progress.update);
      minted = { labels, note: settings.remote === undefined ? describeMinting(settings, isNew) : undefined };
    } finally {
      progress.stop();
    }
  });
  return minted;
};

const describeMinting = (settings: Settings, isNew: boolean): string | undefined => {
  if (settings.identity.isForTryingOut) return TRYING_OUT;
  return isNew ? describeNewStore(settings) : undefined;
};

/**
 * The warning before a new store is made: two data folders do not share their last date, so they could give the same
 * label.
 */
const describeNewStore = ({ database, identity }: Settings): string => {
  const store = database.kind === 'sqlite' ? database.path : 'this database';
  return `begun to mint for ${identity.repositoryPrefix} in ${store}: mint for it from there only, ever`;
};

/** The warning of a node without a name. */
export const TRYING_OUT =
  'these labels are for trying out only: give --identity-host (and --identity-ip) to mint real ones';

const countArgument = (text: string): number => {
  const count = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_COUNT) throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_COUNT}.`);
  return count;
};
