import { describe, expect, it } from 'vitest';
import { readClaims } from './read-claims.ts';

const read = (signed: object, more: object = {}, claim = 'groups') =>
  readClaims({ sub: 's', ...signed }, { ...more }, claim);

describe('readClaims', () => {
  it('reads groups as a list, as a text, and inside other claims', () => {
    expect(read({ groups: ['a', 1, null, 'b'] })?.groups).toEqual(['a', 'b']);
    expect(read({ groups: 'a' })?.groups).toEqual(['a']);
    expect(read({ realm_access: { roles: ['r'] } }, {}, 'realm_access.roles')?.groups).toEqual(['r']);
    expect(read({ 'https://a.b/roles': ['r'] }, {}, 'https://a.b/roles')?.groups).toEqual(['r']);
    expect(read({}, { groups: ['m'] })?.groups).toEqual(['m']);
    expect(read({ a: 1 }, {}, 'a.b.c')?.groups).toEqual([]);
    expect(read({}, {}, '__proto__.constructor')?.groups).toEqual([]);
    expect(read({ groups: Array.from({ length: 5_000 }, String) })?.groups).toHaveLength(1_000);
  });

  it('believes an address only with what is said beside it', () => {
    expect(read({ email: 'a@b' }, { email: 'a@b', email_verified: true })?.isEmailVerified).toBe(false);
    expect(read({ email_verified: true }, { email: 'a@b' })?.isEmailVerified).toBe(false);
    expect(read({}, { email: 'a@b', email_verified: 'true' })).toMatchObject({ email: 'a@b', isEmailVerified: true });
    expect(read({ email: 'x'.repeat(400), email_verified: true })?.email).toBeUndefined();
  });

  it('takes no subject that the standard does not know', () => {
    for (const sub of [undefined, '', 7, 'x'.repeat(256), 'a\u0000', 'ação']) expect(read({ sub })).toBeUndefined();
  });

  it('tells a second factor by the means that were used', () => {
    const by = (...amr: readonly string[]) => read({ amr })?.hasSecondFactor;
    expect([by('mfa'), by('pwd', 'otp'), by('pwd'), by('otp'), by()]).toEqual([true, true, false, false, false]);
    expect(read({}, { amr: ['mfa'] })?.hasSecondFactor).toBe(false);
  });
});
