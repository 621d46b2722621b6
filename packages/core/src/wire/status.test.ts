import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { isWordCharacter, parseListOfPairs } from './list-of-pairs.ts';
import {
  ACKNOWLEDGED,
  CONFIRMATION,
  formatMembershipStatus,
  isConfirmation,
  type MembershipStatus,
  parseMembershipStatus,
} from './status.ts';

const { statuses, invalidStatuses, confirmations, notices } = JSON.parse(
  readFileSync(new URL('../../../../vectors/wire/answers.json', import.meta.url), 'utf8'),
) as {
  readonly statuses: readonly {
    readonly text: string;
    readonly status: MembershipStatus;
    readonly canonical: string;
  }[];
  readonly invalidStatuses: readonly {
    readonly text: string;
    readonly problem: string;
    readonly position: number;
    readonly why: string;
  }[];
  readonly confirmations: readonly { readonly text: string; readonly confirmed: boolean }[];
  readonly notices: readonly {
    readonly text: string;
    readonly pairs: readonly (readonly [string, readonly string[]])[];
  }[];
};

const transcript = JSON.parse(
  readFileSync(new URL('../../../../vectors/transcripts/resolve-10.1.json', import.meta.url), 'utf8'),
) as { readonly acknowledged: string };

const SEED = 20_150_325;

describe('the status of a membership', () => {
  it('has vectors', () => {
    expect(statuses.length).toBeGreaterThan(10);
    expect(invalidStatuses.length).toBeGreaterThan(4);
  });

  it.each(statuses)('reads and writes $text', ({ text, status, canonical }) => {
    expect(parseMembershipStatus(text)).toEqual(accept(status));
    expect(formatMembershipStatus(status)).toBe(canonical);
    expect(parseMembershipStatus(canonical)).toEqual(accept(status));
  });

  it.each(invalidStatuses)('refuses $text: $why', ({ text, problem, position }) => {
    expect(parseMembershipStatus(text)).toMatchObject({ ok: false, problem, position });
  });

  it('tells what it expected', () => {
    expect(parseMembershipStatus('status.archive x')).toEqual(
      refuse('status/unknown', 0, 'included, excluded or refused'),
    );
  });

  it.each(['', 'a  b', ' a', 'a {b}', 'n\u00e3o', 'a\nb'])(
    'leaves out a reason that the format cannot say: %j',
    (reason) => {
      expect(formatMembershipStatus({ kind: 'refused', reason })).toBe('status.archive refused');
    },
  );

  it('is read as it is written', () => {
    const unit = fc
      .integer({ min: 0x21, max: 0x7e })
      .filter(isWordCharacter)
      .map((code) => String.fromCharCode(code));
    const reason = fc
      .array(fc.string({ unit, minLength: 1, maxLength: 8 }), { maxLength: 5 })
      .map((words) => words.join(' '));
    const status: fc.Arbitrary<MembershipStatus> = fc.oneof(
      fc.boolean().map((confirmed) => ({ kind: 'included' as const, confirmed })),
      fc.constant({ kind: 'excluded' as const }),
      reason.map((text) => ({ kind: 'refused' as const, reason: text })),
    );
    fc.assert(
      fc.property(status, (value) => {
        expect(parseMembershipStatus(formatMembershipStatus(value))).toEqual(accept(value));
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });

  it('never throws, and is written again as it was read', () => {
    const name = fc.constantFrom('status.archive', 'status.reason', 'status.confirmation');
    const value = fc.constantFrom('included', 'excluded', 'refused', 'successful', '{a b}', '{}', '{a}');
    const pair = fc.oneof(
      { weight: 9, arbitrary: fc.tuple(name, value).map((both) => both.join(' ')) },
      {
        weight: 1,
        arbitrary: fc.array(fc.nat(0xffff), { maxLength: 2 }).map((codes) => String.fromCharCode(...codes)),
      },
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 4 }), (pairs) => {
        const answer = parseMembershipStatus(pairs.join(' '));
        if (!answer.ok) return;
        accepted += 1;
        expect(parseMembershipStatus(formatMembershipStatus(answer.value))).toEqual(answer);
      }),
      { seed: SEED, numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});

describe('what an Archive answers', () => {
  it('has vectors', () => {
    expect(confirmations.filter(({ confirmed }) => confirmed).length).toBeGreaterThan(1);
    expect(confirmations.filter(({ confirmed }) => !confirmed).length).toBeGreaterThan(5);
    expect(notices.length).toBeGreaterThan(0);
  });

  it.each(confirmations)('$text: $confirmed', ({ text, confirmed }) => {
    expect(isConfirmation(text)).toBe(confirmed);
  });

  it.each(notices)('$text', ({ text, pairs }) => {
    expect(ACKNOWLEDGED).toBe(text);
    expect(parseListOfPairs(text)).toMatchObject({ ok: true, value: pairs.map(([name, value]) => ({ name, value })) });
  });

  it('is constant', () => {
    expect(CONFIRMATION).toBe('confirmation yes');
    expect(isConfirmation(CONFIRMATION)).toBe(true);
    expect(ACKNOWLEDGED).toBe(transcript.acknowledged);
  });
});
