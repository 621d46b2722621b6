import { Type } from 'typebox';
import { closed, Day, text, wordOf } from '../../views/parts.ts';
import { CitingItemsSchema } from '../../views/usage/citing-items.ts';
import { StatisticsSchema } from '../../views/usage/statistics.ts';
import { UsageReportSchema } from '../../views/usage/usage-report.ts';
import { EXAMPLE_LABEL, EXAMPLE_REPOSITORY, EXAMPLE_TIME } from '../examples.ts';
import { IbiParameters, type Operation, pageQuery } from '../operation.ts';

const MAX_TOP = 500;
export const DEFAULT_TOP = 10;
export const CSV = 'text/csv';
/** Reports by day are of at most so many days. */
export const MAX_REPORT_DAYS = 366;

const ofStatistics = { nodeRole: 'archive', method: 'GET', tag: 'Statistics', access: 'reading' } as const;

/** The operations that tell how items are used. */
export const STATISTICS_OPERATIONS = {
  countAccesses: {
    ...ofStatistics,
    path: '/statistics',
    summary: 'Count accesses by item and day, by day, or by item',
    description:
      'An access is a redirect that a resolver gave, whoever asked for it. The report tells how items were used.',
    query: Type.Object(
      {
        item: Type.Optional(text('Label of an item; without it, all items')),
        from: Type.Optional(Day),
        to: Type.Optional(Day),
        group: Type.Optional(
          wordOf(
            ['day', 'item'],
            'day: items are summed; item: days are summed, and the items accessed most come first',
          ),
        ),
        top: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_TOP,
            description: `With group=item: how many (default ${DEFAULT_TOP})`,
          }),
        ),
      },
      closed,
    ),
    answer: { status: 200, description: 'Days without accesses are left out', body: StatisticsSchema },
    refusals: ['label-invalid', 'item-not-found'],
    example: {
      request: { from: '2026-11-01', to: '2026-11-30', group: 'day' },
      answer: {
        from: '2026-11-01',
        to: '2026-11-30',
        counts: [{ day: '2026-11-17', content: 'Data', accesses: 3 }],
        isComplete: true,
      },
    },
  },
  listCitingItems: {
    ...ofStatistics,
    path: '/items/{ibi}/cited-from',
    summary: 'List the items whose links readers followed to an item',
    description:
      'Those followed most come first, at most 100. Clients say which item a link is in; nobody has checked it.',
    params: IbiParameters,
    answer: { status: 200, description: 'The items, here or elsewhere', body: CitingItemsSchema },
    refusals: ['label-invalid', 'item-not-found'],
    example: {
      request: { ibi: EXAMPLE_LABEL },
      answer: {
        items: [
          {
            label: EXAMPLE_REPOSITORY,
            url: `https://urlib.net/${EXAMPLE_REPOSITORY}`,
            follows: 3,
            lastDay: '2026-11-17',
          },
        ],
      },
    },
  },
  reportUsage: {
    ...ofStatistics,
    path: '/statistics/report',
    summary: 'Report how items were used, by the rules of COUNTER',
    description: `Counts what this node served: double clicks once, no robots, programs apart from readers. One entry an item, in the order of labels, or one for the whole node. By day, at most ${MAX_REPORT_DAYS} days.`,
    query: pageQuery({
      item: Type.Optional(text('Label of an item; without it, all items')),
      of: Type.Optional(wordOf(['items', 'node'], 'items (default): one entry an item; node: one entry for all')),
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      by: Type.Optional(wordOf(['month', 'day'], 'What periods are (default month)')),
      format: Type.Optional(wordOf(['json', 'csv'], 'As by the Accept header')),
    }),
    answer: {
      status: 200,
      description: 'The names and the form are those of COUNTER 5.1',
      body: UsageReportSchema,
      forms: { [CSV]: 'The same page as a table: one row for each item, access method and metric' },
    },
    refusals: ['label-invalid', 'item-not-found'],
    example: {
      request: { item: EXAMPLE_REPOSITORY, from: '2026-11-01', to: '2026-11-30' },
      answer: {
        Report_Header: {
          Release: '5.1',
          Report_ID: 'IR',
          Report_Name: 'Item Report',
          Created: EXAMPLE_TIME,
          Created_By: 'Perene 0.1.0',
          Report_Attributes: { Granularity: 'Month' },
          Report_Filters: { Begin_Date: '2026-11-01', End_Date: '2026-11-30', Item_ID: EXAMPLE_REPOSITORY },
        },
        Report_Items: [
          {
            Platform: 'https://archive.example.org',
            Item: 'Land cover',
            Item_ID: { Proprietary: EXAMPLE_REPOSITORY, URI: `https://urlib.net/${EXAMPLE_REPOSITORY}` },
            Data_Type: 'Dataset',
            YOP: '2026',
            Access_Type: 'Open',
            Attribute_Performance: [
              {
                Access_Method: 'Regular',
                Performance: {
                  Total_Item_Investigations: { '2026-11': 5 },
                  Total_Item_Requests: { '2026-11': 3 },
                  Unique_Item_Investigations: { '2026-11': 2 },
                  Unique_Item_Requests: { '2026-11': 2 },
                },
              },
            ],
          },
        ],
      },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
