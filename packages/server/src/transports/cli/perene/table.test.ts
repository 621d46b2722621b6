import { expect, it } from 'vitest';
import { formatTable, paint } from './table.ts';

const LINES = [
  ['a', 'first'],
  ['long', 'second'],
];

it('titles are for people who look, colours for terminals that take them', () => {
  const titles = ['id', 'name'];
  expect(formatTable({ isShown: true, hasColours: false }, titles, LINES)).toBe(
    'ID    NAME\na     first\nlong  second\n',
  );
  expect(formatTable({ isShown: true, hasColours: true }, titles, LINES)).toBe(
    '\u001b[1mID    NAME\u001b[0m\na     first\nlong  second\n',
  );
  expect(formatTable({ isShown: true, hasColours: false }, titles, [])).toBe('');
});

it('programs get the rows alone', () => {
  const pipe = { isShown: false, hasColours: false };
  expect(formatTable(pipe, ['id', 'name'], LINES)).toBe('a     first\nlong  second\n');
  expect(paint(pipe, 'red', 'error')).toBe('error');
});
