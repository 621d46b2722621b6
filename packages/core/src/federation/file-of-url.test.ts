import { describe, expect, it } from 'vitest';
import { endsInFile } from './file-of-url.ts';

describe('endsInFile', () => {
  it.each([
    ['http://a.org/col/x/doc/a.pdf', '/a.pdf', true],
    ['http://a.org/col/x/doc/a.pdf?choice=full#page=2', '/a.pdf', true],
    ['http://a.org/col/x/doc/b%20c%28d%29.pdf', '/b%20c(d).pdf', true],
    ['http://a.org/col/x/doc/caf%e9', '/caf%E9', true],
    ['http://a.org/col/x/doc/100%', '/100%', true],
    ['http://a.org/col/x/doc/main.pdf', '/zzz', false],
    ['http://a.org/col/x/doc/main.pdf?file=/zzz', '/zzz', false],
  ])('%s, %s: %s', (url, filePath, expected) => {
    expect(endsInFile(url, filePath)).toBe(expected);
  });
});
