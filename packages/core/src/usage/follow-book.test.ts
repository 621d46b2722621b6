import { expect, it } from 'vitest';
import { composeRepositoryLabel } from '../index.ts';
import { createFollowBook, type Follow } from './follow-book.ts';

const label = (name: string) => composeRepositoryLabel(`example.org/${name}`, { seconds: 1_577_836_800, fraction: '' });
const HOUR = 3_600_000;
const follow = (citing: string, more: Partial<Follow> = {}): Follow => ({
  session: 's',
  repository: label('a'),
  citing: label(citing),
  at: 10 * HOUR,
  ...more,
});

it('counts a visitor once an hour for each pair of items', () => {
  const counts = createFollowBook({ maxFollows: 9, maxOfVisitor: 9 });
  expect([follow('b'), follow('b'), follow('c'), follow('b', { session: 't' })].map(counts)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(counts(follow('b', { repository: label('d') }))).toBe(true);
  expect(counts(follow('b', { at: 11 * HOUR }))).toBe(true);
});

it('counts so many of a visitor, and so many in all', () => {
  const counts = createFollowBook({ maxFollows: 3, maxOfVisitor: 2 });
  expect(['b', 'c', 'd'].map((citing) => counts(follow(citing)))).toEqual([true, true, false]);
  expect(['b', 'c'].map((citing) => counts(follow(citing, { session: 't' })))).toEqual([true, false]);
});
