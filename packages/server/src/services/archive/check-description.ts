import { type Metadata, type MetadataProblem, parseMetadata, parseNetwork } from '@perene/core/item';
import type { AccessRules } from '../../ports/catalogue.ts';
import type { ItemFile } from '../../ports/item-files.ts';
import { Refusal } from '../../refusals/refusal.ts';

/** Metadata that were refused, with all of the reasons. */
export class MetadataRefusal extends Refusal {
  readonly problems: readonly MetadataProblem[];

  constructor(problems: readonly MetadataProblem[]) {
    const [first] = problems;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    super('metadata-invalid', `metadata: at ${first?.path || 'the whole'} expected ${first?.expected}${more}`);
    this.problems = problems;
  }
}

/** What people wrote, with a title in any case. */
export const checkMetadata = (given: unknown, title: string): Metadata => {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const hasTitle = isObject && 'title' in given && given.title !== undefined;
  const metadata = parseMetadata(given === undefined ? { title } : isObject && !hasTitle ? { ...given, title } : given);
  if (!metadata.ok) throw new MetadataRefusal(metadata.problems);
  return metadata.value;
};

export const checkAccess = (access: AccessRules): AccessRules => {
  for (const text of access.networks ?? []) {
    const network = parseNetwork(text);
    if (!network.ok) throw new Refusal('network-invalid', `"${text}" is no network: expected ${network.expected}`);
  }
  return access;
};

/** The file asked for, otherwise the only one, a page that begins the others, or the first. */
export const chooseTarget = (files: readonly ItemFile[], asked: string | undefined): string => {
  const paths = files.map(({ path }) => path);
  if (asked === undefined) return paths.find((path) => path === 'index.html') ?? paths.toSorted()[0] ?? '';
  const target = paths.find((path) => path === asked.normalize('NFC'));
  if (target !== undefined) return target;
  throw new Refusal(
    'target-missing',
    `the target "${asked}" is none of the item's files: ${paths.slice(0, 5).join(', ')}`,
  );
};
