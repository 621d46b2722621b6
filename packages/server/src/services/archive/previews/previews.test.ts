import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawMap } from './draw-map.ts';
import { previewKindOf } from './preview-kind.ts';
import { readTable } from './read-table.ts';

describe('the kind of a preview', () => {
  it.each([
    ['image/png', 1, 'image'],
    ['image/svg+xml', 1, 'image'],
    ['image/png', 20_000_001, undefined],
    ['image/tiff', 1, undefined],
    ['application/pdf', 1, 'document'],
    ['video/mp4', 1e12, 'video'],
    ['audio/mpeg', 1, 'audio'],
    ['text/csv; charset=utf-8', 1e12, 'table'],
    ['application/geo+json', 200_001, undefined],
    ['text/plain', 1, 'text'],
    ['text/plain', 0, undefined],
    ['text/html', 1, undefined],
    ['text/html; charset=utf-8', 1, undefined],
    ['application/xhtml+xml', 1, undefined],
    ['application/zip', 1, undefined],
  ])('of %s with %d bytes is %s', (mediaType, bytes, kind) => {
    expect(previewKindOf({ mediaType, bytes })).toBe(kind);
  });
});

describe('a table', () => {
  const read = (text: string, isCut = false) => readTable(text, { isCut });

  it('is read with quotes, line ends of every kind and each separator', () => {
    const rows = [['1', 'x, "y"\nz']];
    expect(read('a,b\r\n1,"x, ""y""\nz"\r\n')).toEqual({
      head: ['a', 'b'],
      rows,
      hasMoreRows: false,
      hasMoreColumns: false,
    });
    expect(read('a;b\n1,5;2')?.rows).toEqual([['1,5', '2']]);
    expect(read('a\tb\n1\t2')?.rows).toEqual([['1', '2']]);
    expect(read('"a;c;d",b\n1,2')?.head).toEqual(['a;c;d', 'b']);
  });

  it('is shown with its first rows and columns, and without half a row', () => {
    const wide = Array.from({ length: 13 }, (_, index) => `c${index}`).join(',');
    expect(read(`${wide}\n${'1,'.repeat(12)}1`)).toMatchObject({ hasMoreColumns: true, hasMoreRows: false });
    const long = `a,b\n${'1,2\n'.repeat(21)}`;
    expect(read(long)).toMatchObject({ hasMoreRows: true });
    expect(read(long)?.rows).toHaveLength(20);
    expect(read('a,b\n1,2\n3,4', true)).toMatchObject({ rows: [['1', '2']], hasMoreRows: true });
    expect(read(`a,b\n${'x'.repeat(200)},1`)?.rows[0]?.[0]).toHaveLength(121);
    expect(read('a,b\n1\n1,2,3')?.rows).toEqual([
      ['1', ''],
      ['1', '2'],
    ]);
  });

  it('has at least two columns', () => {
    expect(read('')).toBeUndefined();
    expect(read('one\ntwo')).toBeUndefined();
  });

  it('is bounded, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'a1",;\t\r\n'), maxLength: 400 }),
        fc.boolean(),
        (text, isCut) => {
          const table = read(text, isCut);
          if (table === undefined) return;
          expect(table.rows.length).toBeLessThanOrEqual(20);
          for (const row of table.rows) expect(row).toHaveLength(table.head.length);
        },
      ),
    );
  });
});

describe('a map', () => {
  const draw = (value: unknown) => drawMap(JSON.stringify(value));
  const line = (coordinates: unknown) => ({ type: 'LineString', coordinates });

  it('has every geometry, north up and in its own proportions', () => {
    const map = draw({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0, 99] } },
        { type: 'Feature', geometry: { type: 'MultiPoint', coordinates: [[2, 1]] } },
        { type: 'Feature', geometry: null },
        {
          type: 'Feature',
          geometry: {
            type: 'GeometryCollection',
            geometries: [
              line([
                [0, 0],
                [2, 1],
              ]),
              {
                type: 'MultiLineString',
                coordinates: [
                  [
                    [0, 1],
                    [2, 0],
                  ],
                ],
              },
              {
                type: 'Polygon',
                coordinates: [
                  [
                    [0, 0],
                    [2, 0],
                    [2, 1],
                    [0, 0],
                  ],
                ],
              },
              {
                type: 'MultiPolygon',
                coordinates: [
                  [
                    [
                      [0, 0],
                      [2, 0],
                      [2, 1],
                      [0, 0],
                    ],
                  ],
                ],
              },
            ],
          },
        },
      ],
    });
    expect(map).toMatchObject({ width: 640, height: 332, box: { west: 0, south: 0, east: 2, north: 1 } });
    expect([map?.areas.length, map?.lines.length]).toEqual([2, 2]);
    expect(map?.points).toEqual([
      [12, 320],
      [628, 12],
    ]);
    expect(map?.lines[0]).toBe('M12 320L628 12');
  });

  it('of one place is drawn, too', () => {
    expect(draw({ type: 'Point', coordinates: [10, 90] })?.points).toEqual([[320, 60]]);
  });

  it('is thinned out if it has many positions', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => [index / 1_000, (index % 7) / 10]);
    expect(draw(line(many))?.lines[0]?.match(/L/g)?.length).toBeLessThanOrEqual(5_001);
  });

  it('is not drawn of anything else', () => {
    for (const text of ['', '{', 'null', '[]', '{"type":"constructor"}', '[['.repeat(100)]) {
      expect(drawMap(text)).toBeUndefined();
    }
    for (const value of [
      { type: 'Point', coordinates: ['x', {}] },
      line([
        [500_000, 7_000_000],
        [1, 2],
      ]),
      line('x'),
    ]) {
      expect(draw(value)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.jsonValue(), (coordinates) => {
        draw({ type: 'MultiPolygon', coordinates });
        draw({ type: 'FeatureCollection', features: coordinates });
      }),
    );
  });
});
