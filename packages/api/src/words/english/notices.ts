import type { NoticeParameters } from '../../codes/notice-codes.ts';
import type { WordsFor } from '../sentence.ts';

export const NOTICES: WordsFor<NoticeParameters> = {
  'failed-inside': 'this node cannot do it now: its log says why, under the id of this request',
  'identifier-not-queued': {
    held: ({ id }) => `${id} is held: release it before it is queued`,
    'queued-already': ({ id }) => `${id} is in the queue already`,
    'unqueued-already': ({ id }) => `${id} was taken out of the queue already`,
    'not-queued': ({ id }) => `${id} is not in the queue`,
  },
};
