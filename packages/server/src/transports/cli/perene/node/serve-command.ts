import type { Command } from 'commander';
import { OPENID_SETTINGS } from '../../../../config/openid/setting-names.ts';
import { settingsToRemember, sourcesOfStart } from '../../../../config/remembered-settings.ts';
import type { SettingName } from '../../../../config/setting-names.ts';
import { readSettings, type Settings } from '../../../../config/settings.ts';
import { addSettings, type GlobalFlags, readCommandSources, type SettingsContext } from '../global-flags.ts';
import type { Terminal } from '../terminal.ts';

export interface RunningNode {
  /** The address to open in a browser. */
  readonly url: string;
  /** The first key, which is made, and known, only at the very first start. */
  readonly administratorKey?: { readonly key: string | undefined; readonly file: string };
  close(): Promise<void>;
}

export interface ServeContext extends SettingsContext {
  readonly serve: (settings: Settings) => Promise<RunningNode>;
  /** Resolves when the node is asked to stop. */
  readonly stopRequest: () => Promise<void>;
}

const NOT_NAMED =
  'this node was not told its name, so labels minted for it are for trying out only: see --identity-host';

const SERVE_SETTINGS: readonly SettingName[] = [
  'port',
  'host',
  'roles',
  'identity.host',
  'identity.port',
  'identity.ip',
  'identity.ip-port',
  'granularity',
  'clock-tolerance',
  'public-url',
  'resolver-url',
  'archive.service',
  'archive.platform-software',
  'archive.resolver',
  'archive.registration-key',
  'archive.administrator-email',
  'archive.platform-version',
  'archive.address',
  'archive.trusted',
  'smtp.url',
  'smtp.from',
  ...(Object.keys(OPENID_SETTINGS) as (keyof typeof OPENID_SETTINGS)[]),
  'resolver.alert-email',
  'ark.target-elements',
  'ark.forward-to',
  'max-file-bytes',
  'max-connections',
  'search-seconds',
  'outage-hours',
  'opens',
  'site.name',
  'site.name-pt',
  'site.accent',
  'site.contact',
  'public-reading',
  'noid.changes-by-get',
  'trusted-proxies',
  'allow-network',
  'log-level',
  'workers',
];

export const addServeCommand = (program: Command, context: ServeContext): void => {
  const { terminal, stopRequest, rememberNode, isWorker } = context;
  const serve = program
    .command('serve')
    .summary('run the node and its web page')
    .description('Runs the node and its web page until it is stopped (Ctrl-C).')
    .addHelpText(
      'after',
      `
Examples:
  $ perene serve
  $ perene serve --port 80 --host 0.0.0.0 --identity-host www.example.org --identity-ip 192.0.2.7`,
    );
  addSettings(serve, SERVE_SETTINGS);
  serve.action(async (_options, command: Command) => {
    const sources = sourcesOfStart(await readCommandSources(command, context));
    const settings = readSettings(sources);
    // From now on a signal stops the node in good order, however early it comes.
    const stop = stopRequest();
    const node = await context.serve(settings);
    if (!isWorker) await rememberNode(settings, settingsToRemember(sources));
    if (!isWorker)
      announce(terminal, {
        node: isInJournal(context) ? withoutKey(node) : node,
        settings,
        isJson: command.optsWithGlobals<GlobalFlags>().json,
      });
    await stop;
    await node.close();
  });
};

/** systemd sets this variable where it keeps what is printed, which others may read. */
const isInJournal = ({ environment }: SettingsContext): boolean => environment['JOURNAL_STREAM'] !== undefined;

const withoutKey = ({ administratorKey, ...node }: RunningNode): RunningNode => ({
  ...node,
  ...(administratorKey && { administratorKey: { ...administratorKey, key: undefined } }),
});

const announce = (
  terminal: Terminal,
  { node, settings, isJson }: { node: RunningNode; settings: Settings; isJson: boolean | undefined },
): void => {
  terminal.out(isJson ? `${JSON.stringify(startOf(node))}\n` : describeStart(node));
  if (settings.identity.isForTryingOut) terminal.error(`perene: ${NOT_NAMED}\n`);
  const { resolver, registrationKey, administratorEmail } = settings.joining;
  if (resolver !== undefined && (registrationKey === undefined || administratorEmail === undefined)) {
    terminal.error(
      `perene: ${resolver}, which the data folder remembers, is not joined without --archive-registration-key; "--archive-resolver none" forgets it\n`,
    );
  }
};

const startOf = ({ url, administratorKey }: RunningNode) => ({ url, ...(administratorKey && { administratorKey }) });

const describeStart = ({ url, administratorKey }: RunningNode): string => {
  const ready = `Perene is ready: open ${url} (Ctrl-C stops it)\n`;
  if (administratorKey === undefined) return ready;
  const { key, file } = administratorKey;
  if (key === undefined) return `The administrator's key is in ${file}, which only its owner can read.\n${ready}`;
  return `The administrator's key, shown only this once and kept in ${file}:\n\n  ${key}\n\n${ready}`;
};
