import type { Command } from 'commander';
import type { SettingName } from '../../../config/setting-names.ts';
import type { Settings } from '../../../config/settings.ts';
import { addSettings, type GlobalFlags, readCommandSettings, type SettingsContext } from './global-flags.ts';
import type { Terminal } from './terminal.ts';

export interface RunningNode {
  /** Where to look. */
  readonly url: string;
  /** Made at the very first start, and known only then. */
  readonly administratorKey?: { readonly key: string; readonly file: string };
  close(): Promise<void>;
}

export interface ServeCommandNeeds extends SettingsContext {
  readonly terminal: Terminal;
  readonly startNode: (settings: Settings) => Promise<RunningNode>;
  /** Resolves when the node is asked to stop. */
  readonly stopRequest: () => Promise<void>;
  /** One of several processes, of which the first has said all that is to be said. */
  readonly isWorker: boolean;
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
  'smtp.url',
  'smtp.from',
  'ark.target-elements',
  'ark.forward-to',
  'max-file-bytes',
  'public-reading',
  'trusted-proxies',
  'allow-network',
  'log-level',
  'workers',
];

export const addServeCommand = (program: Command, needs: ServeCommandNeeds): void => {
  const { terminal, startNode, stopRequest, isWorker } = needs;
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
    const settings = readCommandSettings(command, needs);
    // From now on a signal stops it in good order, however early it comes.
    const stop = stopRequest();
    const node = await startNode(settings);
    if (!isWorker) announce(terminal, { node, settings, isJson: command.optsWithGlobals<GlobalFlags>().json });
    await stop;
    await node.close();
  });
};

const announce = (
  terminal: Terminal,
  { node, settings, isJson }: { node: RunningNode; settings: Settings; isJson: boolean | undefined },
): void => {
  terminal.out(isJson ? `${JSON.stringify(startOf(node))}\n` : describeStart(node));
  if (settings.identity.isForTryingOut) terminal.error(`perene: ${NOT_NAMED}\n`);
};

const startOf = ({ url, administratorKey }: RunningNode) => ({ url, ...(administratorKey && { administratorKey }) });

const describeStart = ({ url, administratorKey }: RunningNode): string => {
  const ready = `Perene is ready: open ${url} (Ctrl-C stops it)\n`;
  if (administratorKey === undefined) return ready;
  const { key, file } = administratorKey;
  return `The administrator's key, shown only this once and kept in ${file}:\n\n  ${key}\n\n${ready}`;
};
