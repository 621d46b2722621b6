import { readFileSync } from 'node:fs';

/** Of this package. Sources, compiled files and the bundle all lie two folders below it. */
export const readVersion = (): string => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
};
