import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createInProcessNoidFolder } from '../fixtures/noid-in-process.ts';

const create = async (...words: readonly string[]) => {
  const folder = createInProcessNoidFolder();
  onTestFinished(() => rmSync(folder.root, { recursive: true, force: true }));
  const noid = async (...argv: readonly string[]) => folder.run({ argv: ['noid', ...argv] });
  const batch = async (...lines: readonly string[]) =>
    (await folder.run({ argv: ['noid', '-'], stdin: lines.map((line) => `${line}\n`).join('') })).stdout;
  expect(await noid('dbcreate', ...words)).toMatchObject({ status: 0 });
  return { folder, noid, batch };
};

describe('what a minter knows', () => {
  it('stays changeable when it was imported from elsewhere and does not fit the template', async () => {
    const { folder, noid } = await create('.sdd');
    rmSync(`${folder.work}/NOID`, { recursive: true });
    const lines = [
      `{"format":"perene-minter","version":1,"definition":{"template":".sdd","bindsAnything":false,"term":"medium","naan":"","naa":"","subNaa":"","seed":0,"properties":"-------","contact":"a/b","created":"20240102030405","report":"x"},"progress":{"sequence":{"issued":0,"counters":[],"active":[],"full":[]},"mints":0,"held":0,"queued":0,"firstNumber":1,"datedNumber":1,"latestDate":"0","policy":""}}`,
      `{"id":"oldname","elements":{"title":"On rivers"}}`,
      `{"end":{"identifiers":1,"elements":0,"queue":0,"notes":0,"days":0}}`,
    ];
    expect(await folder.run({ argv: ['noid', 'import'], stdin: `${lines.join('\n')}\n` })).toMatchObject({ status: 0 });
    expect(await noid('bind', 'set', 'oldname', 'title', 'On lakes')).toMatchObject({ status: 0 });
    expect(await noid('hold', 'set', 'oldname')).toMatchObject({ status: 0 });
    expect(await noid('hold', 'release', 'oldname')).toMatchObject({ status: 0 });
    expect(await noid('get', 'oldname', 'title')).toMatchObject({ stdout: 'On lakes\n' });
    // Only what the template makes can be minted.
    expect((await noid('queue', 'now', 'oldname')).stderr).toContain('queue operation not started');
    expect((await noid('bind', 'set', 'othername', 'title', 'x')).stderr).toContain('bind operation not started');
  });

  it('has parts, which are bound and held like itself', async () => {
    const { noid } = await create('.sdd');
    await noid('mint', '1');
    expect(await noid('bind', 'set', '00/chap1', 'title', 'One')).toMatchObject({ status: 0 });
    expect(await noid('bind', 'set', '00.v2', 'title', 'Two')).toMatchObject({ status: 0 });
    expect(await noid('bind', 'set', '00/chap1/fig2.jpg', 'title', 'Three')).toMatchObject({ status: 0 });
    expect(await noid('hold', 'set', '00/chap1')).toMatchObject({ status: 0 });
    expect(await noid('get', '00/chap1', 'title')).toMatchObject({ stdout: 'One\n' });
    for (const id of ['07/chap1', '00/', '00-x', '/00', 'x/00']) {
      expect((await noid('bind', 'set', id, 'title', 'x')).stderr).toContain('bind operation not started');
    }
    expect((await noid('queue', 'now', '00/chap1')).stderr).toContain('queue operation not started');
    expect(await noid('mint', '2')).toMatchObject({ stdout: 'id: 01\nid: 02\n\n' });
  });

  it('has parts in a long-term minter only where they are held first', async () => {
    const { noid } = await create('f5.reedeedk', 'long', '13030', 'cdlib.org', 'oac');
    await noid('mint', '1');
    const part = '13030/f54x54g11/chap1';
    expect((await noid('bind', 'set', part, 'title', 'One')).stderr).toContain('unless a hold is first placed on it');
    expect(await noid('hold', 'set', part)).toMatchObject({ status: 0 });
    expect(await noid('bind', 'set', part, 'title', 'One')).toMatchObject({ status: 0 });
  });

  it('needs its pepper for its parts too', async () => {
    const { noid } = await create('.sdd');
    const [, pepper = ''] = /^id: 00!(\w+)/.exec((await noid('peppermint', '1')).stdout) ?? [];
    expect((await noid('bind', 'set', '00/chap1', 'title', 'One')).status).toBe(1);
    expect((await noid('bind', 'set', '00/chap1!wrong', 'title', 'One')).status).toBe(1);
    expect(await noid('bind', 'set', `00/chap1!${pepper}`, 'title', 'One')).toMatchObject({ status: 0 });
    expect(await noid('get', '00/chap1', 'title')).toMatchObject({ stdout: 'One\n' });
  });

  it('shows its circulation record and its hold as elements', async () => {
    const { noid } = await create('f5.reedeedk', 'long', '13030', 'cdlib.org', 'oac');
    await noid('mint', '1');
    const id = '13030/f54x54g11';
    expect(await noid('get', id, ':/c')).toMatchObject({ stdout: 'i|20240102030405|root/root|1\n' });
    expect(await noid('get', id, ':/h', 'x')).toMatchObject({ stdout: '1\n\n' });
    expect((await noid('fetch', id, ':/c', ':/h')).stdout).toBe(
      `id:    ${id} hold\nCirc:  i|20240102030405|root/root|1\n:/c: i|20240102030405|root/root|1\n:/h: 1\n\n`,
    );
    await noid('hold', 'release', id);
    expect(await noid('get', id, ':/h')).toMatchObject({ stdout: '\n' });
    expect(await noid('get', '13030/other', ':/c')).toMatchObject({ stdout: '\n' });
  });

  it('loses what was bound when it is issued again, and keeps what was bound before its first issue', async () => {
    const { noid } = await create('.sd', 'short');
    await noid('bind', 'set', '0', 'title', 'Early');
    await noid('mint', '1');
    expect(await noid('get', '0', 'title')).toMatchObject({ stdout: 'Early\n' });
    await noid('queue', 'now', '0');
    expect(await noid('mint', '1')).toMatchObject({ stdout: 'id: 0\n\n' });
    expect(await noid('get', '0', 'title')).toMatchObject({ stdout: '\n' });
    await noid('bind', 'set', '1', 'title', 'First round');
    await noid('mint', '9');
    await noid('mint', '2');
    expect(await noid('get', '1', 'title')).toMatchObject({ stdout: '\n' });
  });
});

