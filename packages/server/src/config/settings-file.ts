import { readFileSync } from 'node:fs';
import { refuse } from '@perene/api/refusals';
import { isSettingName, SETTINGS, type SettingName } from './setting-names.ts';

/** A JSON object; groups may be nested: `{"identity": {"host": "..."}}` is `{"identity.host": "..."}`. */
export const readSettingsFile = (path: string): Partial<Record<SettingName, string>> => {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse('settings-file-unreadable', { path, cause: reason });
  }
  const settings: Partial<Record<SettingName, string>> = {};
  for (const [name, value] of flatten('', content)) {
    if (!isSettingName(name)) {
      const known = Object.keys(SETTINGS).join(', ');
      throw refuse('setting-invalid', { reason: 'unknown', path, name, known });
    }
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw refuse('setting-invalid', { reason: 'no-text', path, name });
    }
    settings[name] = String(value);
  }
  return settings;
};

const flatten = (name: string, value: unknown): readonly (readonly [string, unknown])[] => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(name === '' ? key : `${name}.${key}`, inner));
};
