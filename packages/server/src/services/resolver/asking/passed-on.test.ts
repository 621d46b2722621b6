import { describe, expect, it } from 'vitest';
import { formatVia, mayPassOn, nameInVia, readVia } from './passed-on.ts';

describe('the nodes that a question has passed', () => {
  const names = ['http://a.example.org', 'http://[::1]:8080', 'https://b.example.org:8443'].map(nameInVia);

  it('are read again from the header', () => {
    expect(readVia(formatVia(names))).toEqual(names);
    expect(readVia(`1.1 varnish, ${names[0]},1.1 perene`)).toEqual([names[0], '1.1 perene']);
    expect(readVia(undefined)).toEqual([]);
  });

  it('get no question twice, and no endless ones', () => {
    expect(mayPassOn(names.slice(1), names[0] ?? '')).toBe(true);
    expect(mayPassOn(names, names[0] ?? '')).toBe(false);
    expect(
      mayPassOn(
        Array.from({ length: 8 }, (_, index) => `1.1 perene-${index}`),
        'x',
      ),
    ).toBe(false);
  });
});
