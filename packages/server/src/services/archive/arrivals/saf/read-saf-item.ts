import { refuse } from '@perene/api/refusals';
import { parseNewAlias, readableFileName } from '@perene/core/item';
import { decodeOldText } from '../../../../formats/decode-text.ts';
import type { FileFolder } from '../../../../ports/node/given-files.ts';
import { type GivenPackage, join } from '../../packaging/walk-package.ts';
import { type Arrival, type ArrivingFile, type ArrivingRecord, readBytes, unreadable } from '../arrival.ts';
import { gatherFields } from '../gather-fields.ts';
import { readSourceXml } from '../read-source-xml.ts';
import { addSafValues } from './add-saf-values.ts';
import { DEFAULT_BUNDLE, readContents, type SafFile } from './saf-contents.ts';
import type { SafValue } from './saf-metadata.ts';
import { embargoOf, tellHistory, timeOfArrival } from './saf-times.ts';

/** What an export does not say of itself. */
export interface SafSite {
  /** Where the repository was on the web, without a slash at the end. */
  readonly address: string | undefined;
  /** YYYY-MM-DD. */
  readonly today: string;
}

const MAX_LIST_BYTES = 64 * 1_048_576;
const METADATA = /^(?:dublin_core|metadata_[^/]+)\.xml$/;
const LICENSE = 'license.txt';
/** Files about the item, which are none of its documents. */
const LISTS = ['contents', 'handle', 'collections', 'relationships'];

/** Reads one item: its metadata, its list of files, its handle and its collections. */
export const readSafItem = async (
  folder: FileFolder,
  { path, files }: GivenPackage,
  site: SafSite,
): Promise<Pick<Arrival, 'record' | 'request' | 'unlisted'>> => {
  const sheets = [...files.keys()].filter((name) => METADATA.test(name));
  if (!sheets.includes('dublin_core.xml')) {
    throw refuse('package-invalid', { reason: 'missing', path: join(path, 'dublin_core.xml') });
  }
  const values: SafValue[] = [];
  for (const name of sheets) values.push(...(await readSheet(folder, join(path, name))));
  const read = (name: string) => readLines(folder, path, { name, files });
  const contents = files.has('contents')
    ? await readBytes(folder, join(path, 'contents'), { maxBytes: MAX_LIST_BYTES })
    : Buffer.alloc(0);
  const listed = withLicense(readContents(contents, join(path, 'contents'), files), files);
  const [handle] = await read('handle');
  const { aliases, others } = aliasesOf(values, { handle, path, site });
  const gathering = gatherFields();
  addSafValues(
    gathering,
    others.filter(({ name }) => name !== PROVENANCE),
  );
  for (const { name, said } of listed) {
    if (said.length === 0) continue;
    gathering.add([], ['dspace.contents', { value: [readableFileName(name), ...said].join(' | ') }]);
  }
  for (const line of await read('relationships')) gathering.add([], ['dspace.relationships', { value: line }]);
  const record: ArrivingRecord = {
    ...(aliases.length > 0 && { aliases }),
    ...documentsOf(listed, { path, files }),
    ...collectionsOf(await read('collections')),
    ...accessOf(listed, values, site),
    ...timeOfArrival(values, site),
    ...tellHistory(values.filter(({ name }) => name === PROVENANCE)),
    ...languageOf(gathering.fields['language']?.[0]?.value),
    metadata: { fields: gathering.fields },
  };
  const known = new Set([...sheets, ...LISTS, ...listed.map(({ name }) => name)]);
  const { sha256 } = await folder.hash(join(path, 'dublin_core.xml'));
  const key = `import saf ${path.split('/').at(-1)} ${sha256}`;
  return {
    record,
    ...(aliases.length === 0 && { request: { key, fingerprint: sha256 } }),
    unlisted: [...files.keys()].filter((name) => !known.has(name)).map((name) => join(path, name)),
  };
};

/** Who did what to the item. DSpace shows it to administrators only, so it is no metadata here either. */
export const PROVENANCE = 'dc.description.provenance';

const readSheet = async (folder: FileFolder, path: string): Promise<readonly SafValue[]> => {
  const root = await readSourceXml(folder, path);
  if (root.name !== 'dublin_core') throw unreadable(path, root.line);
  const schema = root.attributes.get('schema') ?? 'dc';
  return root.children.map(({ name, attributes, children, text, line }) => {
    const element = attributes.get('element') ?? '';
    // Elements inside of a value would be lost.
    if (name !== 'dcvalue' || element === '' || children.length > 0) throw unreadable(path, line);
    const qualifier = attributes.get('qualifier') ?? '';
    const parts = [schema, element, ...(qualifier === '' || qualifier === 'none' ? [] : [qualifier])];
    return { name: parts.join('.'), text, language: attributes.get('language') || undefined };
  });
};

