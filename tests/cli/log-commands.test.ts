import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseIbi } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { createSqlLogStore } from '../../packages/server/src/adapters/sql/log/sql-log-store.ts';
import { openDatabase } from '../../packages/server/src/compose/open-storage.ts';
import { createLogAppender } from '../../packages/server/src/services/resolver/log/append-log.ts';
import { openSigner } from '../../packages/server/src/services/trust/open-signer.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { labelOf, newSigner, signatures, signClaim } from '../fixtures/signed-claims.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { settingsOf } from '../fixtures/test-node.ts';
import { unwrap } from '../fixtures/trust-vectors.ts';

const ARCHIVE = unwrap(parseIbi('example.org/archive/2020/01.01.00.00')).text;
const OTHER_KEY = 'resolver.example.org/log+cedd4fbc+AYgXVhWynMgADq5k7hb2j/WOYjAe38doy4c878ggmSOX';

const start = async () => {
  const folder = createTemporaryFolder();
  const served = await serveTestNode({ data: folder, 'public-url': 'http://resolver.example.org' });
  const { facts, database, clock } = served.node;
  const signer = await openSigner({ facts, signatures }, 'log.signing-key');
  const log = createLogAppender({ store: createSqlLogStore(database), signatures, signer, clock });
  const archive = newSigner();
  const claim = (number: number) =>
    log.append([
      {
        kind: 'said',
        signed: signClaim(archive, { archiveService: ARCHIVE, repository: labelOf(number) }),
        from: ARCHIVE,
      },
    ]);
  const run = (...words: readonly string[]) =>
    runInProcess([...words, '--server', served.url], { cwd: folder, environment: {} });
  return { served, folder, claim, run, archive };
};

describe('perene log', () => {
  it('verifies the log of a running resolver, and of a data folder', async () => {
    const { served, claim, run, folder } = await start();
    for (let number = 1; number <= 5; number += 1) await claim(number);
    const { status, stdout } = await run('log', 'verify');
    expect(stdout).toMatch(/log +resolver\.example\.org\/log\nentries +6\nroot +\S+\nwitnesses +none\nsound +yes\n/);
    expect(status).toBe(0);
    const here = await runInProcess(['log', 'verify', '--json', '--data', folder]);
    expect(JSON.parse(here.stdout)).toMatchObject({ size: 6, isSound: true, findings: [] });
    // Somebody who has the database rewrites an entry, and computes all nodes anew or not.
    await served.node.database.transaction((session) =>
      session.run(`update log_entries set leaf = replace(leaf, 'Original', 'Copy') where number = 3`),
    );
    const rewritten = await run('log', 'verify');
    expect(rewritten.status).toBe(1);
    expect(rewritten.stdout).toMatch(/entry 3: a signature is wrong\n/);
    expect(rewritten.stdout).toMatch(/log: the entries do not give the root of the signed head.*\n/);
    const found = JSON.parse((await runInProcess(['log', 'verify', '--json', '--data', folder])).stdout);
    expect(found.findings.map(({ problem }: { problem: string }) => problem)).toEqual(
      expect.arrayContaining(['log/signature', 'log/root', 'store/entry', 'store/node']),
    );
  });

  it('monitors that the log only grows, and keeps the evidence where it does not', async () => {
    const { served, claim, run, folder } = await start();
    await claim(1);
    const monitor = () => run('log', 'monitor', '--head', 'head.json');
    expect(await monitor()).toMatchObject({ status: 0, stdout: 'the first head was kept: 2 entries\n' });
    expect(await monitor()).toMatchObject({ status: 0, stdout: 'nothing new: 2 entries\n' });
    await claim(2);
    await expect
      .poll(monitor, { interval: 100, timeout: 20_000 })
      .toMatchObject({ status: 0, stdout: 'the log has only grown: from 2 to 3 entries\n' });
    const head = readFileSync(join(folder, 'head.json'), 'utf8');
    await served.node.database.transaction(async (session) => {
      for (const table of ['log_entries', 'log_nodes', 'log_labels']) await session.run(`delete from ${table}`);
    });
    for (const number of [7, 8, 9]) await claim(number);
    await expect.poll(monitor, { interval: 100, timeout: 20_000 }).toMatchObject({
      status: 1,
      stdout: 'the log does not begin as it did before: it was rewritten\n',
    });
    expect(readFileSync(join(folder, 'head.json'), 'utf8')).toBe(head);
    expect(JSON.parse(readFileSync(join(folder, 'head.json.evidence'), 'utf8')).head).toMatch(/\n4\n/);
    writeFileSync(join(folder, 'head.json'), '{}');
    expect(await monitor()).toMatchObject({ status: 2, stderr: expect.stringContaining('has no head of a log') });
  });
});

