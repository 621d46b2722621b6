import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SETTINGS } from './setting-names.ts';
import { readSettings, type SettingSources } from './settings.ts';
import { readSettingsFile } from './settings-file.ts';

const read = (sources: Partial<SettingSources> = {}) =>
  readSettings({ flags: {}, environment: {}, file: {}, ...sources });

const identityOf = (flags: SettingSources['flags']) => read({ flags }).identity;

describe('settings', () => {
  it('have defaults that just work', () => {
    expect(read()).toEqual({
      dataFolder: resolve('perene-data'),
      database: { kind: 'sqlite', path: resolve('perene-data/perene.sqlite') },
      areFilesLinked: false,
      outageMs: 86_400_000,
      listenHost: 'localhost',
      listenPort: 8080,
      identity: { repositoryPrefix: 'localhost/perene.8080', ibipPrefix: 'LK47B6WD49', isForTryingOut: true },
      granularity: 'auto',
      clockTolerance: 5_000_000n,
      publicUrl: 'http://localhost:8080',
      resolverUrl: 'http://localhost:8080',
      redirectCaching: 'private, max-age=60',
      archiveService: undefined,
      archiveKeyFile: undefined,
      platformSoftware: undefined,
      joining: {
        resolver: undefined,
        registrationKey: undefined,
        administratorEmail: undefined,
        platformVersion: undefined,
        address: { host: 'localhost', port: 8080 },
        ip: undefined,
        trusted: [],
      },
      smtp: undefined,
      openId: undefined,
      ark: { targetElements: ['_t', 'myGoto', 'where'], forwardTo: undefined },
      maxFileBytes: 107_374_182_400,
      maxConnections: 256,
      searchDeadlineMs: 2_000,
      digestMicroseconds: 604_800_000_000n,
      fixity: { periodMicroseconds: 2_592_000_000_000n, bytesPerSecond: 10_485_760 },
      opens: 'file',
      isReadingPublic: true,
      noidChangesByGet: false,
      trustedProxies: [],
      allowedNetworks: [],
      logLevel: 'info',
      workers: 1,
      roles: ['minter', 'archive', 'resolver', 'console'],
      remote: undefined,
    });
  });

  it('are known by one flag and one variable each, named alike', () => {
    for (const [name, { flag, variable }] of Object.entries(SETTINGS)) {
      expect(flag).toBe(`--${name.replace('.', '-')}`);
      expect(variable).toBe(`PERENE_${name.replaceAll(/[.-]/g, '_').toUpperCase()}`);
    }
  });

  it('come from flags, then variables, then the file', () => {
    const file = { port: '1', host: 'file' };
    const environment = { PERENE_PORT: '2', PERENE_GRANULARITY: '1', PERENE_HOST: '' };
    expect(read({ file, environment })).toMatchObject({ listenPort: 2, listenHost: 'file', granularity: 1_000_000n });
    expect(read({ file, environment, flags: { port: '3' } })).toMatchObject({ listenPort: 3 });
  });

  it('keep the database in the data folder, unless told otherwise', () => {
    const database = (flags: SettingSources['flags']) => read({ flags: { data: '/srv/perene', ...flags } }).database;
    expect(database({})).toEqual({ kind: 'sqlite', path: '/srv/perene/perene.sqlite' });
    expect(database({ database: 'sqlite:/else/where.db' })).toEqual({ kind: 'sqlite', path: '/else/where.db' });
    const url = 'postgres://perene:secret@localhost/perene';
    expect(database({ database: url })).toEqual({ kind: 'postgres', url });
  });

  it('reach a named node by its name, another where it listens, unless told otherwise', () => {
    const urls = (flags: SettingSources['flags']) => {
      const { publicUrl, resolverUrl } = read({ flags });
      return [publicUrl, resolverUrl];
    };
    expect(urls({ host: '0.0.0.0', port: '9000' })).toEqual(['http://localhost:9000', 'http://localhost:9000']);
    expect(urls({ 'identity.host': 'a.example.org', 'identity.port': '81' })[0]).toBe('http://a.example.org:81');
    expect(urls({ 'public-url': 'https://a.example.org/', 'resolver-url': 'http://urlib.net' })).toEqual([
      'https://a.example.org',
      'http://urlib.net',
    ]);
  });

  it('know networks, words, numbers of bytes and labels', () => {
    const settings = read({
      flags: {
        'trusted-proxies': '192.0.2.0/24, 2001:db8::/32',
        'allow-network': '10.0.0.0/8',
        'public-reading': 'no',
        'log-level': 'warn',
        'max-file-bytes': '1000',
        'max-connections': '9',
        'search-seconds': '30',
        'outage-hours': '0',
        'digest-days': '1',
        'fixity.days': '2',
        'fixity.bytes-per-second': '5000',
        'archive.service': 'J8LNKB5R7W/3FUQHC5',
      },
    });
    expect(settings).toMatchObject({
      isReadingPublic: false,
      logLevel: 'warn',
      maxFileBytes: 1_000,
      maxConnections: 9,
    });
    expect(settings.searchDeadlineMs).toBe(30_000);
    expect([settings.outageMs, read({}).outageMs]).toEqual([0, 86_400_000]);
    expect(settings.digestMicroseconds).toBe(86_400_000_000n);
    expect(settings.fixity).toEqual({ periodMicroseconds: 172_800_000_000n, bytesPerSecond: 5_000 });
    expect(settings.trustedProxies.map(({ text }) => text)).toEqual(['192.0.2.0/24', '2001:db8::/32']);
    expect(settings.allowedNetworks.map(({ text }) => text)).toEqual(['10.0.0.0/8']);
    expect(settings.archiveService?.text).toBe('J8LNKB5R7W/3FUQHC5');
  });

  it('act on another node where one is named, and never without', () => {
    expect(read({ flags: { key: 'k' } }).remote).toBeUndefined();
    expect(read({ flags: { server: 'http://localhost:1/', key: 'k' } }).remote).toEqual({
      url: 'http://localhost:1',
      key: 'k',
    });
    expect(read({ flags: { server: 'http://localhost:1' } }).remote).toEqual({
      url: 'http://localhost:1',
      key: undefined,
    });
  });

  it('say where the targets of ARKs are bound, and who knows other ARKs', () => {
    const flags = { 'ark.target-elements': 'goto, _t', 'ark.forward-to': 'https://n2t.net/' };
    expect(read({ flags }).ark).toEqual({ targetElements: ['goto', '_t'], forwardTo: 'https://n2t.net' });
  });

  it('say how the Archive joins a resolver, and how e-mails are sent', () => {
    const flags = {
      'public-url': 'https://a.example.org',
      'identity.ip': '192.0.2.7',
      'archive.resolver': 'http://urlib.net/',
      'archive.registration-key': '1234567890',
      'archive.administrator-email': 'ana@example.org',
      'archive.platform-version': '2014:11.09.02.16.15',
      'smtp.url': 'smtp://user:secret@mail.example.org:587',
      'smtp.from': 'resolver@example.org',
    };
    expect(read({ flags })).toMatchObject({
      joining: {
        resolver: 'http://urlib.net',
        registrationKey: '1234567890',
        administratorEmail: 'ana@example.org',
        platformVersion: '2014:11.09.02.16.15',
        address: { host: 'a.example.org', port: undefined },
        ip: { text: '192.0.2.7' },
      },
      smtp: { url: 'smtp://user:secret@mail.example.org:587', from: 'resolver@example.org' },
    });
    const addressOf = (address: string) => read({ flags: { 'archive.address': address } }).joining.address;
    expect(addressOf('b.example.org:8081')).toEqual({ host: 'b.example.org', port: 8081 });
    expect(addressOf('b.example.org:80')).toEqual({ host: 'b.example.org', port: undefined });
  });

  it.each([
    [{ 'archive.resolver': 'http://urlib.net' }, '--archive-resolver needs --archive-registration-key'],
    [
      { 'archive.resolver': 'http://urlib.net', 'archive.registration-key': '1234567890' },
      '--archive-resolver needs --archive-administrator-email',
    ],
    [{ 'smtp.url': 'smtp://localhost' }, '--smtp-url needs --smtp-from'],
  ])('refuse a part without the others: %j', (flags, message) => {
    expect(() => read({ flags })).toThrow(message);
  });

  it('never repeat a registration key', () => {
    const flags = { 'archive.registration-key': '12345678x' };
    expect(() => read({ flags })).toThrow(/^--archive-registration-key: what is given is wrong at character 1/);
    const file = { 'archive.registration-key': '12345678x' };
    expect(() => read({ file })).toThrow(/^"archive.registration-key" in the settings file: what is given is wrong/);
  });

  it('say how redirects are cached', () => {
    const { redirectCaching } = read({ flags: { 'resolver.cache-control': 'public, max-age=300, must-revalidate' } });
    expect(redirectCaching).toBe('public, max-age=300, must-revalidate');
  });

  it('allow the clock to be behind as told', () => {
    expect(read({ flags: { 'clock-tolerance': '0.25' } }).clockTolerance).toBe(250_000n);
  });

  it.each([
    ['port', '0', '--port: "0" is wrong at character 1: expected a port from 1 to 65535'],
    ['identity.host', 'localhost', '--identity-host: "localhost" is wrong at character 10: expected a point'],
    ['identity.ip', '1.2.3', '--identity-ip: "1.2.3" is wrong at character 6: expected'],
    ['granularity', '2', '--granularity: "2" is wrong at character 1: expected auto, 60, 1, 0.1'],
    ['clock-tolerance', '-1', '--clock-tolerance: "-1" is wrong at character 1: expected zero or more seconds'],
    ['database', 'mysql:x', '--database: "mysql:x" is wrong at character 1: expected sqlite: and the path of a file'],
    ['database', 'sqlite:', '--database: "sqlite:" is wrong at character 1: expected sqlite: and the path of a file'],
    ['public-url', 'ftp://a.b', '--public-url: "ftp://a.b" is wrong at character 1: expected http:// or https://'],
    ['server', 'localhost', '--server: "localhost" is wrong at character 1: expected http:// or https://'],
    [
      'resolver.cache-control',
      'public max-age=1',
      '--resolver-cache-control: "public max-age=1" is wrong at character 1: expected directives such as',
    ],
    ['resolver.cache-control', 'public\r\nx: y', '--resolver-cache-control: "public'],
    ['archive.service', 'x', '--archive-service: "x" is wrong at character 2: expected'],
    ['archive.resolver', 'urlib.net', '--archive-resolver: "urlib.net" is wrong at character 1: expected http:// or'],
    [
      'archive.administrator-email',
      'ana',
      '--archive-administrator-email: "ana" is wrong at character 1: expected an e-',
    ],
    ['archive.platform-version', 'a b', '--archive-platform-version: "a b" is wrong at character 1: expected ASCII'],
    ['archive.address', 'a b', '--archive-address: "a b" is wrong at character 2: expected'],
    ['smtp.url', 'http://a.b', '--smtp-url: "http://a.b" is wrong at character 1: expected smtp:// or smtps://'],
    ['smtp.from', 'ana', '--smtp-from: "ana" is wrong at character 1: expected an e-mail address'],
    ['ark.target-elements', 'a,,b', '--ark-target-elements: "a,,b" is wrong at character 1: expected 1 to 10 names'],
    ['ark.forward-to', 'n2t.net', '--ark-forward-to: "n2t.net" is wrong at character 1: expected http:// or https://'],
    ['archive.key-file', 'key.pem', '--archive-key-file: "key.pem" is wrong at character 1: expected a whole path'],
    ['fixity.days', '0', '--fixity-days: "0" is wrong at character 1: expected 1 to 3650 days'],
    ['outage-hours', '721', '--outage-hours: "721" is wrong at character 1: expected 0 to 720 hours'],
    ['search-seconds', '0', '--search-seconds: "0" is wrong at character 1: expected 1 to 3600 seconds'],
    ['search-seconds', '3601', '--search-seconds: "3601" is wrong at character 1: expected 1 to 3600 seconds'],
    ['max-connections', '0', '--max-connections: "0" is wrong at character 1: expected 1 to 100000 connections'],
    ['max-file-bytes', '1e3', '--max-file-bytes: "1e3" is wrong at character 1: expected a number of bytes'],
    ['public-reading', 'maybe', '--public-reading: "maybe" is wrong at character 1: expected yes, no'],
    ['log-level', 'loud', '--log-level: "loud" is wrong at character 1: expected trace, debug, info'],
    ['allow-network', '10.0.0.0/8,x', '--allow-network: "10.0.0.0/8,x" is wrong at character 12: expected'],
    ['data', '', '--data: "" is wrong at character 1: expected a value'],
  ] as const)('refuse a wrong %s and name where it came from', (name, value, message) => {
    expect(() => read({ flags: { [name]: value } })).toThrow(message);
    if (value !== '')
      expect(() => read({ environment: { [SETTINGS[name].variable]: value } })).toThrow(SETTINGS[name].variable);
    expect(() => read({ file: { [name]: value } })).toThrow(`"${name}" in the settings file`);
  });
});

