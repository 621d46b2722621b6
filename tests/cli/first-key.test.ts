import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { openForCommand } from '../../packages/server/src/compose/commands/open-for-command.ts';
import { serveNode } from '../../packages/server/src/compose/serving/serve-node.ts';
import { addServeCommand } from '../../packages/server/src/transports/cli/perene/node/serve-command.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { settingsOf } from '../fixtures/test-node.ts';

/** Runs `perene serve` in this process until it is ready, and returns what it printed. */
const serveOnce = async (folder: string, environment: Readonly<Record<string, string>>): Promise<string> => {
  let printed = '';
  const program = new Command('perene').option('--json');
  addServeCommand(program, {
    terminal: {
      out: (text) => {
        printed += text;
      },
      error: () => undefined,
      isWatched: false,
      isShown: false,
      hasColours: false,
    },
    environment: { PERENE_DATA: folder, PERENE_LOG_LEVEL: 'silent', ...environment },
    recallNode: async () => ({}),
    isWorker: false,
    serve: serveNode,
    stopRequest: async () => undefined,
    rememberNode: async () => undefined,
  });
  await program.parseAsync(['serve', '--port', String(await findFreePort())], { from: 'user' });
  return printed;
};

it('the first key is printed once, but never into the journal of systemd', async () => {
  const [shown, kept] = [createTemporaryFolder(), createTemporaryFolder()];
  const keyOf = (folder: string) => readFileSync(join(folder, 'administrator.key'), 'utf8').trim();
  const first = await serveOnce(shown, {});
  expect(first).toContain(keyOf(shown));
  expect(await serveOnce(shown, {})).not.toContain(keyOf(shown));
  const printed = await serveOnce(kept, { JOURNAL_STREAM: '8:12345' });
  expect(printed).not.toContain(keyOf(kept));
  expect(printed).toContain(join(kept, 'administrator.key'));
});

it('a command that acts on what is there makes no data of a mistyped folder', async () => {
  const folder = join(createTemporaryFolder(), 'mistyped');
  const settings = settingsOf({ data: folder });
  await expect(openForCommand(settings, { mayBegin: false })).rejects.toMatchObject({
    code: 'data-folder-unusable',
    parameters: { reason: 'absent' },
  });
  expect(existsSync(folder)).toBe(false);
  const node = await openForCommand(settings, { mayBegin: true });
  await node.close();
  await (await openForCommand(settings, { mayBegin: false })).close();
});
