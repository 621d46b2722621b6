import type { Command } from 'commander';
import type { Settings } from '../../../config/settings.ts';
import { addSettings, type GlobalFlags, readCommandSettings, type SettingsContext } from './global-flags.ts';
import type { Terminal } from './terminal.ts';

export interface RunningNode {
  /** Where to look. */
  readonly url: string;
  close(): Promise<void>;
}

export interface ServeCommandNeeds extends SettingsContext {
  readonly terminal: Terminal;
  readonly startNode: (settings: Settings) => Promise<RunningNode>;
  /** Resolves when the node is asked to stop. */
  readonly stopRequest: () => Promise<void>;
}

const NOT_NAMED =
  'this node was not told its name, so labels minted for it are for trying out only: see --identity-host';

export const addServeCommand = (program: Command, needs: ServeCommandNeeds): void => {
  const { terminal, startNode, stopRequest } = needs;
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
  addSettings(serve, ['port', 'host', 'identity.host', 'identity.port', 'identity.ip', 'identity.ip-port']);
  serve.action(async (_options, command: Command) => {
    const settings = readCommandSettings(command, needs);
    const node = await startNode(settings);
    const isJson = command.optsWithGlobals<GlobalFlags>().json;
    terminal.out(
      isJson ? `${JSON.stringify({ url: node.url })}\n` : `Perene is ready: open ${node.url} (Ctrl-C stops it)\n`,
    );
    if (settings.identity.isForTryingOut) terminal.error(`perene: ${NOT_NAMED}\n`);
    await stopRequest();
    await node.close();
  });
};
