import { METADATA_FORMATS } from '@perene/core/representation';

/** A media range of an Accept header (RFC 9110, section 12.5.1). */
interface AcceptedRange {
  /** In lower case. */
  readonly type: string;
  /** Names in lower case; without `q`. */
  readonly parameters: ReadonlyMap<string, string>;
  /** From 0 to 1. */
  readonly quality: number;
}

/** What the server can write beside what the address itself stands for. */
export interface Offer {
  readonly mediaTypes: readonly string[];
  /** Other parameters than `q` that are asked for must fit. */
  readonly fits?: (parameters: ReadonlyMap<string, string>) => boolean;
  readonly profile?: string | undefined;
}

export type Choice<Chosen extends Offer> =
  /** What the address itself stands for. */
  | { readonly kind: 'own' }
  | {
      readonly kind: 'offer';
      readonly offer: Chosen;
      /** The one of its media types that was named. */
      readonly type: string;
      readonly parameters: ReadonlyMap<string, string>;
    }
  /** Nothing that was named is there, and all of it is metadata. */
  | { readonly kind: 'none' };

const MAX_RANGES = 64;
/** Browsers name these two first whenever somebody opens an address. */
const BROWSER = 'text/html,application/xhtml+xml';

/** Formats of metadata that nodes do not write, but that programs ask other servers for. */
const FOREIGN_METADATA = [
  'application/rdf+xml',
  'application/n-triples',
  'application/n-quads',
  'application/trig',
  'text/n3',
  'application/vnd.crossref.unixref+xml',
  'application/vnd.crossref.unixsd+xml',
  'application/vnd.codemeta.ld+json',
  'application/vnd.jats+xml',
  'application/marcxml+xml',
  'application/mods+xml',
];

const METADATA_TYPES: ReadonlySet<string> = new Set([
  ...METADATA_FORMATS.flatMap(({ mediaTypes }) => mediaTypes),
  'text/x-bibliography',
  'application/linkset',
  'application/linkset+json',
  'application/json',
  ...FOREIGN_METADATA,
]);

/** Matches what may be one of these types; whoever accepts none of them needs no negotiation. */
const MAYBE_METADATA = /\+json|\+xml|\/(?:json|xml|turtle|linkset|n3|n-|trig|x-)/i;

/**
 * Whether somebody may want metadata instead of what the address stands for. It is asked of every request, so it is
 * quick for those that never do: without the header, with any type, of a browser.
 */
export const mayAskForMetadata = (accept: string | undefined): accept is string =>
  accept !== undefined && accept !== '*/*' && !accept.startsWith(BROWSER) && MAYBE_METADATA.test(accept);

/** Whether somebody likes some format of metadata more than anything else, as far as the header alone tells. */
export const likesMetadata = (accept: string | undefined): accept is string => {
  if (!mayAskForMetadata(accept)) return false;
  const ranges = readAccept(accept);
  const anything = qualityOf('text/html', ranges);
  return ranges.some(({ type, quality }) => quality > anything && METADATA_TYPES.has(type));
};

/** Chooses the best of what is accepted. What the address itself stands for wins unless something else is liked more. */
export const chooseOffer = <Chosen extends Offer>(
  accept: string,
  own: readonly string[],
  offers: readonly Chosen[],
): Choice<Chosen> => {
  const ranges = readAccept(accept);
  const ownQuality = Math.max(...own.map((type) => qualityOf(type, ranges)));
  const named = ranges.flatMap(({ type, parameters, quality }) => {
    const offer = offers.find((candidate) => isOffered(candidate, type, parameters));
    return offer === undefined || quality === 0 ? [] : [{ offer, type, parameters, quality }];
  });
  // Of several that are liked the same, the one that was named first.
  const [best] = [...named].sort((one, other) => other.quality - one.quality);
  if (best !== undefined && best.quality > ownQuality) return { kind: 'offer', ...best };
  const wanted = ranges.filter(({ quality }) => quality > 0);
  const isOnlyMetadata = wanted.length > 0 && wanted.every(({ type }) => METADATA_TYPES.has(type));
  return ownQuality === 0 && isOnlyMetadata ? { kind: 'none' } : { kind: 'own' };
};

const isOffered = (
  { mediaTypes, profile, fits }: Offer,
  type: string,
  parameters: ReadonlyMap<string, string>,
): boolean => {
  if (!mediaTypes.includes(type)) return false;
  const asked = parameters.get('profile');
  const isProfiled = asked === undefined || (profile !== undefined && sameProfile(asked, profile));
  return isProfiled && (fits?.(parameters) ?? true);
};

/** A profile may be one of several, and people write addresses with and without their last slash. */
const sameProfile = (asked: string, profile: string): boolean =>
  asked.split(/\s+/).some((one) => plainAddress(one) === plainAddress(profile));

const plainAddress = (address: string): string => address.replace(/^https?:/i, '').replace(/\/$/, '');

/** The quality that the most specific range gives to a type without parameters. */
const qualityOf = (type: string, ranges: readonly AcceptedRange[]): number => {
  const names = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  for (const name of names) {
    const fitting = ranges.filter((range) => range.type === name);
    if (fitting.length > 0) return Math.max(...fitting.map(({ quality }) => quality));
  }
  return 0;
};

/** Quoted texts may contain commas and semicolons. */
const ELEMENTS = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const PARTS = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g;

const readAccept = (accept: string): readonly AcceptedRange[] =>
  (accept.match(ELEMENTS) ?? [])
    .slice(0, MAX_RANGES)
    .map(readRange)
    .filter(({ type }) => type.includes('/'));

const readRange = (text: string): AcceptedRange => {
  const [type = '', ...rest] = (text.match(PARTS) ?? []).map((part) => part.trim());
  const pairs = rest.map((part) => {
    const equals = part.indexOf('=');
    return [part.slice(0, equals).trim().toLowerCase(), unquote(part.slice(equals + 1).trim())] as const;
  });
  const parameters = new Map(pairs.filter(([name]) => name !== 'q'));
  return { type: type.toLowerCase(), parameters, quality: readQuality(pairs.find(([name]) => name === 'q')?.[1]) };
};

const unquote = (text: string): string =>
  text.startsWith('"') ? text.slice(1).replace(/"$/, '').replaceAll(/\\(.)/g, '$1') : text;

/** A weight that cannot be read is none, as for those who wrote it. */
const readQuality = (text: string | undefined): number => {
  if (text === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
};
