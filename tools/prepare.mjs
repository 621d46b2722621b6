// Installs and builds what is missing or older than its source. Runs before start, test and bench, on whatever Node.js
// the machine has: the clone brings its own, newer one with the packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const modifiedAt = (path) => (existsSync(join(root, path)) ? statSync(join(root, path)).mtimeMs : 0);

const newestIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).reduce((newest, entry) => {
    const path = join(folder, entry.name);
    return Math.max(newest, entry.isDirectory() ? newestIn(path) : modifiedAt(path));
  }, 0);

const run = (command, ...words) => {
  const isWindows = process.platform === 'win32';
  const { status } = spawnSync(command, words, { cwd: root, stdio: ['ignore', 2, 2], shell: isWindows });
  if (status !== 0) {
    process.stderr.write(`perene: "${[command, ...words].join(' ')}" failed; its messages are above\n`);
    process.exit(status ?? 1);
  }
};

/** npm writes node_modules/.package-lock.json at the end of every installation. */
const isInstalled = modifiedAt('node_modules/.package-lock.json') >= modifiedAt('package-lock.json');
if (!isInstalled) {
  process.stderr.write('Installing packages (once) ...\n');
  // `npm ci` first removes all packages, including the Node.js that may run this script, so it is used only where there
  // are none.
  const isFirst = !existsSync(join(root, 'node_modules'));
  run('npm', ...(isFirst ? ['ci'] : ['install', '--no-save']), '--no-audit', '--no-fund', '--loglevel=error');
}

process.env.PATH = `${join(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;

run('tsc', '-b', 'packages/core', 'packages/api', 'packages/server');
run('node', 'tools/bundle.mjs');

const docsSources = Math.max(
  newestIn('docs'),
  newestIn('tools/build-docs'),
  newestIn('packages/api/src'),
  newestIn('packages/server/src'),
  newestIn('vectors'),
);
if (modifiedAt('packages/server/dist/docs/index.html') < docsSources) {
  run('node', '--conditions=source', 'tools/build-docs/run.ts');
}

const consoleSources = Math.max(
  newestIn('packages/console/src'),
  newestIn('packages/console/public'),
  newestIn('packages/core/src'),
  newestIn('packages/api/src'),
  modifiedAt('packages/console/index.html'),
  modifiedAt('packages/console/console.html'),
  modifiedAt('packages/console/vite.config.ts'),
);
if (modifiedAt('packages/console/dist/index.html') < consoleSources) {
  run('vite', 'build', 'packages/console', '--logLevel', 'warn');
}
