import type { Migration } from './migration.ts';

/** Who began a transfer at its receiver, and the receipt that the receiver has signed. */
export const ADD_TRANSFER_RECEIPTS: Migration = [
  'alter table transfers add column who text',
  'alter table transfers add column receipt text',
];
