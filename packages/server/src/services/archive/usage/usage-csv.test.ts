import type { UsageReport } from '@perene/api';
import { expect, it } from 'vitest';
import { writeUsageCsv } from './usage-csv.ts';

const report = (title: string): UsageReport => ({
  Report_Header: {
    Release: '5.1',
    Report_ID: 'IR',
    Report_Name: 'Item Report',
    Created: '2026-11-18T00:00:00Z',
    Created_By: 'Perene',
    Report_Attributes: { Granularity: 'Month' },
    Report_Filters: { Begin_Date: '2026-10-01', End_Date: '2026-11-30' },
  },
  Report_Items: [
    {
      Platform: 'http://a.example.org',
      Item: title,
      Item_ID: { Proprietary: 'example.org/a/2020/01.01.00.00', URI: 'http://r/a', DOI: '10.1/x' },
      Data_Type: 'Dataset',
      YOP: '2020',
      Access_Type: 'Open',
      Attribute_Performance: [
        {
          Access_Method: 'Regular',
          Performance: {
            Total_Item_Investigations: { '2026-11': 5, '2026-10': 1 },
            Total_Item_Requests: { '2026-11': 3 },
            Unique_Item_Investigations: { '2026-11': 2, '2026-10': 1 },
            Unique_Item_Requests: {},
          },
        },
      ],
    },
  ],
});

it('writes a table of COUNTER, with a zero where nothing was counted', () => {
  const item =
    'Land cover,example.org/a/2020/01.01.00.00,http://r/a,10.1/x,http://a.example.org,Dataset,2020,Open,Regular';
  expect(writeUsageCsv(report('Land cover')).split('\r\n')).toEqual([
    'Item,Item_ID,URI,DOI,Platform,Data_Type,YOP,Access_Type,Access_Method,Metric_Type,Reporting_Period_Total,2026-10,2026-11',
    `${item},Total_Item_Investigations,6,1,5`,
    `${item},Total_Item_Requests,3,0,3`,
    `${item},Unique_Item_Investigations,3,1,2`,
    `${item},Unique_Item_Requests,0,0,0`,
    '',
  ]);
});

it.each([
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['@a', `'@a`],
  [' =a', `' =a`],
  ['x;=cmd', '"x;=cmd"'],
])('writes %j as one cell that is no formula', (title, cell) => {
  const [, line] = writeUsageCsv(report(title)).split('\r\n');
  expect(line?.startsWith(`${cell},example`)).toBe(true);
});
