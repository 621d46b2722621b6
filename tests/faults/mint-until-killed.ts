import { writeSync } from 'node:fs';
import { openIbiMinter } from '../../packages/server/src/compose/open-for-commands.ts';
import { readSettings } from '../../packages/server/src/config/settings.ts';

/** Mints one label after another and writes each at once; ends when it is killed. */
const [data = ''] = process.argv.slice(2);
const { minter } = await openIbiMinter(readSettings({ flags: { data }, environment: {}, file: {} }));
for (;;) {
  for (const { repository } of await minter.mint(3)) writeSync(1, `${repository}\n`);
}
