import { describe, expect, it } from 'vitest';
import { reprDigest } from './repr-digest.ts';

/** Of no bytes at all. */
const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const DIGEST = { 'repr-digest': 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:' };

describe('Repr-Digest', () => {
  it.each([
    undefined,
    '',
    'sha-256=10',
    'sha-512=3, sha-256=10',
    'sha-512=10',
    'sha-512=0',
    'sha-256=1, sha-512=0',
    '"',
  ])('is sent to who wants %j', (wanted) => {
    expect(reprDigest({ 'want-repr-digest': wanted }, SHA256)).toEqual(DIGEST);
  });

  it.each(['sha-256=0', 'sha-512=3, sha-256=0', 'sha-256=0;a=1,sha-512=1', ' sha-256 = 0 '])(
    'is not sent to who wants %j',
    (wanted) => {
      expect(reprDigest({ 'want-repr-digest': wanted }, SHA256)).toEqual({});
    },
  );

  it('is not sent where it is not known', () => {
    expect(reprDigest({}, undefined)).toEqual({});
  });
});
