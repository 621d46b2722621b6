import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import { openMovingNode, serveMovingNode } from '../fixtures/moving-node.ts';

/** Runs one side of a transfer as a process of its own: `serve`, or `transfer LABEL TO KEY`, after which it ends. */
const [folder = '', name = '', publicUrl = '', command, label = '', to = '', key = ''] = process.argv.slice(2);
const database = openSqliteDatabase(join(folder, 'perene.sqlite'));
await migrate(database);
const node = await openMovingNode({ database, folder, name, publicUrl });
// It may be killed later.
flushCompileCache();
if (command === 'serve') {
  await serveMovingNode(node);
  process.stdout.write('ready\n');
} else {
  process.stdout.write('ready\n');
  const { outcome } = await node.transfer(label, { to, key });
  process.stdout.write(`${outcome}\n`);
  await database.close();
}
