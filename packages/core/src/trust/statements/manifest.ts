import { parseIbi } from '../../ibi/ibi.ts';
import type { Label } from '../../ibi/label.ts';
import { MAX_FILES_PER_ITEM } from '../../item/limits.ts';
import type { Metadata, MetadataValue } from '../../item/metadata/metadata-json.ts';
import { QUALIFIER_NAMES } from '../../item/metadata/qualifier-names.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { type Hash, hashText } from '../hash.ts';
import type { Sha256 } from '../sha256.ts';

/** What an item is, wherever it is held: its labels, files and metadata. Original and copies have the same one. */
export interface Manifest {
  readonly labels: readonly Label[];
  readonly files: readonly ManifestFile[];
  readonly metadata: Metadata;
}

export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal digits in lower case. */
  readonly sha256: string;
}

const FORMAT = 'ibi-manifest-v1';
const MAX_LABELS = 1_000;
const MAX_PATH_LENGTH = 4_096;
const MAX_FIELDS = 1_000;
const MAX_VALUES = 10_000;
const MAX_TEXT_LENGTH = 4 * 1_048_576;
const SHA256 = /^[0-9a-f]{64}$/;
const LONE_SURROGATE = /\p{Cs}/u;

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

/**
 * The canonical text: JSON as RFC 8785 writes it (no blanks, names of members in the order of their UTF-16 codes), with
 * labels and files in the same order. Values of metadata keep their order, which means something.
 */
export const formatManifest = ({ labels, files, metadata }: Manifest): string =>
  JSON.stringify({
    files: files
      .map(({ bytes, path, sha256 }) => ({ bytes, path, sha256 }))
      .sort((one, other) => byText(one.path, other.path)),
    format: FORMAT,
    labels: [...labels].sort(byText),
    metadata: Object.fromEntries(
      Object.entries(metadata)
        .sort(([one], [other]) => byText(one, other))
        .map(([name, values]) => [name, values.map(writeValue)]),
    ),
  });

/** Every member that a value can have, in canonical order. */
const MEMBERS = ['language', 'value', ...QUALIFIER_NAMES].sort(byText) as readonly (keyof MetadataValue)[];

const writeValue = (value: MetadataValue): unknown =>
  Object.fromEntries(MEMBERS.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]));

/** The value of `claim.hash`. */
export const hashManifest = (manifest: Manifest, sha256: Sha256): Hash => hashText(formatManifest(manifest), sha256);

type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && !LONE_SURROGATE.test(value);

const isOnly = (value: JsonObject, ...names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));

/**
 * From a value of JSON, in any order. The laws of items may change over the years, so a manifest is held to its own
 * shape only. The position is always 0.
 */
export const parseManifest = (value: unknown): Answer<Manifest> => {
  if (!isJsonObject(value) || value['format'] !== FORMAT || !isOnly(value, 'files', 'format', 'labels', 'metadata')) {
    return refuse('manifest/format', 0, `an object of the format ${FORMAT} with labels, files and metadata`);
  }
  const labels = readList(value['labels'], readLabel, MAX_LABELS);
  if (labels === undefined || hasRepeated(labels)) return refuse('manifest/labels', 0, 'labels, each once');
  const files = readList(value['files'], readFile, MAX_FILES_PER_ITEM);
  if (files === undefined || hasRepeated(files.map(({ path }) => path))) {
    return refuse('manifest/files', 0, 'files with path, bytes and sha256, each path once');
  }
  const metadata = readMetadata(value['metadata']);
  return metadata === undefined
    ? refuse('manifest/metadata', 0, 'fields with lists of {"value": "...", "language": "..."}')
    : accept({ labels, files, metadata });
};

/** Undefined unless it is a list, and everything in it can be read. */
const readList = <Value>(
  source: unknown,
  read: (item: unknown) => Value | undefined,
  maxLength: number,
): readonly Value[] | undefined => {
  if (!Array.isArray(source) || source.length > maxLength) return undefined;
  const values: Value[] = [];
  for (const item of source) {
    const value = read(item);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
};

const hasRepeated = (texts: readonly string[]): boolean => new Set(texts).size < texts.length;

const readLabel = (source: unknown): Label | undefined => {
  const label = typeof source === 'string' ? parseIbi(source) : undefined;
  return label?.ok && label.value.text === source ? label.value.text : undefined;
};

const readFile = (source: unknown): ManifestFile | undefined => {
  if (!isJsonObject(source) || !isOnly(source, 'path', 'bytes', 'sha256')) return undefined;
  const { path, bytes, sha256 } = source as { path: unknown; bytes: unknown; sha256: unknown };
  const isFile =
    isText(path, MAX_PATH_LENGTH) &&
    path !== '' &&
    Number.isSafeInteger(bytes) &&
    Number(bytes) >= 0 &&
    typeof sha256 === 'string' &&
    SHA256.test(sha256);
  return isFile ? { path, bytes: Number(bytes), sha256 } : undefined;
};

const readMetadata = (source: unknown): Metadata | undefined => {
  if (!isJsonObject(source)) return undefined;
  const names = Object.keys(source);
  if (names.length > MAX_FIELDS || !names.every((name) => isText(name, MAX_TEXT_LENGTH))) return undefined;
  const fields: [string, readonly MetadataValue[]][] = [];
  for (const name of names) {
    const values = readList(source[name], readValue, MAX_VALUES);
    if (values === undefined) return undefined;
    fields.push([name, values]);
  }
  return Object.fromEntries(fields);
};

const readValue = (source: unknown): MetadataValue | undefined => {
  if (!isJsonObject(source) || !isOnly(source, ...MEMBERS) || source['value'] === undefined) return undefined;
  const isValue = Object.values(source).every((text) => isText(text, MAX_TEXT_LENGTH));
  return isValue ? (source as unknown as MetadataValue) : undefined;
};
