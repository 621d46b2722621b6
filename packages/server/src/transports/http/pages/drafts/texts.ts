import type { PageLanguage } from '../../negotiation/page-language.ts';

const ENGLISH = {
  reserved: {
    neverTitle: 'This item was never published',
    by: 'Reserved by',
    on: 'Reserved on',
    later:
      'This label is reserved for an item that is not yet published. Once it is, this same address leads to it: you can cite it already.',
    never:
      'This label was reserved for an item that was given up before it was published. Nothing else will ever have it.',
  },
  review: {
    title: 'This is a draft.',
    forEver: 'So the page of the item will look. Publishing is for ever: the label is never used again.',
    until: 'This address works until',
    back: 'Back to the draft',
    unfit: 'It cannot be published yet:',
    files: 'Files of the draft:',
    noFiles: 'The draft has no files yet.',
    labelToCome: '[label to come]',
  },
};

export type DraftTexts = typeof ENGLISH;

const PORTUGUESE: DraftTexts = {
  reserved: {
    neverTitle: 'Este item nunca foi publicado',
    by: 'Reservado por',
    on: 'Reservado em',
    later:
      'Este rótulo está reservado para um item ainda não publicado. Quando o for, este mesmo endereço levará a ele: já se pode citá-lo.',
    never: 'Este rótulo foi reservado para um item abandonado antes de ser publicado. Nenhum outro jamais o terá.',
  },
  review: {
    title: 'Este é um rascunho.',
    forEver: 'Assim será a página do item. Publicar é para sempre: o rótulo nunca mais é usado.',
    until: 'Este endereço funciona até',
    back: 'Voltar ao rascunho',
    unfit: 'Ainda não pode ser publicado:',
    files: 'Arquivos do rascunho:',
    noFiles: 'O rascunho ainda não tem arquivos.',
    labelToCome: '[rótulo por vir]',
  },
};

export const DRAFT_TEXTS: Readonly<Record<PageLanguage, DraftTexts>> = { en: ENGLISH, pt: PORTUGUESE };
