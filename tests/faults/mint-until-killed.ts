import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createNode } from '../../packages/server/src/compose/create-node.ts';
import { readSettings } from '../../packages/server/src/config/settings.ts';

/** Mints one label after another and writes each at once; ends when it is killed. */
const [data = ''] = process.argv.slice(2);
const { minter } = await createNode(readSettings({ flags: { data }, environment: {}, file: {} }));
flushCompileCache();
for (;;) {
  for (const { repository } of await minter.mint(3)) writeSync(1, `${repository}\n`);
}
