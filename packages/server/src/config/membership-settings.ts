import { misfit, type Refusal, refuse as refuseSetting } from '@perene/api/refusals';
import {
  type Answer,
  accept,
  type HostPort,
  type IpAddress,
  type Label,
  parseHostPort,
  parseIbi,
  parseIpAddress,
  parseKey,
  refuse,
} from '@perene/core';
import { SETTINGS, type SettingName } from './setting-names.ts';

type Read = <Value>(name: SettingName, parser: (text: string) => Answer<Value>) => Value | undefined;

/** How this Archive takes part in a federation. */
export interface JoiningSettings {
  /** The address of the resolver, without a slash at its end; undefined if the Archive joins none. */
  readonly resolver: string | undefined;
  readonly registrationKey: string | undefined;
  readonly administratorEmail: string | undefined;
  readonly platformVersion: string | undefined;
  /** The address by which resolvers reach the Archive. */
  readonly address: HostPort;
  /** Labels of the services of Archives whose proposals are accepted at once. */
  readonly trusted: readonly Label[];
  /** Undefined if the name has to be looked up. */
  readonly ip: IpAddress | undefined;
}

export interface Smtp {
  readonly url: string;
  readonly from: string;
}

const DEFAULT_PORT = 80;

interface JoiningContext {
  readonly publicUrl: string;
  /** A resolver that is only remembered is not joined without its key, and the key is not remembered. */
  readonly isResolverGiven: boolean;
}

export const readJoining = (
  read: Read,
  parseBaseUrl: (text: string) => Answer<string>,
  { publicUrl, isResolverGiven }: JoiningContext,
): JoiningSettings => {
  const joining = {
    resolver: read('archive.resolver', (text) => (text === 'none' ? accept(undefined) : parseBaseUrl(text))),
    registrationKey: read('archive.registration-key', parseKey),
    administratorEmail: read('archive.administrator-email', parseEmail),
    platformVersion: read('archive.platform-version', parseVersion),
    address: withoutDefaultPort(read('archive.address', parseHostPort) ?? hostPortOf(publicUrl)),
    trusted: read('archive.trusted', parseLabels) ?? [],
    ip: read('identity.ip', parseIpAddress),
  };
  if (!isResolverGiven || joining.resolver === undefined) return joining;
  if (joining.registrationKey === undefined) {
    throw missing('archive.registration-key');
  }
  if (joining.administratorEmail === undefined) throw missing('archive.administrator-email');
  return joining;
};

const missing = (other: SettingName): Refusal =>
  refuseSetting('setting-invalid', {
    reason: 'needs',
    setting: SETTINGS['archive.resolver'].flag,
    other: SETTINGS[other].flag,
  });

export const readSmtp = (read: Read): Smtp | undefined => {
  const url = read('smtp.url', parseSmtpUrl);
  const from = read('smtp.from', parseEmail);
  if (url === undefined) return undefined;
  if (from === undefined)
    throw refuseSetting('setting-invalid', {
      reason: 'needs',
      setting: SETTINGS['smtp.url'].flag,
      other: SETTINGS['smtp.from'].flag,
    });
  return { url, from };
};

export const readAlertEmail = (read: Read): string | undefined => {
  const email = read('resolver.alert-email', parseEmail);
  if (email === undefined || read('smtp.url', parseSmtpUrl) !== undefined) return email;
  throw refuseSetting('setting-invalid', {
    reason: 'needs',
    setting: SETTINGS['resolver.alert-email'].flag,
    other: SETTINGS['smtp.url'].flag,
  });
};

const hostPortOf = (url: string): HostPort => {
  const { host, protocol } = new URL(url);
  const address = parseHostPort(host);
  if (!address.ok)
    throw refuseSetting('setting-invalid', {
      reason: 'expected',
      setting: SETTINGS['public-url'].flag,
      ...misfit(address),
    });
  // Behind TLS, messages of the protocol still go to port 80, unless --archive-address says otherwise.
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

/** A list of labels, with commas between them. */
const parseLabels = (text: string): Answer<readonly Label[]> => {
  const labels: Label[] = [];
  let position = 0;
  for (const part of text.split(',')) {
    const ibi = parseIbi(part.trim());
    if (!ibi.ok) return { ...ibi, position: ibi.position + position };
    labels.push(ibi.value.text);
    position += part.length + 1;
  }
  return accept(labels);
};

const parseVersion = (text: string): Answer<string> =>
  /^[\x21-\x7e]{1,200}$/.test(text) ? accept(text) : refuse('setting/version', 0, 'ASCII characters without blanks');

const parseSmtpUrl = (text: string): Answer<string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
    ? accept(text)
    : refuse('setting/smtp', 0, 'smtp:// or smtps://, perhaps USER:PASSWORD@, and a host');
};
