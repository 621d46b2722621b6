import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRepositoryName } from '../../ibi/repository-name.ts';
import { repositoryFolder } from './repository-folder.ts';

const RUNS = { seed: 20_100_820, numRuns: 2_000 };

const folderOf = (text: string): string | undefined => {
  const name = parseRepositoryName(text);
  return name.ok ? repositoryFolder(name.value.text) : undefined;
};

const hostile = fc.constantFrom('..', '.', '', '/', '../../..', '\\', '\0', 'a', '-', '@80', '.80', 'é', '~', '%2e%2e');
const word = fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9-]{0,4}[a-zA-Z0-9])?$/);
const names = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom('br', 'inpe.br', 'INPE.br', 'inpe.br.') }, word, hostile),
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom('sid', 'Sid.80', 'sid@80', 'sid.8080') }, word, hostile),
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom('2009', '02009', '12009') }, hostile),
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom('02.16.17.46', '02.16.17.46.00', '02.16.17.46.00.10') }, hostile),
  )
  .map((parts) => parts.join('/'));

describe('repositoryFolder', () => {
  it('is the four parts of the canonical name, below col', () => {
    expect(folderOf('Sid.Inpe.BR/MTC-m18@80/2009/02.16.17.46.05')).toBe(
      'col/sid.inpe.br/mtc-m18@80/2009/02.16.17.46.05',
    );
  });

  it('never leaves col, whatever was asked for', () => {
    fc.assert(
      fc.property(fc.oneof(names, fc.string()), (text) => {
        const folder = folderOf(text);
        if (folder === undefined) return;
        const [first, ...parts] = folder.split('/');
        expect(first).toBe('col');
        expect(parts).toHaveLength(4);
        for (const part of parts) expect(part).toMatch(/^[a-z0-9][a-z0-9.@-]*$/);
      }),
      RUNS,
    );
  });

  it('is one for each name', () => {
    fc.assert(
      fc.property(names, names, (one, other) => {
        const [folder, otherFolder] = [folderOf(one), folderOf(other)];
        fc.pre(folder !== undefined && otherFolder !== undefined);
        expect(folder === otherFolder).toBe(one.toLowerCase() === other.toLowerCase());
      }),
      RUNS,
    );
  });
});
