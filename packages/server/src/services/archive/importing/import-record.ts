import { misfit, refuse } from '@perene/api/refusals';
import {
  type IbipLabel,
  type Label,
  microsecondsFromDate,
  parseRepositoryName,
  type RepositoryLabel,
} from '@perene/core';
import {
  FILE_NAME_ENCODINGS,
  type FileNameEncoding,
  fileNameBytes,
  type ItemState,
  MAX_REASON_LENGTH,
  type Metadata,
  parseItemFilePath,
  readableFileName,
} from '@perene/core/item';
import type { NewItem } from '../../../ports/archive/catalogue.ts';
import type { Withdrawal } from '../../../ports/archive/catalogue-records.ts';
import { checkNewAliases } from '../items/check-aliases.ts';
import { checkMetadata } from '../items/check-description.ts';
import { checkIbip, checkLanguage, checkLinks, hasLinks } from '../items/check-labels.ts';
import { readBrought } from './brought-past.ts';
import { readAccess } from './record-access.ts';
import { type RecordedMembership, readCollections } from './record-collections.ts';
import { isJsonObject, parseJsonObject, type RecordFields, readFields } from './record-fields.ts';

/** An item to import, checked as far as possible without its files. */
export interface ImportRecord {
  readonly item: Omit<NewItem, 'files'>;
  readonly files: readonly RecordedFile[];
  readonly description: RecordedDescription;
  readonly collections: readonly RecordedMembership[];
}

interface RecordedFile {
  /** The path inside the item. */
  readonly path: string;
  /** The path of its content, relative to the folder of files. */
  readonly from: string;
  readonly bytes: number | undefined;
  readonly sha256: string | undefined;
}

/** The item that describes the other one; it gets a new label if it has none. */
export interface RecordedDescription extends Omit<NewItem, 'repository' | 'describes' | 'metadata'> {
  readonly repository: RepositoryLabel | undefined;
  /** The fields as people write them; see `parseMetadata`. */
  readonly fields: unknown;
}

const STATES = ['Original', 'Copy', 'Deleted'] as const;
const SHA256 = /^[0-9a-f]{64}$/;
/** Characters that the databases cannot store: U+0000 and lone surrogates. */
const UNKEPT = /\0|\p{Surrogate}/u;
const MAX_SOURCE_LENGTH = 4_096;

export const parseImportRecord = (text: string, now: bigint): ImportRecord => {
  const fields = readFields(parseJsonObject(text), '');
  const repository = fields.text('repository');
  if (repository === undefined) throw fields.expected('repository', 'repository');
  const state = readState(fields);
  const files = (fields.list('files') ?? []).map((file, index) => readFile(fields, file, index));
  if (state.kind === 'deleted' && files.length > 0) throw fields.expected('files', 'no-files');
  if (state.kind !== 'deleted' && files.length === 0) throw fields.expected('files', 'files');
  const dates = readDates(fields, now);
  const withdrawal = readWithdrawal(fields, state);
  const item = {
    repository: checkRepository(repository, now),
    ...readDescription(fields),
    ...dates,
    content: 'Data',
    state,
    fileNameEncoding: readEncoding(fields, files),
    opens: fields.choice('opens', ['file', 'page'] as const),
    brought: readBrought(fields),
    withdrawal,
  } as const;
  const collections = readCollections(fields);
  const description = { ...readMetadata(fields.object('metadata'), { dates, state, now }), withdrawal };
  fields.finish();
  if (item.repository === description.repository) {
    throw fields.expected('metadata.repository', 'other-label');
  }
  for (const one of [item, description]) checkOwnLinks(one);
  return { item, files, description, collections };
};

const checkOwnLinks = ({ repository, ibips, links }: Pick<RecordedDescription, 'repository' | 'ibips' | 'links'>) => {
  const isOwn = (label: Label | undefined): boolean => label !== undefined && [repository, ...ibips].includes(label);
  if ([links?.editionOf, links?.nextEdition].some(isOwn))
    throw refuse('edition-order', { reason: 'itself', label: repository ?? '' });
  if ([links?.translationOf, ...Object.values(links?.translations ?? {})].some(isOwn))
    throw refuse('translation-exists', { reason: 'itself', label: repository ?? '' });
};

/** The label of a line, if it can be found. */
export const labelOfLine = (text: string): string | undefined => {
  try {
    const { repository } = parseJsonObject(text);
    return typeof repository === 'string' ? repository : undefined;
  } catch {
    return undefined;
  }
};

const checkRepository = (text: string, now: bigint): RepositoryLabel => {
  const name = parseRepositoryName(text);
  if (!name.ok) {
    throw refuse('label-invalid', { reason: 'repository', text, ...misfit(name) });
  }
  if (microsecondsFromDate(name.value.date) > now) {
    throw refuse('label-invalid', { reason: 'future', label: name.value.text });
  }
  return name.value.text;
};

const readState = (fields: RecordFields): ItemState => {
  const kind = fields.choice('state', STATES) ?? 'Original';
  const copyOf = fields.text('copyOf');
  const removed = fields.object('removed');
  if (kind !== 'Copy' && copyOf !== undefined) throw fields.expected('copyOf', 'only-copy');
  if (kind !== 'Deleted' && removed !== undefined) throw fields.expected('removed', 'only-deleted');
  if (kind === 'Original') return { kind: 'original' };
  if (kind === 'Copy') {
    if (copyOf === undefined || !isWebAddress(copyOf)) throw fields.expected('copyOf', 'original-url');
    return { kind: 'copy', of: copyOf };
  }
  return { kind: 'deleted', ...readReason(removed, 'removed') };
};

