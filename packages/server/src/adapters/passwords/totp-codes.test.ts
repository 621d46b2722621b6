import { expect, it } from 'vitest';
import { createTotpCodes } from './totp-codes.ts';

/** The secret of RFC 6238, appendix B: 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59n, '287082'],
  [1_111_111_109n, '081804'],
  [1_234_567_890n, '005924'],
  [20_000_000_000n, '353130'],
])('the code at second %s is that of RFC 6238', (second, code) => {
  expect(createTotpCodes().codeAt(SECRET, second / 30n)).toBe(code);
});

it('secrets have 160 bits in base 32', () => {
  expect(createTotpCodes().makeSecret()).toMatch(/^[A-Z2-7]{32}$/);
});
