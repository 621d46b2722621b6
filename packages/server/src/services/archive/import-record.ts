import { microsecondsFromDate, parseRepositoryName } from '@perene/core';
import { type ItemState, type Metadata, parseItemFilePath } from '@perene/core/item';
import type { FileNameEncoding, NewItem } from '../../ports/catalogue.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { checkAccess, checkMetadata } from './check-description.ts';
import { checkIbip, checkLanguage, checkLinks, hasLinks } from './labels.ts';
import { isJsonObject, type JsonObject, type RecordFields, readFields } from './record-fields.ts';

/** An item that was named elsewhere, checked as far as it can be without its files. */
export interface ImportRecord {
  readonly item: Omit<NewItem, 'files'>;
  readonly files: readonly RecordedFile[];
  readonly description: RecordedDescription;
}

interface RecordedFile {
  /** Inside the item. */
  readonly path: string;
  /** Where its content is, relative to the folder of files. */
  readonly from: string;
  readonly bytes: number | undefined;
  readonly sha256: string | undefined;
}

/** The item that describes the other one; it gets a new label where it has none. */
export interface RecordedDescription extends Omit<NewItem, 'repository' | 'describes' | 'metadata'> {
  readonly repository: string | undefined;
  /** As people write them; see `parseMetadata`. */
  readonly fields: unknown;
}

const STATES = ['Original', 'Copy', 'Deleted'] as const;
const ENCODINGS: readonly FileNameEncoding[] = ['utf-8', 'iso-8859-1'];
const SHA256 = /^[0-9a-f]{64}$/;
const MAX_REASON_LENGTH = 2_000;
/** What the databases cannot keep: U+0000 and halves of characters. */
const UNKEPT = /\0|\p{Surrogate}/u;
const MAX_SOURCE_LENGTH = 4_096;

export const parseImportRecord = (text: string, now: bigint): ImportRecord => {
  const fields = readFields(parseJsonObject(text), '');
  const repository = fields.text('repository');
  if (repository === undefined) throw fields.expected('repository', 'the repository name of the item');
  const state = readState(fields);
  const files = (fields.list('files') ?? []).map((file, index) => readFile(fields, file, index));
  if (state.kind === 'deleted' && files.length > 0) throw fields.expected('files', 'none of an item that is deleted');
  if (state.kind !== 'deleted' && files.length === 0) throw fields.expected('files', 'at least one file');
  const dates = readDates(fields, now);
  const item = {
    repository: checkRepository(repository, now),
    ...readDescription(fields),
    ...dates,
    content: 'Data',
    state,
    fileNameEncoding: readEncoding(fields, files),
  } as const;
  const description = readMetadata(fields.object('metadata'), { dates, state, now });
  fields.finish();
  if (item.repository === description.repository) {
    throw new Refusal('record-invalid', 'at metadata.repository expected another label than that of the item');
  }
  return { item, files, description };
};

/** The label that a line is about, as far as it can be told. */
export const labelOfLine = (text: string): string | undefined => {
  try {
    const { repository } = parseJsonObject(text);
    return typeof repository === 'string' ? repository : undefined;
  } catch {
    return undefined;
  }
};

const parseJsonObject = (text: string): JsonObject => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal('record-invalid', 'the line is no JSON: write one object a line');
  }
  if (isJsonObject(value)) return value;
  throw new Refusal('record-invalid', 'the line is no object: write one as in {"repository": "..."}');
};

const checkRepository = (text: string, now: bigint): string => {
  const name = parseRepositoryName(text);
  if (!name.ok) {
    const place = `at character ${name.position + 1} expected ${name.expected}`;
    throw new Refusal('label-invalid', `${JSON.stringify(text)} is no repository name: ${place}`);
  }
  if (microsecondsFromDate(name.value.date) > now) {
    throw new Refusal('label-invalid', `${name.value.text} is of a moment that has not come: look at the clocks`);
  }
  return name.value.text;
};

const readState = (fields: RecordFields): ItemState => {
  const kind = fields.choice('state', STATES) ?? 'Original';
  const copyOf = fields.text('copyOf');
  const removed = fields.object('removed');
  if (kind !== 'Copy' && copyOf !== undefined) throw fields.expected('copyOf', 'nothing unless the state is Copy');
  if (kind !== 'Deleted' && removed !== undefined)
    throw fields.expected('removed', 'nothing unless the state is Deleted');
  if (kind === 'Original') return { kind: 'original' };
  if (kind === 'Copy') {
    if (copyOf === undefined || !isWebAddress(copyOf)) throw fields.expected('copyOf', 'the URL of the original');
    return { kind: 'copy', of: copyOf };
  }
  const at = removed?.time('at');
  const reason = removed?.text('reason')?.trim() ?? '';
  removed?.finish();
  if (at === undefined || reason === '' || reason.length > MAX_REASON_LENGTH || UNKEPT.test(reason)) {
    throw fields.expected(
      'removed',
      `when and why: {"at": "...", "reason": "at most ${MAX_REASON_LENGTH} characters"}`,
    );
  }
  return { kind: 'deleted', at, reason };
};

