// One script for the noid command, so that a process starts within the time that one mint may take: neither many files
// nor Node's loader of modules, which alone takes some 10 ms.
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const server = fileURLToPath(new URL('../packages/server/', import.meta.url));
const bundle = await rolldown({
  input: `${server}dist/noid-main.js`,
  platform: 'node',
  // A native module, and one that only rules need.
  external: ['better-sqlite3', 're2js'],
});
await bundle.write({ file: `${server}dist/noid-bundle.cjs`, format: 'cjs', codeSplitting: false, sourcemap: true });
await bundle.close();
