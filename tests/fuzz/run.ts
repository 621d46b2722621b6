import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.ts';
import { toCurl } from './request.ts';
import { startWatchedNode } from './watched-node.ts';

const TOLD_MS = 10_000;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    /** Goes on after a failure, and tells each kind of failure once. */
    all: { type: 'boolean', default: false },
  },
});
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const folder = mkdtempSync(join(tmpdir(), 'perene-fuzz-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const node = await startWatchedNode(folder);
say(`seed ${values.seed}`);
let [toldAt, longest] = [Date.now(), 0];
const failures = await runCampaign(node, {
  requests: Number(values.requests),
  seed: Number(values.seed),
  hasTimeLaw: true,
  goesOn: values.all,
  onRound({ sent, statuses, keptBytes, residentBytes, longestMs }) {
    longest = Math.max(longest, longestMs);
    if (Date.now() - toldAt < TOLD_MS && sent < Number(values.requests)) return;
    toldAt = Date.now();
    const counts = [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => `${status}: ${count}`);
    const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
    say(
      `${sent} requests, longest without a pause ${Math.round(longest)} ms, kept ${mib(keptBytes)}, resident ${mib(residentBytes)}; ${counts.join(', ')}`,
    );
  },
});
for (const { law, request, detail } of failures) {
  say(`\nseed ${values.seed}: ${law}: ${detail}`);
  say(request === undefined ? 'no single request does this' : toCurl(node.url, request));
}
if (failures.length > 0) {
  say(`\n${node.printed().slice(-4_000)}`);
  process.exitCode = 1;
}
await node.stop();
