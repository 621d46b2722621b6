import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readImageHeader } from './image-header.ts';
import { turn } from './turn-pixels.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

const EXIF = (orientation: number) => [
  ...[0xff, 0xe1, 0, 34],
  ...Buffer.from('Exif\0\0MM\0*\0\0\0\u0008', 'latin1'),
  ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
];
const FRAME = [0xff, 0xc0, 0, 11, 8, 0, 20, 0, 30, 1, 1, 0x11, 0];

describe('the header of a picture', () => {
  it.each([
    ['JPEG', bytes([0xff, 0xd8], FRAME), { width: 30, height: 20, orientation: 1 }],
    ['JPEG with fill bytes', bytes([0xff, 0xd8, 0xff], FRAME), { width: 30, height: 20, orientation: 1 }],
    ['JPEG of a turned camera', bytes([0xff, 0xd8], EXIF(6), FRAME), { width: 30, height: 20, orientation: 6 }],
    ['JPEG of an odd camera', bytes([0xff, 0xd8], EXIF(9), FRAME), { width: 30, height: 20, orientation: 1 }],
    ['GIF', bytes('GIF89a', [3, 0, 2, 0]), { width: 3, height: 2, orientation: 1 }],
    [
      'WebP, simple',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', new Array(10).fill(0), [3, 0, 2, 0]),
      { width: 3, height: 2, orientation: 1 },
    ],
    [
      'WebP, lossless',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f, 2, 0x40, 0, 0]),
      { width: 3, height: 2, orientation: 1 },
    ],
    [
      'WebP, extended',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', new Array(8).fill(0), [2, 0, 0, 1, 0, 0]),
      { width: 3, height: 2, orientation: 1 },
    ],
  ])('of %s', (_, content, expected) => {
    expect(readImageHeader(Buffer.concat([content, Buffer.alloc(4)]))).toEqual(expected);
  });

  it('of anything else is none, at once', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (rest, isJpeg) => {
        const content = isJpeg ? bytes([0xff, 0xd8, 0xff, 0xe1], [...rest]) : rest;
        const header = readImageHeader(content);
        expect(header === undefined || header.width >= 0).toBe(true);
      }),
    );
    expect(readImageHeader(bytes([0xff, 0xd8], new Array(5_000).fill(0xff)))).toBeUndefined();
  });
});

describe('turning', () => {
  /** Two by three, one number a pixel. */
  const show = (orientation: number) => {
    const data = new Uint8Array(new Uint32Array([1, 2, 3, 4, 5, 6]).buffer);
    const turned = turn({ width: 3, height: 2, data }, orientation);
    return [turned.width, turned.height, [...new Uint32Array(turned.data.buffer)]];
  };
  it.each([
    [1, [3, 2, [1, 2, 3, 4, 5, 6]]],
    [2, [3, 2, [3, 2, 1, 6, 5, 4]]],
    [3, [3, 2, [6, 5, 4, 3, 2, 1]]],
    [4, [3, 2, [4, 5, 6, 1, 2, 3]]],
    [5, [2, 3, [1, 4, 2, 5, 3, 6]]],
    [6, [2, 3, [4, 1, 5, 2, 6, 3]]],
    [7, [2, 3, [6, 3, 5, 2, 4, 1]]],
    [8, [2, 3, [3, 6, 2, 5, 1, 4]]],
  ])('a picture of the orientation %i', (orientation, expected) => {
    expect(show(orientation)).toEqual(expected);
  });
});
