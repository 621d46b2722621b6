import type { CollectionRefusals } from '../../codes/collection-refusals.ts';
import type { WordsFor } from '../sentence.ts';
import { at } from './grammar.ts';

export const COLLECTIONS: WordsFor<CollectionRefusals> = {
  'collection-not-found': ({ name }) => `não há coleção ${name}`,
  'collection-exists': ({ name }) => `uma coleção já tem o nome ${name}, ou o teve`,
  'collection-changed': ({ name }) => `a coleção ${name} foi alterada entretanto: veja-a de novo e repita`,
  'collection-name-invalid': (unfit) => `${unfit.text} não pode ser o nome de uma coleção: ${at(unfit)}`,
  'collection-invalid': {
    'no-title': 'uma coleção tem um título, em inglês ou em português',
    'too-long': ({ max }) => `um título ou uma descrição de coleção tem no máximo ${max} caracteres`,
    unkept: 'um título ou uma descrição tem caracteres que não podem ser guardados',
  },
  'collection-full': ({ label, max }) => `${label} já está em ${max} coleções, e não pode estar em mais`,
};
