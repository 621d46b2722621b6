#!/usr/bin/env node
// Syncs of files wait for the disk, and many at a time share its work; Node.js has four threads for them unless told.
process.env.UV_THREADPOOL_SIZE ??= '16';
const [major] = process.versions.node.split('.').map(Number);
if (major < 22) {
  process.stderr.write(
    `perene: Node.js 22 or newer is needed, this is ${process.versions.node}; in a clone, "npx perene" brings its own\n`,
  );
  process.exit(2);
}
require('node:module').enableCompileCache();
require('../dist/program/perene.cjs');
