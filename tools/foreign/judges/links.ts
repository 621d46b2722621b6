import { METADATA_FORMATS } from '@perene/core/representation';
import { type Judge, lookAtEach } from '../judge.ts';
import type { SampleItem } from '../sample.ts';
import type { SampledNode } from '../sampled-node.ts';

interface ParsedLink {
  readonly uri: string;
  readonly rel: string;
}

/** An answer, and the relations that Signposting asks of it. */
interface Signpost {
  readonly address: string;
  readonly needs: readonly string[];
}

const fileOf = ({ repository }: SampleItem, path: string): string =>
  `/col/${repository}/doc/${path.split('/').map(encodeURIComponent).join('/')}`;

const signpostsOf = (node: SampledNode): readonly Signpost[] =>
  node.items.flatMap((item): readonly Signpost[] => {
    const persistent = `${node.url}/${item.repository}`;
    if (item.isRemoved) return [persistent, node.addressOf(item)].map((address) => ({ address, needs: ['cite-as'] }));
    if (!item.isOpen) return [{ address: persistent, needs: ['cite-as'] }];
    return [
      { address: persistent, needs: ['cite-as', 'describedby', 'linkset'] },
      { address: node.addressOf(item), needs: ['cite-as', 'type', 'describedby', 'item', 'linkset'] },
      ...Object.keys(item.files).map((path) => ({
        address: `${node.url}${fileOf(item, path)}`,
        needs: ['cite-as', 'collection', 'linkset'],
      })),
      ...METADATA_FORMATS.map(({ part }) => part)
        .filter((part) => item.isThesis || !/^(?:mtd2-br|etd-ms)\./.test(part))
        .map((part) => ({ address: node.addressOf(item, part), needs: ['cite-as', 'describes', 'linkset'] })),
    ];
  });

const httpLinkHeader: Judge = {
  name: 'http-link-header',
  source: { npm: 'http-link-header', version: '1.1.4' },
  about:
    'Link headers of redirects, pages, files, metadata and tombstones are read, with every relation of Signposting',
  async judge(node, program) {
    const { default: LinkHeader } = await program.load<{
      default: { parse(text: string): { readonly refs: readonly ParsedLink[] } };
    }>('http-link-header');
    return lookAtEach(signpostsOf(node), {
      unit: 'answers',
      name: ({ address }) => address,
      async look({ address, needs }) {
        const answer = await fetch(address, { redirect: 'manual' });
        await answer.arrayBuffer();
        const { refs } = LinkHeader.parse(answer.headers.get('link') ?? '');
        const missing = needs.filter((relation) => refs.every(({ rel }) => rel !== relation));
        const broken = refs.filter(({ uri }) => !URL.canParse(uri));
        return [...missing.map((relation) => `no ${relation}`), ...broken.map(({ uri }) => `not an address: ${uri}`)];
      },
    });
  },
};

export const LINKS: readonly Judge[] = [httpLinkHeader];
