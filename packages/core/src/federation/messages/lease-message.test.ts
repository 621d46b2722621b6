import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HeldLeaseName } from '../lease.ts';
import { formatSet } from './digest-message.ts';
import {
  ANNOUNCEMENT_RECEIVED,
  decodeAnnounced,
  formatLeaseDenial,
  formatLeaseGrant,
  formatLeaseMessage,
  isAnnouncementReceived,
  type LeaseMessage,
  MAX_ANNOUNCED,
  parseLeaseDenial,
  parseLeaseGrant,
  parseLeaseMessage,
} from './lease-message.ts';

interface Vectors {
  readonly messages: readonly {
    readonly query: string;
    readonly subject: LeaseMessage['subject'];
    readonly archiveService: string;
    readonly registrationKey: string;
    readonly held?: HeldLeaseName;
    readonly added?: readonly string[];
  }[];
  readonly refused: readonly { readonly query: string; readonly problem: string; readonly position: number }[];
  readonly others: readonly string[];
  readonly grants: readonly { readonly text: string; readonly id: string; readonly seconds: number }[];
  readonly noGrants: readonly { readonly text: string; readonly problem: string }[];
}

const VECTORS = JSON.parse(
  readFileSync(new URL('../../../../../vectors/federation/lease-messages.json', import.meta.url), 'utf8'),
) as Vectors;

describe('a message of a lease', () => {
  it.each(VECTORS.messages)('$query', ({ query, subject, archiveService, registrationKey, held, added }) => {
    const message = parseLeaseMessage(query);
    expect(message).toMatchObject({
      ok: true,
      value: { subject, archiveService: { text: archiveService }, registrationKey },
    });
    if (!message.ok || message.value === undefined) throw new Error(query);
    expect(message.value.held).toEqual(held);
    if (message.value.subject === 'announcement') {
      expect(message.value.added && [...message.value.added]).toEqual(added?.map((digits) => Number(`0x${digits}`)));
    }
    expect(formatLeaseMessage(message.value)).toBe(query);
  });

  it.each(VECTORS.refused)('refuses $query', ({ query, problem, position }) => {
    expect(parseLeaseMessage(query)).toMatchObject({ ok: false, problem, position });
  });

  it.each(VECTORS.others)('is not "%s"', (query) => {
    expect(parseLeaseMessage(query)).toEqual({ ok: true, value: undefined });
  });

  it('holds nothing without its term', () => {
    const [, { query } = { query: '' }] = VECTORS.messages;
    expect(parseLeaseMessage(query.replace(/&lease.term=\w+/, ''))).toMatchObject({ value: { held: undefined } });
    expect(parseLeaseMessage(query.replace(/&lease.held=\w+/, ''))).toMatchObject({ value: { held: undefined } });
  });

  it('fits into a request line with as many labels as may be listed', () => {
    const [, , { query } = { query: '' }] = VECTORS.messages;
    const message = parseLeaseMessage(query);
    if (!message.ok || message.value?.subject !== 'announcement') throw new Error(query);
    const added = Float64Array.from({ length: MAX_ANNOUNCED }, (_, index) => (index + 1) * 351_843_720_888 - 1);
    expect(formatLeaseMessage({ ...message.value, added }).length).toBeLessThan(7_000);
  });
});

describe('the answer to a request', () => {
  it.each(VECTORS.grants)('$text', ({ text, ...grant }) => {
    expect(parseLeaseGrant(text)).toEqual({ ok: true, value: grant });
    expect(formatLeaseGrant(grant)).toBe(text);
  });

  it.each(VECTORS.noGrants)('is no lease: $text', ({ text, problem }) => {
    expect(parseLeaseGrant(text)).toMatchObject({ ok: false, problem });
  });
});

describe('the answer to an Archive that gets no lease', () => {
  it('says why, and is no lease', () => {
    const text = formatLeaseDenial('this Archive is not registered');
    expect(text).toBe('status.archive refused\r\nstatus.reason {this Archive is not registered}\r\nlease.seconds 0');
    expect(parseLeaseDenial(text)).toBe('this Archive is not registered');
    expect(parseLeaseGrant(text)).toMatchObject({ ok: false });
  });

  it.each([
    '',
    '{',
    'status.archive refused status.reason {unknown subject}',
    'status.archive refused lease.seconds 10',
    'status.archive included lease.seconds 0',
    'lease.seconds 0',
    'status.archive refused other 0',
  ])('is not: %s', (text) => {
    expect(parseLeaseDenial(text)).toBeUndefined();
  });
});

describe('an announcement', () => {
  it('is received only where the resolver says so', () => {
    expect(isAnnouncementReceived(ANNOUNCEMENT_RECEIVED)).toBe(true);
    for (const text of [
      '',
      '{',
      'notice {acknowledgment received}',
      'notice received',
      'other {announcement received}',
    ]) {
      expect(isAnnouncementReceived(text)).toBe(false);
    }
  });

  it('is read again as it was written', () => {
    expect(decodeAnnounced(formatSet(Float64Array.of(1, 7)))).toEqual(Float64Array.of(1, 7));
    expect(decodeAnnounced('A')).toBeUndefined();
  });
});
