import { parseIbi } from '../ibi/ibi.ts';
import { type AliasKind, parseAlias } from '../item/alias.ts';
import type { MetadataValue } from '../item/metadata/metadata-json.ts';
import type { Description } from './description.ts';

/** An identifier with the names that other vocabularies have for its kind. */
export interface Identifier {
  /** The type of DataCite. */
  readonly scheme: string;
  /** As its kind writes it, without the name of the kind where DataCite leaves it out. */
  readonly text: string;
  /** A web address or a URN; absent if nobody resolves such names. */
  readonly uri?: string;
}

const SCHEMES: Readonly<Record<Exclude<AliasKind, 'legacy'>, string>> = {
  doi: 'DOI',
  hdl: 'Handle',
  ark: 'ARK',
  urn: 'URN',
  url: 'URL',
};

/** Where names of each kind are resolved. */
const RESOLVERS: Readonly<Record<string, string>> = {
  ARK: 'https://n2t.net/',
  arXiv: 'https://arxiv.org/abs/',
  bibcode: 'https://ui.adsabs.harvard.edu/abs/',
  DOI: 'https://doi.org/',
  Handle: 'https://hdl.handle.net/',
  ISBN: 'urn:isbn:',
  ISSN: 'https://portal.issn.org/resource/ISSN/',
  EISSN: 'https://portal.issn.org/resource/ISSN/',
  PMID: 'https://pubmed.ncbi.nlm.nih.gov/',
  RAiD: 'https://raid.org/',
  SWHID: 'https://archive.softwareheritage.org/',
};

const WEB_ADDRESS = /^https?:\/\/\S+$/i;
const URI = /^(?:https?:\/\/|urn:)\S+$/i;
const PREFIX = /^(?:doi|hdl):/;

/** Escapes what cannot stand in an address, and leaves escapes as they are. */
export const escapeAddress = (text: string): string =>
  encodeURI(text.replaceAll(/\p{Cs}/gu, '\ufffd'))
    .replaceAll('%25', '%')
    .replaceAll(/[[\]]/g, encodeURIComponent);

const named = (scheme: string, text: string): Identifier => {
  if (URI.test(text)) return { scheme, text, uri: escapeAddress(text) };
  const resolver = RESOLVERS[scheme];
  return { scheme, text, ...(resolver !== undefined && { uri: escapeAddress(`${resolver}${text}`) }) };
};

/** Reads a DOI, a Handle, an ARK, a URN or a web address in any of its spellings; undefined for any other text. */
export const readIdentifier = (text: string): Identifier | undefined => {
  const alias = parseAlias(text);
  if (!alias.ok) return WEB_ADDRESS.test(text) ? named('URL', text) : undefined;
  const { kind } = alias.value;
  return kind === 'legacy' ? undefined : named(SCHEMES[kind], alias.value.text.replace(PREFIX, ''));
};

/** The beginning of persistent URLs; empty if the description does not tell it. */
const resolverOf = ({ persistentUrl, labels = [] }: Description): string => {
  const own = labels.find((label) => persistentUrl.endsWith(label));
  return own === undefined ? '' : persistentUrl.slice(0, -own.length);
};

/** Reads a label by where it is resolved, what is said to be of a scheme by that scheme, and all else by its look. */
export const readRelated = (
  { value, scheme }: MetadataValue,
  { description }: { readonly description: Description },
): Identifier | undefined => {
  const ibi = parseIbi(value);
  const resolver = resolverOf(description);
  if (ibi.ok && resolver !== '') return named('URL', `${resolver}${ibi.value.text}`);
  const read = readIdentifier(value);
  return scheme === undefined || read?.scheme === scheme ? read : named(scheme, value);
};

/** Identifiers of people and bodies, and where each is resolved. */
export const nameIdentifiers = ({ orcid, isni, ror }: MetadataValue): readonly Required<Identifier>[] =>
  [
    { scheme: 'ORCID', text: orcid, at: 'https://orcid.org/' },
    { scheme: 'ROR', text: ror, at: 'https://ror.org/' },
    { scheme: 'ISNI', text: isni, at: 'https://isni.org/isni/' },
  ].flatMap(({ scheme, text, at }) => (text === undefined ? [] : [{ scheme, text, uri: `${at}${text}` }]));

const CREATIVE_COMMONS = /^CC-(BY(?:-NC)?(?:-ND|-SA)?)-(\d\.\d)(?:-([A-Z]{2}))?$/;

/** The address by which a licence is known: Creative Commons has its own, and SPDX has one for each. */
export const licenseAddress = (license: string): string => {
  if (license === 'CC0-1.0') return 'https://creativecommons.org/publicdomain/zero/1.0/';
  const [, terms, version, country] = CREATIVE_COMMONS.exec(license) ?? [];
  if (terms === undefined) return `https://spdx.org/licenses/${license}`;
  const path = [terms, version, country].filter((part) => part !== undefined).join('/');
  return `https://creativecommons.org/licenses/${path.toLowerCase()}/`;
};

/** The DOI of an item that carries one: it leads here. */
export const doiOf = ({ description: { aliases = [] } }: { readonly description: Description }): string | undefined =>
  findDoi(aliases);

const findDoi = (texts: readonly string[]): string | undefined =>
  texts.map(readIdentifier).find((identifier) => identifier?.scheme === 'DOI')?.text;

/** The DOI by which most programs cite an item: its own, or the one that its metadata say, which leads elsewhere. */
export const citedDoiOf = (described: { readonly description: Description }): string | undefined =>
  doiOf(described) ?? findDoi((described.description.metadata['identifier'] ?? []).map(({ value }) => value));
