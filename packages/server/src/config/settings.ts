import { resolve } from 'node:path';
import {
  type Answer,
  accept,
  DEFAULT_HOST_PORT,
  DEFAULT_IP_PORT,
  formatHostPort,
  type GranularityMicroseconds,
  type Ibi,
  ibipPrefix,
  microsecondsFromDate,
  parseExactDate,
  parseGranularity,
  parseHostName,
  parseIbi,
  parseIpAddress,
  parsePort,
  type Refused,
  refuse,
  repositoryPrefix,
} from '@perene/core';
import { type Network, parseNetwork } from '@perene/core/item';
import { Refusal } from '../refusals/refusal.ts';
import { type Joining, readJoining, readSmtp, type Smtp } from './membership-settings.ts';
import { parseCacheControl } from './parse-cache-control.ts';
import { type NodeRole, parseRoles, ROLES } from './roles.ts';
import { SETTINGS, type SettingName } from './setting-names.ts';

/** Everything that an operator decides, checked once. */
export interface Settings {
  readonly dataFolder: string;
  readonly database: DatabaseSetting;
  readonly listenHost: string;
  readonly listenPort: number;
  readonly identity: Identity;
  readonly granularity: GranularityMicroseconds | 'auto';
  readonly clockTolerance: bigint;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly resolverUrl: string;
  /** Cache-Control of redirects. */
  readonly redirectCaching: string;
  readonly archiveService: Ibi | undefined;
  readonly platformSoftware: Ibi | undefined;
  readonly joining: Joining;
  readonly smtp: Smtp | undefined;
  readonly ark: {
    readonly targetElements: readonly string[];
    /** Without a slash at its end. */
    readonly forwardTo: string | undefined;
  };
  readonly maxFileBytes: number;
  readonly isReadingPublic: boolean;
  readonly trustedProxies: readonly Network[];
  readonly allowedNetworks: readonly Network[];
  readonly logLevel: LogLevel;
  readonly workers: number;
  readonly roles: readonly NodeRole[];
  /** Where another node is acted on instead of the data folder. */
  readonly remote: { readonly url: string; readonly key: string | undefined } | undefined;
}

type DatabaseSetting =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const MAX_WORKERS = 128;
const DEFAULT_ARK_TARGET_ELEMENTS = ['_t', 'myGoto'];
const MAX_NAMES = 10;
const DEFAULT_REDIRECT_CACHING = 'private, max-age=60';
const DEFAULT_MAX_FILE_BYTES = 107_374_182_400;

/** What the node's labels begin with. */
interface Identity {
  readonly repositoryPrefix: string;
  readonly ibipPrefix: string | undefined;
  /** The node was not told who it is: its labels are unique on this machine only. */
  readonly isForTryingOut: boolean;
}

/** Where values come from, the strongest first. */
export interface SettingSources {
  readonly flags: Partial<Record<SettingName, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly file: Partial<Record<SettingName, string>>;
}

const TRYING_OUT_HOST = 'perene.localhost';
const TRYING_OUT_IP = '127.0.0.1';

interface Given {
  readonly text: string;
  /** How the operator knows the setting: its flag, variable or name in the file. */
  readonly source: string;
}

export const readSettings = (sources: SettingSources): Settings => {
  const read = <Value>(name: SettingName, parser: (text: string) => Answer<Value>): Value | undefined => {
    const given = findValue(name, sources);
    if (given === undefined) return undefined;
    const value = parser(given.text);
    if (!value.ok) throw invalid(given, value);
    return value.value;
  };
  const data = read('data', parseText) ?? './perene-data';
  const listenPort = read('port', parsePort) ?? 8_080;
  const granularity = read('granularity', parseGranularity) ?? 'auto';
  const listenHost = read('host', parseText) ?? 'localhost';
  const host = read('identity.host', whole(parseHostName));
  const port = read('identity.port', parsePort);
  const publicUrl = read('public-url', parseBaseUrl) ?? defaultUrl({ host, port, listenHost, listenPort });
  const server = read('server', parseBaseUrl);
  return {
    dataFolder: resolve(data),
    database: read('database', parseDatabase) ?? { kind: 'sqlite', path: resolve(data, 'perene.sqlite') },
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
    resolverUrl: read('resolver-url', parseBaseUrl) ?? publicUrl,
    redirectCaching: read('resolver.cache-control', parseCacheControl) ?? DEFAULT_REDIRECT_CACHING,
    archiveService: read('archive.service', parseIbi),
    platformSoftware: read('archive.platform-software', parseIbi),
    joining: readJoining(read, parseBaseUrl, publicUrl),
    smtp: readSmtp(read),
    ark: {
      targetElements: read('ark.target-elements', parseNames) ?? DEFAULT_ARK_TARGET_ELEMENTS,
      forwardTo: read('ark.forward-to', parseBaseUrl),
    },
    maxFileBytes: read('max-file-bytes', parseBytes) ?? DEFAULT_MAX_FILE_BYTES,
    isReadingPublic: (read('public-reading', parseWord(['yes', 'no'])) ?? 'yes') === 'yes',
    trustedProxies: read('trusted-proxies', parseNetworks) ?? [],
    allowedNetworks: read('allow-network', parseNetworks) ?? [],
    logLevel: read('log-level', parseWord(LOG_LEVELS)) ?? 'info',
    workers: read('workers', parseWorkers) ?? 1,
    roles: read('roles', parseRoles) ?? ROLES,
    remote: server === undefined ? undefined : { url: server, key: read('key', parseText) },
  };
};

