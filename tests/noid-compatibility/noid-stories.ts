import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type NoidFolder, USUAL_CLOCK } from '../fixtures/noid-command.ts';

const VECTORS = new URL('../../vectors/noid/', import.meta.url);

/** What a command printed; for a step that looks at the folder, the files of the minter. */
interface Printed {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly README?: string;
  readonly files?: readonly string[];
}

export interface Step extends Printed {
  readonly argv?: readonly string[];
  readonly clock?: string | null;
  readonly stdin?: string | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly note?: string;
  /** Stands in place of the output of a program that never ended. */
  readonly result?: string;
}

export interface Story {
  readonly file: string;
  readonly name: string;
  readonly steps: readonly Step[];
  /** The minter's log at the end, if it was looked at. */
  readonly log: string | null;
}

/** What this program does instead, with the key of the reason in docs/noid-differences.md. */
export interface Difference extends Printed {
  readonly file: string;
  readonly case: string;
  /** The number of the step; without one, the log at the end is meant. */
  readonly step?: number;
  readonly log?: string;
  /** Pieces of a long standard output: theirs, and ours instead. */
  readonly replaced?: readonly (readonly [theirs: string, ours: string])[];
  readonly because: string;
}

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
  readonly README: string | undefined;
  readonly files: readonly string[];
}

export interface StoryOutcome {
  readonly steps: readonly Outcome[];
  readonly log: string | null;
  /** The output of set-up commands that did not succeed. */
  readonly failed: readonly string[];
}

const readVectors = (name: string): unknown => JSON.parse(readFileSync(new URL(name, VECTORS), 'utf8'));

/** All stories: cases with steps, from all files that have them. */
export const STORIES: readonly Story[] = readdirSync(VECTORS)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .flatMap((name) => {
    const { cases = [] } = readVectors(name) as {
      readonly cases?: readonly { readonly name: string; readonly steps?: readonly Step[]; readonly log?: string }[];
    };
    return cases.flatMap(({ name: title, steps, log = null }) =>
      steps === undefined ? [] : [{ file: name.slice(0, -'.json'.length), name: title, steps, log }],
    );
  });

export const { differences: DIFFERENCES } = readVectors('differences.json') as {
  readonly differences: readonly Difference[];
};

const { stories: SETUPS } = readVectors('setup.json') as {
  readonly stories: Readonly<Record<string, Readonly<Record<string, readonly Setup[]>>>>;
};

interface Setup {
  readonly before: number;
  readonly folders?: readonly string[];
  readonly commands: readonly (readonly string[])[];
}

/** Runs a story from its beginning in a folder of its own, which is removed afterwards. */
export const runStory = async ({ file, name, steps }: Story, folder: NoidFolder): Promise<StoryOutcome> => {
  try {
    const outcomes: Outcome[] = [];
    const failed: string[] = [];
    let clock = USUAL_CLOCK;
    for (const [index, step] of steps.entries()) {
      clock = step.clock ?? clock;
      const setups = SETUPS[file]?.[name]?.filter(({ before }) => before === index) ?? [];
      for (const path of setups.flatMap(({ folders = [] }) => folders)) mkdirSync(join(folder.work, path));
      for (const argv of setups.flatMap(({ commands }) => commands)) {
        const { status, stdout, stderr } = await folder.run({ argv, clock });
        if (status !== 0) failed.push(`${argv.join(' ')}: ${stdout}${stderr}`);
      }
      outcomes.push(await runStep(folder, step, clock));
    }
    return { steps: outcomes, log: readText(join(folder.work, 'NOID/log')) ?? null, failed };
  } finally {
    rmSync(folder.root, { recursive: true, force: true });
  }
};

const runStep = async (folder: NoidFolder, step: Step, clock: string): Promise<Outcome> => {
  const { argv, stdin, env = {} } = step;
  const environment = Object.fromEntries(
    Object.entries(env).map(([key, value]) => [key, value.replace(/^DIR\/\w+/, folder.work)]),
  );
  const { stdout, stderr, status } =
    argv === undefined
      ? { stdout: '', stderr: '', status: 0 }
      : await folder.run({ argv, clock, stdin: stdin ?? '', environment });
  const minter = join(folder.work, 'NOID');
  return {
    stdout,
    stderr,
    status,
    README: readText(join(minter, 'README')),
    files: existsSync(minter) ? readdirSync(minter).sort() : [],
  };
};

const readText = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

const readContact = (): string =>
  ['-un', '-gn'].map((option) => execFileSync('id', [option], { encoding: 'utf8' }).trim()).join('/');

const CONTACT = readContact();

/**
 * Leaves out what differs from run to run: samples and peppers are random, the contact and the place depend on the
 * machine.
 */
export const withoutChance = (text: string): string =>
  text
    .replaceAll(CONTACT, 'root/root')
    .replaceAll(/(?<=Sample identifiers would be )"[^"]*" and "[^"]*"/g, '"..." and "..."')
    .replaceAll(/^(where: +).*$/gm, '$1...')
    .replaceAll(/![0-9bcdfghjkmnpqrstvwxz]{20}\b/g, '!...');

const PERL_WARNING =
  /^(?:Use of uninitialized value|substr outside of string|Possible unintended interpolation|.* at (?:Noid\.pm|noid) line \d+).*\n/gm;

/** Leaves out warnings of Perl itself, which are not part of the program. */
export const withoutWarnings = (text: string): string => text.replace(PERL_WARNING, '');

const ERRORS = [
  /^(?:error|iderr|Argument error):?/m,
  /^parse_template: /m,
  /^Why give a value/m,
  /^Binding to element syntax/m,
  /^You must supply/m,
  /^No QUERY_STRING/m,
  /option not allowed/m,
  /^ *noid -h {13}\(for help/m,
];

/** Returns 1 for every error, and 0 otherwise. */
export const statusOf = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): number =>
  ERRORS.some((pattern) => pattern.test(stdout) || pattern.test(stderr)) ? 1 : 0;
