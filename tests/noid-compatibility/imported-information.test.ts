import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNoidFolder } from '../fixtures/noid-command.ts';

interface Stories {
  readonly cases: readonly {
    readonly name: string;
    readonly steps: readonly { readonly argv: readonly string[]; readonly stdout: string }[];
  }[];
}

const VECTORS = new URL('../../vectors/noid/', import.meta.url);

/** Returns what the Perl program printed in a story. */
const printed = (file: string, story: string, argv: readonly string[]): string | undefined => {
  const { cases } = JSON.parse(readFileSync(new URL(file, VECTORS), 'utf8')) as Stories;
  const steps = cases.find(({ name }) => name === story)?.steps ?? [];
  return steps.find((step) => step.argv.join(' ') === argv.join(' '))?.stdout;
};

describe('dbinfo of an imported dump is what the Perl program printed', () => {
  it.each([
    ['queue.txt', 'hold-queue.json', 'queue', ['noid', 'dbinfo', 'full']],
    ['short-random.txt', 'hold-queue.json', 'short recycling random', ['noid', 'dbinfo', 'full']],
    ['queue-keys.txt', 'extra.json', 'queue keys', ['noid', 'dbinfo', 'dump']],
    ['queue-keys-bytes.txt', 'extra.json', 'queue keys', ['noid', 'dbinfo', 'dump']],
    ['queue-random.txt', 'extra.json', 'queue random', ['noid', 'dbinfo']],
    ['long-exhausted.txt', 'extra.json', 'long recycle', ['noid', 'dbinfo']],
  ])('%s', async (dump, file, story, argv) => {
    const { root, run } = createNoidFolder();
    onTestFinished(() => rmSync(root, { recursive: true }));
    const path = fileURLToPath(new URL(`berkeley/${dump}`, VECTORS));
    expect(await run({ argv: ['noid', 'import', path] })).toMatchObject({ status: 0, stderr: '' });
    const { stdout } = await run({ argv });
    // The Perl program counted holds wrongly.
    expect(stdout).toBe(printed(file, story, argv)?.replace('  :/held: 12\n', '  :/held: 10\n'));
  });
});
