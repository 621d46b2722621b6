import { refuse as refuseSetting } from '@perene/api/refusals';
import { type Answer, accept, refuse } from '@perene/core';
import { parseText, parseWholePath, parseWord } from '../parse-values.ts';
import { SETTINGS, type SettingName } from '../setting-names.ts';

type Read = <Value>(name: SettingName, parser: (text: string) => Answer<Value>) => Value | undefined;

const STATES = ['draft', 'registered', 'findable'] as const;

/** The account with which the node registers DOIs, and for what. */
export interface DataCiteSettings {
  readonly apiUrl: string;
  readonly repository: string;
  readonly password: { readonly text: string } | { readonly file: string };
  readonly prefix: string;
  readonly register: 'asked' | 'all';
  readonly state: (typeof STATES)[number];
}

const DEFAULT_URL = 'https://api.datacite.org';

/** Undefined if the node registers no DOIs. */
export const readDataCite = (read: Read): DataCiteSettings | undefined => {
  const repository = read('datacite.repository', parseRepository);
  const text = read('datacite.password', parseText);
  const file = read('datacite.password-file', parseWholePath);
  const prefix = read('datacite.prefix', parsePrefix);
  const rest = {
    apiUrl: read('datacite.url', parseApi) ?? DEFAULT_URL,
    register: read('datacite.register', parseWord(['asked', 'all'] as const)) ?? 'asked',
    state: read('datacite.state', parseWord(STATES)) ?? 'findable',
  };
  if (repository === undefined) return undefined;
  if (prefix === undefined) throw needs('datacite.prefix');
  const password = file === undefined ? text && { text } : { file };
  if (!password) throw needs('datacite.password');
  return { ...rest, repository, prefix, password };
};

const needs = (other: SettingName) =>
  refuseSetting('setting-invalid', {
    reason: 'needs',
    setting: SETTINGS['datacite.repository'].flag,
    other: SETTINGS[other].flag,
  });

const parseRepository = (text: string): Answer<string> =>
  /^[\w.-]{1,100}$/.test(text)
    ? accept(text)
    : refuse('setting/datacite-repository', 0, 'the name of an account, such as EXAMPLE.LIBRARY');

const parsePrefix = (text: string): Answer<string> =>
  /^10\.\d{4,9}(?:\.\d{1,9})*$/.test(text)
    ? accept(text)
    : refuse('setting/datacite-prefix', 0, '10. and a number, such as 10.5072');

/** The password goes along, so that nobody on the way may read it; on this machine nobody is on the way. */
const parseApi = (text: string): Answer<string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHere = url !== undefined && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isFit = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
  return isFit && url.username === '' && url.search === '' && url.hash === ''
    ? accept(url.href.replace(/\/+$/, ''))
    : refuse('setting/datacite-url', 0, 'https:// and a host');
};
