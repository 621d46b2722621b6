import { because, type HealthFinding, Refusal, type Said } from '@perene/api/refusals';
import { dateFromMicroseconds, formatExactDate, formatTime } from '@perene/core';
import type { Restoration } from '../../ports/archive/restored-claims.ts';
import type { DoiCounts } from '../../ports/dois/doi-queue.ts';
import type { Machine } from '../../ports/system/machine.ts';
import type { WitnessedLog } from '../../ports/trust/witnessed-logs.ts';

/** Part of a node that is examined. */
export type ExaminedPart =
  | 'settings'
  | 'clock'
  | 'disk'
  | 'database'
  | 'keys'
  | 'certificate'
  | 'reachable'
  | 'backup'
  | 'fixity'
  | 'claims'
  | 'dois'
  | 'log';

export interface Examination {
  readonly part: ExaminedPart;
  readonly level: 'ok' | 'warning' | 'error';
  readonly said: Said;
}

const LEVELS: Readonly<Record<HealthFinding['reason'], Examination['level']>> = {
  named: 'ok',
  'trying-out': 'warning',
  'clock-right': 'ok',
  'clock-behind': 'error',
  'clock-differs': 'warning',
  'disk-room': 'ok',
  'disk-low': 'warning',
  'disk-full': 'error',
  'disk-absent': 'error',
  'disk-read-only': 'error',
  'disk-open': 'warning',
  'database-whole': 'ok',
  'database-damaged': 'error',
  unopened: 'error',
  keys: 'ok',
  'keys-none': 'error',
  'certificate-none': 'ok',
  'certificate-valid': 'ok',
  'certificate-ends': 'warning',
  'resolver-silent': 'error',
  'reach-own': 'ok',
  reached: 'ok',
  unreached: 'error',
  'backup-none': 'warning',
  'backup-old': 'warning',
  'backup-recent': 'ok',
  'fixity-never': 'warning',
  'fixity-damaged': 'error',
  'fixity-old': 'warning',
  'fixity-recent': 'ok',
  'dois-registered': 'ok',
  'dois-failing': 'warning',
  'dois-refused': 'error',
  'log-none': 'ok',
  'log-whole': 'ok',
  'log-damaged': 'error',
  'log-late': 'warning',
  'log-unproved': 'error',
  'log-rewritten': 'error',
  'claims-awaited': 'warning',
  'claims-continued': 'ok',
  'claims-lost': 'warning',
};

export const examination = (part: ExaminedPart, finding: HealthFinding): Examination => ({
  part,
  level: LEVELS[finding.reason],
  said: because('health', finding),
});

const LOW_BYTES = 5 * 2 ** 30;
const FULL_BYTES = 256 * 2 ** 20;
const CLOCK_DIFFERENCE_MS = 5_000;
const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;
const BACKUP_DAYS = 7;

/** Looks at the place of the data, which needs no node. */
export const examineFolder = async (machine: Machine, folder: string): Promise<Examination> => {
  const state = await machine.inspectFolder(folder);
  if (state === undefined) return examination('disk', { reason: 'disk-absent', folder });
  const { freeBytes, isWritable, isOpenToOthers } = state;
  if (!isWritable) return examination('disk', { reason: 'disk-read-only', folder });
  const free = { gibibytes: (freeBytes / 2 ** 30).toFixed(1) };
  if (freeBytes < FULL_BYTES) return examination('disk', { reason: 'disk-full', ...free });
  if (freeBytes < LOW_BYTES) return examination('disk', { reason: 'disk-low', ...free });
  return isOpenToOthers
    ? examination('disk', { reason: 'disk-open', folder })
    : examination('disk', { reason: 'disk-room', ...free });
};

/** Looks at the resolver from here: its certificate, and its clock beside this one. */
export const examineResolver = async (
  machine: Machine,
  { url, now }: { readonly url: string; readonly now: bigint },
): Promise<readonly Examination[]> => {
  const nowMs = Number(now / 1_000n);
  try {
    const { clockMs, certificateEndMs } = await machine.inspectServer(url);
    const isOff = clockMs !== undefined && Math.abs(clockMs - nowMs) > CLOCK_DIFFERENCE_MS;
    const seconds = Math.round(Math.abs((clockMs ?? nowMs) - nowMs) / 1_000);
    return [
      certificateOf(url, certificateEndMs, nowMs),
      ...(isOff ? [examination('clock', { reason: 'clock-differs', seconds, resolver: url })] : []),
    ];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return [examination('certificate', { reason: 'resolver-silent', resolver: url, cause: code })];
  }
};

