import { type FieldExpectation, type Misfit, type Refusal, refuse } from '@perene/api/refusals';
import { parseRepositoryName, type RepositoryLabel } from '@perene/core';
import { MAX_FILES_PER_ITEM, parseItemFilePath, parseMetadata, parseNetwork } from '@perene/core/item';
import type { AccessRules, ItemLinks, NewItem } from '../../../ports/archive/catalogue.ts';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import { checkAliases } from '../items/check-aliases.ts';
import { isDay } from '../items/check-description.ts';
import { checkIbip, checkLabel, checkLanguage } from '../items/check-labels.ts';

/** An item and its description, as another Archive shows them, checked like any untrusted input. */
export interface ForeignItem {
  readonly data: ForeignPart & { readonly files: readonly ItemFile[] };
  readonly metadata: ForeignPart | undefined;
  /** The Archive from which it says that it copied the item. */
  readonly copiedFrom: string | undefined;
}

export type ForeignPart = Omit<NewItem, 'state'>;

const MAX_LABELS = 10_000;
const MAX_NETWORKS = 1_000;
const MAX_TEXT_LENGTH = 2_048;
const SHA256 = /^[0-9a-f]{64}$/;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?: *;[\x20-\x7e]*)?$/;
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/;
const MICROSECOND_DIGITS = 6;

type Json = Readonly<Record<string, unknown>>;

/** `describing` is what the other Archive shows of the metadata item that `item` names. */
export const checkForeignItem = (item: unknown, describing: unknown): ForeignItem => {
  const view = object(item, 'item');
  if (view['content'] !== 'Data') throw wrong('content', 'data');
  const part = { ...checkPart(view), content: 'Data' as const };
  const files = list(view['files'], 'files', MAX_FILES_PER_ITEM).map(checkFile);
  const target = maybeText(view['target'], 'target');
  if (target !== undefined && !files.some(({ path }) => path === target)) throw wrong('target', 'one-of-the-files');
  const copiedFrom = maybeText(view['copiedFrom'], 'copiedFrom');
  return {
    data: { ...part, target, files, access: checkAccess(view['access']), links: checkLinks(view, part.repository) },
    metadata: view['metadata'] === undefined ? undefined : checkMetadataItem(view, describing, part.repository),
    copiedFrom: copiedFrom === undefined ? undefined : checkArchiveUrl(copiedFrom),
  };
};

/** The URL of an Archive in the spelling that is kept: without a slash at its end. */
export const checkArchiveUrl = (text: string): string => {
  const url = text.length <= MAX_TEXT_LENGTH && URL.canParse(text) ? new URL(text) : undefined;
  const isArchive =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (isArchive) return url.href.replace(/\/+$/, '');
  throw refuse('request-invalid', { reason: 'archive-address', text: text.slice(0, 200) });
};

/** The refusal for an answer of another Archive that makes no sense. */
const wrong = (path: string, expected: FieldExpectation): Refusal =>
  refuse('foreign-item-invalid', { reason: 'field', path, expected });

const unfit = (path: string, { problem, expected }: Pick<Misfit, 'problem' | 'expected'>): Refusal =>
  refuse('foreign-item-invalid', { reason: 'unfit', path, problem, expected });

const object = (value: unknown, path: string): Json => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw wrong(path, 'object');
};

const list = (value: unknown, path: string, max: number): readonly unknown[] => {
  if (Array.isArray(value) && value.length <= max) return value;
  throw wrong(path, 'list');
};

const text = (value: unknown, path: string): string => {
  if (typeof value === 'string' && value.length <= MAX_TEXT_LENGTH) return value;
  throw wrong(path, 'text');
};

const maybeText = (value: unknown, path: string): string | undefined =>
  value === undefined ? undefined : text(value, path);

const checkPart = (view: Json): Omit<ForeignPart, 'content'> => {
  const repository = parseRepositoryName(text(view['repository'], 'repository'));
  if (!repository.ok) throw unfit('repository', repository);
  const language = maybeText(view['language'], 'language');
  const encoding = view['fileNameEncoding'];
  if (encoding !== undefined && encoding !== 'iso-8859-1') throw wrong('fileNameEncoding', 'known-encoding');
  return {
    repository: repository.value.text,
    ibips: list(view['ibips'], 'ibips', MAX_LABELS).map((ibip) => checkIbip(text(ibip, 'ibips'))),
    aliases: checkForeignAliases(view['aliases']),
    language: language === undefined ? undefined : checkLanguage(language),
    fileNameEncoding: encoding ?? 'utf-8',
    createdAt: checkTime(view['created'], 'created'),
    updatedAt: checkTime(view['updated'], 'updated'),
  };
};

