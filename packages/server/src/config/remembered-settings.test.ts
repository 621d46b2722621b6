import { describe, expect, it } from 'vitest';
import { nameToRemember, parseRemembered, settingsToRemember, sourcesOfStart } from './remembered-settings.ts';
import { readSettings, type SettingSources } from './settings.ts';

const read = (sources: Partial<SettingSources>) => readSettings({ flags: {}, environment: {}, file: {}, ...sources });

const identityOf = (flags: SettingSources['flags']) => read({ flags }).identity;

describe('settings', () => {
  it('come last of all from what the data folder remembers', () => {
    const remembered = { port: '9000', 'resolver-url': 'http://r.example.org', 'public-url': 'http://remembered.org' };
    expect(read({ remembered, file: { 'public-url': 'http://file.org' } })).toMatchObject({
      listenPort: 9000,
      resolverUrl: 'http://r.example.org',
      publicUrl: 'http://file.org',
    });
    expect(() => read({ remembered: { port: 'x' } })).toThrow('"port", which the data folder remembers');
  });

  it('leave a node its name, whatever port it listens on, until another is given', () => {
    const flags = { port: '9000' };
    const remembered = settingsToRemember({ flags, environment: {}, file: {} });
    expect(remembered).toEqual({ port: '9000', 'identity.port': '9000' });
    const { identity } = read({ flags });
    expect(read({ remembered }).identity).toEqual(identity);
    expect(read({ remembered, flags: { port: '9001' } })).toMatchObject({
      listenPort: 9001,
      identity,
      publicUrl: 'http://localhost:9001',
    });
    expect(read({ remembered, flags: { 'identity.host': 'www.example.org' } }).identity).toEqual(
      identityOf({ 'identity.host': 'www.example.org' }),
    );
    const named = { 'identity.host': 'www.example.org', 'identity.ip': '192.0.2.7', 'identity.ip-port': '81' };
    const kept = settingsToRemember({ flags: named, environment: {}, file: {} });
    expect(read({ remembered: kept, flags: { 'identity.host': 'www.example.org' } }).identity).toEqual(
      identityOf(named),
    );
    expect(read({ remembered: kept, flags: { 'identity.ip': '192.0.2.8' } }).identity).toEqual(
      identityOf({ 'identity.host': 'www.example.org', 'identity.ip': '192.0.2.8' }),
    );
  });

  it('remember of a command that mints first only the name', () => {
    const flags = { port: '9000', 'public-url': 'http://www.example.org' };
    expect(nameToRemember({ flags, environment: {}, file: {} })).toEqual({ 'identity.port': '9000' });
  });

  it('remember the roles of a node for commands, and not for its next start', () => {
    const remembered = settingsToRemember({ flags: { roles: 'archive' }, environment: {}, file: {} });
    expect(read({ remembered }).roles).toEqual(['archive']);
    const sources = { flags: {}, environment: {}, file: {}, remembered };
    expect(readSettings(sourcesOfStart(sources))).toMatchObject({ roles: read({}).roles, listenPort: 8080 });
    expect(settingsToRemember(sourcesOfStart(sources))).not.toHaveProperty('roles');
  });

  it('remember a resolver without the key to it, and forget it when told', () => {
    const joining = {
      'archive.resolver': 'http://r.example.org',
      'archive.registration-key': '1234567890',
      'archive.administrator-email': 'ana@example.org',
    };
    const remembered = settingsToRemember({ flags: joining, environment: {}, file: {} });
    expect(remembered).not.toHaveProperty('archive.registration-key');
    expect(read({ remembered }).joining).toMatchObject({
      resolver: 'http://r.example.org',
      registrationKey: undefined,
      administratorEmail: 'ana@example.org',
    });
    expect(read({ remembered, flags: { 'archive.resolver': 'none' } }).joining.resolver).toBeUndefined();
    expect(parseRemembered(JSON.stringify({ ...remembered, data: '/elsewhere', nothing: '1' }))).toEqual(remembered);
  });
});
