import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Judge, Verdict } from './judge.ts';
import { BROWSERS } from './judges/browsers.ts';
import { CACHES } from './judges/caches.ts';
import { CITATIONS } from './judges/citations.ts';
import { DOCUMENTS } from './judges/documents.ts';
import { EXPORTS } from './judges/exports.ts';
import { HARVESTERS } from './judges/harvesters.ts';
import { INTERFACES } from './judges/interfaces.ts';
import { LINKED_DATA } from './judges/linked-data.ts';
import { LINKS } from './judges/links.ts';
import { PAGES } from './judges/pages.ts';
import { PAST } from './judges/past.ts';
import { bring } from './programs.ts';
import { startSampledNode } from './sampled-node.ts';
import { describe, isRight, putScoreboard, type Score } from './scoreboard.ts';

const PAGE = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url));

const JUDGES: readonly Judge[] = [
  ...CITATIONS,
  ...LINKS,
  ...PAST,
  ...LINKED_DATA,
  ...DOCUMENTS,
  ...HARVESTERS,
  ...PAGES,
  ...BROWSERS,
  ...INTERFACES,
  ...EXPORTS,
  ...CACHES,
];

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** The names of the judges to hear, or none for all: `npm run foreign -- pandoc biber`. */
const wanted = positionals.length > 0 ? JUDGES.filter(({ name }) => positionals.includes(name)) : JUDGES;
if (wanted.length < positionals.length) {
  throw new Error(`give some of ${JUDGES.map(({ name }) => name).join(', ')}`);
}

/** A judge that ends without a verdict is told as such, and the others are heard. */
const failed = (error: unknown): Verdict => ({ right: 0, of: 1, unit: 'runs', problems: [String(error)] });

const hear = async (judge: Judge): Promise<Score> => {
  const program = await bring(judge.source).catch((error: unknown) => String(error));
  if (typeof program === 'string') return { judge, missing: program };
  const verdict = await judge.judge(node, program).catch((error: unknown) => failed(error));
  return { judge, version: program.version, verdict };
};

const node = await startSampledNode();
const scores: Score[] = [];
try {
  for (const judge of wanted) {
    const score = await hear(judge);
    scores.push(score);
    say(describe(score));
  }
} finally {
  await node.stop();
}
if (values.write) {
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    putScoreboard(page, scores, { date: new Date().toISOString().slice(0, 10), names: JUDGES.map(({ name }) => name) }),
  );
}
process.exitCode = scores.every(isRight) ? 0 : 1;
