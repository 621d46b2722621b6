import { describe, expect, it } from 'vitest';
import { isMissing, onDisk } from './disk-failure.ts';

const failure = (code: string): Error => Object.assign(new Error('no'), { code, syscall: 'write' });

describe('onDisk', () => {
  it.each([
    ['ENOSPC', 'cannot use /data/a: ENOSPC; free some space on the disk'],
    ['EACCES', 'cannot use /data/a: EACCES; let the user of this process read and write there'],
    ['EROFS', 'cannot use /data/a: EROFS; mount the disk for writing'],
    ['EIO', 'cannot use /data/a: EIO; look at the folder and its disk'],
  ])('refuses %s in a line', async (code, message) => {
    await expect(onDisk('/data/a', () => Promise.reject(failure(code)))).rejects.toMatchObject({
      name: 'Refusal',
      code: 'disk-failed',
      message,
    });
  });

  it.each([new Error('a defect'), Object.assign(new Error('of a stream'), { code: 'ERR_STREAM' }), 'a text'])(
    'lets %s pass',
    async (error) => {
      await expect(onDisk('/data/a', () => Promise.reject(error))).rejects.toBe(error);
    },
  );

  it('returns what the work returns', async () => {
    expect(await onDisk('/data/a', async () => 7)).toBe(7);
  });
});

describe('isMissing', () => {
  it.each([
    ['ENOENT', true],
    ['ENOTDIR', true],
    ['ELOOP', true],
    ['EACCES', false],
  ])('%s: %s', (code, expected) => {
    expect(isMissing(failure(code))).toBe(expected);
  });
});