/** A named node is reached by its name, another where it listens. */
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

const findValue = (name: SettingName, { flags, environment, file }: SettingSources): Given | undefined => {
  const { flag, variable } = SETTINGS[name];
  const flagged = flags[name];
  if (flagged !== undefined) return { text: flagged, source: flag };
  const set = environment[variable];
  if (set !== undefined && set !== '') return { text: set, source: variable };
  const filed = file[name];
  return filed === undefined ? undefined : { text: filed, source: `"${name}" in the settings file` };
};

/** A value with a password in it is not repeated. */
const invalid = ({ text, source }: Given, { position, expected }: Refused): Refusal => {
  const shown = /@|-key$|_KEY$|key"/.test(`${text}${source}`) ? 'what is given' : `"${text}"`;
  return new Refusal(
    'setting-invalid',
    `${source}: ${shown} is wrong at character ${position + 1}: expected ${expected}`,
  );
};

const readIdentity = (given: {
  listenPort: number;
  host: string | undefined;
  port: number | undefined;
  ip: string | undefined;
  ipPort: number | undefined;
}): Identity => {
  const isForTryingOut = given.host === undefined;
  const host = given.host ?? TRYING_OUT_HOST;
  const port = given.port ?? (isForTryingOut ? given.listenPort : DEFAULT_HOST_PORT);
  const ip = given.ip ?? (isForTryingOut ? TRYING_OUT_IP : undefined);
  if (ip === undefined && given.ipPort !== undefined) {
    throw new Refusal('setting-invalid', '--identity-ip-port goes with --identity-ip, which is not given');
  }
  const ipPort = given.ipPort ?? (given.ip === undefined ? port : DEFAULT_IP_PORT);
  return {
    repositoryPrefix: checked(repositoryPrefix({ host, port })),
    ibipPrefix: ip === undefined ? undefined : checked(ibipPrefix({ ip, port: ipPort })),
    isForTryingOut,
  };
};

/** Host, address and ports were checked when they were read. */
const checked = (prefix: Answer<string>): string => {
  if (!prefix.ok) throw new Refusal('setting-invalid', `identity: expected ${prefix.expected}`);
  return prefix.value;
};

const whole =
  (parser: (text: string) => Answer<unknown>) =>
  (text: string): Answer<string> => {
    const value = parser(text);
    return value.ok ? accept(text) : value;
  };

const parseText = (text: string): Answer<string> =>
  text === '' ? refuse('setting/empty', 0, 'a value') : accept(text);

const parseDatabase = (text: string): Answer<DatabaseSetting> => {
  if (/^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text)) return accept({ kind: 'postgres', url: text });
  if (!text.startsWith('sqlite:') || text.length === 7) {
    return refuse('setting/database', 0, 'sqlite: and the path of a file, or postgres://USER:PASSWORD@HOST/NAME');
  }
  return accept({ kind: 'sqlite', path: resolve(text.slice(7)) });
};

const parseBaseUrl = (text: string): Answer<string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBase = url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === '';
  return isBase ? accept(text.replace(/\/+$/, '')) : refuse('setting/url', 0, 'http:// or https:// and a host');
};

const parseBytes = (text: string): Answer<number> => {
  const bytes = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(bytes) && bytes > 0 ? accept(bytes) : refuse('setting/bytes', 0, 'a number of bytes');
};

const parseWorkers = (text: string): Answer<number> =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_WORKERS
    ? accept(Number(text))
    : refuse('setting/workers', 0, `1 to ${MAX_WORKERS}`);

const parseWord =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Answer<Word> => {
    const word = words.find((candidate) => candidate === text);
    return word === undefined ? refuse('setting/word', 0, words.join(', ')) : accept(word);
  };

/** A list of networks, with commas between them. */
const parseNetworks = (text: string): Answer<readonly Network[]> => {
  const networks: Network[] = [];
  let position = 0;
  for (const part of text.split(',')) {
    const network = parseNetwork(part.trim());
    if (!network.ok) return { ...network, position: network.position + position };
    networks.push(network.value);
    position += part.length + 1;
  }
  return accept(networks);
};

/** A list of names, with commas between them. */
const parseNames = (text: string): Answer<readonly string[]> => {
  const names = text.split(',').map((name) => name.trim());
  const isList = names.length <= MAX_NAMES && names.every((name) => name !== '');
  return isList ? accept(names) : refuse('setting/names', 0, `1 to ${MAX_NAMES} names, with commas between them`);
};

const parseSeconds = (text: string): ReturnType<typeof parseExactDate> => {
  const seconds = parseExactDate(text);
  return seconds.ok && seconds.value.seconds < 0 ? refuse('setting/negative', 0, 'zero or more seconds') : seconds;
};
