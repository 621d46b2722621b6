import type { Readable } from 'node:stream';
import { Refusal } from '@perene/api/refusals';
import { parseIbi } from '@perene/core';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import type { DocumentReader } from '../documents/open-document.ts';
import { type DrawnMap, drawMap } from './draw-map.ts';
import { type PreviewKind, previewKindOf } from './preview-kind.ts';
import { type ReadTable, readTable } from './read-table.ts';

/** What a page shows of a file. */
export type Preview = { readonly file: ItemFile } & (
  | { readonly kind: 'image' | 'document' | 'audio' | 'video' }
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'table'; readonly table: ReadTable }
  | { readonly kind: 'map'; readonly map: DrawnMap }
);

const MAX_READ_BYTES: Readonly<Record<'text' | 'table' | 'map', number>> = {
  text: 12_000,
  table: 64_000,
  map: 200_000,
};
/** The files among which one that can be shown is looked for. */
const MAX_LOOKED_AT = 50;

interface Asked {
  readonly item: { readonly repository: string; readonly target?: string; readonly files: readonly ItemFile[] };
  /** The path that the reader asks for; without it the main file is shown, or the first that can be. */
  readonly path: string | undefined;
  readonly reader: { readonly address: string; readonly hasKey: boolean };
}

/** Reads what can be shown of one file of an item; undefined if none can be shown, or not to this reader. */
export const readPreview = async (documents: DocumentReader, asked: Asked): Promise<Preview | undefined> => {
  const ibi = parseIbi(asked.item.repository);
  if (!ibi.ok) return undefined;
  const { address: clientAddress, hasKey } = asked.reader;
  return readPreviewOf(asked.item, asked.path, async ({ path }) => {
    const document = await documents.open({ ibi: ibi.value, path, clientAddress, hasKey });
    return document.kind === 'file' ? document : undefined;
  });
};

/** The same for files that are opened in another way. */
export const readPreviewOf = async (
  item: Asked['item'],
  path: string | undefined,
  open: OpenFile,
): Promise<Preview | undefined> => {
  const file = chooseFile({ item, path });
  const kind = file && previewKindOf(file);
  if (file === undefined || kind === undefined) return undefined;
  try {
    return await readKind(open, file, kind);
  } catch (error) {
    // Damaged and closed files are not shown; the list of files says why.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

const chooseFile = ({ item: { files, target }, path }: Pick<Asked, 'item' | 'path'>): ItemFile | undefined => {
  if (path !== undefined) return files.find((file) => file.path === path);
  const main = files.find((file) => file.path === target);
  return [...(main === undefined ? [] : [main]), ...files.slice(0, MAX_LOOKED_AT)].find(
    (file) => previewKindOf(file) !== undefined,
  );
};

type OpenFile = (
  file: ItemFile,
) => Promise<{ read(range: { readonly start: number; readonly end: number }): Promise<Readable> } | undefined>;

const readKind = async (open: OpenFile, file: ItemFile, kind: PreviewKind): Promise<Preview | undefined> => {
  const document = await open(file);
  if (document === undefined) return undefined;
  if (kind !== 'text' && kind !== 'table' && kind !== 'map') return { kind, file };
  const maxBytes = MAX_READ_BYTES[kind];
  const isCut = file.bytes > maxBytes;
  const chunks: Buffer[] = [];
  for await (const chunk of await document.read({ start: 0, end: Math.min(file.bytes, maxBytes) - 1 })) {
    chunks.push(chunk);
  }
  const text = decode(Buffer.concat(chunks));
  if (text === undefined) return undefined;
  if (kind === 'map') {
    const map = drawMap(text);
    return map && { kind, file, map };
  }
  const table = kind === 'table' ? readTable(text, { isCut }) : undefined;
  return table === undefined ? { kind: 'text', file, text, isCut } : { kind: 'table', file, table };
};

/** A text may be cut inside a character. What is not UTF-8 is read as older machines wrote it. */
const decode = (bytes: Buffer): string | undefined => {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
