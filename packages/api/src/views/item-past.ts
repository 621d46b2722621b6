import { Type } from 'typebox';
import { closed, Next, Time, text } from './parts.ts';
import type { View } from './view.ts';

/** What became of an item. */
export const HistorySchema = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          at: Time,
          who: Type.Optional(text('Shown to holders of a key')),
          action: Type.String(),
          detail: Type.Unknown(),
        },
        closed,
      ),
    ),
    next: Next,
  },
  { ...closed, title: 'History' },
);

export const ClaimPageSchema = Type.Object(
  {
    claims: Type.Array(
      Type.Object(
        {
          hash: text('Of the statement, as the next statement names it'),
          signed: text('The lines of the statement, then a line with the key and one with the signature'),
        },
        closed,
      ),
    ),
    next: Next,
  },
  { ...closed, title: 'Claims' },
);

export type HistoryPage = View<typeof HistorySchema>;
export type ClaimPage = View<typeof ClaimPageSchema>;
