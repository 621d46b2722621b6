// Makes a release: node tools/release.mjs patch|minor|major|X.Y.Z [--dry-run] Checks that nothing is uncommitted and
// that the tests pass, gives all packages the new version, turns what is unreleased in the changelog into that version,
// commits and tags. It publishes nothing, but prints the commands that do.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m;

const stop = (reason) => {
  process.stderr.write(`release: ${reason}\n`);
  process.exit(1);
};

const say = (line) => process.stdout.write(`${line}\n`);

const run = (command, words, stdio = 'pipe') => {
  const shell = process.platform === 'win32';
  const { status, stdout } = spawnSync(command, words, { cwd: root, encoding: 'utf8', stdio, shell });
  if (status !== 0) stop(`"${[command, ...words].join(' ')}" failed`);
  return stdout;
};

const read = (path) => readFileSync(join(root, path), 'utf8');
const readJson = (path) => JSON.parse(read(path));
const toJson = (value) => `${JSON.stringify(value, null, 2)}\n`;

const nextVersion = (current, wanted) => {
  const now = VERSION.exec(current).slice(1).map(Number);
  const place = ['major', 'minor', 'patch'].indexOf(wanted);
  if (place >= 0) return now.map((part, index) => (index < place ? part : index === place ? part + 1 : 0)).join('.');
  const parts = VERSION.exec(wanted ?? '')
    ?.slice(1)
    .map(Number);
  if (parts === undefined) stop('give patch, minor, major or a version such as 1.2.3');
  const first = parts.findIndex((part, index) => part !== now[index]);
  if (first < 0 || parts[first] < now[first]) stop(`${wanted} does not come after ${current}`);
  return wanted;
};

/**
 * Returns a manifest, or its entry in the lock, with a new version; packages of this project depend on one another in
 * the same version.
 */
const withVersion = (manifest, version) => ({
  ...manifest,
  version,
  ...(manifest.dependencies && {
    dependencies: Object.fromEntries(
      Object.entries(manifest.dependencies).map(([name, range]) => [
        name,
        name.startsWith('@perene/') ? version : range,
      ]),
    ),
  }),
});

/** Packages that others depend on come first. */
const inOrder = (manifests) => {
  const sorted = [];
  while (sorted.length < manifests.length) {
    const isReady = ({ dependencies = {} }) =>
      manifests.every(({ name }) => !(name in dependencies) || sorted.some((done) => done.name === name));
    const next = manifests.find((manifest) => !sorted.includes(manifest) && isReady(manifest));
    if (next === undefined) stop('the packages ask for one another in a circle');
    sorted.push(next);
  }
  return sorted;
};

const isDry = process.argv.includes('--dry-run');
const [wanted] = process.argv.slice(2).filter((word) => word !== '--dry-run');
const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
const version = nextVersion(readJson('package.json').version, wanted);
const tag = `v${version}`;

if (run('git', ['status', '--porcelain']) !== '') stop('commit or remove first what is not committed');
if (run('git', ['tag', '--list', tag]) !== '') stop(`the tag ${tag} is there already`);
const changelog = read('CHANGELOG.md');
if ((UNRELEASED.exec(changelog)?.[1] ?? '').trim() === '') stop('CHANGELOG.md has nothing under Unreleased');
run('npm', ['test'], 'inherit');

const lock = readJson('package-lock.json');
const day = new Date().toISOString().slice(0, 10);
const changes = {
  ...Object.fromEntries(
    ['.', ...folders].map((folder) => {
      const path = folder === '.' ? 'package.json' : `${folder}/package.json`;
      return [path, toJson(withVersion(readJson(path), version))];
    }),
  ),
  'package-lock.json': toJson({
    ...lock,
    version,
    packages: Object.fromEntries(
      Object.entries(lock.packages).map(([path, entry]) => [
        path,
        path === '' || folders.includes(path) ? withVersion(entry, version) : entry,
      ]),
    ),
  }),
  'CHANGELOG.md': changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} - ${day}\n`),
};

for (const [path, text] of Object.entries(changes)) {
  if (isDry) say(`would write ${path}`);
  else writeFileSync(join(root, path), text);
}
if (isDry) say(`would commit and tag ${tag}`);
else {
  run('git', ['commit', '--quiet', '--message', `Release ${version}`, '--', ...Object.keys(changes)]);
  run('git', ['tag', '--annotate', tag, '--message', `Perene ${version}`]);
  say(`committed and tagged ${tag}`);
}

say('Then, where your identity can be proved (npm asks for it, and for "repository" in each package.json):');
say(`  git push --follow-tags`);
for (const { name } of inOrder(folders.map((folder) => readJson(`${folder}/package.json`)))) {
  say(`  npm publish --provenance --access public --workspace ${name}`);
}