describe('the identity of a node', () => {
  it('is port 80 of the host, and port 800 of the address, by default', () => {
    expect(identityOf({ 'identity.host': 'WWW.Example.org', 'identity.ip': '192.0.2.7' })).toEqual({
      repositoryPrefix: 'example.org/www',
      ibipPrefix: '32G4GL2W',
      isForTryingOut: false,
    });
  });

  it('knows other ports, and IPv6', () => {
    expect(
      identityOf({
        'identity.host': 'www.urlib.net',
        'identity.port': '8080',
        'identity.ip': '2001:252:0:1::2008:6',
        'identity.ip-port': '443',
      }),
    ).toMatchObject({ repositoryPrefix: 'urlib.net/www.8080', ibipPrefix: '7URMDHLL9SSN2D89MXJD' });
  });

  it('has no IBIp where a host is given and no address: 127.0.0.1 is everybody', () => {
    expect(identityOf({ 'identity.host': 'www.example.org' }).ibipPrefix).toBeUndefined();
  });

  it('goes by its own port while it is for trying out', () => {
    expect(identityOf({ port: '9000' })).toEqual({
      repositoryPrefix: 'localhost/perene.9000',
      ibipPrefix: 'LK47B6WEBB',
      isForTryingOut: true,
    });
    expect(identityOf({ 'identity.ip': '192.0.2.7' })).toMatchObject({ ibipPrefix: '32G4GL2W', isForTryingOut: true });
  });
});

