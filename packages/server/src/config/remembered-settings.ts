import { isSettingName, type SettingName } from './setting-names.ts';
import { findValue, readSettings, type SettingSources } from './settings.ts';

export type RememberedSettings = Partial<Record<SettingName, string>>;

/**
 * The settings that say who the node is and where it listens, which all commands on its data folder must share. None is
 * a secret.
 */
const REMEMBERED: readonly SettingName[] = [
  'files',
  'port',
  'host',
  'roles',
  'identity.host',
  'identity.port',
  'identity.ip',
  'identity.ip-port',
  'public-url',
  'resolver-url',
  'opens',
  'archive.service',
  'archive.key-file',
  'archive.platform-software',
  'archive.resolver',
  'archive.administrator-email',
  'archive.platform-version',
  'archive.address',
  'archive.trusted',
  'ark.target-elements',
  'ark.forward-to',
  'allow-network',
];

/** A node that starts has the roles that it is given, whatever it was before. */
export const sourcesOfStart = ({ remembered = {}, ...given }: SettingSources): SettingSources => {
  const { roles: _before, ...kept } = remembered;
  return { ...given, remembered: kept };
};

/** The settings that a node stores in its data folder when it is served. */
export const settingsToRemember = (sources: SettingSources): RememberedSettings => {
  const given = Object.fromEntries(
    REMEMBERED.map((name) => [name, findValue(name, sources)?.text]).filter(([, text]) => text !== undefined),
  ) as RememberedSettings;
  const port = String(readSettings(sources).listenPort);
  // A node without a name keeps the name of its first port, whichever port it listens on later.
  const own = given['identity.host'] === undefined ? { 'identity.port': port } : {};
  return { ...own, ...given, port };
};

/** The settings that a command stores that mints the first labels of a data folder: the name of the node, and no more. */
export const nameToRemember = (sources: SettingSources): RememberedSettings =>
  Object.fromEntries(Object.entries(settingsToRemember(sources)).filter(([name]) => name.startsWith('identity.')));

export const parseRemembered = (text: string): RememberedSettings =>
  Object.fromEntries(
    Object.entries(JSON.parse(text) as Record<string, string>).filter(
      ([name]) => isSettingName(name) && REMEMBERED.includes(name),
    ),
  );
