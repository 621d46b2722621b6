import { firstPart } from '@perene/core/noid';
import type { IdentifierRecord, MinterProgress, MinterWriting } from '../../ports/minter-store.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { refuseForeignIdentifiers } from './check-identifiers.ts';
import { formatLocalTime } from './local-time.ts';
import { circulationOf, isLongTerm, type MinterWork, templateOf } from './minter-work.ts';
import { refuseWrongPepper } from './pepper.ts';

/** One line each: `id: ...` for those that were queued, `error: ...` for those that were not. */
export interface Queued {
  readonly lines: readonly string[];
  readonly queued: number;
}

const NO_DATE = '00000000000000';
const MICROSECONDS_PER_SECOND = 1_000_000n;
const SECONDS_PER_DAY = 86_400n;
/** Some thousand years: beyond, the date has more than four digits for its year. */
const MAX_DELAY_SECONDS = 86_400n * 365n * 1_000n;
const FIRST_NUMBER = 1;

export const queueIdentifiers = async (
  minter: MinterWriting,
  work: MinterWork,
  { when, ids }: { readonly when: string | undefined; readonly ids: readonly string[] },
): Promise<Queued> => {
  const { definition } = minter;
  const template = templateOf(definition);
  if (definition.template === '' || definition.template === '0') {
    throw new Refusal('minter-binds-only', 'queuing makes no sense in a bind-only minter.');
  }
  if (when === undefined || when.trim() === '') {
    throw new Refusal('queue-time-invalid', 'queue when? (eg, first, lvf, 30d, now)');
  }
  if (ids.length === 0) throw new Refusal('identifier-invalid', 'must specify at least one id to queue.');
  const now = work.clock.now();
  const date = dateOf(when, now);
  const bases: string[] = [];
  for (const id of ids) bases.push(await refuseWrongPepper(minter, id, work.secrets));
  refuseForeignIdentifiers(definition, bases, 'queue');

  const progress = await minter.progress();
  const isLater = date !== NO_DATE && date > progress.latestDate;
  let number = 0;
  if (when === 'first') number = progress.firstNumber;
  else if (date !== NO_DATE) number = isLater ? FIRST_NUMBER : progress.datedNumber;

  const first = firstPart(template, definition.naan);
  // As the original pads its keys.
  const width = (template.total === null ? 16 : 2) + template.mask.length;
  const lines: string[] = [];
  let queued = 0;
  for (const id of bases) {
    const record = await minter.record(id);
    const refused = describeRefused(id, record, when === 'delete');
    if (refused !== undefined) {
      work.log(refused);
      lines.push(refused);
      continue;
    }
    const letter = when === 'delete' ? 'u' : 'q';
    const changed: IdentifierRecord = {
      id,
      status: letter + (record?.status.charAt(0) ?? ''),
      date: formatLocalTime(now),
      contact: work.contact,
      position: progress.sequence.issued,
      isHeld: false,
      pepper: record?.pepper,
    };
    await minter.saveRecord(changed);
    const padded = (id.startsWith(first) ? id.slice(first.length) : id).padStart(width, '0');
    if (when === 'delete') await minter.removeFromQueue(id);
    else await minter.addToQueue({ id, date, number, padded });
    if (isLongTerm(definition)) {
      logLongTerm(work, { id, before: record?.status ?? '', circulation: circulationOf(changed) });
      if (when !== 'delete') work.log(`id: ${id} added to queue under :/q/${date}/${number}/${padded}`);
    }
    lines.push(`id: ${id}`);
    queued += 1;
    if (number > 0) number += 1;
  }
  await minter.saveProgress({
    ...progress,
    queued: progress.queued + (when === 'delete' ? -queued : queued),
    ...nextNumbers(progress, { when, date, number, isLater }),
  });
  return { lines, queued };
};

const dateOf = (when: string, now: bigint): string => {
  const [, digits = '', unit = ''] = /^(\d{1,18})([ds]?)$/.exec(when) ?? [];
  if (digits !== '') {
    const seconds = BigInt(digits) * (unit === 'd' ? SECONDS_PER_DAY : 1n);
    if (seconds <= MAX_DELAY_SECONDS) return formatLocalTime(now + seconds * MICROSECONDS_PER_SECOND);
  }
  if (when === 'now') return formatLocalTime(now);
  if (when === 'first' || when === 'lvf' || when === 'delete') return NO_DATE;
  throw new Refusal('queue-time-invalid', `unrecognized queue time: ${when}`);
};

const describeRefused = (id: string, record: IdentifierRecord | undefined, isDeletion: boolean): string | undefined => {
  if (record?.isHeld === true) {
    return `error: a hold has been set for "${id}" and must be released before the identifier can be queued for minting.`;
  }
  const circulation = circulationOf(record);
  const letter = circulation.charAt(0);
  if (letter === 'q' && !isDeletion) {
    return `error: id ${id} cannot be queued since it appears to be in the queue already -- circ record is ${circulation}`;
  }
  if (letter === 'u' && isDeletion) {
    return `error: id ${id} has been unqueued already -- circ record is ${circulation}`;
  }
  if (letter !== 'q' && isDeletion) {
    return `error: id ${id} cannot be unqueued since its circ record does not indicate its being queued, circ record is ${circulation}`;
  }
  return undefined;
};

const logLongTerm = (
  { log }: MinterWork,
  { id, before, circulation }: { readonly id: string; readonly before: string; readonly circulation: string },
): void => {
  if (before === '') log(`note: id ${id} being queued before first minting (to be pre-cycled)`);
  else if (before.startsWith('i')) log(`note: longterm id ${id} being queued for re-issue`);
  log(`m: ${circulation}`);
};

const nextNumbers = (
  { firstNumber, datedNumber, latestDate }: MinterProgress,
  next: { readonly when: string; readonly date: string; readonly number: number; readonly isLater: boolean },
): Pick<MinterProgress, 'firstNumber' | 'datedNumber' | 'latestDate'> => {
  if (next.when === 'first') return { firstNumber: next.number, datedNumber, latestDate };
  if (next.date === NO_DATE) return { firstNumber, datedNumber, latestDate };
  return { firstNumber, datedNumber: next.number, latestDate: next.isLater ? next.date : latestDate };
};