const certificateOf = (url: string, endMs: number | undefined, nowMs: number): Examination => {
  if (endMs === undefined) return examination('certificate', { reason: 'certificate-none', resolver: url });
  const until = new Date(endMs).toISOString();
  const isSoon = endMs - nowMs < CERTIFICATE_DAYS * DAY_MS;
  return examination('certificate', {
    reason: isSoon ? 'certificate-ends' : 'certificate-valid',
    resolver: url,
    until,
  });
};

/** A clock behind the last label was set back, or was ahead when that label was minted. */
export const examineClock = (now: bigint, last: bigint | undefined, tolerance: bigint): Examination => {
  const behind = (last ?? now) - now;
  if (behind <= tolerance) return examination('clock', { reason: 'clock-right' });
  return examination('clock', {
    reason: 'clock-behind',
    seconds: formatExactDate(dateFromMicroseconds(behind)),
    last: formatTime(dateFromMicroseconds(now + behind)),
  });
};

export const examineBackup = (at: string | undefined, now: bigint): Examination => {
  if (at === undefined) return examination('backup', { reason: 'backup-none' });
  const isOld = Number(now / 1_000n) - Date.parse(at) > BACKUP_DAYS * DAY_MS;
  return examination('backup', { reason: isOld ? 'backup-old' : 'backup-recent', at });
};

export const examineFixity = (
  { began, damaged }: { readonly began: bigint | undefined; readonly damaged: number },
  { now, period }: { readonly now: bigint; readonly period: bigint },
): Examination => {
  if (damaged > 0) return examination('fixity', { reason: 'fixity-damaged', files: damaged });
  if (began === undefined) return examination('fixity', { reason: 'fixity-never' });
  const at = formatTime(dateFromMicroseconds(began));
  return examination('fixity', { reason: now - began > 2n * period ? 'fixity-old' : 'fixity-recent', at });
};

/** Looks at the claims of an Archive that was restored; undefined if it never was. */
export const examineClaims = (restoration: Restoration | undefined): Examination | undefined => {
  if (restoration === undefined) return undefined;
  if (restoration.step === 'reading') {
    return examination('claims', { reason: 'claims-awaited', items: Number(restoration.upTo) });
  }
  const { counts } = restoration;
  return examination('claims', { reason: counts.lost > 0 ? 'claims-lost' : 'claims-continued', ...counts });
};

/** Looks at the DOIs that this node registers; undefined if it has none. */
export const examineDois = ({ all, refused, failing }: DoiCounts): Examination | undefined => {
  if (all === 0) return undefined;
  if (refused > 0) return examination('dois', { reason: 'dois-refused', dois: refused });
  return failing > 0
    ? examination('dois', { reason: 'dois-failing', dois: failing })
    : examination('dois', { reason: 'dois-registered', dois: all });
};

/** A resolver may be away for a while; what lasts longer needs a person. */
const MAX_DOUBT = 3_600_000_000n;

/** Looks at the log of the resolver as this Archive has seen it; undefined if nothing is wrong. */
export const examineWitnessed = (
  resolver: string,
  { doubt, conflict }: Pick<WitnessedLog, 'doubt' | 'conflict'>,
  now: bigint,
): Examination | undefined => {
  if (conflict !== undefined) return examination('log', { reason: 'log-rewritten', resolver });
  if (doubt === undefined) return undefined;
  const since = formatTime(dateFromMicroseconds(doubt.since));
  return examination('log', { reason: now - doubt.since > MAX_DOUBT ? 'log-unproved' : 'log-late', resolver, since });
};

/** Does one examination; what the node refuses meanwhile is what it found. */
export const examine = async (
  part: ExaminedPart,
  work: () => Promise<readonly Examination[]>,
): Promise<readonly Examination[]> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return [examination(part, { reason: 'unopened', said: error })];
    throw error;
  }
};
