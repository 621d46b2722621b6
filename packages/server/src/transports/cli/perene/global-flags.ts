import { type Command, Option } from 'commander';
import { isSettingName, SETTINGS, type SettingName } from '../../../config/setting-names.ts';
import { readSettings, type Settings } from '../../../config/settings.ts';
import { readSettingsFile } from '../../../config/settings-file.ts';
import { Refusal } from '../../../refusals/refusal.ts';

/** Flags that every command knows. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly config?: string;
}

export interface SettingsContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const createOption = (name: SettingName): Option => {
  const { flag, variable, placeholder, help } = SETTINGS[name];
  const option = new Option(`${flag} <${placeholder}>`, `${help} [${variable}]`);
  return placeholder === 'CIDR' ? option.argParser(appendToList) : option;
};

/** A flag of networks may be given again: it is one list, as in a variable. */
const appendToList = (text: string, earlier: string | undefined): string =>
  earlier === undefined ? text : `${earlier},${text}`;

export const addSettings = (command: Command, names: readonly SettingName[]): void => {
  for (const name of names) command.addOption(createOption(name));
};

export const readCommandSettings = (command: Command, { environment }: SettingsContext): Settings => {
  const options = command.optsWithGlobals<GlobalFlags & Record<string, unknown>>();
  const flags: Partial<Record<SettingName, string>> = {};
  for (const name of Object.keys(SETTINGS).filter(isSettingName)) {
    const value = options[createOption(name).attributeName()];
    if (typeof value === 'string') flags[name] = value;
  }
  refuseBothPlaces(flags);
  const path = options.config ?? environment['PERENE_CONFIG'] ?? '';
  return readSettings({ flags, environment, file: path === '' ? {} : readSettingsFile(path) });
};

/** A variable may name the one and a flag the other, but one command line that names both is a mistake. */
const refuseBothPlaces = ({ server, data, database }: Partial<Record<SettingName, string>>): void => {
  if (server === undefined || (data ?? database) === undefined) return;
  const other = data === undefined ? '--database' : '--data';
  throw new Refusal('setting-invalid', `--server acts on a running node, ${other} on what is here: give one of them`);
};
