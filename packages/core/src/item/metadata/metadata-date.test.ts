import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMetadataDate } from './metadata-date.ts';

const RUNS = { seed: 1_998, numRuns: 2_000 };

/** Moments as the platform writes them, cut to a unit of W3CDTF. */
const moments = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const LENGTHS = [4, 7, 10];
const dates = fc
  .tuple(moments, fc.constantFrom(...LENGTHS))
  .map(([moment, length]) => moment.toISOString().slice(0, length));

describe('isMetadataDate', () => {
  it('knows every day of the platform, and no other', () => {
    const wrong: string[] = [];
    for (const year of [1900, 2000, 2011, 2012]) {
      for (let month = 0; month <= 13; month += 1) {
        for (let day = 0; day <= 32; day += 1) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const moment = new Date(`${text}T00:00:00Z`);
          const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
          if (isMetadataDate(text) !== exists) wrong.push(text);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('knows what the platform writes', () => {
    fc.assert(
      fc.property(moments, dates, (moment, date) => {
        expect([moment.toISOString(), date].map(isMetadataDate)).toEqual([true, true]);
      }),
      RUNS,
    );
  });

  it('wants intervals of instants in their order, whatever the zones', () => {
    const zones = fc.integer({ min: -1_439, max: 1_439 });
    const written = fc.tuple(moments, zones).map(([moment, zone]) => {
      const local = new Date(Math.floor(moment.getTime() / 1_000) * 1_000 + zone * 60_000).toISOString();
      const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60];
      const offset = `${zone < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
      return { text: local.replace('.000Z', offset), seconds: Math.floor(moment.getTime() / 1_000) };
    });
    const near = fc.tuple(written, written).filter((pair) => pair.every(({ text }) => /^\d{4}-/.test(text)));
    fc.assert(
      fc.property(near, ([start, end]) => {
        expect(isMetadataDate(`${start.text}/${end.text}`)).toBe(start.seconds <= end.seconds);
      }),
      RUNS,
    );
  });

  it('wants other intervals in the order of the calendar, to the coarser unit', () => {
    fc.assert(
      fc.property(dates, dates, (start, end) => {
        const length = Math.min(start.length, end.length);
        expect(isMetadataDate(`${start}/${end}`)).toBe(start.slice(0, length) <= end.slice(0, length));
      }),
      RUNS,
    );
  });
});