const readLines = async (
  folder: FileFolder,
  path: string,
  { name, files }: { readonly name: string; readonly files: GivenPackage['files'] },
): Promise<readonly string[]> =>
  files.has(name)
    ? decodeOldText(await readBytes(folder, join(path, name), { maxBytes: MAX_LIST_BYTES }))
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    : [];

/** Some exports have the licence of the deposit beside the list, and not on it. */
const withLicense = (listed: readonly SafFile[], files: GivenPackage['files']): readonly SafFile[] =>
  files.has(LICENSE) && !listed.some(({ name }) => name === LICENSE)
    ? [...listed, { name: LICENSE, bundle: 'LICENSE', isPrimary: false, isClosed: false, said: [] }]
    : listed;

/**
 * Files of the bundle ORIGINAL are the documents; others are in a folder with the name of their bundle. An item without
 * documents keeps the file of its metadata, and opens on its page.
 */
const documentsOf = (
  listed: readonly SafFile[],
  { path, files }: Pick<GivenPackage, 'path' | 'files'>,
): Pick<ArrivingRecord, 'files' | 'target' | 'opens'> => {
  const place = ({ name, bundle }: Pick<SafFile, 'name' | 'bundle'>): ArrivingFile => ({
    path: bundle === DEFAULT_BUNDLE ? name : `${bundle}/${name}`,
    from: join(path, name),
    bytes: files.get(name) ?? 0,
  });
  const originals = listed.filter(({ bundle }) => bundle === DEFAULT_BUNDLE);
  const target = originals.find(({ isPrimary }) => isPrimary) ?? originals[0];
  if (target !== undefined) return { files: listed.map(place), target: place(target).path };
  const sheet = place({ name: 'dublin_core.xml', bundle: 'METADATA' });
  return { files: [sheet, ...listed.map(place)], target: sheet.path, opens: 'page' };
};

const HANDLE = /^([0-9a-z]+(?:[.-][0-9a-z]+)*)\/(\S+)$/i;
/** Addresses that DSpace itself gave to the item. */
const OWN_ADDRESS = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?(?:handle\/[^/?#]+\/[^/?#]+|items\/[0-9a-f-]{36})$/i;

/** The handle, and the addresses that the repository gave to the item, lead to it here as well. */
export const aliasesOf = (
  values: readonly SafValue[],
  { handle = '', path, site }: { readonly handle: string | undefined; readonly path: string; readonly site: SafSite },
): { readonly aliases: readonly string[]; readonly others: readonly SafValue[] } => {
  if (handle !== '' && !HANDLE.test(handle)) throw unreadable(join(path, 'handle'), 1);
  const given = handle === '' ? [] : [`hdl:${handle}`, ...(site.address ? [`${site.address}/handle/${handle}`] : [])];
  const isOwn = ({ name, text }: SafValue): boolean => {
    if (name !== 'dc.identifier.uri') return false;
    const alias = parseNewAlias(text);
    if (!alias.ok) return false;
    return alias.value.kind === 'hdl' || alias.value.kind === 'ark' || OWN_ADDRESS.test(text.trim());
  };
  const own = values.filter(isOwn);
  return {
    aliases: [...new Set([...given, ...own.map(({ text }) => text.trim())])],
    others: values.filter((value) => !own.includes(value)),
  };
};

/** An export names collections by their handles; people give them titles later. */
export const collectionsOf = (handles: readonly string[]): Pick<ArrivingRecord, 'collections'> =>
  handles.length === 0
    ? {}
    : {
        collections: handles.map((handle) => ({
          name: handle
            .toLowerCase()
            .replaceAll(/[^a-z0-9]+/g, '-')
            .replaceAll(/^-|-$/g, '')
            .slice(0, 64),
          title: { en: handle },
        })),
      };

/** What some people only could read is closed to everybody, until somebody here opens it. */
const accessOf = (
  listed: readonly SafFile[],
  values: readonly SafValue[],
  { today }: SafSite,
): Pick<ArrivingRecord, 'access'> => {
  const embargo = embargoOf(values, today);
  const isClosed = listed.some(({ isClosed: closed }) => closed);
  if (!isClosed && embargo === undefined) return {};
  return { access: { ...(isClosed && { networks: [] }), ...(embargo !== undefined && { embargo }) } };
};

export const languageOf = (language: string | undefined): Pick<ArrivingRecord, 'language'> =>
  language === undefined ? {} : { language };
