import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createResolutionLog } from './resolution-log.ts';

const open = () => {
  const lines: Record<string, unknown>[] = [];
  let milliseconds = 500;
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const write = createResolutionLog(() => milliseconds);
  return {
    lines,
    pass(time: number) {
      milliseconds += time;
    },
    note: (outcome: string, target = '/a') =>
      write(log, { request: 'r', method: 'GET', target, status: 302, outcome, milliseconds: 1.23456 }),
  };
};

it('writes a line without the query', () => {
  const { lines, note } = open();
  note('unknown', `/a${'b'.repeat(2_000)}?secret`);
  expect(lines).toMatchObject([
    { request: 'r', method: 'GET', status: 302, outcome: 'unknown', milliseconds: 1.235, msg: 'answered' },
  ]);
  expect(String(lines[0]?.['path'])).toHaveLength(1_024);
  note('found', '/a?secret\nb');
  expect(lines[1]).toMatchObject({ path: '/a' });
});

it('leaves out redirects beyond a hundred a second, and tells how many', () => {
  const { lines, note, pass } = open();
  for (let count = 0; count < 150; count += 1) note('found');
  expect(lines).toHaveLength(100);
  note('unknown');
  expect(lines).toHaveLength(101);
  pass(500);
  note('found');
  note('found');
  expect(lines.slice(101).map(({ leftOut }) => leftOut)).toEqual([50, undefined]);
});