/** Returns undefined if the other Archive does not know aliases. */
const checkForeignAliases = (value: unknown): readonly string[] | undefined =>
  value === undefined
    ? undefined
    : checkAliases(list(value, 'aliases', MAX_LABELS).map((alias) => text(alias, 'aliases')));

const checkTime = (value: unknown, path: string): bigint => {
  const [, seconds = '', fraction = ''] = TIME.exec(text(value, path)) ?? [];
  const milliseconds = Date.parse(`${seconds}Z`);
  if (Number.isNaN(milliseconds)) throw wrong(path, 'time');
  return BigInt(milliseconds) * 1_000n + BigInt(fraction.padEnd(MICROSECOND_DIGITS, '0'));
};

const checkFile = (value: unknown, index: number): ItemFile => {
  const path = `files[${index}]`;
  const file = object(value, path);
  const name = parseItemFilePath(text(file['path'], `${path}.path`));
  if (!name.ok) throw unfit(`${path}.path`, name);
  const { bytes } = file;
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0) {
    throw wrong(`${path}.bytes`, 'whole-number');
  }
  const sha256 = text(file['sha256'], `${path}.sha256`);
  if (!SHA256.test(sha256)) throw wrong(`${path}.sha256`, 'sha256');
  const mediaType = text(file['mediaType'], `${path}.mediaType`);
  if (!MEDIA_TYPE.test(mediaType)) throw wrong(`${path}.mediaType`, 'media-type');
  return { path: name.value, bytes, sha256, mediaType };
};

const checkAccess = (value: unknown): AccessRules => {
  const access = object(value, 'access');
  const { fileList, description = 'open', networks, embargo } = access;
  if (fileList !== 'open' && fileList !== 'closed') throw wrong('access.fileList', 'open-or-closed');
  if (description !== 'open' && description !== 'closed') throw wrong('access.description', 'open-or-closed');
  if (embargo !== undefined && !isDay(text(embargo, 'access.embargo'))) throw wrong('access.embargo', 'time');
  const shown: AccessRules = {
    fileList,
    ...(description === 'closed' && ({ description: 'closed' } as const)),
    ...(embargo !== undefined && { embargo: text(embargo, 'access.embargo') }),
  };
  if (networks === undefined) return shown;
  return { ...shown, networks: list(networks, 'access.networks', MAX_NETWORKS).map(checkNetwork) };
};

const checkNetwork = (value: unknown): string => {
  const network = parseNetwork(text(value, 'access.networks'));
  if (!network.ok) throw unfit('access.networks', network);
  return network.value.text;
};

/** The editions before and after this one, deleted ones included, and its translations. */
const checkLinks = (view: Json, repository: RepositoryLabel): ItemLinks => {
  const { all } = object(view['editions'], 'editions');
  const editions = list(all, 'editions.all', MAX_LABELS).map((label) => checkLabel(text(label, 'editions.all')));
  const place = editions.indexOf(repository);
  const translations = Object.entries(object(view['translations'], 'translations'))
    .slice(0, MAX_LABELS)
    .map(([language, label]) => [checkLanguage(language), checkLabel(text(label, 'translations'))] as const)
    .filter(([, label]) => label !== repository);
  return {
    editionOf: place < 0 ? undefined : editions[place - 1],
    nextEdition: place < 0 ? undefined : editions[place + 1],
    translations: translations.length === 0 ? undefined : Object.fromEntries(translations),
  };
};

const checkMetadataItem = (view: Json, describing: unknown, described: RepositoryLabel): ForeignPart => {
  const { repository, fields } = object(view['metadata'], 'metadata');
  const metadata = parseMetadata(fields);
  if (!metadata.ok) {
    const [problem] = metadata.problems;
    throw problem === undefined
      ? wrong('metadata.fields', 'object')
      : unfit(`metadata.fields.${problem.path}`, problem);
  }
  const other = object(describing, 'describing');
  const part = checkPart(other);
  if (part.repository !== repository || other['content'] !== 'Metadata' || other['describes'] !== described) {
    throw wrong('metadata.repository', 'description');
  }
  const target = maybeText(other['target'], 'target');
  if (target !== undefined && !parseItemFilePath(target).ok) throw wrong('target', 'path');
  return { ...part, content: 'Metadata', target, describes: described, metadata: metadata.value };
};
