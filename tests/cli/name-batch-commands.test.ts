import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACES, type Place } from '../fixtures/places.ts';
import type { Finished } from '../fixtures/run-command.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';

describe.each(PLACES)('changes of many names of %s', (_what, open) => {
  let place: Place;
  beforeAll(async () => {
    place = await open();
    await run('create', 'theses', '--template', 'x.sdd', '--term', 'medium', '--naan', '12345');
  });
  afterAll(() => place.close());

  const run = (...words: readonly string[]): Promise<Finished> =>
    runInProcess(['minter', ...words], { cwd: place.folder, environment: place.environment });
  /** The line of all names, without its number and time. */
  const lastOf = ({ stdout }: Finished): string =>
    stdout
      .trimEnd()
      .split('\n')
      .at(-1)
      ?.replace(/^# \S+ \S+Z/, '#') ?? '';
  const numberOf = ({ stdout }: Finished): string => /^# (\S+)/m.exec(stdout)?.[1] ?? '';

  it('are tried, made, listed and undone', async () => {
    writeFileSync(join(place.folder, 'table.csv'), 'id,_t\n,http://old.example/1\n,http://old.example/2\n:x,y\n');
    const trial = await run('change', 'theses', 'table.csv', '--dry-run');
    expect(trial.stdout).toMatch(/^\(new\)\twaiting\t_t: \(none\) -> http:\/\/old\.example\/1\n/);
    expect(trial.stdout).toContain('\n:x\trefused (identifier-invalid)\t');
    expect(lastOf(trial)).toBe('#: 2 waiting, 1 refused');
    expect(await run('names', 'theses')).toMatchObject({ status: 0, stdout: '' });

    const made = await run('run', 'theses', numberOf(trial));
    expect(made.stdout).toMatch(/^12345\/x00\tdone\t_t: \(none\) -> http:\/\/old\.example\/1\n12345\/x01\tdone\t/);
    expect(lastOf(made)).toBe('#: 2 done, 1 refused');

    const rule = ['retarget', 'theses', 'http://old.example/', 'https://new.example/'];
    expect(lastOf(await run(...rule, '--dry-run'))).toBe('# http://old.example/ -> https://new.example/: 2 waiting');
    expect(lastOf(await run(...rule, '--prefix', '12345/x01', '--dry-run'))).toMatch(/: 1 waiting$/);
    const moved = await run(...rule);
    expect(lastOf(moved)).toMatch(/: 2 done$/);
    await run('bind', 'theses', 'set', '12345/x01', '_t', 'https://else.example/');
    const undone = await run('undo', 'theses', numberOf(moved));
    expect(undone.stdout).toMatch(/^12345\/x00\tundone\t.*\n12345\/x01\tleft\t/);
    expect(lastOf(undone)).toMatch(/: 1 undone, 1 left$/);
    expect((await run('get', 'theses', '12345/x00', '_t')).stdout).toContain('http://old.example/1');
    expect((await run('get', 'theses', '12345/x01', '_t')).stdout).toContain('https://else.example/');

    const listed = await run('batches', 'theses');
    expect(listed.stdout.trimEnd().split('\n')).toHaveLength(4);
    expect((await run('batches', 'theses', numberOf(made))).stdout).toMatch(/^12345\/x00\tdone\t/);
    const [first] = (await run('--json', 'batches', 'theses')).stdout.split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({ id: numberOf(moved), counts: { undone: 1, left: 1 } });
  });

  it('are refused whole where the table or the minter is wrong', async () => {
    writeFileSync(join(place.folder, 'wrong.csv'), 'id,_t\n"x\n');
    expect(await run('change', 'theses', 'wrong.csv')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('line 2 of the table has a quotation mark in the wrong place'),
    });
    expect((await run('change', 'none', 'wrong.csv')).status).toBe(1);
    expect((await run('run', 'theses', 'none')).status).toBe(1);
    expect((await run('retarget', 'theses', 'ftp://', 'https://')).status).toBe(2);
  });
});
