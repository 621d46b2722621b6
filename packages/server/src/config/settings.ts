import { resolve } from 'node:path';
import {
  type Answer,
  accept,
  DEFAULT_HOST_PORT,
  DEFAULT_IP_PORT,
  type GranularityMicroseconds,
  ibipPrefix,
  microsecondsFromDate,
  parseExactDate,
  parseGranularity,
  parseHostName,
  parseIpAddress,
  parsePort,
  type Refused,
  refuse,
  repositoryPrefix,
} from '@perene/core';
import { Refusal } from '../refusals/refusal.ts';
import { SETTINGS, type SettingName } from './setting-names.ts';

/** Everything that an operator decides, checked once. */
export interface Settings {
  readonly databasePath: string;
  readonly listenHost: string;
  readonly listenPort: number;
  readonly identity: Identity;
  readonly granularity: GranularityMicroseconds | 'auto';
  readonly clockTolerance: bigint;
}

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
  return {
    databasePath: read('database', parseDatabase) ?? resolve(data, 'perene.sqlite'),
    listenHost: read('host', parseText) ?? 'localhost',
    listenPort,
    identity: readIdentity({
      listenPort,
      host: read('identity.host', whole(parseHostName)),
      port: read('identity.port', parsePort),
      ip: read('identity.ip', whole(parseIpAddress)),
      ipPort: read('identity.ip-port', parsePort),
    }),
    granularity,
    clockTolerance: microsecondsFromDate(read('clock-tolerance', parseSeconds) ?? { seconds: 5, fraction: '' }),
  };
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

const invalid = ({ text, source }: Given, { position, expected }: Refused): Refusal =>
  new Refusal('setting-invalid', `${source}: "${text}" is wrong at character ${position + 1}: expected ${expected}`);

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

const parseDatabase = (text: string): Answer<string> => {
  if (!text.startsWith('sqlite:') || text.length === 7) {
    return refuse('setting/database', 0, 'sqlite: and the path of a file');
  }
  return accept(resolve(text.slice(7)));
};

const parseSeconds = (text: string): ReturnType<typeof parseExactDate> => {
  const seconds = parseExactDate(text);
  return seconds.ok && seconds.value.seconds < 0 ? refuse('setting/negative', 0, 'zero or more seconds') : seconds;
};
