import { describe, expect, it } from 'vitest';
import type { SettingName } from '../setting-names.ts';
import { readSettings } from '../settings.ts';

const read = (flags: Partial<Record<SettingName, string>>) =>
  readSettings({
    flags: { 'openid.issuer': 'https://login.example.org/realm', 'openid.client-id': 'perene', ...flags },
    environment: {},
    file: {},
  }).openId;

describe('the settings of a provider', () => {
  it('need the address and the name of the client, and have defaults for the rest', () => {
    expect(read({})).toEqual({
      issuer: 'https://login.example.org/realm',
      clientId: 'perene',
      secret: undefined,
      name: 'login.example.org',
      scopes: ['email', 'profile'],
      groupsClaim: 'groups',
      unknown: 'invited',
      roles: [],
      grants: [],
      secondFactor: 'ask',
    });
    const without = () => readSettings({ flags: { 'openid.issuer': 'https://a.b' }, environment: {}, file: {} });
    expect(without).toThrow('--openid-client-id');
  });

  it('take the secret as it is, or from a file', () => {
    expect(read({ 'openid.client-secret': 's' })?.secret).toEqual({ text: 's' });
    expect(read({ 'openid.client-secret': 's', 'openid.client-secret-file': '/a' })?.secret).toEqual({ file: '/a' });
  });

  it('read rules for groups, whose names may be those of a directory', () => {
    expect(
      read({
        'openid.roles': 'staff=depositor; cn=chiefs,ou=x=admin',
        'openid.grants': 'maps=curator:old-maps;all=reviewer',
      }),
    ).toMatchObject({
      roles: [
        { group: 'staff', gives: 'depositor' },
        { group: 'cn=chiefs,ou=x', gives: 'admin' },
      ],
      grants: [
        { group: 'maps', gives: { role: 'curator', collection: 'old-maps' } },
        { group: 'all', gives: { role: 'reviewer' } },
      ],
    });
  });

  it('take an address without TLS only on this machine', () => {
    for (const issuer of ['http://localhost:1', 'http://127.0.0.1', 'http://[::1]:9/a']) {
      expect(read({ 'openid.issuer': issuer })?.issuer).toBe(new URL(issuer).href);
    }
  });

  it.each([
    ['openid.issuer', 'http://login.example.org'],
    ['openid.issuer', 'http://127.0.0.1.evil.example'],
    ['openid.issuer', 'https://a:b@login.example.org'],
    ['openid.issuer', 'https://login.example.org?x'],
    ['openid.issuer', 'login.example.org'],
    ['openid.client-secret-file', 'secret.txt'],
    ['openid.name', 'x'.repeat(61)],
    ['openid.scopes', 'e mail'],
    ['openid.unknown', 'admin'],
    ['openid.roles', 'staff'],
    ['openid.roles', 'staff=owner'],
    ['openid.roles', '=admin'],
    ['openid.grants', 'x=curator:Maps'],
    ['openid.grants', 'x=admin:maps'],
    ['openid.grants', 'x=curator:a:b'],
    ['openid.second-factor', 'no'],
  ] as const)('refuse the %s %j', (name, value) => {
    expect(() => read({ [name]: value })).toThrow('--openid-');
  });

  it('repeat no secret in a message', () => {
    expect(() => read({ 'openid.client-secret': '' })).toThrow('--openid-client-secret');
  });
});
