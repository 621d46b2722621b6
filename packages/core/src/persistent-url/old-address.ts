import type { Ibi } from '../ibi/ibi.ts';
import { formatPersistentTarget } from './persistent-url.ts';
import { readPair, readPersistentUrl } from './tolerant-reader.ts';

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
const PROGRAM = /^\/(?:attachment|displaydoccontent)\.cgi\//;
const GOTO = 'goto-/';
const METADATA_PROGRAM = 'mirrorget.cgi';

/**
 * Reads the path and query of a request as the programs of URLib did; returns undefined if the path names none of them.
 */
export const readOldAddress = (address: string): OldAddress | undefined => {
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark + 1);
  const [, label = '', file] = DOCUMENT.exec(path) ?? [];
  if (file?.startsWith(GOTO) || PROGRAM.test(path)) return leadTo(address);
  return file === undefined ? undefined : readDocument(label, file, query);
};

const readDocument = (label: string, file: string, query: string): OldAddress | undefined => {
  if (file === ITEM_HOME_PAGE) {
    const ibi = readLabel(label);
    return ibi && { kind: 'item-page', ibi };
  }
  if (file !== METADATA_PROGRAM) return undefined;
  const ibi = readLabel(readPair(query, 'metadatarepository'));
  return ibi && { kind: 'metadata', ibi, choice: readPair(query, 'choice') === 'fullXML' ? 'fullXML' : 'full' };
};

const leadTo = (address: string): OldAddress | undefined => {
  const reading = readPersistentUrl(address);
  if (!reading.ok || !reading.value.changes.includes('old-address-read')) return undefined;
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
