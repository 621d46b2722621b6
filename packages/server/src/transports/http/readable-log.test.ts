import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { writeReadably } from './readable-log.ts';

/** Returns what a person sees of what is logged, with one time for all. */
const see = (write: (log: pino.Logger) => void): string => {
  let seen = '';
  const note = (line: string): void => {
    seen += writeReadably(line);
  };
  write(pino({}, { write: note }));
  return seen.replaceAll(/^\d\d:\d\d:\d\d /gm, '12:00:00 ');
};

describe('the log on a terminal', () => {
  it('has one short line for each request', () => {
    const request = { request: 'f3', method: 'GET', path: '/items/a', status: 200, milliseconds: 34.439 };
    expect(see((log) => log.info(request, 'answered'))).toBe('12:00:00 200 GET /items/a 34 ms\n');
    expect(see((log) => log.info({ ...request, outcome: 'found', leftOut: 3 }, 'answered'))).toBe(
      '12:00:00 200 GET /items/a 34 ms found 3 more not shown\n',
    );
    expect(see((log) => log.info({ ...request, principal: '3c7a' }, 'answered'))).toBe(
      '12:00:00 200 GET /items/a 34 ms 3c7a\n',
    );
  });

  it('says what happened, and to what', () => {
    expect(see((log) => log.info({ method: 'GET', path: '/' }, 'the client went away'))).toBe(
      '12:00:00 the client went away (method GET, path /)\n',
    );
    expect(see((log) => log.warn({ minter: 'kt5', left: 3 }, 'runs out'))).toBe(
      '12:00:00 warning: runs out (minter kt5, left 3)\n',
    );
    expect(see((log) => log.error({ err: new Error('no space') }, 'making a dump failed'))).toMatch(
      /^12:00:00 error: making a dump failed: no space\n {4}at .*\n/,
    );
    expect(see((log) => log.warn('alone'))).toBe('12:00:00 warning: alone\n');
  });

  it('repeats nothing that the command says, and lets nobody act on the terminal', () => {
    expect(see((log) => log.info('Server listening at http://127.0.0.1:8080'))).toBe('');
    expect(see((log) => log.info({ path: '\x1b[2J\n' }, 'the client went away'))).toBe(
      '12:00:00 the client went away (path \ufffd[2J\ufffd)\n',
    );
  });
});
