import type { PageLanguage } from '../../negotiation/page-language.ts';

const english = {
  heading: 'Collections',
  introduction: 'Items that belong together, chosen by those who keep this archive.',
  none: 'There are no collections here yet.',
  all: 'All collections',
  kinds: { collection: 'Collection', series: 'Series' },
  items: (count: number): string => (count === 1 ? 'item' : 'items'),
  collections: (count: number): string => (count === 1 ? 'collection' : 'collections'),
  within: 'Search in this collection',
  placeholder: 'Words in its items',
  find: 'Search',
  inOrder: 'Items in their order',
  newest: 'Items, the newest first',
  empty: 'No item of this collection is shown here yet.',
  more: 'Next page',
  first: 'First page',
  feed: 'Feed',
  harvest: 'For harvesters (OAI-PMH)',
  licence: (text: string) => `Usual licence: ${text}`,
  missing: 'There is no such collection',
  missingText: 'It may have been deleted; its items stay. Look among all collections, or search.',
  partOf: 'In',
};

export type CollectionTexts = typeof english;

const portuguese: CollectionTexts = {
  heading: 'Coleções',
  introduction: 'Itens que formam um conjunto, escolhidos por quem cuida deste acervo.',
  none: 'Ainda não há coleções aqui.',
  all: 'Todas as coleções',
  kinds: { collection: 'Coleção', series: 'Série' },
  items: (count) => (count === 1 ? 'item' : 'itens'),
  collections: (count) => (count === 1 ? 'coleção' : 'coleções'),
  within: 'Buscar nesta coleção',
  placeholder: 'Palavras nos seus itens',
  find: 'Buscar',
  inOrder: 'Itens na sua ordem',
  newest: 'Itens, do mais novo ao mais antigo',
  empty: 'Nenhum item desta coleção é mostrado aqui ainda.',
  more: 'Próxima página',
  first: 'Primeira página',
  feed: 'Feed',
  harvest: 'Para coletores (OAI-PMH)',
  licence: (text) => `Licença habitual: ${text}`,
  missing: 'Esta coleção não existe',
  missingText: 'Ela pode ter sido apagada; os seus itens ficam. Veja todas as coleções, ou faça uma busca.',
  partOf: 'Em',
};

export const COLLECTION_TEXTS: Readonly<Record<PageLanguage, CollectionTexts>> = { en: english, pt: portuguese };