describe('where files are', () => {
  const filesOf = (text: string) => read({ flags: { files: text } }).fileStore;

  it('is a bucket, and a beginning of names', () => {
    const bare = { bucket: 'archive', prefix: '', endpoint: undefined, region: undefined };
    expect(filesOf('s3://archive')).toEqual(bare);
    expect(filesOf('s3://archive/a/b/')).toEqual({ ...bare, prefix: 'a/b/' });
    expect(filesOf('s3://archive/a?endpoint=http://127.0.0.1:9000/&region=eu')).toEqual({
      bucket: 'archive',
      prefix: 'a/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu',
    });
  });

  it.each([
    '/srv/files',
    's3://',
    's3://A_b/x',
    's3://key:secret@archive/x',
    's3://archive/x?secret=1',
    's3://archive/x?endpoint=ftp://a',
    's3://archive/%00',
  ])('is not %s', (text) => {
    expect(() => filesOf(text)).toThrow();
  });
});

describe('the settings file', () => {
  const write = (content: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'perene-settings-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'settings.json');
    writeFileSync(path, content);
    return path;
  };

  it('is JSON, in groups or flat', () => {
    expect(
      readSettingsFile(write('{"identity": {"host": "a.b", "port": 81}, "identity.ip": "1.2.3.4", "port": 80}')),
    ).toEqual({
      'identity.host': 'a.b',
      'identity.port': '81',
      'identity.ip': '1.2.3.4',
      port: '80',
    });
    expect(readSettingsFile(write('{}'))).toEqual({});
  });

  it.each([
    ['{"prot": 80}', 'there is no setting "prot"; there are data, database, outage-hours, files'],
    ['{"port": [80]}', '"port" must be a text or a number'],
    ['{"port": null}', '"port" must be a text or a number'],
    ['[]', 'there is no setting ""'],
    ['{', 'cannot read the settings file'],
  ])('refuses %s', (content, message) => {
    expect(() => readSettingsFile(write(content))).toThrow(message);
  });

  it('is named when it is not there', () => {
    expect(() => readSettingsFile('/nowhere/settings.json')).toThrow(
      'cannot read the settings file /nowhere/settings.json',
    );
  });
});