describe('perene proof', () => {
  it('gets the proof of an item, and checks it without a node', async () => {
    const { claim, run, folder } = await start();
    await claim(1);
    const got = await run('proof', 'get', labelOf(1));
    expect(got.status).toBe(0);
    const path = join(folder, 'proof.json');
    writeFileSync(path, got.stdout);
    const verify = (...words: readonly string[]) => runInProcess(['proof', 'verify', path, ...words]);
    const { status, stdout } = await verify();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^yes +the Archives signed their claims and transfers\n/m);
    expect(stdout).toMatch(/^unproven +you knew the key of the log before +give --log-key/m);
    expect(stdout).toContain('It does not prove that nobody else claimed the item');
    const { logKey } = JSON.parse(got.stdout);
    expect((await verify('--log-key', logKey)).stdout).toMatch(/^yes +you knew the key of the log before\n/m);
    expect(await verify('--log-key', OTHER_KEY)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('It proves nothing: a step failed.'),
    });
    expect(await verify('--log-key', 'nonsense')).toMatchObject({ status: 2 });
    expect(JSON.parse((await verify('--json')).stdout)).toMatchObject({ verdict: 'unproven' });
    writeFileSync(path, got.stdout.replace('Original', 'Copy'));
    expect(await verify()).toMatchObject({ status: 1 });
    writeFileSync(path, '{}');
    expect(await verify()).toMatchObject({ status: 2, stderr: expect.stringContaining('is no proof file') });
    expect(await run('proof', 'get', labelOf(2))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('log-entry-not-found'),
    });
  });
});

describe('the proof of an item of this node', () => {
  it('has the manifest, so that a file can be compared without a network', async () => {
    const { served, folder, run } = await start();
    const key = await served.createKey('depositor');
    // A node that runs has had this label since its start, and signs all with it.
    await served.node.serviceLabel();
    const file = join(folder, 'thing.txt');
    writeFileSync(file, 'what was deposited');
    const deposited = await run('deposit', file, '--title', 'A thing', '--json', '--key', key);
    const { repository } = JSON.parse(deposited.stdout);
    const got = await run('proof', 'get', repository);
    expect(JSON.parse(got.stdout)).toMatchObject({
      label: repository,
      manifest: { files: [{ path: 'thing.txt', bytes: 18 }], labels: expect.arrayContaining([repository]) },
    });
    const path = join(folder, 'proof.json');
    writeFileSync(path, got.stdout);
    const verify = (...words: readonly string[]) => runInProcess(['proof', 'verify', path, ...words]);
    const verified = await verify('--file', file);
    expect(verified.stdout).toMatch(/^yes +files, metadata and labels are those that were claimed/m);
    expect(verified.stdout).toMatch(/^yes +\S*thing\.txt +it is, bit by bit, a file that was claimed: thing\.txt$/m);
    expect(verified.status).toBe(0);
    writeFileSync(file, 'what was deposited?');
    const changed = await verify('--file', file, '--json');
    expect(changed.status).toBe(1);
    expect(JSON.parse(changed.stdout).files).toMatchObject([{ file, verdict: 'failed' }]);
    expect(await verify('--file', join(folder, 'missing'))).toMatchObject({ status: 2 });
    const { manifest, ...without } = JSON.parse(got.stdout);
    writeFileSync(path, JSON.stringify(without));
    expect(JSON.parse((await verify('--file', file, '--json')).stdout).files).toMatchObject([{ verdict: 'unproven' }]);
    const forged = { ...without, manifest: { ...manifest, files: [] } };
    writeFileSync(path, JSON.stringify(forged));
    expect(await verify()).toMatchObject({ status: 1 });
    // Whoever may not see the list of files does not see it in a proof either, nor what an edit made of it at once.
    const closing = await served.node.archive.show(unwrap(parseIbi(repository)));
    await served.node.archive.edit(
      unwrap(parseIbi(repository)),
      { access: { ...closing.access, fileList: 'closed' } },
      { who: 'the test' },
    );
    const asked = await fetch(`${served.url}/api/v1/items/${repository}/proof`);
    expect(asked.status).toBe(200);
    expect(Object.keys((await asked.json()) as object)).not.toContain('manifest');
  });
});

describe('the key of an Archive', () => {
  it('is shown, rotated by the Archive, and replaced by the operator of the resolver', async () => {
    const { served, claim, archive } = await start();
    const key = await served.createKey('admin');
    const operator = (...words: readonly string[]) =>
      runInProcess(['resolver', ...words, '--json', '--server', served.url, '--key', key]);
    await claim(1);
    const other = newSigner().key;
    expect(await operator('replace-key', ARCHIVE, other)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('archive-not-found'),
    });
    await operator('register', ARCHIVE, '--registration-key', '12345678901234567890');
    const replaced = await operator('replace-key', ARCHIVE, other);
    expect(JSON.parse(replaced.stdout)).toEqual({ service: ARCHIVE, key: other });
    for (const unfit of [archive.key, 'ed25519:short'])
      expect(await operator('replace-key', ARCHIVE, unfit)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('archive-key-refused'),
      });
    expect(await claim(2)).toEqual(['refused']);

    const data = createTemporaryFolder();
    const settings = settingsOf({ data });
    await (await openDatabase(settings)).close();
    const here = async (...words: readonly string[]) => {
      const { status, stdout, stderr } = await runInProcess(['archive', ...words, '--json', '--data', data]);
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    };
    const before = await here('status');
    const rotated = await here('rotate-key');
    expect(rotated).toMatchObject({ former: before.key, service: before.service });
    expect((await here('status')).key).toBe(rotated.key);
    const joining = {
      resolver: 'http://resolver.example.org',
      'registration-key': '12345678901234567890',
      'administrator-email': 'ana@example.org',
    };
    const flags = Object.entries(joining).flatMap(([name, value]) => [`--archive-${name}`, value]);
    expect(await here('accept-log', ...flags)).toEqual({ resolver: joining.resolver });
  });
});
