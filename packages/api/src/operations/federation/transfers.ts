import { Type } from 'typebox';
import type { RefusalCode } from '../../refusals.ts';
import { CommitSchema, OfferSchema, TransferSchema } from '../../views/federation/transfer.ts';
import { EXAMPLE_ITEM } from '../examples.ts';
import type { Operation } from '../operation.ts';

/** The name of a transfer has 128 random bits, so that only its two sides know it. */
const TransferParameters = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Name of the transfer, which nobody can guess' }),
});

const ofReceiver = { nodeRole: 'archive', tag: 'Transfers', params: TransferParameters } as const;
const ID = '0123456789abcdef0123456789abcdef';
const SERVICE = 'archive.example.org/a/2026/11.14.22.09.45';
const COMMITTED = { outcome: 'committed', isReceived: false, missing: [], service: SERVICE };
const SETTLING_REFUSALS: readonly RefusalCode[] = [
  'item-changed',
  'item-refused',
  'transfer-settled',
  'transfer-unproved',
];

/** The requests of the holder of an original to the Archive that takes it over. */
export const TRANSFER_OPERATIONS = {
  showTransfer: {
    ...ofReceiver,
    method: 'GET',
    path: '/transfers/{id}',
    access: 'anyone',
    summary: 'Tell what was decided about a transfer',
    answer: { status: 200, description: 'As it is now', body: TransferSchema },
    example: { request: { id: ID }, answer: COMMITTED },
  },
  offerTransfer: {
    ...ofReceiver,
    method: 'POST',
    path: '/transfers/{id}',
    access: 'steward',
    summary: 'Offer an item, or hand it over',
    description:
      'JSON alone changes nothing: the answer says which files are missing. A form hands the item over, with each missing file, named by its place in the offered list: all of it is taken, or nothing.',
    body: OfferSchema,
    formPart: 'item',
    answer: { status: 200, description: 'What is missing, or that all is here', body: TransferSchema },
    refusals: [
      'foreign-item-invalid',
      'label-invalid',
      'alias-invalid',
      'language-invalid',
      'item-refused',
      'item-changed',
      'label-taken',
      'alias-taken',
      'alias-minted',
      'edition-exists',
      'edition-order',
      'translation-exists',
      'transfer-under-way',
      'transfer-settled',
      'transfer-unproved',
      'file-name-invalid',
      'file-name-taken',
      'file-too-large',
      'too-many-files',
      'copy-differs',
      'documents-exist',
    ],
    example: {
      request: { id: ID, from: 'https://archive.example.org', item: EXAMPLE_ITEM },
      answer: { outcome: 'open', isReceived: false, missing: [0], service: SERVICE },
    },
  },
  commitTransfer: {
    ...ofReceiver,
    method: 'POST',
    path: '/transfers/{id}/commit',
    access: 'steward',
    summary: 'Take the original over, for ever',
    body: CommitSchema,
    isBodyOptional: true,
    answer: { status: 200, description: 'What was decided', body: TransferSchema },
    refusals: [...SETTLING_REFUSALS, 'transfer-not-found'],
    example: { request: { id: ID }, answer: COMMITTED },
  },
  abortTransfer: {
    ...ofReceiver,
    method: 'POST',
    path: '/transfers/{id}/abort',
    access: 'steward',
    summary: 'Decide that a transfer never happens',
    description: 'Even one that was never heard of.',
    answer: { status: 200, description: 'What was decided', body: TransferSchema },
    refusals: SETTLING_REFUSALS,
    example: { request: { id: ID }, answer: { ...COMMITTED, outcome: 'aborted' } },
  },
} as const satisfies Readonly<Record<string, Operation>>;
