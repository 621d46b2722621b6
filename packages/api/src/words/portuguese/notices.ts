import type { NoticeParameters } from '../../codes/notice-codes.ts';
import type { WordsFor } from '../sentence.ts';

export const NOTICES: WordsFor<NoticeParameters> = {
  'failed-inside': 'este nó não pode fazer isso agora: o seu registro diz por quê, sob a identificação deste pedido',
  'identifier-not-queued': {
    held: ({ id }) => `${id} está retido: libere-o antes de pô-lo na fila`,
    'queued-already': ({ id }) => `${id} já está na fila`,
    'unqueued-already': ({ id }) => `${id} já foi tirado da fila`,
    'not-queued': ({ id }) => `${id} não está na fila`,
  },
};
