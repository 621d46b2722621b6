import { readFileSync } from 'node:fs';

/** Returns the version of this package. Sources, compiled files and the bundle are all two folders below it. */
export const readVersion = (): string => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
};
