import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { parseTemplate } from '@perene/core/noid';
import { beforeAll, describe, expect, it } from 'vitest';
import { createInProcessNoidFolder } from '../fixtures/noid-in-process.ts';
import type { Finished } from '../fixtures/run-command.ts';
import { withoutChance } from './noid-stories.ts';

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

interface MintCase {
  readonly template: string;
  readonly args: readonly string[];
  readonly dbcreate: Printed & { readonly argv: readonly string[] };
  readonly created: Readonly<Record<string, string>>;
  readonly mint60: Printed;
  readonly first10000?: { readonly count: number; readonly sha256: string };
  readonly whole?: Printed & {
    readonly requested_after_first60: number;
    readonly minted: number;
    readonly sha256_of_ids_joined_by_newline_with_final_newline: string;
    readonly info: Readonly<Record<string, string>>;
    readonly mint_again: Printed;
  };
}

const { cases } = JSON.parse(readFileSync(new URL('../../vectors/noid/mint.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly MintCase[];
};

/** The Perl program loses precision above 2^53, which is not reproduced. */
const isExactInPerl = ({ template }: MintCase): boolean => {
  const answer = parseTemplate(template);
  return answer.ok && (answer.value.total ?? 0n) <= 2n ** 53n;
};

interface Outcome {
  readonly created: Finished;
  readonly first: Finished;
  readonly rest: Finished;
}

const outcomes = new Map<MintCase, Outcome>();

/** Returns how many are minted after the first 60, and the commands after that. */
const remaining = ({ first10000, whole }: MintCase): string => {
  if (first10000 !== undefined) return `mint ${first10000.count - 60}\n`;
  if (whole === undefined) return '';
  return `mint ${whole.requested_after_first60}\ndbinfo full\nmint 1\n`;
};

const runCase = async (mintCase: MintCase): Promise<Outcome> => {
  const folder = createInProcessNoidFolder();
  try {
    const created = await folder.run({ argv: mintCase.dbcreate.argv });
    const first = await folder.run({ argv: ['noid', '-'], stdin: 'dbinfo\nmint 60\n' });
    const stdin = remaining(mintCase);
    const rest = stdin === '' ? first : await folder.run({ argv: ['noid', '-'], stdin });
    return { created, first, rest };
  } finally {
    rmSync(folder.root, { recursive: true, force: true });
  }
};

beforeAll(async () => {
  for (const mintCase of cases) outcomes.set(mintCase, await runCase(mintCase));
});

const outcomeOf = (mintCase: MintCase): Outcome => {
  const outcome = outcomes.get(mintCase);
  if (outcome === undefined) throw new Error(`${mintCase.template} was not run`);
  return outcome;
};

/** Returns the values that `dbinfo` prints, each of one line. */
const readInfo = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^ {2}(:\/\S+): (.*)$/gm)].map(([, key = '', value = '']) => [key, value]));

const readIdentifiers = (text: string): readonly string[] =>
  [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id);

const sha256 = (identifiers: readonly string[]): string =>
  createHash('sha256')
    .update(`${identifiers.join('\n')}\n`)
    .digest('hex');

const named = cases.map((mintCase) => ({ title: [mintCase.template, ...mintCase.args].join(' '), mintCase }));
const exact = named.filter(({ mintCase }) => isExactInPerl(mintCase));

describe('noid mint', () => {
  it.each(exact)('$title is created as by the Perl program', ({ mintCase }) => {
    const { created, first } = outcomeOf(mintCase);
    expect(withoutChance(created.stdout)).toBe(withoutChance(mintCase.dbcreate.stdout));
    expect({ stderr: created.stderr, status: created.status }).toEqual({ stderr: '', status: 0 });
    expect(readInfo(first.stdout)).toMatchObject(mintCase.created);
  });

  it.each(exact)('$title mints the same identifiers first', ({ mintCase }) => {
    const { stdout, stderr, status } = outcomeOf(mintCase).first;
    const end = stdout.indexOf('\n\n', stdout.indexOf('  :/wrap: ')) + 2;
    expect(stdout.slice(end)).toBe(mintCase.mint60.stdout);
    expect(stderr).toBe(mintCase.mint60.stderr);
    expect(status).toBe(stderr === '' ? 0 : 1);
  });

  const long = exact.flatMap(({ title, mintCase }) =>
    mintCase.first10000 === undefined ? [] : [{ title, mintCase, first10000: mintCase.first10000 }],
  );
  it.each(long)('$title mints the same 10,000', ({ mintCase, first10000 }) => {
    const { first, rest } = outcomeOf(mintCase);
    const identifiers = [...readIdentifiers(first.stdout), ...readIdentifiers(rest.stdout)];
    expect(identifiers).toHaveLength(first10000.count);
    expect(sha256(identifiers)).toBe(first10000.sha256);
    expect({ stderr: rest.stderr, status: rest.status }).toEqual({ stderr: '', status: 0 });
  });

  const wholes = exact.flatMap(({ title, mintCase }) =>
    mintCase.whole === undefined ? [] : [{ title, mintCase, whole: mintCase.whole }],
  );
  it.each(wholes)('$title mints all of its namespace, and what comes after it', ({ mintCase, whole }) => {
    const { first, rest } = outcomeOf(mintCase);
    const again = readIdentifiers(whole.mint_again.stdout);
    const identifiers = [...readIdentifiers(first.stdout), ...readIdentifiers(rest.stdout)];
    expect(identifiers).toHaveLength(whole.minted + again.length);
    expect(sha256(identifiers.slice(0, whole.minted))).toBe(whole.sha256_of_ids_joined_by_newline_with_final_newline);
    expect(identifiers.slice(whole.minted)).toEqual(again);
    // If the first 60 were all, the run asked for no more.
    const stopped = whole.requested_after_first60 > 0 ? whole.stderr : '';
    expect(rest.stderr).toBe(stopped + whole.mint_again.stderr);
    expect(rest.status).toBe(rest.stderr === '' ? 0 : 1);
    expect(readInfo(rest.stdout)).toMatchObject(whole.info);
  });

  const inexact = named.filter(({ mintCase }) => !isExactInPerl(mintCase));
  it.each(inexact)('$title is computed exactly', ({ mintCase }) => {
    const { first } = outcomeOf(mintCase);
    const answer = parseTemplate(mintCase.template);
    expect(readInfo(first.stdout)[':/total']).toBe(answer.ok && String(answer.value.total));
    expect(new Set(readIdentifiers(first.stdout)).size).toBe(60);
    expect(first.status).toBe(0);
  });

  it('meets cases of every kind', () => {
    expect(long.length).toBeGreaterThan(2);
    expect(wholes.length).toBeGreaterThan(20);
    expect(inexact.length).toBeGreaterThan(1);
  });
});
