import { parseArgs } from 'node:util';
import { generate } from './generate.ts';
import { type Failure, runScript } from './judge.ts';
import { createDatabases } from './ours.ts';
import type { Script } from './script.ts';
import { shrink } from './shrink.ts';
import { tellFailure } from './tell.ts';

const PER_FEDERATION = 200;
const TOLD_MS = 10_000;
const MAX_TOLD = 5;

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '2000000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    /** Goes on after a failure, and counts failures by what went wrong. */
    all: { type: 'boolean', default: false },
  },
});
const wanted = Number(values.questions);
const first = Number(values.seed);
const databases = await createDatabases();
const kinds = new Map<string, { count: number; script: Script; failure: Failure }>();
let [questions, messages, failed] = [0, 0, 0];
let toldAt = Date.now();
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const kindOf = ({ law, got, allowed, target }: Failure): string => {
  const modifier = target.replace(/^\/[^!+:?]*/, '').replaceAll(/\([^)]*\)/g, '()');
  const wantedKinds = new Set(allowed.map((one) => one.replace(/ .* at .*/, '')));
  return `${law}: ${got.replace(/ .* at .*/, '').replace(/, naming.*: /, ' ')}, allowed ${[...wantedKinds].join(' or ')}, for ${modifier || 'the item'}`;
};

/** The seed of the federation that is being tried. */
let seed = first;
let hasVerdict = false;
// Node.js ends silently when nothing can happen any more.
process.once('exit', () => {
  databases.remove();
  if (hasVerdict) return;
  say(`no verdict: seed ${seed} did not come to its end`);
  process.exitCode = 1;
});

// If somebody stops the run, it prints the figures so far and removes its databases.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say(`${questions} questions, ${messages} messages, ${failed} wrong answers`);
    process.exit(1);
  });
}

say(`seed ${first}`);
for (; questions < wanted && (values.all || failed === 0); seed += 1) {
  const script = generate(seed, { questions: Math.min(PER_FEDERATION, wanted - questions) });
  const verdict = await runScript(script, databases);
  const { failures } = verdict;
  questions += verdict.questions;
  messages += verdict.messages;
  failed += failures.length;
  for (const failure of failures) {
    const known = kinds.get(kindOf(failure));
    if (known) known.count += 1;
    else kinds.set(kindOf(failure), { count: 1, script, failure });
    say(`seed ${seed}: ${kindOf(failure)}`);
  }
  if (Date.now() - toldAt > TOLD_MS) {
    toldAt = Date.now();
    say(`${questions} questions, ${messages} messages, ${failed} wrong answers, at seed ${seed}`);
  }
}
say(`${questions} questions, ${messages} messages, ${failed} wrong answers`);
const worst = [...kinds].toSorted(([, one], [, other]) => other.count - one.count);
for (const [kind, { count }] of worst) say(`${count} ${kind}`);
for (const [, { script, failure }] of worst.slice(0, MAX_TOLD)) {
  say(`\n${tellFailure(await shrink(script, failure, databases))}`);
}
hasVerdict = true;
process.exitCode = failed === 0 ? 0 : 1;
