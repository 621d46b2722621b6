import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from './split-lines.ts';

async function* each(chunks: readonly (string | Uint8Array)[]) {
  yield* chunks;
}

const split = async (chunks: readonly (string | Uint8Array)[], maxLineBytes?: number) => {
  const lines: string[] = [];
  for await (const line of splitLines(each(chunks), maxLineBytes)) lines.push(Buffer.from(line).toString());
  return lines;
};

describe('splitLines', () => {
  it('finds the same lines wherever the text is cut', async () => {
    const pieces = fc.array(fc.constantFrom('a', 'é', '\n', '\n\n', 'bc\nd'));
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 5 }), async (parts, size) => {
        const text = parts.join('');
        const bytes = Buffer.from(text);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        const expected = text.split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(await split(chunks)).toEqual(expected);
        expect(await split(parts)).toEqual(expected);
      }),
    );
  });

  it('refuses a line that is too long, and says which', async () => {
    expect(await split(['ab\ncdef', 'g\n'], 5)).toEqual(['ab', 'cdefg']);
    await expect(split(['ab\ncdef', 'gh\n'], 5)).rejects.toMatchObject({
      code: 'record-invalid',
      message: 'line 2: the line has more than 5 bytes; nothing was imported',
    });
  });
});
