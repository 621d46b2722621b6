import { formatOaiDc, type KnownElements } from '@perene/core/item';
import type { ItemView } from '../archive-operations.ts';

/** Types of the DCMI vocabulary, by the beginning of the target's media type. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [
    /^text\/|^application\/(?:pdf|epub|rtf|postscript|msword|vnd\.oasis\.opendocument\.text|.*wordprocessingml)/,
    'Text',
  ],
  [/^image\//, 'Image'],
  [/^audio\//, 'Sound'],
  [/^video\//, 'MovingImage'],
];

/** The vocabulary of access rights that harvesters of repositories share. */
const OPEN = 'info:eu-repo/semantics/openAccess';
const RESTRICTED = 'info:eu-repo/semantics/restrictedAccess';

/** An item with its metadata in the format `oai_dc`: its metadata, and what the Archive knows besides. */
export const describeInDublinCore = (item: ItemView): string =>
  formatOaiDc(item.metadata?.fields ?? {}, knownElements(item));

const knownElements = (item: ItemView): KnownElements => {
  const own = [item.repository, ...item.ibips];
  const resolver = item.persistentUrl.slice(0, -(item.ibips[0] ?? item.repository).length);
  const related = [...item.editions.all, ...Object.values(item.translations)].filter((label) => !own.includes(label));
  // If the list of files is closed, nothing about them is shown.
  const files = item.access.fileList === 'open' ? item.files : [];
  const mediaType = files.find(({ path }) => path === item.target)?.mediaType.replace(/;.*/, '');
  const type = mediaType === undefined ? undefined : TYPES.find(([begins]) => begins.test(mediaType))?.[1];
  return {
    identifier: [item.persistentUrl, ...own, ...item.aliases],
    language: listOf(item.language),
    date: [item.created.slice(0, 'YYYY-MM-DD'.length)],
    type: listOf(type),
    format: listOf(mediaType),
    relation: related.map((label) => `${resolver}${label}`),
    source: listOf(item.copiedFrom),
    rights: item.state === 'Deleted' ? [] : [item.access.networks === undefined ? OPEN : RESTRICTED],
  };
};

const listOf = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);
