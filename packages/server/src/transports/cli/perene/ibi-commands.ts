import {
  type Answer,
  DEFAULT_HOST_PORT,
  DEFAULT_IP_PORT,
  ibipPrefix,
  ibipSuffix,
  parseExactDate,
  parsePort,
  type Refused,
  readPersistentUrl,
  repositoryPrefix,
  repositorySuffix,
} from '@perene/core';
import { type Command, InvalidArgumentError } from 'commander';
import type { Settings } from '../../../config/settings.ts';
import { type IbiMinter, MAX_COUNT } from '../../../services/minter/mint-ibis.ts';
import { type ArchiveCommandNeeds, wrongUsage } from './archive-needs.ts';
import { describeRefused, showText } from './describe-refused.ts';
import { addSettings, type GlobalFlags, readCommandSettings } from './global-flags.ts';
import { type InspectedLabel, inspectLabel } from './inspect-label.ts';
import { drawProgress } from './progress.ts';
import { CommandFailed, EXIT_REFUSED, type Terminal } from './terminal.ts';

export interface IbiCommandNeeds extends ArchiveCommandNeeds {
  readonly openIbiMinter: (settings: Settings) => Promise<OpenedMinter>;
}

export interface OpenedMinter {
  readonly minter: IbiMinter;
  /** Nothing was ever minted from this data folder. */
  readonly isNew: boolean;
}

export const addIbiCommands = (program: Command, needs: IbiCommandNeeds): void => {
  const ibi = program.command('ibi').summary('labels of the IBI standard').description('Labels of the IBI standard.');
  addInspect(ibi, needs);
  addEncode(ibi, needs);
  addMint(ibi, needs);
};

const addInspect = (ibi: Command, { terminal }: IbiCommandNeeds): void => {
  ibi
    .command('inspect')
    .argument('<LABEL...>', 'labels in either form')
    .summary('tell everything that a label says by itself')
    .description('Tells everything that a label says by itself: form, host or IP, port and the instant it was given.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene ibi inspect 8JMKD3MGP8W/34PGRBS
  $ perene ibi inspect --json sid.inpe.br/mtc-m18@80/2009/02.16.17.46

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

const FORM_NAMES = { repository: 'repository name', ibip: 'IBIp' };

const describeLabel = ({ form, canonical, host, ip, port, date, time }: InspectedLabel): string => {
  const server = host === undefined ? `  ip     ${ip}\n` : `  host   ${host}\n`;
  return `${canonical}\n  form   ${FORM_NAMES[form]}\n${server}  port   ${port}\n  time   ${time}\n  date   ${date}\n`;
};

const addEncode = (ibi: Command, { terminal }: IbiCommandNeeds): void => {
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
        throw wrongUsage(terminal, 'ibi encode: give --host, --ip or both');
      }
      if (options.port !== undefined && options.host === undefined) {
        throw wrongUsage(terminal, 'ibi encode: --port goes with --host; the port of --ip is --ip-port');
      }
      if (options.ipPort !== undefined && options.ip === undefined) {
        throw wrongUsage(terminal, 'ibi encode: --ip-port goes with --ip');
      }
      const take = <Value>(flag: string, text: string, answer: Answer<Value>): Value => {
        if (answer.ok) return answer.value;
        const hint = flag === '--date' ? ' (seconds since 1970, such as 1234806360)' : '';
        throw wrongUsage(terminal, `ibi encode: ${flag} ${showText(text)}: ${describeRefused(text, answer)}${hint}`);
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

const addMint = (ibi: Command, needs: IbiCommandNeeds): void => {
  const { terminal } = needs;
  const mint = ibi
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
  addSettings(mint, [
    'identity.host',
    'identity.port',
    'identity.ip',
    'identity.ip-port',
    'granularity',
    'clock-tolerance',
  ]);
  mint.action(async ({ count }: { count: number }, command: Command) => {
    const settings = readCommandSettings(command, needs);
    const { labels, note } = await (settings.remote === undefined ? mintHere : mintThere)(count, settings, needs);
    if (note !== undefined) terminal.error(`perene: ${note}\n`);
    const isJson = command.optsWithGlobals<GlobalFlags>().json;
    const lines = labels.map(({ repository, ibip }) => (ibip === undefined ? repository : `${repository} ${ibip}`));
    terminal.out(isJson ? `${JSON.stringify(labels, null, 2)}\n` : `${lines.join('\n')}\n`);
  });
};

interface Minted {
  readonly labels: Awaited<ReturnType<IbiMinter['mint']>>;
  /** What the person should know. */
  readonly note: string | undefined;
}

type Mint = (count: number, settings: Settings, needs: IbiCommandNeeds) => Promise<Minted>;

const mintHere: Mint = async (count, settings, { openIbiMinter, terminal }) => {
  const { minter, isNew } = await openIbiMinter(settings);
  const labels = await mintWatched(minter, count, terminal);
  const newStore = isNew ? describeNewStore(settings) : undefined;
  return { labels, note: settings.identity.isForTryingOut ? TRYING_OUT : newStore };
};

const mintThere: Mint = async (count, settings, { openArchive, terminal }) => ({
  labels: await mintWatched(await openArchive(settings), count, terminal),
  note: undefined,
});

const mintWatched = async (minter: IbiMinter, count: number, terminal: Terminal): Promise<Minted['labels']> => {
  const progress = await drawProgress(terminal, count);
  try {
    return await minter.mint(count, progress.update);
  } finally {
    progress.stop();
    await minter.close();
  }
};

/** Two data folders know nothing of each other, so they could give the same label. */
const describeNewStore = ({ database, identity }: Settings): string => {
  const store = database.kind === 'sqlite' ? database.path : 'this database';
  return `begun to mint for ${identity.repositoryPrefix} in ${store}: mint for it from there only, ever`;
};

/** What a node says that was not told who it is. */
export const TRYING_OUT =
  'these labels are for trying out only: give --identity-host (and --identity-ip) to mint real ones';

const countArgument = (text: string): number => {
  const count = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_COUNT) throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_COUNT}.`);
  return count;
};
