import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES } from '../fixtures/databases.ts';
import { effort } from '../fixtures/effort.ts';
import { createNoidFolder } from '../fixtures/noid-command.ts';
import { keepFoldersIn } from '../fixtures/noid-in-database.ts';
import { createInProcessNoidFolder } from '../fixtures/noid-in-process.ts';
import {
  DIFFERENCES,
  type Difference,
  runStory,
  STORIES,
  type Step,
  type Story,
  type StoryOutcome,
  statusOf,
  withoutChance,
  withoutWarnings,
} from './noid-stories.ts';

/** The program itself repeats every n-th story. */
const SAMPLED = effort({ usual: 12, thorough: 1 });

interface Comparable {
  readonly stdout: string;
  readonly stderr: string;
  readonly README: string | undefined;
  readonly files: readonly string[] | undefined;
}

const outcomes = new Map<Story, StoryOutcome>();

const differenceOf = (story: Story, step: number | undefined): Difference | undefined =>
  DIFFERENCES.find((known) => known.file === story.file && known.case === story.name && known.step === step);

beforeAll(async () => {
  for (const story of STORIES) outcomes.set(story, await runStory(story, createInProcessNoidFolder()));
});

/** Some steps show only a few lines of what was printed. */
const shownLines = (text: string, { note = '' }: Step): string =>
  note === 'only the queue keys and counters'
    ? (text.match(/^ {2}:\/(?:fseqnum|gseqnum\w*|held|oacounter|q\/.*|queued): .*$/gm) ?? []).join('\n')
    : text;

const describeStep = ({ argv, files, stdin, env }: Step): string => {
  if (argv === undefined) return `files ${files?.join(' ')}`;
  const words = [...argv, env?.['QUERY_STRING'] ?? ''].filter((word, index) => index < argv.length || word !== '');
  const command = words.map((word) => (/^[!-~]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
  return stdin ? `${command} < ${JSON.stringify(stdin)}` : command;
};

/** Returns what the Perl program did, as far as it can be compared. */
const theirsOf = ({ stdout = '', stderr = '', README, files }: Step): Comparable => ({
  stdout: withoutChance(stdout),
  stderr: withoutWarnings(withoutChance(stderr)),
  README: README === undefined ? undefined : withoutChance(README),
  files,
});

const expectedOf = (theirs: Comparable, difference: Difference): Comparable => {
  const { stdout, stderr, files, replaced = [] } = difference;
  let text = stdout ?? theirs.stdout;
  for (const [before, after] of replaced) {
    expect(text.split(before)).toHaveLength(2);
    text = text.replace(before, () => after);
  }
  return { ...theirs, stdout: text, stderr: stderr ?? theirs.stderr, files: files ?? theirs.files };
};

describe.each(STORIES)('$file, $name', (story) => {
  it.each(story.steps.map((step, index) => ({ step, index, shown: describeStep(step) })))(
    '$index: $shown',
    ({ step, index }) => {
      const outcome = outcomes.get(story)?.steps[index];
      const difference = differenceOf(story, index);
      const theirs = theirsOf(step);
      const expected = difference === undefined ? theirs : expectedOf(theirs, difference);
      // A program that never ended has printed nothing that could be compared.
      const hasEnded = step.result === undefined;
      expect(difference === undefined).toBe(hasEnded && isDeepStrictEqual(expected, theirs));
      expect({
        stdout: shownLines(withoutChance(outcome?.stdout ?? ''), step),
        stderr: withoutChance(outcome?.stderr ?? ''),
        README: step.README === undefined ? undefined : withoutChance(outcome?.README ?? ''),
        files: step.files === undefined ? undefined : outcome?.files,
        status: outcome?.status,
      }).toEqual({ ...expected, status: statusOf(expected) });
    },
  );

  it('is set up without errors', () => expect(outcomes.get(story)?.failed).toEqual([]));

  if (story.log === null) return;
  const theirs = withoutChance(story.log);

  it('leaves the same log', () => {
    const difference = differenceOf(story, undefined);
    if (difference !== undefined) expect(difference.log).not.toBe(theirs);
    expect(withoutChance(outcomes.get(story)?.log ?? '')).toBe(difference?.log ?? theirs);
  });
});

const comparable = ({ steps, log, failed }: StoryOutcome) => ({
  steps: steps.map((step) => ({
    ...step,
    stdout: withoutChance(step.stdout),
    stderr: withoutChance(step.stderr),
    README: withoutChance(step.README ?? ''),
  })),
  log: withoutChance(log ?? ''),
  failed,
});

describe('the program tells the same story as its function', () => {
  it.each(STORIES.filter((_, index) => index % SAMPLED === 0))('$file, $name', async (story) => {
    const told = outcomes.get(story);
    if (told === undefined) throw new Error('it was not told');
    expect(comparable(await runStory(story, createNoidFolder()))).toEqual(comparable(told));
  });
});

describe('a minter in PostgreSQL', () => {
  it('tells the same stories as one in a file', async () => {
    const database = await POSTGRES.openMigrated();
    for (const story of STORIES) {
      const told = outcomes.get(story);
      if (told === undefined) throw new Error('it was not told');
      const folder = createInProcessNoidFolder(keepFoldersIn(database));
      expect(comparable(await runStory(story, folder)), `${story.file}, ${story.name}`).toEqual(comparable(told));
    }
  });
});

describe('differences', () => {
  const text = readFileSync(new URL('../../docs/noid-differences.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z-]+)` \|.*\| (yes|no) \|$/gm)].map(([, key = '', shown = '']) => ({
    key,
    shown,
  }));

  it('are of steps that there are', () => {
    for (const { file, case: name, step } of DIFFERENCES) {
      const story = STORIES.find((known) => known.file === file && known.name === name);
      expect(story).toBeDefined();
      if (step !== undefined) expect(story?.steps[step]).toBeDefined();
    }
  });

  it('are each declared once', () => {
    const places = DIFFERENCES.map(({ file, case: name, step }) => `${file}/${name}/${step}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('are explained, and whatever is explained as shown by the vectors is', () => {
    const used = new Set(DIFFERENCES.map(({ because }) => because));
    const shown = rows.filter((row) => row.shown === 'yes').map(({ key }) => key);
    expect([...used].sort()).toEqual([...shown].sort());
    expect(rows.length).toBeGreaterThan(shown.length);
  });
});
