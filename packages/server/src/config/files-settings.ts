import { type Answer, accept, refuse } from '@perene/core';
import { parseWord } from './parse-values.ts';
import type { SettingName } from './setting-names.ts';

const MAX_PREFIX_LENGTH = 200;

/** Where the files of items are, if not in the data folder. */
export interface FilesSetting {
  readonly bucket: string;
  /** Ends with a slash, or is empty. */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FILES = 's3://BUCKET/PREFIX, with ?endpoint=URL for a store that is not that of Amazon, and &region=NAME';

const parseFiles = (text: string): Answer<FilesSetting> => {
  const url = text.startsWith('s3://') && URL.canParse(text) ? new URL(text) : undefined;
  const endpoint = url?.searchParams.get('endpoint') ?? undefined;
  const isKnown = url !== undefined && [...url.searchParams.keys()].every((name) => /^(?:endpoint|region)$/.test(name));
  const isBare = url !== undefined && url.username === '' && url.port === '' && url.hash === '';
  const isReached = endpoint === undefined || /^https?:\/\/[^/]/.test(endpoint);
  if (!isKnown || !isBare || !isReached || !BUCKET.test(url.hostname)) return refuse('setting/files', 0, FILES);
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  if (path.length > MAX_PREFIX_LENGTH || !/^[\w!.*'()/-]*$/.test(path)) return refuse('setting/files', 0, FILES);
  return accept({
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint: endpoint?.replace(/\/+$/, ''),
    region: url.searchParams.get('region') ?? undefined,
  });
};

export interface FilesSettings {
  /** Undefined if files are in the data folder. */
  readonly fileStore: FilesSetting | undefined;
  /** Whether readers are sent to the store of the files. */
  readonly areFilesLinked: boolean;
}

export const readFiles = (
  read: <Value>(name: SettingName, parser: (text: string) => Answer<Value>) => Value | undefined,
): FilesSettings => ({
  fileStore: read('files', parseFiles),
  areFilesLinked: read('files.redirects', parseWord(['yes', 'no'])) === 'yes',
});
