// Bundles the two programs, each as a script that starts fast: without many files, and without Node's loader of
// modules, which alone takes some 10 ms. `perene` is split: only commands that need a node load the part that makes
// one.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const server = fileURLToPath(new URL('../packages/server/', import.meta.url));
const folder = `${server}dist/program`;
/** Native modules, and a module that only rules of minters need. */
const NATIVE = ['@node-rs/argon2', 'better-sqlite3', 're2js'];
/** Packages that only a running node loads, and packages that look for their own files or need to be packages. */
const LEFT_OUT = [/^@aws-sdk\//, /^@fastify\//, 'fastify', 'pino', 'prom-client', 'qrcode', 'tus-js-client', 'undici'];

const write = async (input, external, output) => {
  const bundle = await rolldown({ input: `${server}dist/${input}`, platform: 'node', external });
  await bundle.write({ format: 'cjs', sourcemap: true, ...output });
  await bundle.close();
};

rmSync(folder, { recursive: true, force: true });
await write('noid-main.js', NATIVE, { file: `${folder}/noid.cjs`, codeSplitting: false });
await write('adapters/sql/engine/sqlite/sqlite-aside-worker.js', NATIVE, {
  file: `${folder}/sqlite-aside-worker.cjs`,
  codeSplitting: false,
});
await write('adapters/thumbnails/thumbnail-worker.js', ['@silvia-odwyer/photon-node'], {
  file: `${folder}/thumbnail-worker.cjs`,
  codeSplitting: false,
});
await write('main.js', [...NATIVE, ...LEFT_OUT], {
  dir: folder,
  entryFileNames: 'perene.cjs',
  chunkFileNames: 'perene-[name].cjs',
});