/** Reads since when and why an item is out of reach. */
const readReason = (fields: RecordFields | undefined, place: 'removed' | 'withdrawn'): Withdrawal => {
  const at = fields?.time('at');
  const reason = fields?.text('reason')?.trim() ?? '';
  fields?.finish();
  if (at === undefined || reason === '' || reason.length > MAX_REASON_LENGTH || UNKEPT.test(reason)) {
    throw refuse('record-invalid', { reason: 'removal', place, max: MAX_REASON_LENGTH });
  }
  return { at, reason };
};

/** Only an original is withdrawn. */
const readWithdrawal = (fields: RecordFields, state: ItemState): Withdrawal | undefined => {
  const withdrawn = fields.object('withdrawn');
  if (withdrawn === undefined) return undefined;
  if (state.kind !== 'original') throw fields.expected('withdrawn', 'only-original');
  return readReason(withdrawn, 'withdrawn');
};

const isWebAddress = (text: string): boolean => /^https?:\/\/[!-~]+$/.test(text) && URL.canParse(text);

const readFile = (fields: RecordFields, file: unknown, index: number): RecordedFile => {
  const place = `files[${index}]`;
  if (typeof file === 'string') {
    return { path: checkPath(file), from: checkSource(file), bytes: undefined, sha256: undefined };
  }
  if (!isJsonObject(file)) throw fields.expected(place, 'path-or-object');
  const inner = readFields(file, `${place}.`);
  const path = inner.text('path');
  if (path === undefined) throw inner.expected('path', 'path');
  const sha256 = inner.text('sha256')?.toLowerCase();
  if (sha256 !== undefined && !SHA256.test(sha256)) throw inner.expected('sha256', 'sha256');
  const from = checkSource(inner.text('from') ?? path);
  const bytes = inner.number('bytes');
  inner.finish();
  return { path: checkPath(path), from, bytes, sha256 };
};

const checkPath = (text: string): string => {
  const path = parseItemFilePath(text);
  if (path.ok) return path.value;
  throw refuse('file-name-invalid', { reason: 'unfit', path: text, ...misfit(path) });
};

/** Refuses a path outside of the folder that the operator named. */
const checkSource = (from: string): string => {
  // An escaped backslash is part of a name; a plain one is a separator on some systems.
  const bytes = Buffer.from(fileNameBytes(from.replaceAll(/\\x5c/gi, '_'))).toString('latin1');
  const isInside = bytes.split(/[\\/]/).every((name) => name !== '..') && !/^(?:[\\/]|[a-z]:[\\/])/i.test(bytes);
  if (isInside && bytes !== '' && !bytes.includes('\0') && from.length <= MAX_SOURCE_LENGTH) return from;
  throw refuse('file-name-invalid', { reason: 'outside', path: from.slice(0, MAX_SOURCE_LENGTH) });
};

const readEncoding = (fields: RecordFields, files: readonly RecordedFile[]): FileNameEncoding => {
  const encoding = fields.choice('fileNameEncoding', FILE_NAME_ENCODINGS) ?? 'utf-8';
  const unfit = encoding === 'utf-8' ? undefined : files.find(({ path }) => !isLatin1(path));
  if (unfit === undefined) return encoding;
  throw refuse('file-name-invalid', { reason: 'encoding', path: unfit.path, encoding });
};

/** Names of such an item are text in ISO 8859-1; an escaped byte would have the same URL as a letter. */
const isLatin1 = (text: string): boolean => /^[\0-\xff]*$/.test(text) && !/\\x[89A-F]/.test(text);

/** Reads the fields that the item and its description may both have. */
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
    aliases: checkNewAliases(fields.texts('aliases') ?? []),
    language: language === undefined ? undefined : checkLanguage(language),
    target: target === undefined ? undefined : checkPath(target),
    access: readAccess(fields.object('access')),
    links: hasLinks(links) ? links : undefined,
  };
};

const readIbips = (fields: RecordFields): readonly IbipLabel[] => {
  const ibips = (fields.texts('ibips') ?? []).map(checkIbip);
  if (new Set(ibips).size < ibips.length) throw fields.expected('ibips', 'each-once');
  return ibips;
};

interface Dates {
  readonly createdAt: bigint;
  readonly updatedAt: bigint;
}

const readDates = (fields: RecordFields, otherwise: bigint): Dates => {
  const createdAt = fields.time('created') ?? otherwise;
  const updatedAt = fields.time('updated') ?? createdAt;
  if (updatedAt < createdAt) throw fields.expected('updated', 'not-before-created');
  return { createdAt, updatedAt };
};

const readMetadata = (
  fields: RecordFields | undefined,
  { dates, state, now }: { readonly dates: Dates; readonly state: ItemState; readonly now: bigint },
): RecordedDescription => {
  // The metadata of a deleted item are not deleted.
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
    brought: readBrought(fields),
  };
  fields.finish();
  if (given !== undefined) checkMetadata(given, 'a title');
  return description;
};

/** Without a title, the name of the target is the title. */
export const metadataOfRecord = ({ fields }: RecordedDescription, target: string | undefined): Metadata =>
  checkMetadata(fields, readableFileName(target?.split('/').at(-1) ?? 'untitled'));
