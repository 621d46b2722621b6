// Loaded before a node to measure from inside how long it blocks its event loop, and what it keeps in memory.
import { isMainThread } from 'node:worker_threads';

const PERIOD_MS = 20;
/** A busy machine lets the process wait: only the time in which it computes counts, that of its main thread if known. */
const readCpu = process.threadCpuUsage ?? process.cpuUsage;
const computed = () => {
  const { user, system } = readCpu();
  return (user + system) / 1_000;
};

const watch = () => {
  let last = computed();
  let blockedMs = 0;
  setInterval(() => {
    const now = computed();
    blockedMs = Math.max(blockedMs, now - last);
    last = now;
  }, PERIOD_MS).unref();
  process.on('message', ({ collect }) => {
    if (collect) globalThis.gc();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send({ blockedMs, keptBytes: heapUsed + external, residentBytes: rss });
    blockedMs = 0;
    last = computed();
  });
  // The node ends with the program that started it.
  process.on('disconnect', () => process.exit());
  process.channel.unref();
};

// Threads load this as well.
if (isMainThread) watch();
