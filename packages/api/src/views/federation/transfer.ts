import { Type } from 'typebox';
import { closed, text, wordOf } from '../parts.ts';

const shownItem = (description: string) => Type.Unsafe<unknown>({ type: 'object', description });

const TransfersSchema = Type.Optional(
  Type.Array(text('A statement `ibi-transfer-v1`'), {
    maxItems: 2,
    description: 'That the item and its description go to the receiver, signed by that Archive',
  }),
);

/** The old holder gives these only for a receipt (decision 54). */
export const CommitSchema = Type.Object({ transfers: TransfersSchema }, closed);

export const OfferSchema = Type.Object(
  {
    from: text('URL of the Archive that hands the item over'),
    service: Type.Optional(text('Label of its Archive service')),
    signed: Type.Optional(text('The offer, signed by that Archive: a statement `ibi-offer-v1`')),
    // Earlier nodes send them here, and not with the commit.
    transfers: TransfersSchema,
    item: shownItem('The item, as that Archive shows it'),
    describing: Type.Optional(shownItem('The item that describes it, likewise')),
  },
  closed,
);

export const TransferSchema = Type.Object(
  {
    outcome: wordOf(['open', 'committed', 'aborted'], 'What was decided, for ever'),
    isReceived: Type.Boolean({ description: 'Whether all of it is here, and waits for the commit' }),
    missing: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'Places in the offered list of the files that must be sent',
    }),
    service: Type.Optional(text('Label of the Archive service that is asked')),
    takesTransfers: Type.Optional(
      Type.Boolean({ description: 'Whether the commit may bring the statements `ibi-transfer-v1`' }),
    ),
    receipt: Type.Optional(text('That all of it is here, signed by this Archive: a statement `ibi-receipt-v1`')),
  },
  { ...closed, title: 'Transfer' },
);
