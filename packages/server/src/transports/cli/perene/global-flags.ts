import { refuse } from '@perene/api/refusals';
import { type Command, Option } from 'commander';
import type { RememberedSettings } from '../../../config/remembered-settings.ts';
import { isSettingName, SETTINGS, type SettingName } from '../../../config/setting-names.ts';
import { readPlace, readSettings, type SettingSources, type Settings } from '../../../config/settings.ts';
import { readSettingsFile } from '../../../config/settings-file.ts';
import type { Terminal } from './terminal.ts';

/** Flags that every command knows. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly config?: string;
}

export interface SettingsContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** Returns what the data folder remembers of its node. */
  readonly recallNode: (place: Pick<Settings, 'database' | 'remote'>) => Promise<RememberedSettings>;
  /** Keeps the settings for commands on the same data folder, and for the next start. */
  readonly rememberNode: (settings: Settings, remembered: RememberedSettings) => Promise<void>;
  /** Whether this process is a worker. A worker prints no messages, because the first process has printed them. */
  readonly isWorker: boolean;
}

const createOption = (name: SettingName): Option => {
  const { flag, variable, placeholder, help } = SETTINGS[name];
  const option = new Option(`${flag} <${placeholder}>`, `${help} [${variable}]`);
  return placeholder === 'CIDR' ? option.argParser(appendToList) : option;
};

/** A flag of networks may be given several times: together they are one list, as in a variable. */
const appendToList = (text: string, earlier: string | undefined): string =>
  earlier === undefined ? text : `${earlier},${text}`;

export const addSettings = (command: Command, names: readonly SettingName[]): void => {
  for (const name of names) command.addOption(createOption(name));
};

/** A store of files, as the setting has it. */
const STORE = /^s3:/i;

/** `import` and `export` have a `--files` of their own, a folder, which the program would take for its setting. */
export const giveOwnFiles = (program: Command, command: Command): void => {
  const setting = createOption('files');
  const { files } = program.opts<{ readonly files?: string }>();
  if (files === undefined || STORE.test(files) || !hasOther(command, setting)) return;
  command.setOptionValue(setting.attributeName(), files);
  program.setOptionValue(setting.attributeName(), undefined);
};

/** Whether the command has an option of its own under the name of this setting. */
const hasOther = (command: Command, setting: Option): boolean =>
  command.options.some((option) => option.long === setting.long && option.flags !== setting.flags);

/** Reads what was given to the command itself, without what the data folder remembers. */
export const readGivenSources = (
  command: Command,
  { environment }: Pick<SettingsContext, 'environment'>,
): SettingSources => {
  const options = command.optsWithGlobals<GlobalFlags & Record<string, unknown>>();
  const flags: Partial<Record<SettingName, string>> = {};
  for (const name of Object.keys(SETTINGS).filter(isSettingName)) {
    const setting = createOption(name);
    const given = hasOther(command, setting) ? (command.parent?.optsWithGlobals() ?? {}) : options;
    const value = given[setting.attributeName()];
    if (typeof value === 'string') flags[name] = value;
  }
  refuseBothPlaces(flags);
  const path = options.config ?? environment['PERENE_CONFIG'] ?? '';
  return { flags, environment, file: path === '' ? {} : readSettingsFile(path) };
};

/** Reads what was given to the command, together with what the data folder remembers. */
export const readCommandSources = async (command: Command, context: SettingsContext): Promise<SettingSources> => {
  const given = readGivenSources(command, context);
  const remembered = await context.recallNode(readPlace(given));
  const sources = { ...given, remembered };
  if (!context.isWorker && Object.keys(remembered).length > 0) tellOtherName(sources, context.terminal);
  return sources;
};

/** Reads the same for a command beside `serve`, which cannot change where the node is. */
export const readSources = async (command: Command, context: SettingsContext): Promise<SettingSources> => {
  const sources = await readCommandSources(command, context);
  if (sources.remembered?.port !== undefined) tellOtherAddress(sources, context.terminal);
  return sources;
};

export const readCommandSettings = async (command: Command, context: SettingsContext): Promise<Settings> =>
  readSettings(await readSources(command, context));

const readRemembered = ({ remembered }: SettingSources): Settings =>
  readSettings({ flags: {}, environment: {}, file: {}, remembered });

/** Prints a message if a given setting makes persistent URLs that the node of the data folder does not have. */
const tellOtherAddress = (sources: SettingSources, terminal: Terminal): void => {
  const [before, now] = [readRemembered(sources).resolverUrl, readSettings(sources).resolverUrl];
  if (before === now) return;
  terminal.error(`perene: persistent URLs of this data folder begin with ${before}; as it was told, with ${now} now\n`);
};

/** Prints a message if a given setting changes the name of the node. */
const tellOtherName = (sources: SettingSources, terminal: Terminal): void => {
  const before = readRemembered(sources).identity;
  const now = readSettings(sources).identity;
  const [old, other] = [before, now].map(({ repositoryPrefix, ibipPrefix }) =>
    [repositoryPrefix, ibipPrefix].filter((prefix) => prefix !== undefined).join(' and '),
  );
  if (old === other) return;
  terminal.error(`perene: labels of this data folder begin with ${old}; as it was told, it mints ${other} now\n`);
};

/** Refuses a command line that names both places. Naming one in a variable and the other in a flag is allowed. */
const refuseBothPlaces = ({ server, data, database }: Partial<Record<SettingName, string>>): void => {
  if (server === undefined || (data ?? database) === undefined) return;
  const other = data === undefined ? '--database' : '--data';
  throw refuse('setting-invalid', { reason: 'server-and-here', setting: other });
};

export const isJson = (command: Command): boolean => command.optsWithGlobals<GlobalFlags>().json === true;
