import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandInput, createCommandInput } from './command-input.ts';

const TEXTS = fc.string({ unit: fc.constantFrom('a', '\n', '\r', ' ', '\xff', '\0'), maxLength: 60 });
const SIZES = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 });

/** Gives the text in pieces of these sizes, over and over. */
const open = (text: string, sizes: readonly number[]): CommandInput =>
  createCommandInput(async function* () {
    const bytes = Buffer.from(text, 'latin1');
    for (let place = 0, piece = 0; place < bytes.length; piece += 1) {
      const size = sizes[piece % sizes.length] ?? 1;
      yield bytes.subarray(place, place + size);
      place += size;
    }
  });

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const paragraphOf = (text: string): string =>
  text.slice(0, text.includes('\n\n') ? text.indexOf('\n\n') + 2 : undefined);

describe('the input of commands', () => {
  it('has the same lines in whatever pieces it comes', async () => {
    await fc.assert(
      fc.asyncProperty(TEXTS, SIZES, fc.array(fc.boolean(), { minLength: 1 }), async (text, sizes, isPatient) => {
        const input = open(text, sizes);
        const lines: string[] = [];
        for (let turn = 0; ; turn += 1) {
          const ready = isPatient[turn % isPatient.length] === true ? undefined : input.readyLine();
          const line = ready ?? (await input.line());
          if (line === undefined) break;
          lines.push(line);
        }
        expect(lines).toEqual(linesOf(text));
        expect(input.readyLine()).toBeUndefined();
        expect(await input.line()).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('has paragraphs and a rest after any line', async () => {
    await fc.assert(
      fc.asyncProperty(TEXTS, SIZES, fc.nat({ max: 3 }), async (text, sizes, count) => {
        const input = open(text, sizes);
        let left = text;
        for (let turn = 0; turn < count; turn += 1) left = left.slice((await input.line())?.length ?? 0);
        const paragraph = await input.paragraph();
        expect(paragraph).toBe(paragraphOf(left));
        expect(Buffer.from(await input.rest()).toString('latin1')).toBe(left.slice(paragraph.length));
        expect(await input.line()).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('gives whole lines only without waiting', async () => {
    const input = open('a\nb\nc', [4, 1]);
    expect(input.readyLine()).toBeUndefined();
    expect(await input.line()).toBe('a\n');
    expect(input.readyLine()).toBe('b\n');
    expect(input.readyLine()).toBeUndefined();
    expect(await input.line()).toBe('c');
    expect(input.readyLine()).toBeUndefined();
  });

  it('is opened when something is read from it', async () => {
    let opened = 0;
    const input = createCommandInput(async function* () {
      opened += 1;
      yield Buffer.from('x');
    });
    expect(input.readyLine()).toBeUndefined();
    expect(opened).toBe(0);
    expect(await input.line()).toBe('x');
    expect(await input.line()).toBeUndefined();
    expect(opened).toBe(1);
  });

  it('keeps the bytes of a rest', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const input = createCommandInput(async function* () {
      yield Buffer.from('bind set 1 :-\ne: ');
      yield bytes;
    });
    expect(await input.line()).toBe('bind set 1 :-\n');
    expect([...(await input.rest())]).toEqual([...Buffer.from('e: '), ...bytes]);
  });
});
