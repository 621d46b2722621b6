import { describe, expect, it } from 'vitest';
import { addressOf, isNarrowed, queryOf, readFilter } from './filter.ts';

describe('the filter of a list', () => {
  it('is what the address says, without what means nothing', () => {
    const query = new URLSearchParams('q=%20heron%20&state=removed&type=&sort=nothing&cursor=7&owner=me');
    expect(readFilter(query)).toEqual({ q: 'heron', state: 'removed', owner: 'me' });
    expect(readFilter(new URLSearchParams('state=gone&sort=size'))).toEqual({ sort: 'size' });
  });

  it('is the address again', () => {
    const filter = { q: 'a & b', type: '', sort: 'changed' };
    expect(queryOf(filter)).toBe('q=a+%26+b&sort=changed');
    expect(addressOf(filter)).toBe('/console?q=a+%26+b&sort=changed');
    expect(readFilter(new URLSearchParams(queryOf(filter)))).toEqual({ q: 'a & b', sort: 'changed' });
    expect(addressOf({})).toBe('/console');
  });

  it('narrows unless only the order is chosen', () => {
    expect([isNarrowed({ sort: 'size' }), isNarrowed({ q: '', type: '' }), isNarrowed({ owner: 'me' })]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
