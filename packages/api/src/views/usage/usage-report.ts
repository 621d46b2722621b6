import { Type } from 'typebox';
import { closed, Next, text, wordOf } from '../parts.ts';
import type { Written } from '../view.ts';

export const USAGE_METRICS = [
  'Total_Item_Investigations',
  'Total_Item_Requests',
  'Unique_Item_Investigations',
  'Unique_Item_Requests',
] as const;

/** The numbers of one metric by period; periods in which there was none are left out. */
const Periods = Type.Record(Type.String(), Type.Integer(), { description: 'By month (YYYY-MM) or day (YYYY-MM-DD)' });

/** The names are those of COUNTER 5.1. */
export const UsageReportSchema = Type.Object(
  {
    Report_Header: Type.Object(
      {
        Release: text('Of the Code of Practice whose rules count'),
        Report_ID: wordOf(['IR', 'PR'], 'IR: one entry an item; PR: one entry for the whole node'),
        Report_Name: text('What the report is'),
        Created: text('ISO 8601, UTC'),
        Created_By: text('The program'),
        Report_Attributes: Type.Object({ Granularity: wordOf(['Month', 'Day'], 'What periods are') }, closed),
        Report_Filters: Type.Object(
          {
            Begin_Date: text('YYYY-MM-DD'),
            End_Date: text('YYYY-MM-DD'),
            Item_ID: Type.Optional(text('Repository name, if one item was asked for')),
          },
          closed,
        ),
      },
      closed,
    ),
    Report_Items: Type.Array(
      Type.Object(
        {
          Platform: text('Address of this node'),
          Item: Type.Optional(text('Title; absent for the node, and where the description is closed')),
          Item_ID: Type.Optional(
            Type.Object(
              {
                Proprietary: text('Repository name'),
                URI: text('Persistent URL'),
                DOI: Type.Optional(text('If the item carries one')),
              },
              closed,
            ),
          ),
          Data_Type: text('As COUNTER names types of items'),
          YOP: Type.Optional(text('Year of publication')),
          Access_Type: Type.Optional(wordOf(['Open', 'Controlled'], 'Controlled: only some networks may read it')),
          Attribute_Performance: Type.Array(
            Type.Object(
              {
                Access_Method: wordOf(['Regular', 'Machine'], 'Machine: a program that somebody uses on purpose'),
                Performance: Type.Object(
                  {
                    Total_Item_Investigations: Periods,
                    Total_Item_Requests: Periods,
                    Unique_Item_Investigations: Periods,
                    Unique_Item_Requests: Periods,
                  },
                  closed,
                ),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    next: Next,
  },
  closed,
);

export type UsageReport = Written<typeof UsageReportSchema>;