const isWebAddress = (text: string): boolean => /^https?:\/\/[!-~]+$/.test(text) && URL.canParse(text);

const readFile = (fields: RecordFields, file: unknown, index: number): RecordedFile => {
  const place = `files[${index}]`;
  if (typeof file === 'string') {
    return { path: checkPath(file), from: checkSource(file), bytes: undefined, sha256: undefined };
  }
  if (!isJsonObject(file)) throw fields.expected(place, 'a path, or an object with its path');
  const inner = readFields(file, `${place}.`);
  const path = inner.text('path');
  if (path === undefined) throw inner.expected('path', 'the path of the file inside the item');
  const sha256 = inner.text('sha256')?.toLowerCase();
  if (sha256 !== undefined && !SHA256.test(sha256)) throw inner.expected('sha256', '64 hexadecimal digits');
  const from = checkSource(inner.text('from') ?? path);
  const bytes = inner.number('bytes');
  inner.finish();
  return { path: checkPath(path), from, bytes, sha256 };
};

const checkPath = (text: string): string => {
  const path = parseItemFilePath(text);
  if (path.ok) return path.value;
  const place = `character ${path.position + 1}: expected ${path.expected}`;
  throw new Refusal('file-name-invalid', `${JSON.stringify(text)}, ${place}`);
};

/** Nothing outside of the folder that the operator named is read. */
const checkSource = (from: string): string => {
  const isInside = from.split(/[\\/]/).every((name) => name !== '..') && !/^(?:[\\/]|[a-z]:)/i.test(from);
  if (isInside && from !== '' && !from.includes('\0') && from.length <= MAX_SOURCE_LENGTH) return from;
  const shown = JSON.stringify(from.slice(0, MAX_SOURCE_LENGTH));
  throw new Refusal('file-name-invalid', `${shown} is no path inside the folder of files: write one without ".."`);
};

const readEncoding = (fields: RecordFields, files: readonly RecordedFile[]): FileNameEncoding => {
  const encoding = fields.choice('fileNameEncoding', ENCODINGS) ?? 'utf-8';
  const unfit = encoding === 'utf-8' ? undefined : files.find(({ path }) => !isLatin1(path));
  if (unfit === undefined) return encoding;
  throw new Refusal('file-name-invalid', `${JSON.stringify(unfit.path)} has letters that ${encoding} does not have`);
};

const isLatin1 = (text: string): boolean => [...text].every((letter) => (letter.codePointAt(0) ?? 0) <= 0xff);

/** What the item and the one that describes it may both say. */
const readDescription = (fields: RecordFields) => {
  const language = fields.text('language');
  const target = fields.text('target');
  const links = checkLinks({
    editionOf: fields.text('editionOf'),
    nextEdition: fields.text('nextEdition'),
    translationOf: fields.text('translationOf'),
    translations: fields.textsByName('translations'),
  });
  return {
    ibips: readIbips(fields),
    language: language === undefined ? undefined : checkLanguage(language),
    target: target === undefined ? undefined : checkPath(target),
    access: readAccess(fields.object('access')),
    links: hasLinks(links) ? links : undefined,
  };
};

const readIbips = (fields: RecordFields): readonly string[] => {
  const ibips = (fields.texts('ibips') ?? []).map(checkIbip);
  if (new Set(ibips).size < ibips.length) throw fields.expected('ibips', 'each label once');
  return ibips;
};

const readAccess = (fields: RecordFields | undefined): NewItem['access'] => {
  if (fields === undefined) return undefined;
  const networks = fields.texts('networks');
  const fileList = fields.choice('fileList', ['open', 'closed'] as const) ?? 'open';
  fields.finish();
  return checkAccess({ ...(networks && { networks }), fileList });
};

interface Dates {
  readonly createdAt: bigint;
  readonly updatedAt: bigint;
}

const readDates = (fields: RecordFields, otherwise: bigint): Dates => {
  const createdAt = fields.time('created') ?? otherwise;
  const updatedAt = fields.time('updated') ?? createdAt;
  if (updatedAt < createdAt) throw fields.expected('updated', 'a time that is not before "created"');
  return { createdAt, updatedAt };
};

const readMetadata = (
  fields: RecordFields | undefined,
  { dates, state, now }: { readonly dates: Dates; readonly state: ItemState; readonly now: bigint },
): RecordedDescription => {
  // What is said of a deleted item stays.
  const own: ItemState = state.kind === 'copy' ? state : { kind: 'original' };
  const common = { content: 'Metadata', state: own } as const;
  if (fields === undefined) return { ...common, ...dates, repository: undefined, ibips: [], fields: undefined };
  const repository = fields.text('repository');
  const given = fields.value('fields');
  const description = {
    ...common,
    ...readDescription(fields),
    ...readDates(fields, dates.createdAt),
    repository: repository === undefined ? undefined : checkRepository(repository, now),
    fields: given,
  };
  fields.finish();
  if (given !== undefined) checkMetadata(given, 'a title');
  return description;
};

/** Without a title, the name of the target is taken. */
export const metadataOf = ({ fields }: RecordedDescription, target: string | undefined): Metadata =>
  checkMetadata(fields, target?.split('/').at(-1) ?? 'untitled');
