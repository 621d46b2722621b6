import type { ItemFile } from '../../../ports/archive/item-files.ts';

/** How a file is shown inside a page. Browsers show the first four themselves; the others are read here, in part. */
export type PreviewKind = 'image' | 'document' | 'audio' | 'video' | 'table' | 'map' | 'text';

/** What browsers fetch at once when they show it. */
const MAX_FETCHED_BYTES = 20_000_000;
/** What is read and parsed whole, within a few milliseconds. */
const MAX_MAP_BYTES = 200_000;

const KINDS: readonly (readonly [mediaTypes: RegExp, kind: PreviewKind, maxBytes: number])[] = [
  [/^image\/(?:png|jpeg|gif|webp|avif|svg\+xml)$/, 'image', MAX_FETCHED_BYTES],
  [/^application\/pdf$/, 'document', MAX_FETCHED_BYTES],
  [/^audio\/(?:mpeg|mp4|ogg|wav|x-wav|webm|flac|aac)$/, 'audio', Number.POSITIVE_INFINITY],
  [/^video\/(?:mp4|webm|ogg)$/, 'video', Number.POSITIVE_INFINITY],
  [/^text\/(?:csv|tab-separated-values)$/, 'table', Number.POSITIVE_INFINITY],
  [/^application\/geo\+json$/, 'map', MAX_MAP_BYTES],
  // Markup is not shown as text: readers mean what it looks like, which only its own page shows.
  [
    /^(?:text\/(?!html$)[\w.+-]+|application\/(?:json|x-ndjson|xml|yaml|toml|x-tex|sql))$/,
    'text',
    Number.POSITIVE_INFINITY,
  ],
];

/** Returns how a file can be shown safely; undefined if it cannot, or is too large for it. */
export const previewKindOf = ({ mediaType, bytes }: Pick<ItemFile, 'mediaType' | 'bytes'>): PreviewKind | undefined => {
  const type = mediaType.replace(/;.*$/s, '').trim().toLowerCase();
  const [, kind, maxBytes = 0] = KINDS.find(([mediaTypes]) => mediaTypes.test(type)) ?? [];
  return bytes > 0 && bytes <= maxBytes ? kind : undefined;
};
