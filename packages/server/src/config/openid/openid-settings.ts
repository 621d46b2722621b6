import { refuse as refuseSetting } from '@perene/api/refusals';
import { type Answer, accept, refuse } from '@perene/core';
import { parseCollectionName } from '@perene/core/item';
import { parseNames, parseText, parseWholePath, parseWord } from '../parse-values.ts';
import { SETTINGS, type SettingName } from '../setting-names.ts';

type Read = <Value>(name: SettingName, parser: (text: string) => Answer<Value>) => Value | undefined;

const ROLES = ['reader', 'depositor', 'steward', 'admin'] as const;
type Role = (typeof ROLES)[number];
const UNKNOWN = ['invited', 'reader', 'depositor'] as const;
const SECOND_FACTOR = ['ask', 'amr', 'provider'] as const;

interface Grant {
  readonly role: 'reviewer' | 'curator';
  readonly collection?: string;
}

/** What a group of the provider gives people here. */
interface Rule<Given> {
  readonly group: string;
  readonly gives: Given;
}

/** The provider through which people sign in, and what the node makes of what it says. */
export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: { readonly text: string } | { readonly file: string } | undefined;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
  readonly roles: readonly Rule<Role>[];
  readonly grants: readonly Rule<Grant>[];
  /** Who may come in for the first time. */
  readonly unknown: (typeof UNKNOWN)[number];
  /** Whether those with a second factor here are asked for it. */
  readonly secondFactor: (typeof SECOND_FACTOR)[number];
}

const MAX_NAME_LENGTH = 60;
const MAX_RULES = 200;

export const readOpenId = (read: Read): OpenIdSettings | undefined => {
  const issuer = read('openid.issuer', parseIssuer);
  const clientId = read('openid.client-id', parseText);
  const text = read('openid.client-secret', parseText);
  const file = read('openid.client-secret-file', parseWholePath);
  const settings = {
    name: read('openid.name', parseName),
    scopes: read('openid.scopes', parseScopes) ?? ['email', 'profile'],
    groupsClaim: read('openid.groups-claim', parseText) ?? 'groups',
    unknown: read('openid.unknown', parseWord(UNKNOWN)) ?? ('invited' as const),
    roles: read('openid.roles', parseRoleRules) ?? [],
    grants: read('openid.grants', parseGrantRules) ?? [],
    secondFactor: read('openid.second-factor', parseWord(SECOND_FACTOR)) ?? ('ask' as const),
  };
  if (issuer === undefined) return undefined;
  if (clientId === undefined) {
    throw refuseSetting('setting-invalid', {
      reason: 'needs',
      setting: SETTINGS['openid.issuer'].flag,
      other: SETTINGS['openid.client-id'].flag,
    });
  }
  const secret = file === undefined ? text && { text } : { file };
  return { ...settings, issuer, clientId, secret: secret || undefined, name: settings.name ?? new URL(issuer).host };
};

/** Without TLS, anybody on the way could say who somebody is; on this machine nobody is on the way. */
const parseIssuer = (text: string): Answer<string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHere = url !== undefined && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isFit = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
  return isFit && url.username === '' && url.search === '' && url.hash === ''
    ? accept(url.href)
    : refuse('setting/issuer', 0, 'https:// and a host');
};

const parseName = (text: string): Answer<string> =>
  text.trim() !== '' && text.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(text)
    ? accept(text.trim())
    : refuse('setting/openid-name', 0, `a name of at most ${MAX_NAME_LENGTH} characters`);

const parseScopes = (text: string): Answer<readonly string[]> => {
  const names = parseNames(text);
  return names.ok && names.value.some((name) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name))
    ? refuse('setting/scopes', 0, 'names without blanks')
    : names;
};

/** Rules with semicolons between them. Names of groups may have commas and signs of equality. */
const parseRules =
  <Given>(parseGiven: (text: string) => Given | undefined, expected: string) =>
  (text: string): Answer<readonly Rule<Given>[]> => {
    const rules: Rule<Given>[] = [];
    let position = 0;
    for (const part of text.split(';')) {
      const at = part.lastIndexOf('=');
      const group = part.slice(0, Math.max(0, at)).trim();
      const gives = parseGiven(part.slice(at + 1).trim());
      if (group === '' || gives === undefined || rules.length === MAX_RULES) {
        return refuse('setting/group-rules', position, expected);
      }
      rules.push({ group, gives });
      position += part.length + 1;
    }
    return accept(rules);
  };

const parseRoleRules = parseRules(
  (text) => ROLES.find((role) => role === text),
  'GROUP=ROLE, with semicolons between them, such as staff=depositor;librarians=admin',
);

const parseGrantRules = parseRules((text): Grant | undefined => {
  const [role, collection, ...rest] = text.split(':');
  if ((role !== 'curator' && role !== 'reviewer') || rest.length > 0) return undefined;
  if (collection === undefined) return { role };
  return parseCollectionName(collection).ok ? { role, collection } : undefined;
}, 'GROUP=curator:COLLECTION or GROUP=reviewer:COLLECTION, with semicolons between them');
