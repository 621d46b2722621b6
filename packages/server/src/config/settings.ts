import { resolve } from 'node:path';
import { misfit, type Refusal, refuse as refuseSetting } from '@perene/api/refusals';
import {
  type Answer,
  DEFAULT_HOST_PORT,
  formatHostPort,
  type GranularityMicroseconds,
  type Ibi,
  microsecondsFromDate,
  parseGranularity,
  parseHostName,
  parseIbi,
  parseIpAddress,
  parsePort,
  type Refused,
} from '@perene/core';
import type { Network } from '@perene/core/item';
import { type FilesSettings, readFiles } from './files-settings.ts';
import { type Identity, readIdentity } from './identity-settings.ts';
import { type JoiningSettings, readAlertEmail, readJoining, readSmtp, type Smtp } from './membership-settings.ts';
import { type ArkSettings, readArk } from './names/ark-settings.ts';
import { type DataCiteSettings, readDataCite } from './names/datacite-settings.ts';
import { type OpenIdSettings, readOpenId } from './openid/openid-settings.ts';
import { parseCacheControl } from './parse-cache-control.ts';
import {
  type DatabaseSetting,
  parseBaseUrl,
  parseBytes,
  parseConnections,
  parseDatabase,
  parseDays,
  parseNetworks,
  parseOutageHours,
  parseSearchSeconds,
  parseSeconds,
  parseText,
  parseWholePath,
  parseWord,
  parseWorkers,
  whole,
} from './parse-values.ts';
import { type NodeRole, parseRoles, ROLES } from './roles.ts';
import { SETTINGS, type SettingName } from './setting-names.ts';
import { readSite, type SiteSettings } from './site-settings.ts';

