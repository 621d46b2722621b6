import type { SampledNode } from './sampled-node.ts';

/** A page for people, in one of their languages. */
export interface PageAddress {
  readonly address: string;
  readonly language: 'en' | 'pt';
}

const ITEM_PAGES = [undefined, 'cite', 'metadata', 'files'] as const;
const OTHER_PAGES = [
  '/',
  '/items',
  '/search?q=rivers',
  '/search?q=nothing-such',
  '/items/example.org/none/2020/01.01.00.00',
];
const GUIDE_PAGES = [
  '/docs',
  '/docs/tutorial',
  '/docs/tutorial.pt',
  '/docs/api-reference',
  '/docs/harvesting',
  '/api/docs',
];

/** Every page of every item, and the pages around them. */
export const pagesOf = (node: SampledNode): readonly PageAddress[] => [
  ...(['en', 'pt'] as const).flatMap((language) =>
    [
      ...OTHER_PAGES.map((path) => `${node.url}${path}`),
      ...node.items.flatMap((item) =>
        item.isRemoved
          ? [node.addressOf(item)]
          : ITEM_PAGES.filter((part) => item.isOpen || part === undefined).map((part) => node.addressOf(item, part)),
      ),
    ].map((address) => ({ address, language })),
  ),
  ...GUIDE_PAGES.map((path) => ({ address: `${node.url}${path}`, language: 'en' as const })),
];

/** A few pages, one of each kind, for judges that take long. */
export const fewPagesOf = (node: SampledNode): readonly PageAddress[] => {
  const chosen = node.items.filter(({ isRemoved, isOpen }, index) => index === 0 || isRemoved || !isOpen);
  return [
    ...['/', '/items', '/docs/tutorial'].map((path) => `${node.url}${path}`),
    ...chosen.map((item) => node.addressOf(item)),
  ].flatMap((address) => (['en', 'pt'] as const).map((language) => ({ address, language })));
};

/** Reads a page as a browser asks for it, whatever its status. */
export const readPage = async ({ address, language }: PageAddress): Promise<string> => {
  const answer = await fetch(address, { headers: { accept: 'text/html', 'accept-language': language } });
  const type = answer.headers.get('content-type') ?? '';
  const isMissing = answer.status === 404 && !address.includes('/items/');
  if (isMissing || !type.startsWith('text/html')) throw new Error(`${address} is ${answer.status} ${type}`);
  return answer.text();
};

export const nameOf = ({ address, language }: PageAddress): string => `${address} (${language})`;
