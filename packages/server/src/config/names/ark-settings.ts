import type { Answer } from '@perene/core';
import { parseBaseUrl, parseNames } from '../parse-values.ts';
import type { SettingName } from '../setting-names.ts';

export interface ArkSettings {
  readonly targetElements: readonly string[];
  /** The URL without a slash at its end. */
  readonly forwardTo: string | undefined;
}

const DEFAULT_TARGET_ELEMENTS = ['_t', 'myGoto', 'where'];

export const readArk = (
  read: <Value>(name: SettingName, parser: (text: string) => Answer<Value>) => Value | undefined,
): ArkSettings => ({
  targetElements: read('ark.target-elements', parseNames) ?? DEFAULT_TARGET_ELEMENTS,
  forwardTo: read('ark.forward-to', parseBaseUrl),
});
