import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../packages/server/src/compose/open-storage.ts';
import { ibi } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { openTestNode, settingsOf } from '../fixtures/test-node.ts';

const LABEL = ibi('example.org/archive/2026/01.01.00.00');

it.each(['localhost', '127.0.0.1', '0.0.0.0'])(
  'a node that listens on %s asks nothing of its own machine, unless that is allowed',
  async (host) => {
    const asked: (string | undefined)[] = [];
    const inner = createServer(({ url }, response) => {
      asked.push(url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(inner, 'listening');
    onTestFinished(() => {
      inner.closeAllConnections();
      inner.close();
    });
    const { port } = inner.address() as AddressInfo;
    const settings = settingsOf({ data: createTemporaryFolder(), host });
    for (const [allowedNetworks, code, count] of [
      [[], 'peer-not-allowed', 0],
      [settings.allowedNetworks, 'peer-refused', 1],
    ] as const) {
      const database = await openDatabase(settings);
      const node = await openTestNode({ ...settings, allowedNetworks }, { database });
      onTestFinished(() => node.close());
      const copying = node.mover.copy(LABEL, { from: `http://localhost:${port}` }, { who: 'tester' });
      await expect(copying).rejects.toMatchObject({ code });
      expect(asked.length).toBe(count);
    }
  },
);