describe('a minter without a mask', () => {
  it('mints what was queued, and nothing else', async () => {
    const { noid, batch } = await create('-');
    await noid('queue', 'lvf', 'x', 'y', 'z');
    expect(await noid('mint', '1')).toMatchObject({ stdout: 'id: x\n\n', status: 0 });
    const { stdout, stderr, status } = await noid('mint', '3');
    expect({ stdout, status }).toEqual({ stdout: 'id: y\nid: z\n', status: 1 });
    expect(stderr).toContain('no active counters panic');
    expect(await batch('mint 1', 'mint 1')).toBe('');
  });
});

describe('replacements of rules', () => {
  it('take a sign after a backslash for the sign', async () => {
    const { noid } = await create('-');
    await noid('bind', 'set', ':idmap/^a(.*)$', 'to', String.raw`http:\/\/x\.org\/me\@home/\$1\\$1`);
    expect(await noid('get', 'ab', 'to')).toMatchObject({ stdout: `${String.raw`http://x.org/me@home/$1\b`}\n` });
  });
});

describe('mint commands that come together', () => {
  it('are answered as if each had come alone', async () => {
    const { batch } = await create('.sd');
    expect(await batch('mint 1', 'mint 2', 'mint 1', 'get 0 x', 'mint 3', 'mint 1')).toBe(
      'id: 0\n\nid: 1\nid: 2\n\nid: 3\n\n\nid: 4\nid: 5\nid: 6\n\nid: 7\n\n',
    );
    const { folder, batch: again } = await create('.sd', 'long', '12345', 'a', 'b');
    const { stdout, stderr } = await folder.run({ argv: ['noid', '-'], stdin: 'mint 8\nmint 1\nmint 3\nmint 1\n' });
    expect(stdout).toBe(
      `${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `id: 12345/${n}\n`).join('')}\nid: 12345/8\n\nid: 12345/9\n`,
    );
    expect(stderr).toBe('error: identifiers exhausted (stopped at 10).\n'.repeat(2));
    expect(await again('mint 1')).toBe('');
  });
});
