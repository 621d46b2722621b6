import type { DraftRefusals } from '../../codes/desk/draft-refusals.ts';
import type { WordsFor } from '../sentence.ts';

export const DRAFTS: WordsFor<DraftRefusals> = {
  'draft-not-found': ({ id }) =>
    `não há rascunho ${id}, ou ele não é compartilhado com você: veja a lista de rascunhos`,
  'draft-changed': ({ id }) =>
    `o rascunho ${id} foi alterado nesse meio-tempo: veja-o de novo e repita a sua alteração`,
  'draft-settled': {
    published: ({ id, label }) => `o rascunho ${id} está publicado: altere o item ${label}`,
    discarded: ({ id }) => `o rascunho ${id} foi descartado: comece outro`,
  },
  'draft-refused': {
    'in-review': ({ id }) => `o rascunho ${id} espera pelos revisores: tome-o de volta para alterá-lo`,
    'not-in-review': ({ id }) => `o rascunho ${id} não está em revisão: só o seu dono pode continuar`,
    'no-review': ({ id }) => `nenhuma coleção do rascunho ${id} pede revisão: publique-o`,
    'not-yours': ({ id }) => `o rascunho ${id} é de outra pessoa: o seu dono pode fazer isso`,
    'too-long': ({ max }) => `um rascunho tem no máximo ${max} caracteres: abrevie a descrição`,
  },
  'too-many-drafts': ({ max }) => `já há ${max} rascunhos seus: publique ou descarte alguns`,
  'too-many-links': ({ max }) => `este rascunho já tem ${max} links: encerre um deles`,
  'review-needed': ({ collection }) =>
    `itens entram na coleção ${collection} só por revisão: faça um rascunho e envie-o aos revisores`,
  'label-reserved': {
    draft: ({ label, since }) =>
      `${label} foi reservado em ${since.slice(0, 10)} para um item ainda não publicado: tente mais tarde`,
    ended: ({ label, since }) =>
      `${label} foi reservado em ${since.slice(0, 10)} para um item que nunca foi publicado: não levará a nada`,
  },
};
