import type { DeskRefusals } from '../../codes/desk/desk-refusals.ts';
import type { WordsFor } from '../sentence.ts';

export const DESK: WordsFor<DeskRefusals> = {
  'batch-not-found': ({ id }) => `não há lote ${id} seu: pode ter mais de 90 dias`,
  'batch-too-large': ({ max }) => `no máximo ${max} se alteram juntos: restrinja a lista e altere-a por partes`,
  'batch-busy': ({ id }) => `o lote ${id} está sendo alterado agora: tente de novo em um minuto`,
  'too-many-filters': ({ max }) => `no máximo ${max} filtros ficam salvos: remova um antes`,
};
