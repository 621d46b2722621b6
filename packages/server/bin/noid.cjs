#!/usr/bin/env node
const [major] = process.versions.node.split('.').map(Number);
if (major < 22) {
  process.stderr.write(
    `noid: Node.js 22 or newer is needed, this is ${process.versions.node}; in a clone, "npx noid" brings its own\n`,
  );
  process.exit(2);
}
require('node:module').enableCompileCache();
require('../dist/program/noid.cjs');
