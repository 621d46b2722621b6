import type { Command } from 'commander';
import type { Settings } from '../../../config/settings.ts';
import { addSettings, readCommandSettings, type SettingsContext } from './global-flags.ts';
import { TRYING_OUT } from './ibi-commands.ts';
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
    terminal.out(`Perene is ready: open ${node.url}\n`);
    if (settings.identity.isForTryingOut) terminal.error(`perene: ${TRYING_OUT}\n`);
    await stopRequest();
    await node.close();
  });
};
