import { Type } from 'typebox';
import { SaidFields } from '../federation/trace.ts';
import { closed, text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';

const FindingSchema = Type.Object(
  {
    part: text('What was looked at, such as disk, backup or fixity'),
    level: wordOf(['ok', 'warning', 'error'], 'Whether somebody has to act'),
    ...SaidFields,
    detail: text('In words, with what to do'),
  },
  closed,
);

const HoldingsSchema = Type.Object(
  {
    kept: Type.Integer({ description: 'Items that are kept' }),
    removed: Type.Integer({ description: 'Items that were removed' }),
    bytes: Type.Integer({ description: 'Size of their files' }),
    growth: Type.Array(
      Type.Object({ month: text('YYYY-MM'), items: Type.Integer({ description: 'Deposited in it' }) }, closed),
      { description: 'The last twelve months, the earliest first' },
    ),
  },
  { ...closed, description: 'Absent if counting takes too long' },
);

const Waiting = (description: string) =>
  Type.Optional(Type.Integer({ description: `${description}; at most 100 are counted` }));

export const OverviewSchema = Type.Object(
  {
    findings: Type.Array(FindingSchema),
    items: Type.Optional(HoldingsSchema),
    waiting: Type.Object(
      {
        proposals: Waiting('Links that other Archives propose'),
        registrations: Waiting('Archives that wait to be registered'),
        alerts: Waiting('Originals that several Archives claim'),
      },
      closed,
    ),
  },
  { ...closed, title: 'Overview' },
);

export type Overview = View<typeof OverviewSchema>;
