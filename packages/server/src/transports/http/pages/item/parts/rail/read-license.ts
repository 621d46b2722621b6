import { findLicense, type MetadataValue } from '@perene/core/item';
import { licenseAddress } from '@perene/core/representation';

/** What rights say, as far as it is known. */
export interface License {
  /** The text that somebody wrote. */
  readonly text: string;
  /** The identifier of the SPDX License List. */
  readonly id?: string;
  readonly address?: string;
  /** The signs of Creative Commons, such as CC, BY and SA. */
  readonly signs: readonly string[];
}

const LICENSE_ADDRESS = /^https?:\/\/creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)/i;
const ZERO_ADDRESS = /^https?:\/\/creativecommons\.org\/publicdomain\/zero\/1\.0/i;
const WEB_ADDRESS = /^https?:\/\/\S+$/;
const MAX_NAME_LENGTH = 40;

/** Reads the licence in what was said of it: its identifier, its address, or a text such as "CC BY 4.0". */
export const readLicense = ({ value, license, uri }: MetadataValue): License => {
  const id = license ?? licenseAt(uri) ?? licenseAt(value) ?? licenseNamed(value);
  const written = uri ?? (WEB_ADDRESS.test(value) ? value : undefined);
  const address = written ?? (id === undefined ? undefined : licenseAddress(id));
  return {
    text: value,
    signs: signsOf(id),
    ...(id !== undefined && { id }),
    ...(address !== undefined && { address }),
  };
};

const licenseAt = (address = ''): string | undefined => {
  if (ZERO_ADDRESS.test(address)) return 'CC0-1.0';
  const [, terms, version] = LICENSE_ADDRESS.exec(address) ?? [];
  return terms === undefined ? undefined : findLicense(`CC-${terms}-${version}`);
};

const licenseNamed = (text: string): string | undefined =>
  text.length > MAX_NAME_LENGTH ? undefined : findLicense(text.trim().replaceAll(/[\s-]+/g, '-'));

const signsOf = (id = ''): readonly string[] => {
  if (id === 'CC0-1.0') return ['CC', '0'];
  const [, terms] = /^CC-(BY(?:-NC)?(?:-ND|-SA)?)-\d/.exec(id) ?? [];
  return terms === undefined ? [] : ['CC', ...terms.split('-')];
};
