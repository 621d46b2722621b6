import {
  type Answer,
  accept,
  type HostPort,
  type IpAddress,
  parseHostPort,
  parseIpAddress,
  parseKey,
  refuse,
} from '@perene/core';
import { Refusal } from '../refusals/refusal.ts';
import type { SettingName } from './setting-names.ts';

type Read = <Value>(name: SettingName, parser: (text: string) => Answer<Value>) => Value | undefined;

/** How this Archive takes part in a federation. */
export interface Joining {
  /** Address of the resolver, without a slash at its end; undefined where it joins none. */
  readonly resolver: string | undefined;
  readonly registrationKey: string | undefined;
  readonly administratorEmail: string | undefined;
  readonly platformVersion: string | undefined;
  /** Where resolvers reach it. */
  readonly address: HostPort;
  /** Undefined where the name has to be looked up. */
  readonly ip: IpAddress | undefined;
}

export interface Smtp {
  readonly url: string;
  readonly from: string;
}

const DEFAULT_PORT = 80;

export const readJoining = (read: Read, parseBaseUrl: (text: string) => Answer<string>, publicUrl: string): Joining => {
  const joining = {
    resolver: read('archive.resolver', parseBaseUrl),
    registrationKey: read('archive.registration-key', parseKey),
    administratorEmail: read('archive.administrator-email', parseEmail),
    platformVersion: read('archive.platform-version', parseVersion),
    address: withoutDefaultPort(read('archive.address', parseHostPort) ?? hostPortOf(publicUrl)),
    ip: read('identity.ip', parseIpAddress),
  };
  if (joining.resolver !== undefined && joining.registrationKey === undefined) {
    throw missing('--archive-registration-key, the key of 10 digits or more that the Archive is registered with');
  }
  if (joining.resolver !== undefined && joining.administratorEmail === undefined) {
    throw missing('--archive-administrator-email');
  }
  return joining;
};

const missing = (what: string): Refusal => new Refusal('setting-invalid', `--archive-resolver needs ${what}`);

export const readSmtp = (read: Read): Smtp | undefined => {
  const url = read('smtp.url', parseSmtpUrl);
  const from = read('smtp.from', parseEmail);
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new Refusal('setting-invalid', '--smtp-url needs --smtp-from, the address of the sender');
  return { url, from };
};

const hostPortOf = (url: string): HostPort => {
  const { host, protocol } = new URL(url);
  const address = parseHostPort(host);
  if (!address.ok) throw new Refusal('setting-invalid', `--public-url: expected ${address.expected}`);
  // Behind TLS the protocol itself is still spoken at port 80, unless --archive-address says otherwise.
  return protocol === 'https:' ? { ...address.value, port: undefined } : address.value;
};

const withoutDefaultPort = ({ host, port }: HostPort): HostPort => ({
  host,
  port: port === DEFAULT_PORT ? undefined : port,
});

const parseEmail = (text: string): Answer<string> =>
  /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,189}$/.test(text)
    ? accept(text)
    : refuse('setting/email', 0, 'an e-mail address such as ana@example.org');

const parseVersion = (text: string): Answer<string> =>
  /^[\x21-\x7e]{1,200}$/.test(text) ? accept(text) : refuse('setting/version', 0, 'ASCII characters without blanks');

const parseSmtpUrl = (text: string): Answer<string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
    ? accept(text)
    : refuse('setting/smtp', 0, 'smtp:// or smtps://, perhaps USER:PASSWORD@, and a host');
};
