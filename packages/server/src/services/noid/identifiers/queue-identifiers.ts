import { type QueueRefusal, refuse } from '@perene/api/refusals';
import { firstPart } from '@perene/core/noid';
import type { IdentifierRecord, MinterProgress, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { circulationOf, isLongTerm, type MinterWork, templateOf } from '../minters/minter-work.ts';
import { refuseForeignIdentifiers } from './check-identifiers.ts';
import { formatLocalTime } from './local-time.ts';
import { refuseWrongPepper } from './pepper.ts';

/** One outcome for each identifier, in the order in which they were given. */
export interface Queued {
  readonly outcomes: readonly QueueOutcome[];
}

/** An outcome without a reason means that it was done. */
type QueueOutcome = { readonly id: string; readonly refused?: undefined } | { readonly refused: QueueRefusal };

const NO_DATE = '00000000000000';
const MICROSECONDS_PER_SECOND = 1_000_000n;
const SECONDS_PER_DAY = 86_400n;
/** A thousand years, so that the year of a date has four digits. */
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
    throw refuse('minter-binds-only', { reason: 'queue' });
  }
  if (when === undefined || when.trim() === '') {
    throw refuse('queue-time-invalid', { reason: 'missing' });
  }
  if (ids.length === 0) throw refuse('identifier-invalid', { reason: 'missing', operation: 'queue' });
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
  // The original pads its keys in this way.
  const width = (template.total === null ? 16 : 2) + template.mask.length;
  const outcomes: QueueOutcome[] = [];
  let queued = 0;
  for (const id of bases) {
    const record = await minter.record(id);
    const refused = findRefusal(id, record, when === 'delete');
    if (refused !== undefined) {
      work.log({ kind: 'not-queued', refused });
      outcomes.push({ refused });
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
      if (when !== 'delete') work.log({ kind: 'queued', id, place: `${date}/${number}/${padded}` });
    }
    outcomes.push({ id });
    queued += 1;
    if (number > 0) number += 1;
  }
  await minter.saveProgress({
    ...progress,
    queued: progress.queued + (when === 'delete' ? -queued : queued),
    ...nextNumbers(progress, { when, date, number, isLater }),
  });
  return { outcomes };
};

const dateOf = (when: string, now: bigint): string => {
  const [, digits = '', unit = ''] = /^(\d{1,18})([ds]?)$/.exec(when) ?? [];
  if (digits !== '') {
    const seconds = BigInt(digits) * (unit === 'd' ? SECONDS_PER_DAY : 1n);
    if (seconds <= MAX_DELAY_SECONDS) return formatLocalTime(now + seconds * MICROSECONDS_PER_SECOND);
  }
  if (when === 'now') return formatLocalTime(now);
  if (when === 'first' || when === 'lvf' || when === 'delete') return NO_DATE;
  throw refuse('queue-time-invalid', { reason: 'unknown', when });
};

const findRefusal = (
  id: string,
  record: IdentifierRecord | undefined,
  isDeletion: boolean,
): QueueRefusal | undefined => {
  const circulation = circulationOf(record);
  if (record?.isHeld === true) return { reason: 'held', id, circulation };
  const letter = circulation.charAt(0);
  if (letter === 'q' && !isDeletion) return { reason: 'queued-already', id, circulation };
  if (letter === 'u' && isDeletion) return { reason: 'unqueued-already', id, circulation };
  if (letter !== 'q' && isDeletion) return { reason: 'not-queued', id, circulation };
  return undefined;
};

const logLongTerm = (
  { log }: MinterWork,
  { id, before, circulation }: { readonly id: string; readonly before: string; readonly circulation: string },
): void => {
  if (before === '') log({ kind: 'queued-unminted', id });
  else if (before.startsWith('i')) log({ kind: 'queued-again', id });
  log({ kind: 'circulation', circulation });
};

const nextNumbers = (
  { firstNumber, datedNumber, latestDate }: MinterProgress,
  next: { readonly when: string; readonly date: string; readonly number: number; readonly isLater: boolean },
): Pick<MinterProgress, 'firstNumber' | 'datedNumber' | 'latestDate'> => {
  if (next.when === 'first') return { firstNumber: next.number, datedNumber, latestDate };
  if (next.date === NO_DATE) return { firstNumber, datedNumber, latestDate };
  return { firstNumber, datedNumber: next.number, latestDate: next.isLater ? next.date : latestDate };
};