/** Everything that an operator decides, checked once. */
export interface Settings extends FilesSettings {
  readonly dataFolder: string;
  readonly database: DatabaseSetting;
  /** How long readers are answered from a copy of the PostgreSQL while it is gone; 0 keeps no copy. */
  readonly outageMs: number;
  readonly listenHost: string;
  readonly listenPort: number;
  readonly identity: Identity;
  readonly granularity: GranularityMicroseconds | 'auto';
  readonly clockTolerance: bigint;
  /** The URL without a slash at its end. */
  readonly publicUrl: string;
  readonly resolverUrl: string;
  /** Cache-Control of redirects. */
  readonly redirectCaching: string;
  readonly archiveService: Ibi | undefined;
  /** The file with the key that the Archive signs with; undefined if the database keeps it. */
  readonly archiveKeyFile: string | undefined;
  readonly platformSoftware: Ibi | undefined;
  readonly joining: JoiningSettings;
  readonly smtp: Smtp | undefined;
  /** Undefined if people sign in with passwords only. */
  readonly openId: OpenIdSettings | undefined;
  /** Undefined if no DOIs are registered. */
  readonly dataCite: DataCiteSettings | undefined;
  /** Whom the resolver writes to about rival claims. */
  readonly alertEmail: string | undefined;
  readonly ark: ArkSettings;
  readonly maxFileBytes: number;
  readonly maxConnections: number;
  /** How often and how fast files are read again. */
  readonly digestMicroseconds: bigint;
  readonly fixity: { readonly periodMicroseconds: bigint; readonly bytesPerSecond: number };
  /** How long one search may take. */
  readonly searchDeadlineMs: number;
  /** What the persistent URL of an item leads to. */
  readonly opens: 'file' | 'page';
  readonly site: SiteSettings | undefined;
  readonly isReadingPublic: boolean;
  /** Whether the URL interface of noid lets old scripts change something by GET. */
  readonly noidChangesByGet: boolean;
  readonly trustedProxies: readonly Network[];
  readonly allowedNetworks: readonly Network[];
  readonly logLevel: LogLevel;
  readonly workers: number;
  readonly roles: readonly NodeRole[];
  /** The node to act on instead of the data folder, if one is given. */
  readonly remote: { readonly url: string; readonly key: string | undefined } | undefined;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const DEFAULT_REDIRECT_CACHING = 'private, max-age=60';
const DEFAULT_MAX_FILE_BYTES = 107_374_182_400;
const DEFAULT_MAX_CONNECTIONS = 256;
const [DEFAULT_OUTAGE_HOURS, DEFAULT_SEARCH_SECONDS, DEFAULT_DIGEST_DAYS] = [24, 2, 7];
const DEFAULT_FIXITY = { days: 30, bytesPerSecond: 10 * 2 ** 20 };
const MICROSECONDS_PER_DAY = 86_400_000_000n;

/** The sources of values; earlier ones count before later ones. */
export interface SettingSources {
  readonly flags: Partial<Record<SettingName, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly file: Partial<Record<SettingName, string>>;
  /** What the data folder remembers of its node. */
  readonly remembered?: Partial<Record<SettingName, string>> | undefined;
}

interface Given {
  readonly text: string;
  /** The setting as the operator gave it: its flag, variable or name in the file. */
  readonly source: string;
}

const createReader =
  (sources: SettingSources) =>
  <Value>(name: SettingName, parser: (text: string) => Answer<Value>): Value | undefined => {
    const given = findValue(name, sources);
    if (given === undefined) return undefined;
    const value = parser(given.text);
    if (!value.ok) throw invalid(given, value);
    return value.value;
  };

/**
 * The data folder and database, or the node, to act on. These are read first, because the data folder has remembered
 * settings.
 */
export const readPlace = (sources: SettingSources): Pick<Settings, 'dataFolder' | 'database' | 'remote'> => {
  const read = createReader(sources);
  const data = read('data', parseText) ?? './perene-data';
  const server = read('server', parseBaseUrl);
  return {
    dataFolder: resolve(data),
    database: read('database', parseDatabase) ?? { kind: 'sqlite', path: resolve(data, 'perene.sqlite') },
    remote: server === undefined ? undefined : { url: server, key: read('key', parseText) },
  };
};

export const readSettings = (sources: SettingSources): Settings => {
  const read = createReader(sources);
  const listenPort = read('port', parsePort) ?? 8_080;
  const granularity = read('granularity', parseGranularity) ?? 'auto';
  const listenHost = read('host', parseText) ?? 'localhost';
  const host = read('identity.host', whole(parseHostName));
  const port = read('identity.port', parsePort);
  const publicUrl = read('public-url', parseBaseUrl) ?? defaultUrl({ host, port, listenHost, listenPort });
  const roles = read('roles', parseRoles) ?? ROLES;
  const joining = readJoining(read, parseBaseUrl, {
    publicUrl,
    isResolverGiven: findValue('archive.resolver', { ...sources, remembered: {} }) !== undefined,
  });
  // A node that resolves nothing itself gives persistent URLs of the resolver that it has joined.
  const resolving = roles.includes('resolver') ? publicUrl : (joining.resolver ?? publicUrl);
  return {
    ...readPlace(sources),
    ...readFiles(read),
    outageMs: (read('outage-hours', parseOutageHours) ?? DEFAULT_OUTAGE_HOURS) * 3_600_000,
    listenHost,
    listenPort,
    identity: readIdentity({
      listenPort,
      host,
      port,
      ip: read('identity.ip', whole(parseIpAddress)),
      ipPort: read('identity.ip-port', parsePort),
    }),
    granularity,
    clockTolerance: microsecondsFromDate(read('clock-tolerance', parseSeconds) ?? { seconds: 5, fraction: '' }),
    publicUrl,
    resolverUrl: read('resolver-url', parseBaseUrl) ?? resolving,
    redirectCaching: read('resolver.cache-control', parseCacheControl) ?? DEFAULT_REDIRECT_CACHING,
    archiveService: read('archive.service', parseIbi),
    archiveKeyFile: read('archive.key-file', parseWholePath),
    platformSoftware: read('archive.platform-software', parseIbi),
    joining,
    smtp: readSmtp(read),
    openId: readOpenId(read),
    dataCite: readDataCite(read),
    alertEmail: readAlertEmail(read),
    ark: readArk(read),
    maxFileBytes: read('max-file-bytes', parseBytes) ?? DEFAULT_MAX_FILE_BYTES,
    maxConnections: read('max-connections', parseConnections) ?? DEFAULT_MAX_CONNECTIONS,
    digestMicroseconds: BigInt(read('digest-days', parseDays) ?? DEFAULT_DIGEST_DAYS) * MICROSECONDS_PER_DAY,
    fixity: {
      periodMicroseconds: BigInt(read('fixity.days', parseDays) ?? DEFAULT_FIXITY.days) * MICROSECONDS_PER_DAY,
      bytesPerSecond: read('fixity.bytes-per-second', parseBytes) ?? DEFAULT_FIXITY.bytesPerSecond,
    },
    searchDeadlineMs: (read('search-seconds', parseSearchSeconds) ?? DEFAULT_SEARCH_SECONDS) * 1_000,
    opens: read('opens', parseWord(['file', 'page'])) ?? 'file',
    site: readSite(read),
    isReadingPublic: (read('public-reading', parseWord(['yes', 'no'])) ?? 'yes') === 'yes',
    noidChangesByGet: read('noid.changes-by-get', parseWord(['yes', 'no'])) === 'yes',
    trustedProxies: read('trusted-proxies', parseNetworks) ?? [],
    allowedNetworks: read('allow-network', parseNetworks) ?? [],
    logLevel: read('log-level', parseWord(LOG_LEVELS)) ?? 'info',
    workers: read('workers', parseWorkers) ?? 1,
    roles,
  };
};

/** The URL of a node with a name has that name; that of another has the address it listens on. */
const defaultUrl = (given: {
  host: string | undefined;
  port: number | undefined;
  listenHost: string;
  listenPort: number;
}): string => {
  const isEveryAddress = given.listenHost === '0.0.0.0' || given.listenHost === '::';
  const own = { host: isEveryAddress ? 'localhost' : given.listenHost, port: given.listenPort };
  const named = given.host === undefined ? own : { host: given.host, port: given.port ?? DEFAULT_HOST_PORT };
  return `http://${formatHostPort(named)}`.replace(/:80$/, '');
};

export const findValue = (name: SettingName, sources: SettingSources): Given | undefined => {
  const given = findGiven(name, sources);
  const text = given === undefined && !isOverruled(name, sources) ? sources.remembered?.[name] : undefined;
  return text === undefined ? given : { text, source: `"${name}", which the data folder remembers` };
};

const findGiven = (name: SettingName, { flags, environment, file }: SettingSources): Given | undefined => {
  const { flag, variable } = SETTINGS[name];
  const flagged = flags[name];
  if (flagged !== undefined) return { text: flagged, source: flag };
  const set = environment[variable];
  if (set !== undefined && set !== '') return { text: set, source: variable };
  const filed = file[name];
  return filed === undefined ? undefined : { text: filed, source: `"${name}" in the settings file` };
};

/** Remembered ports and addresses do not count if another name is given. */
const isOverruled = (name: SettingName, sources: SettingSources): boolean => {
  const isOther = (other: SettingName): boolean => {
    const given = findGiven(other, sources);
    return given !== undefined && given.text !== sources.remembered?.[other];
  };
  if (name === 'identity.ip-port' && isOther('identity.ip')) return true;
  return /^identity\.(?:port|ip|ip-port)$/.test(name) && isOther('identity.host');
};

/** The message does not repeat a value with a password in it. */
const invalid = ({ text, source }: Given, refused: Refused): Refusal => {
  return refuseSetting(
    'setting-invalid',
    /@|-key$|_KEY$|key"|(?:secret|password)"?$|SECRET$|PASSWORD$/.test(`${text}${source}`)
      ? { reason: 'unfit-secret', setting: source, ...misfit(refused) }
      : { reason: 'unfit', setting: source, text, ...misfit(refused) },
  );
};
