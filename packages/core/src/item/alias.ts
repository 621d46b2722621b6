import { parseArk } from '../ark/ark.ts';
import { parseIbi } from '../ibi/ibi.ts';
import type { Checked } from '../ibi/label.ts';
import { parseLegacyLabel } from '../ibi/legacy-label.ts';
import { type Answer, accept, refuse, refuseLong } from '../parsing/answer.ts';
import { readPersistentUrl } from '../persistent-url/tolerant-reader.ts';

/** Another identifier that an item carries: it leads to the item like its labels, and is never minted. */
export type Alias = Checked<
  {
    readonly kind: AliasKind;
    /** The alias in the form that is shown; parts that its kind does not normalize stay as they were written. */
    readonly text: string;
    /** Visible ASCII, the same for all spellings that the standard of its kind treats as equal. */
    readonly key: string;
  },
  'Alias'
>;

export const ALIAS_KINDS = ['legacy', 'doi', 'hdl', 'ark', 'urn', 'url'] as const;
export type AliasKind = (typeof ALIAS_KINDS)[number];

const MAX_ALIAS_LENGTH = 1_024;
const EXPECTED = 'a DOI, a Handle (hdl:), an ARK, a URN, an http or https URL, or a label of before RTC-10';
/** ISO 26324: a directory indicator of 10, a registrant, and a suffix that the registrant chooses. */
const DOI = /^(?:doi:\s?|info:doi\/|https?:\/\/(?:dx\.|www\.)?doi\.org\/(?:doi:)?)?(10\.\d{1,9}(?:\.\d{1,9})*\/.+)$/is;
/** RFC 3651 section 3: a naming authority, and a name of its own. */
const HANDLE = /^(?:hdl:\s?|info:hdl\/|https?:\/\/hdl\.handle\.net\/(?:hdl:)?)([0-9a-z]+(?:[.-][0-9a-z]+)*)\/(.+)$/is;
const DOI_PREFIX = /^10\./;
const ARK = /^(?:https?:\/\/[^/?#]+\/)?(ark:.+)$/is;
/** RFC 8141 section 2; what follows the name does not belong to it. */
const URN = /^urn:([0-9a-z][0-9a-z-]{0,30}[0-9a-z]):((?:[\w.~!$&'()*+,;=:@/-]|%[0-9a-f]{2})+)(?:\?[+=].*|#.*)?$/is;
/** Characters that names of ARKs do not have (draft-kunze-ark section 2.3); `+` they may have. */
const MODIFIER_AT_END = /(?:[!:)?]|%21|%3a|%29|%3f)$/i;
const URL_ADDRESS = /^https?:\/\//i;
const UNNAMED = /[\p{C}\p{Z}]/u;

export const parseAlias = (given: string): Answer<Alias> => readAlias(given.trim(), { isNormal: false });

const readAlias = (text: string, { isNormal }: { readonly isNormal: boolean }): Answer<Alias> => {
  if (text.length > MAX_ALIAS_LENGTH) return refuseLong('alias', MAX_ALIAS_LENGTH);
  const legacy = parseLegacyLabel(text);
  if (legacy.ok) return create('legacy', text, text);
  if (parseIbi(text).ok || readPersistentUrl(text).ok) {
    return refuse('alias/ibi', 0, 'no IBI: labels of the standard are no aliases');
  }
  const [, ark] = ARK.exec(text) ?? [];
  if (ark !== undefined) return readArk(ark);
  const [, doi] = DOI.exec(text) ?? [];
  if (doi !== undefined) return readName(text, doi, createDoi);
  const [, authority = '', name] = HANDLE.exec(text) ?? [];
  if (name !== undefined) {
    return DOI_PREFIX.test(authority)
      ? readName(text, `${authority}/${name}`, createDoi)
      : readName(text, name, (own) => createHandle(authority, own));
  }
  const [, space = '', specific] = URN.exec(text) ?? [];
  if (specific !== undefined) return createUrn(space, specific);
  return URL_ADDRESS.test(text) ? readUrl(text, isNormal) : refuse('alias/kind', 0, EXPECTED);
};

/** RFC 3986 appendix A: no URL has these signs, and browsers escape them. */
const NOT_IN_URLS = /["<>\\^`{|}]/;
const NOT_IN_ARKS = /["<>?\\^`{|}]/;

/** Parses an alias that is new. Refuses names that nobody could ask for by a URL, which older nodes have accepted. */
export const parseNewAlias = (given: string): Answer<Alias> => {
  const alias = parseAlias(given);
  if (!alias.ok || (alias.value.kind !== 'ark' && alias.value.kind !== 'url')) return alias;
  const unfit = (alias.value.kind === 'ark' ? NOT_IN_ARKS : NOT_IN_URLS).exec(given);
  return unfit === null
    ? alias
    : refuse('alias/sign', unfit.index, 'a name without signs that cannot stand in a URL; they are escaped with %');
};

const create = (kind: AliasKind, text: string, key: string): Answer<Alias> =>
  accept({ kind, text, key: `${kind}:${key}` } as Alias);

const lowerCase = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Escapes `%` and all that is not visible ASCII. */
const escapeKey = (text: string): string => text.replaceAll(/[^\x21-\x24\x26-\x7e]+/g, encodeURIComponent);

/** A name is escaped if it stands in a URL, and only then. */
const readName = (given: string, name: string, make: (name: string) => Answer<Alias>): Answer<Alias> => {
  const plain = URL_ADDRESS.test(given) ? unescapeName(name) : name;
  return plain === undefined || UNNAMED.test(plain)
    ? refuse('alias/name', given.length - name.length, 'a name without blanks and control characters')
    : make(plain);
};

const unescapeName = (name: string): string | undefined => {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
};

/** ISO 26324 section 4.4: letters of ASCII are compared without regard to case. */
const createDoi = (name: string): Answer<Alias> => create('doi', `doi:${name}`, escapeKey(lowerCase(name)));

/** RFC 3651 section 3: case matters, except in naming authorities, which the global registry compares without it. */
const createHandle = (authority: string, name: string): Answer<Alias> =>
  create('hdl', `hdl:${authority}/${name}`, `${lowerCase(authority)}/${escapeKey(name)}`);

const readArk = (text: string): Answer<Alias> => {
  const ark = parseArk(text);
  if (!ark.ok) return ark;
  const { naan, written, name } = ark.value;
  if (MODIFIER_AT_END.test(written) || MODIFIER_AT_END.test(name)) {
    return refuse('alias/modifier', text.length - 1, 'a name that does not end like a modifier of a persistent URL');
  }
  return UNNAMED.test(written)
    ? refuse('alias/name', 0, 'a name without blanks and control characters')
    : create('ark', `ark:${naan}/${written}`, `${naan}/${escapeName(name)}`);
};

/** Escapes of the name itself stay. A `#` cannot stand in a path. */
const escapeName = (text: string): string => text.replaceAll(/[^\x21\x22\x24-\x7e]+/g, encodeURIComponent);

/** RFC 8141 section 3.1: "urn", the namespace and the digits of escapes are compared without regard to case. */
const createUrn = (space: string, specific: string): Answer<Alias> => {
  const name = specific.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase());
  return create('urn', `urn:${lowerCase(space)}:${name}`, `${lowerCase(space)}:${name}`);
};

const AUTHORITY = /^(https?):\/\/([0-9a-z_](?:[0-9a-z_.-]*[0-9a-z_])?|\[[0-9a-f:.]+\])\.?(?::(\d{1,5}))?(?=[/?#]|$)/i;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** RFC 3986 section 6: parts that make no difference are removed; http and https make no difference either. */
const readUrl = (text: string, isNormal: boolean): Answer<Alias> => {
  const [address, scheme = '', host = '', port = ''] = AUTHORITY.exec(text) ?? [];
  if (address === undefined) return refuse('alias/url', 0, 'a host, and perhaps a port');
  const [rest = ''] = text.slice(address.length).split('#', 1);
  if (UNNAMED.test(rest)) return refuse('alias/url', address.length, 'no blanks and control characters');
  const [path = '', ...query] = rest.split('?');
  const isDefault = port === '' || port === DEFAULT_PORTS[lowerCase(scheme)];
  const place = `${lowerCase(host)}${isDefault ? '' : `:${Number(port)}`}`;
  const named = normalizeEscapes(removeDots(path)) + query.map((part) => `?${normalizeEscapes(part)}`).join('');
  const normal = `${lowerCase(scheme)}://${place}${named}`;
  // Without needless dots and escapes it may be the address of an ARK or a DOI, or a persistent URL.
  return isNormal || normal === text
    ? create('url', normal, `//${place}${named}`)
    : readAlias(normal, { isNormal: true });
};

/** RFC 3986 section 6.2.2: removes needless escapes and puts the others in upper case. */
const normalizeEscapes = (text: string): string =>
  escapeName(text)
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll(/%([0-9a-f]{2})/gi, (escaped, digits: string) => {
      const character = String.fromCharCode(Number.parseInt(digits, 16));
      return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
    });

/** RFC 3986 section 5.2.4. */
const removeDots = (path: string): string => {
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    const isDots = segment === '.' || segment === '..';
    if (segment === '..') kept.pop();
    if (!isDots) kept.push(segment);
    else if (index === segments.length - 1) kept.push('');
  }
  return `/${kept.join('/')}`;
};

/** The name of an alias among labels, which never have blanks. */
export type AliasLabel = Checked<string, 'AliasLabel'>;

export const aliasLabel = ({ key }: Pick<Alias, 'key'>): AliasLabel => `alias ${key}` as AliasLabel;
