import { createHash } from 'node:crypto';
import { refuse } from '@perene/api/refusals';
import {
  CITATION_STYLES,
  citeInStyle,
  type Description,
  findStyle,
  formatLinkHeader,
  formatLinkset,
  formatLinksetJson,
  formatsOf,
  LINKSET_PARTS,
  LINKSET_TYPES,
  metadataLinks,
  writeFormat,
} from '@perene/core/representation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ItemView } from '../../../../services/archive/archive-operations.ts';
import { describeItem } from '../../../../services/archive/items/describe-item.ts';
import { chooseOffer, mayAskForMetadata, type Offer } from '../../negotiation/accept.ts';
import { isUnchanged } from '../../negotiation/is-unchanged.ts';
import { itemAddress } from './item-address.ts';

type Parameters = ReadonlyMap<string, string>;

/** A form of an item other than its page and its files. */
interface Representation extends Offer {
  /** The last part of its address below the item's. */
  readonly part: string;
  readonly mediaType: string;
  readonly write: (parameters: Parameters) => string;
}

interface Described {
  readonly item: ItemView;
  /** The beginning of the addresses of this node, without a slash at its end. */
  readonly publicUrl: string;
  /** Whether the reader may have the files; others are told no address of them. */
  readonly mayRead: boolean;
}

export const TEXT_CITATION = 'cite.txt';

const labelOf = ({ ibip, repository }: ItemView): string => ibip ?? repository;

export const pageAddress = ({ item, publicUrl }: Pick<Described, 'item' | 'publicUrl'>): string =>
  `${publicUrl}${itemAddress(labelOf(item))}`;

export const describeFor = ({ item, publicUrl, mayRead }: Described): Description =>
  describeItem(mayRead ? item : { ...item, files: [] }, publicUrl);

/** Citations tell the day on which they were made. */
const describe = (described: Described): Description => ({
  ...describeFor(described),
  accessed: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
});

export const representationsOf = (described: Described): readonly Representation[] => {
  const { item } = described;
  const description = describe(described);
  const page = pageAddress(described);
  const ofLinkset = (form: 'json' | 'text', write: typeof formatLinkset): Representation => ({
    part: LINKSET_PARTS[form],
    mediaTypes: [LINKSET_TYPES[form]],
    mediaType: LINKSET_TYPES[form],
    write: () => write(description, page),
  });
  return [
    ...formatsOf(description).map(({ name, part, mediaTypes, profile }) => ({
      part,
      mediaTypes,
      profile,
      mediaType: `${mediaTypes[0]}; charset=utf-8`,
      write: () => writeFormat(name, description),
    })),
    {
      part: 'metadata.json',
      mediaTypes: ['application/json'],
      mediaType: 'application/json; charset=utf-8',
      write: () => `${JSON.stringify({ repository: item.repository, fields: item.metadata?.fields ?? {} })}\n`,
    },
    ofLinkset('json', formatLinksetJson),
    ofLinkset('text', formatLinkset),
    {
      part: TEXT_CITATION,
      mediaTypes: ['text/x-bibliography'],
      mediaType: 'text/x-bibliography; charset=utf-8',
      fits: (parameters) => findStyle(parameters.get('style')) !== undefined,
      write: (parameters) => {
        const styles = CITATION_STYLES.filter((style) => style === findStyle(parameters.get('style') ?? ''));
        const citations = (styles.length === 0 ? CITATION_STYLES : styles).map((one) =>
          citeInStyle(description, one, parameters.get('locale')),
        );
        return `${citations.join('\n\n')}\n`;
      },
    },
  ];
};

/**
 * Answers somebody who likes metadata more than what is at this address, of one of the media types `own`. Returns
 * undefined if what is there should be sent.
 */
export const negotiate = (
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  described: Described & { readonly isDescriptionClosed: boolean },
  own: readonly string[],
): FastifyReply | undefined => {
  const { accept } = request.headers;
  if (!mayAskForMetadata(accept)) return undefined;
  const offers = representationsOf(described);
  const choice = chooseOffer(accept, [...own, 'text/html'], offers);
  if (choice.kind === 'own') return undefined;
  if (described.isDescriptionClosed) {
    throw refuse('description-closed', { reason: 'here', label: described.item.repository });
  }
  if (choice.kind === 'none') throw notOffered(described);
  const { offer, type } = choice;
  const parameters =
    offer.part === TEXT_CITATION ? new Map([['style', 'apa'], ...choice.parameters]) : choice.parameters;
  const address = itemAddress(labelOf(described.item), offer.part);
  const asked = offer.part === TEXT_CITATION ? writeQuery(parameters) : '';
  reply.header('content-location', `${address}${asked}`);
  const mediaType = offer.mediaType.replace(/^[^;]+/, type);
  return sendRepresentation(request, reply, { described, offer: { ...offer, mediaType }, parameters });
};

const writeQuery = (parameters: Parameters): string => {
  const pairs = ['style', 'locale'].flatMap((name) => {
    const value = parameters.get(name);
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return `?${pairs.join('&')}`;
};

const notOffered = (described: Described): Error =>
  refuse('format-not-offered', {
    label: described.item.repository,
    formats: representationsOf(described).flatMap(({ mediaTypes, profile }) =>
      mediaTypes.map((type) => (profile === undefined ? type : `${type}; profile="${profile}"`)),
    ),
  });

export const sendRepresentation = (
  request: FastifyRequest,
  reply: FastifyReply,
  {
    described,
    offer,
    parameters,
  }: { readonly described: Described; readonly offer: Representation; readonly parameters: Parameters },
): FastifyReply => {
  const content = offer.write(parameters);
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const { item } = described;
  const page = pageAddress(described);
  const isForEveryone = item.access.networks === undefined && item.access.description !== 'closed';
  reply.headers({
    etag,
    'cache-control': isForEveryone ? 'no-cache' : 'private, no-cache',
    vary: 'accept, authorization',
    link: formatLinkHeader(metadataLinks(describeFor(described), page), page),
  });
  if (isUnchanged(request.headers, { etag })) return reply.code(304).send();
  return reply.type(offer.mediaType).send(content);
};
