import { describe, expect, it } from 'vitest';
import { accept, refuse, shift } from './answer.ts';

describe('results of parsers', () => {
  it('accepts with a value', () => {
    expect(accept(7)).toEqual({ ok: true, value: 7 });
    expect(accept(undefined)).toEqual({ ok: true, value: undefined });
  });

  it('refuses with a problem, its place and what was expected there', () => {
    expect(refuse('ip/octet', 3, 'a number')).toEqual({
      ok: false,
      problem: 'ip/octet',
      position: 3,
      expected: 'a number',
    });
  });

  it('shifts a refusal into the text around it, and leaves the first one as it was', () => {
    const refused = refuse('ip/octet', 3, 'a number');
    expect(shift(refused, 10)).toEqual({ ok: false, problem: 'ip/octet', position: 13, expected: 'a number' });
    expect(shift(refused, 0)).toEqual(refused);
    expect(refused.position).toBe(3);
  });
});
