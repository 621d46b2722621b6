import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Makes a clone to throw away, whose `npm test` does what the test wants, because the real one takes minutes. */
const createClone = ({ npmTest = 'node -e 0' } = {}) => {
  const folder = join(createTemporaryFolder(), 'clone');
  const run = (command: string, ...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
    return { status, printed: stdout, error: stderr };
  };
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  spawnSync('git', ['clone', '--quiet', '--depth=1', `file://${ROOT}`, folder]);
  copyFileSync(join(ROOT, 'tools/release.mjs'), join(folder, 'tools/release.mjs'));
  const manifest = JSON.parse(read('package.json'));
  write('package.json', JSON.stringify({ ...manifest, version: '0.1.0', scripts: { test: npmTest } }));
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0 - 2026-01-01\n\n- Begun.\n',
  );
  run('git', 'config', 'user.name', 'Test');
  run('git', 'config', 'user.email', 'test@localhost');
  const commit = () => {
    run('git', 'add', '--all');
    run('git', 'commit', '--quiet', '--message', 'A state to release from');
  };
  commit();
  const release = (...words: readonly string[]) => run(process.execPath, 'tools/release.mjs', ...words);
  const tags = (): string => run('git', 'tag', '--list').printed;
  const changed = (): string => run('git', 'status', '--porcelain').printed;
  return { folder, run, read, write, commit, release, tags, changed };
};

describe('tools/release.mjs', () => {
  it('gives all packages one version, dates the changelog, commits and tags', () => {
    const { folder, run, read, release, tags, changed } = createClone();
    const { status, printed } = release('minor');
    expect(status).toBe(0);
    expect(tags()).toBe('v0.2.0\n');
    expect(changed()).toBe('');
    expect(run('git', 'log', '-1', '--format=%s').printed).toBe('Release 0.2.0\n');
    expect(read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 - \d{4}-\d\d-\d\d\n\n### Added\n\n- A thing\.\n\n## 0\.1\.0/,
    );

    const lock = JSON.parse(read('package-lock.json'));
    const names = readdirSync(join(folder, 'packages'));
    for (const name of names) {
      const manifest = JSON.parse(read(`packages/${name}/package.json`));
      const { version, dependencies = {} } = lock.packages[`packages/${name}`];
      expect({ version, dependencies }).toEqual({
        version: '0.2.0',
        dependencies: manifest.dependencies ?? {},
      });
      expect(manifest.version).toBe('0.2.0');
      const own = Object.entries(dependencies).filter(([other]) => other.startsWith('@perene/'));
      expect(own.filter(([, wanted]) => wanted !== '0.2.0')).toEqual([]);
    }
    const published = [...printed.matchAll(/npm publish --provenance .*--workspace @perene\/(\S+)/g)].map(
      ([, name]) => name,
    );
    expect([...published].sort()).toEqual([...names].sort());
    expect([published.at(0), published.at(-1)]).toEqual(['core', 'server']);
  });

  it('leaves all as it is with --dry-run', () => {
    const { run, release, tags, changed } = createClone();
    const { status, printed } = release('1.0.0', '--dry-run');
    expect(status).toBe(0);
    expect(printed).toContain('would write packages/core/package.json');
    expect(printed).toContain('would commit and tag v1.0.0');
    expect({ tags: tags(), changed: changed() }).toEqual({ tags: '', changed: '' });
    expect(run('git', 'log', '-1', '--format=%s').printed).toBe('A state to release from\n');
  });

  it('refuses what does not come after, what is not committed, and what has no changes to tell', () => {
    const { write, commit, release, tags } = createClone();
    expect(release('0.1.0').error).toContain('does not come after');
    expect(release('0.0.9').error).toContain('does not come after');
    expect(release('soon').error).toContain('give patch, minor, major');
    expect(release().status).toBe(1);
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-01\n\n- Begun.\n');
    expect(release('patch').error).toContain('not committed');
    commit();
    expect(release('patch').error).toContain('nothing under Unreleased');
    expect(tags()).toBe('');
  });

  it('refuses where tests fail', () => {
    const { release, tags, changed } = createClone({ npmTest: 'node -e "process.exit(3)"' });
    const { status, error } = release('patch');
    expect(status).toBe(1);
    expect(error).toContain('"npm test" failed');
    expect({ tags: tags(), changed: changed() }).toEqual({ tags: '', changed: '' });
  });
});
