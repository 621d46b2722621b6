import type { Ibi } from '../ibi/ibi.ts';
import { formatPersistentTarget } from './persistent-url.ts';
import { readPersistentUrl } from './tolerant-reader.ts';

/** What an address of URLib's own programs asks for. */
export type OldAddress =
  /** The page that shows an item. */
  | { readonly kind: 'item-page'; readonly ibi: Ibi }
  /** The metadata of the item that these metadata describe, as a page or in XML. */
  | { readonly kind: 'metadata'; readonly ibi: Ibi; readonly choice: 'full' | 'fullXML' }
  /** What a persistent URL leads to, from its slash on. */
  | { readonly kind: 'persistent-url'; readonly target: string };

/** The file that every item of URLib has to show the item. */
export const ITEM_HOME_PAGE = 'thisInformationItemHomePage.html';

const DOCUMENT = /^\/col\/(.+?)\/doc\/(.*)$/s;
const ATTACHMENT = /^\/attachment\.cgi\/(.+?)\/doc\/(.+)$/s;
const DISPLAY = /^\/displaydoccontent\.cgi\/(.+?)(?:\/goto\/(.+))?$/s;
const GOTO = 'goto-/';
const METADATA_PROGRAM = 'mirrorget.cgi';
const FILE_LIST = 'ibiurl.verblist=GetFileList';

/**
 * Reads the path and query of a request as the programs of URLib did; returns undefined if the path names none of them.
 */
export const readOldAddress = (address: string): OldAddress | undefined => {
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark + 1);
  const [, label = '', file] = DOCUMENT.exec(path) ?? [];
  if (file !== undefined) return readDocument(label, file, query);
  const [, holder, attached] = ATTACHMENT.exec(path) ?? [];
  if (holder !== undefined) return leadTo(`${holder}/${attached}`, query);
  const [, shown, next] = DISPLAY.exec(path) ?? [];
  if (next !== undefined) return leadTo(next, query);
  if (shown === undefined) return undefined;
  return leadTo(shown, readPair(query, 'displaytype') === 'FileList' ? FILE_LIST : '');
};

const readDocument = (label: string, file: string, query: string): OldAddress | undefined => {
  if (file.startsWith(GOTO)) return leadTo(file.slice(GOTO.length), query);
  if (file === ITEM_HOME_PAGE) {
    const ibi = readLabel(label);
    return ibi && { kind: 'item-page', ibi };
  }
  if (file !== METADATA_PROGRAM) return undefined;
  const ibi = readLabel(readPair(query, 'metadatarepository'));
  return ibi && { kind: 'metadata', ibi, choice: readPair(query, 'choice') === 'fullXML' ? 'fullXML' : 'full' };
};

const leadTo = (text: string, query: string): OldAddress | undefined => {
  const reading = readPersistentUrl(`/${text}${query === '' ? '' : `?${query}`}`);
  if (!reading.ok) return undefined;
  const { url, legacy } = reading.value;
  return {
    kind: 'persistent-url',
    target: formatPersistentTarget({ ...url, ibiAsWritten: legacy?.text ?? url.ibiAsWritten }),
  };
};

/** The label alone, without what follows it. */
export const readLabel = (text: string): Ibi | undefined => {
  const reading = readPersistentUrl(text);
  return reading.ok && reading.value.url.filePath === undefined ? reading.value.url.ibi : undefined;
};

/** The first value of that name; in labels only the slashes may be escaped. */
const readPair = (query: string, name: string): string => {
  const pair = query.split('&').find((candidate) => candidate.startsWith(`${name}=`));
  return (pair?.slice(name.length + 1) ?? '').replaceAll(/%2f/gi, '/').replaceAll(/%40/g, '@');
};
