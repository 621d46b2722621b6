import type { Judge, Verdict } from './judge.ts';

export type Score =
  | { readonly judge: Judge; readonly version: string; readonly verdict: Verdict }
  | { readonly judge: Judge; readonly missing: string };

const figureOf = (score: Score): string => {
  if ('missing' in score) return 'not here';
  const { right, of, unit, note } = score.verdict;
  return `${right} of ${of} ${unit}${note === undefined ? '' : `; ${note}`}`;
};

const sourceOf = ({ source }: Judge): string => ('npm' in source ? 'npm' : 'Debian');

export const isRight = (score: Score): boolean => 'missing' in score || score.verdict.right === score.verdict.of;

const MAX_SHOWN_PROBLEMS = 12;

/** One line for a judge, and below it what is wrong. */
export const describe = (score: Score): string => {
  const version = 'missing' in score ? '' : score.version;
  const first = `${isRight(score) ? ' ' : '!'} ${`${score.judge.name} ${version}`.padEnd(44)} ${figureOf(score)}`;
  const problems = 'missing' in score ? [score.missing] : score.verdict.problems;
  const more = problems.length - MAX_SHOWN_PROBLEMS;
  return [
    first,
    ...problems.slice(0, MAX_SHOWN_PROBLEMS).map((problem) => `      ${problem.replaceAll('\n', ' ').slice(0, 400)}`),
    ...(more > 0 ? [`      and ${more} more`] : []),
  ].join('\n');
};

const MARK = { begin: '<!-- scoreboard -->', end: '<!-- end of scoreboard -->' };

const rowOf = (score: Score, date: string): string => {
  const version = 'missing' in score ? '' : score.version;
  return `| ${score.judge.name} | ${version} (${sourceOf(score.judge)}) | ${score.judge.about} | ${figureOf(score)} | ${date} |`;
};

/** The page with these scores; judges that were not heard this time keep their rows. */
export const putScoreboard = (
  page: string,
  scores: readonly Score[],
  { date, names }: { readonly date: string; readonly names: readonly string[] },
): string => {
  const [begin, end] = [page.indexOf(MARK.begin), page.indexOf(MARK.end)];
  if (begin < 0 || end < begin) throw new Error(`the page has no "${MARK.begin}" and "${MARK.end}"`);
  const before = page.slice(begin, end).split('\n');
  const rows = names.flatMap((name) => {
    const score = scores.find(({ judge }) => judge.name === name);
    if (score !== undefined) return [rowOf(score, date)];
    return before.filter((row) => row.startsWith(`| ${name} |`));
  });
  const table = ['| judge | version | what is judged | figure | date |', '| --- | --- | --- | --- | --- |', ...rows];
  return `${page.slice(0, begin)}${MARK.begin}\n${table.join('\n')}\n${page.slice(end)}`;
};
