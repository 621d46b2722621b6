import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNoidFolder, NOID, type NoidFolder } from '../fixtures/noid-command.ts';

/** Runs a line of the shell, which gives programs any bytes. */
const runShell = (line: string, cwd: string): Promise<{ readonly stdout: Buffer; readonly stderr: string }> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'], NODE: process.execPath, PROGRAM: NOID };
    execFile('sh', ['-c', line], { cwd, env, encoding: 'buffer' }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve({ stdout, stderr: stderr.toString() });
    });
  });

const createFolder = async (template: string, ...args: readonly string[]): Promise<NoidFolder> => {
  const folder = createNoidFolder();
  onTestFinished(() => rmSync(folder.root, { recursive: true, force: true }));
  expect(await folder.run({ argv: ['noid', 'dbcreate', template, ...args] })).toMatchObject({ status: 0, stderr: '' });
  return folder;
};

/** The differences of docs/noid-differences.md that the steps of the vectors do not show, or not completely. */
describe('noid', () => {
  it('binds the element and value of mint to each identifier', async () => {
    const { run } = await createFolder('.rdd');
    expect(await run({ argv: ['noid', 'mint', '2', 'owner', 'café'] })).toMatchObject({
      stdout: 'id: 18\nid: 05\n\n',
      status: 0,
    });
    expect(await run({ argv: ['noid', '-'], stdin: 'get 18 owner\nget 05\n' })).toEqual({
      stdout: 'café\ncafé\n',
      stderr: '',
      status: 0,
    });
  });

  it('mints nothing for an element without a value', async () => {
    const { run } = await createFolder('.sdd');
    const { stderr, status } = await run({ argv: ['noid', 'mint', '2', 'owner'] });
    expect(stderr).toMatch(/^Argument error: expected a value for element "owner"\n/);
    expect(status).toBe(1);
    expect((await run({ argv: ['noid', 'mint', '1'] })).stdout).toBe('id: 00\n\n');
  });

  it('lets nobody change a peppered identifier without its pepper', async () => {
    const { run } = await createFolder('.sdd');
    const { stdout } = await run({ argv: ['noid', 'peppermint', '1', 'owner', 'me'] });
    const [, pepper = ''] = /^id: 00!([0-9bcdfghjkmnpqrstvwxz]{20})\n\n$/.exec(stdout) ?? [];
    expect(pepper).not.toBe('');
    const other = `${pepper.startsWith('b') ? 'c' : 'b'}${pepper.slice(1)}`;
    for (const id of ['00', `00!${other}`]) {
      for (const words of [
        ['bind', 'set', id, 'owner', 'you'],
        ['hold', 'set', id],
      ]) {
        expect((await run({ argv: ['noid', ...words] })).status).toBe(1);
      }
    }
    expect((await run({ argv: ['noid', 'bind', 'set', `00!${pepper}`, 'owner', 'us'] })).status).toBe(0);
    expect((await run({ argv: ['noid', 'get', '00', 'owner'] })).stdout).toBe('us\n');
    expect((await run({ argv: ['noid', 'dbinfo', 'dump'] })).stdout).not.toContain(pepper);
  });

  it('keeps the bytes of values that are not UTF-8, and takes no two names for one', async () => {
    const { work } = await createFolder('-');
    const noid = async (words: string) => {
      const { stdout, stderr } = await runShell(`"$NODE" "$PROGRAM" ${words}`, work);
      return stdout.toString('latin1') + stderr;
    };
    expect(await noid(`bind set "$(printf 'caf\\351')" e v1`)).toContain('UTF-8');
    expect(await noid(`bind set "$(printf 'caf\\350')" e v2`)).toContain('UTF-8');
    expect(await noid(`get "$(printf 'caf\\351')" e`)).not.toContain('v2');
    expect(await noid(`bind set café e "$(printf 'a\\377b')"`)).toContain('3 bytes written');
    expect(await noid('get café e')).toBe('a\xffb\n');
    expect(await noid(`bind set x "$(printf 'e\\351')" v`)).toContain('UTF-8');
    expect(await noid(`bind set '\ufffd' e v3`)).toContain('2 bytes written');
    expect(await noid(`get '\ufffd' e`)).toBe('v3\n');
  });

  it('keeps letters of elements from standard input whose bytes look like blanks', async () => {
    const { run } = await createFolder('.sdd');
    await run({ argv: ['noid', 'mint', '1'] });
    expect(await run({ argv: ['noid', 'bind', 'set', '00', ':'], stdin: ' voilà : à \n\n' })).toMatchObject({
      status: 0,
    });
    expect((await run({ argv: ['noid', 'fetch', '00'] })).stdout).toContain('\nvoilà: à \n');
  });
});
