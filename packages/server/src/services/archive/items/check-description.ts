import { misfit, refuse } from '@perene/api/refusals';
import { type Metadata, parseMetadata, parseNetwork } from '@perene/core/item';
import type { AccessRules } from '../../../ports/archive/catalogue.ts';
import type { ItemFile } from '../../../ports/archive/item-files.ts';

/** Checks metadata as people write them; adds a title if they have none. */
export const checkMetadata = (given: unknown, title: string): Metadata => {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const hasTitle = isObject && 'title' in given && given.title !== undefined;
  const metadata = parseMetadata(given === undefined ? { title } : isObject && !hasTitle ? { ...given, title } : given);
  if (!metadata.ok) throw refuse('metadata-invalid', { problems: metadata.problems });
  return metadata.value;
};

export const checkAccess = (access: AccessRules): AccessRules => {
  if (access.embargo !== undefined && !isDay(access.embargo)) {
    throw refuse('embargo-invalid', { text: access.embargo.slice(0, 'YYYY-MM-DD'.length) });
  }
  for (const text of access.networks ?? []) {
    const network = parseNetwork(text);
    if (!network.ok) throw refuse('network-invalid', { text, ...misfit(network) });
  }
  return access;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const isDay = (text: string): boolean => {
  const date = DAY.test(text) ? Date.parse(text) : Number.NaN;
  // Days that do not exist, such as 30 February, are read as others.
  return !Number.isNaN(date) && new Date(date).toISOString().startsWith(text);
};

/** The requested file, otherwise the only one, `index.html`, or the first. */
export const chooseTarget = (files: readonly ItemFile[], asked: string | undefined): string => {
  const paths = files.map(({ path }) => path);
  if (asked === undefined) return paths.find((path) => path === 'index.html') ?? paths.toSorted()[0] ?? '';
  const target = paths.find((path) => path === asked.normalize('NFC'));
  if (target !== undefined) return target;
  throw refuse('target-missing', { target: asked, files: paths.slice(0, 5).join(', ') });
};
