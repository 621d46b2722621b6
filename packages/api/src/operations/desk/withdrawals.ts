import { Type } from 'typebox';
import { ItemSchema } from '../../views/item.ts';
import { closed, reasonText } from '../../views/parts.ts';
import { EXAMPLE_ITEM, EXAMPLE_LABEL, EXAMPLE_TIME } from '../examples.ts';
import { IbiParameters, type Operation } from '../operation.ts';

const ofArchive = { nodeRole: 'archive', tag: 'Items' } as const;
const ofEditors = { access: 'depositor', isLimitable: true, isForCurators: true } as const;

export const WITHDRAWAL_OPERATIONS = {
  withdrawItem: {
    ...ofArchive,
    method: 'POST',
    path: '/items/{ibi}/withdrawal',
    ...ofEditors,
    summary: 'Withdraw an item for a time',
    description:
      'Curators of its collections, stewards and administrators. It stays the original; its files are dark, its page is a tombstone with the reason, and it can be restored.',
    params: IbiParameters,
    body: Type.Object({ reason: reasonText('Why, for the tombstone') }, closed),
    isRepeatable: true,
    answer: { status: 200, description: 'The item', body: ItemSchema, headers: { ETag: 'Its revision' } },
    refusals: ['label-invalid', 'item-not-found', 'item-removed', 'item-refused', 'item-changed', 'reason-missing'],
    example: {
      request: { ibi: EXAMPLE_LABEL, reason: 'A complaint is looked into' },
      answer: { ...EXAMPLE_ITEM, withdrawn: { at: EXAMPLE_TIME, reason: 'A complaint is looked into' } },
    },
  },
  restoreItem: {
    ...ofArchive,
    method: 'DELETE',
    path: '/items/{ibi}/withdrawal',
    ...ofEditors,
    summary: 'Restore an item that was withdrawn',
    params: IbiParameters,
    answer: { status: 200, description: 'The item', body: ItemSchema, headers: { ETag: 'Its revision' } },
    refusals: ['label-invalid', 'item-not-found', 'item-removed', 'item-refused', 'item-changed'],
    example: { request: { ibi: EXAMPLE_LABEL }, answer: EXAMPLE_ITEM },
  },
} as const satisfies Readonly<Record<string, Operation>>;
