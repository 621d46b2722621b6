import type { DumpFiles } from '../../../ports/archive/dumps.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { ItemView } from '../archive-operations.ts';
import { timeOf } from '../items/view-item.ts';
import type { Harvest, HarvestedItem } from './harvest-items.ts';

const PERIOD_MICROSECONDS = 24n * 3_600_000_000n;
const KEPT = 3;
const RECORDS_A_STEP = 100;

class Stopped extends Error {}

/**
 * Writes all records into one file, if a day has passed since the last dump, or since the first change, and something
 * has changed. An item that changes meanwhile may come twice: its later line counts.
 */
export const makeDump = async (
  { harvest, dumps, clock }: { readonly harvest: Harvest; readonly dumps: DumpFiles; readonly clock: Clock },
  { isStopped }: { readonly isStopped: () => boolean },
): Promise<void> => {
  const known = await dumps.list();
  const now = clock.now();
  const last = await harvest.last();
  const since = known[0] === undefined ? await harvest.firstDate() : BigInt(known[0].madeAt);
  if (last === undefined || since === undefined || now - since < PERIOD_MICROSECONDS) return;
  const cursor = `${last.number}-${last.mark}`;
  if (known[0]?.cursor === cursor) return;
  const name = `items-${timeOf(now)
    .replace(/\..*|Z$/, '')
    .replaceAll(':', '-')}.jsonl.zst`;
  let records = 0;
  async function* writeLines(): AsyncGenerator<string> {
    for (let after: bigint | undefined = 0n; after !== undefined; ) {
      if (isStopped()) throw new Stopped();
      const { items, next } = await harvest.list({ after, limit: RECORDS_A_STEP });
      records += items.length;
      yield items.map((item) => `${JSON.stringify(lineOf(item))}\n`).join('');
      after = next?.number;
    }
  }
  try {
    const written = await dumps.write(name, writeLines());
    await dumps.keep({ name, madeAt: String(now), records, cursor, ...written });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return;
  }
  for (const old of known.slice(KEPT - 1)) await dumps.remove(old.name);
};

/** What everybody may see of an item. */
const lineOf = ({ repository, at, item }: HarvestedItem): object =>
  item === undefined
    ? { repository, state: 'Deleted', changed: timeOf(at) }
    : { ...publicView(item), changed: timeOf(at) };

const publicView = ({ links: _, elsewhere: __, target, files, ...item }: ItemView): object =>
  item.access.fileList === 'closed'
    ? { ...item, files: [] }
    : { ...item, ...(target !== undefined && { target }), files };
