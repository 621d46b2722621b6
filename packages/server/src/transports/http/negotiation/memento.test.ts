import { describe, expect, it } from 'vitest';
import { chooseMemento, linksInTime, parseDatetime, writeTimeMap } from './memento.ts';

const AT = Date.UTC(2026, 10, 18, 2);
const DAY = 86_400_000;
const timed = (count: number) => ({
  original: 'http://a/items/x',
  timeGate: 'http://a/items/x/timegate',
  timeMap: 'http://a/items/x/timemap',
  mementos: Array.from({ length: count }, (_, index) => ({ url: `http://a/${index}`, at: AT + index * DAY })),
});

describe('Memento', () => {
  it.each([
    ['Wed, 18 Nov 2026 02:00:00 GMT', AT],
    ['Tue, 18 Nov 2026 02:00:00 GMT', undefined],
    ['Wed, 31 Feb 2026 02:00:00 GMT', undefined],
    ['2026-11-18T02:00:00Z', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, time) => {
    expect(parseDatetime(text)).toBe(time);
  });

  it('chooses the state at a time', () => {
    const { mementos } = timed(3);
    const chosen = (time?: number) => chooseMemento(mementos, time)?.url;
    expect([AT - 1, AT, AT + DAY - 1, AT + DAY, AT + 9 * DAY].map(chosen)).toEqual(
      [0, 0, 0, 1, 2].map((index) => `http://a/${index}`),
    );
    expect(chosen()).toBe('http://a/2');
    expect(chooseMemento([], AT)).toBeUndefined();
  });

  it('writes links to the first and the last state', () => {
    expect(linksInTime(timed(1))).toContain('rel="first last memento"; datetime="Wed, 18 Nov 2026 02:00:00 GMT"');
    expect(linksInTime(timed(2))).toMatch(/rel="first memento".*, .*rel="last memento"/);
    expect(linksInTime(timed(0))).not.toContain('memento"');
  });

  it('writes a TimeMap, in pages if it is long', () => {
    expect(writeTimeMap(timed(2), 1)).toBe(
      [
        '<http://a/items/x>; rel="original",',
        '<http://a/items/x/timegate>; rel="timegate",',
        '<http://a/items/x/timemap>; rel="self"; type="application/link-format"; from="Wed, 18 Nov 2026 02:00:00 GMT"; until="Thu, 19 Nov 2026 02:00:00 GMT",',
        '<http://a/0>; rel="first memento"; datetime="Wed, 18 Nov 2026 02:00:00 GMT",',
        '<http://a/1>; rel="last memento"; datetime="Thu, 19 Nov 2026 02:00:00 GMT"',
        '',
      ].join('\n'),
    );
    const second = writeTimeMap(timed(1_001), 2);
    expect(second).toContain('<http://a/items/x/timemap?page=1>; rel="prev timemap"');
    expect(second).toContain('<http://a/items/x/timemap?page=3>; rel="next timemap"');
    expect(second.match(/memento"/g)).toHaveLength(500);
    expect(writeTimeMap(timed(0), 9)).toContain('rel="self"; type="application/link-format"\n');
  });
});
