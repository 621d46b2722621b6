import { flushCompileCache } from 'node:module';
import { createCopyCheck } from '../../packages/server/src/adapters/sql/copy/check-rows.ts';
import { openCopyFile } from '../../packages/server/src/adapters/sql/copy/copy-file.ts';
import { createCopySource } from '../../packages/server/src/adapters/sql/copy/copy-source.ts';
import { followSource } from '../../packages/server/src/adapters/sql/copy/follow-source.ts';
import { connectPostgres } from '../../packages/server/src/adapters/sql/engine/postgres/postgres-connection.ts';

/** Follows a database without a pause, and writes what each step came to; ends when it is killed. */
const [url = '', folder = ''] = process.argv.slice(2);
const source = createCopySource(() => connectPostgres(url, 'test'));
const file = await openCopyFile(folder);
const check = createCopyCheck();
flushCompileCache();
for (;;) {
  const { outcome } = await followSource(source, file, { check, onContact: () => undefined });
  process.stdout.write(`${outcome}\n`);
}
