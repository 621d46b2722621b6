import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runPerene as runProgram } from '../fixtures/run-command.ts';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const readVectors = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../vectors/${path}`, import.meta.url), 'utf8'));

const json = async (...words: readonly string[]) => {
  const { status, stdout, stderr } = await runPerene(['--json', ...words]);
  return { status, stderr, value: JSON.parse(stdout) };
};

describe('perene ibi inspect', () => {
  it('tells what a label says', async () => {
    expect(await runPerene(['ibi', 'inspect', '8jmkd3mgp8w/34pgrbs'])).toEqual({
      status: 0,
      stderr: '',
      stdout:
        '8JMKD3MGP8W/34PGRBS\n  form   IBIp\n  ip     150.163.34.243\n  port   800\n  time   2009-02-16T17:46:00Z\n  date   1234806360\n',
    });
  });

  it('answers JSON with the fields of the contract, and no others that do not apply', async () => {
    const { status, value } = await json(
      'ibi',
      'inspect',
      'sid.INPE.br/MTC-m18@80/2009/02.16.17.46',
      'LK47B6W/362SFKHW7',
    );
    expect(status).toBe(0);
    expect(value).toEqual([
      {
        label: 'sid.INPE.br/MTC-m18@80/2009/02.16.17.46',
        valid: true,
        form: 'repository',
        canonical: 'sid.inpe.br/mtc-m18@80/2009/02.16.17.46',
        host: 'mtc-m18.sid.inpe.br',
        port: 80,
        date: '1234806360',
        time: '2009-02-16T17:46:00Z',
      },
      {
        label: 'LK47B6W/362SFKHW7',
        valid: true,
        form: 'ibip',
        canonical: 'LK47B6W/362SFKHW7',
        ip: '127.0.0.1',
        port: 800,
        date: '1252533660.5',
        time: '2009-09-09T22:01:00.5Z',
      },
    ]);
  });

  it('points at the character that is wrong, and exits with 1', async () => {
    const { status, value } = await json('ibi', 'inspect', '8JMKD3MGP8W/34PGRBO', 'LK47B6W/362SFKH');
    expect(status).toBe(1);
    expect(value[0]).toMatchObject({
      valid: false,
      position: 18,
      error: expect.stringMatching(/^character 19 \("O"\): expected /),
    });
    expect(value[0]).not.toHaveProperty('form');
    expect(value[1]).toMatchObject({ valid: true });

    const text = await runPerene(['ibi', 'inspect', '8JMKD3MGP8W']);
    expect(text).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^perene: 8JMKD3MGP8W: at the end: expected .*\n$/),
    });
  });

  it('agrees with the published labels', async () => {
    const { valid, invalid } = readVectors('ibi/labels.json');
    // A text that is not an IBI may be a label of before RTC-10.
    const legacy = readVectors('ibi/legacy-labels.json').cases.map((row: { legacy: string }) => row.legacy);
    const canBeAnArgument = ({ label }: { label: string }): boolean =>
      !/[\0\ud800-\udfff]/.test(label) && !legacy.includes(label);
    const cases = [...valid, ...invalid.map((row: object) => ({ ...row, valid: false }))].filter(canBeAnArgument);
    const answer = await json('ibi', 'inspect', '--', ...cases.map(({ label }) => label));
    expect(answer.status).toBe(1);
    for (const [index, { note, why, ...expected }] of cases.entries())
      expect(answer.value[index]).toMatchObject(expected);
  });
});

describe('perene ibi inspect, given a label of before RTC-10', () => {
  it('shows the labels that it stands for', async () => {
    const { cases } = readVectors('ibi/legacy-labels.json');
    const answer = await json('ibi', 'inspect', ...cases.map(({ legacy }: { legacy: string }) => legacy));
    expect(answer.status).toBe(0);
    for (const [index, { legacy, repository, ibip, ip }] of cases.entries()) {
      expect(answer.value[index]).toMatchObject({ label: legacy, valid: true, form: 'legacy', canonical: legacy });
      expect(answer.value[index].candidates[0]).toBe(ibip ?? repository);
      if (ip !== undefined) expect(answer.value[index]).toMatchObject({ ip, port: 800 });
    }
    expect(answer.value[1]).toMatchObject({
      host: 'mtc-m17.sid.inpe.br',
      port: 80,
      date: '1197641820',
      time: '2007-12-14T14:17:00Z',
    });
    expect((await runPerene(['ibi', 'inspect', 'APM77Z/UaJFT'])).stdout).toBe(
      [
        'APM77Z/UaJFT',
        '  form   label of before RTC-10, in which letter case counts',
        '  ip     127.0.0.1',
        '  port   800',
        '  time   2008-05-16T17:13:00Z',
        '  date   1210957980',
        '  names  LK47B6W/335L8GH',
        '',
      ].join('\n'),
    );
  });

  it('says of one that cannot be decoded what is left to do', async () => {
    const { status, stdout } = await runPerene(['ibi', 'inspect', '83LX3pFwXQZa/Bkjzd']);
    expect(status).toBe(0);
    expect(stdout).toContain('It is found only where an item carries it as an alias.');
    const { value } = await json('ibi', 'inspect', '83LX3pFwXQZa/Bkjzd');
    expect(value[0]).toMatchObject({ form: 'legacy', candidates: [], time: '2004-03-02T15:20:00Z' });
    expect(value[0]).not.toHaveProperty('host');
  });
});

describe('perene ibi inspect, given something else', () => {
  it('points to `perene url parse` for a persistent URL', async () => {
    const { status, stderr } = await runPerene(['ibi', 'inspect', 'http://urlib.net/8JMKD3MGP8W/34PGRBS']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/; as a persistent URL it can be read: see perene url parse\n$/);
    expect((await runPerene(['ibi', 'inspect', 'x'])).stderr).not.toContain('url parse');
  });

  it('shortens what is very long', async () => {
    const { stderr } = await runPerene(['ibi', 'inspect', 'x'.repeat(5_000)]);
    expect(stderr.length).toBeLessThan(500);
  });
});

describe('perene ibi encode', () => {
  it('writes both forms without minting', async () => {
    const words = ['ibi', 'encode', '--date', '1234806360', '--host', 'mtc-m18.sid.inpe.br', '--ip', '150.163.34.243'];
    expect(await runPerene(words)).toEqual({
      status: 0,
      stdout: 'sid.inpe.br/mtc-m18/2009/02.16.17.46\n8JMKD3MGP8W/34PGRBS\n',
      stderr: '',
    });
    expect((await json(...words)).value).toEqual({
      repository: 'sid.inpe.br/mtc-m18/2009/02.16.17.46',
      ibip: '8JMKD3MGP8W/34PGRBS',
    });
  });

  it('knows ports, IPv6 and fractions', async () => {
    const { value } = await json(
      'ibi',
      'encode',
      '--date',
      '981114292.05',
      '--host',
      'WWW.urlib.net',
      '--port',
      '8080',
      '--ip',
      '2001:252:0:1:0::2008:6',
      '--ip-port',
      '443',
    );
    expect(value).toEqual({
      repository: 'urlib.net/www.8080/2001/02.02.11.44.52.05',
      ibip: '7URMDHLL9SSN2D89MXJD/E56U9CW27',
    });
  });

  it.each([
    ['no server', ['--date', '1']],
    ['no date', ['--host', 'a.b']],
    ['a bad date', ['--date', 'today', '--host', 'a.b']],
    ['a host without a point', ['--date', '1', '--host', 'localhost']],
    ['a date before the first IBIp', ['--date', '807235199', '--ip', '127.0.0.1']],
    ['a bad port', ['--date', '1', '--host', 'a.b', '--port', '65536']],
    ['a bad address', ['--date', '1', '--ip', '1.2.3']],
    ['the port of no host', ['--date', '1e9', '--ip', '1.2.3.4', '--port', '80']],
    ['the port of no address', ['--date', '1', '--host', 'a.b', '--ip-port', '80']],
  ])('says what to do about %s', async (_what, words) => {
    const answer = await runPerene(['ibi', 'encode', ...words]);
    expect(answer).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^perene: .+\n$/) });
  });
});

describe('perene ibi mint', () => {
  it('mints pairs in the data folder of the working folder, and says that they are for trying out', async () => {
    const cwd = createTemporaryFolder();
    const first = await runProgram(['ibi', 'mint', '--count', '3'], { cwd });
    expect(first.status).toBe(0);
    expect(first.stderr).toMatch(/^perene: these labels are for trying out only.*\n$/);
    expect(first.stdout.trim().split('\n')).toHaveLength(3);
    for (const line of first.stdout.trim().split('\n'))
      expect(line).toMatch(/^localhost\/perene\.8080\/\d{4}\/\S+ LK47B6WD49\/\S+$/);
    const second = await runProgram(['ibi', 'mint'], { cwd });
    expect(first.stdout).not.toContain(second.stdout.trim());
  });

  it('answers JSON whose date both labels decode to', async () => {
    const cwd = createTemporaryFolder();
    const { stdout } = await runPerene(
      ['ibi', 'mint', '--count', '5', '--json', '--identity-host', 'www.example.org', '--identity-ip', '192.0.2.7'],
      { cwd },
    );
    const minted = JSON.parse(stdout) as { repository: string; ibip: string; date: string }[];
    expect(minted).toHaveLength(5);
    const { value } = await json('ibi', 'inspect', ...minted.flatMap(({ repository, ibip }) => [repository, ibip]));
    for (const [index, { date }] of minted.entries()) {
      expect(value[2 * index]).toMatchObject({ host: 'www.example.org', port: 80, date });
      expect(value[2 * index + 1]).toMatchObject({ ip: '192.0.2.7', port: 800, date });
    }
  });

  it('mints no IBIp where it knows a host and no address', async () => {
    const { stdout, stderr } = await runPerene(
      ['ibi', 'mint', '--json', '--identity-host', 'a.example.org', '--identity-port', '81'],
      {
        cwd: createTemporaryFolder(),
      },
    );
    expect(stderr).toMatch(
      /^perene: begun to mint for example\.org\/a\.81 in \S+: mint for it from there only, ever\n$/,
    );
    expect(JSON.parse(stdout)).toEqual([
      { repository: expect.stringMatching(/^example\.org\/a\.81\//), date: expect.any(String) },
    ]);
  });

  it('takes settings from flags, then variables, then the file', async () => {
    const cwd = createTemporaryFolder();
    writeFileSync(
      join(cwd, 'settings.json'),
      JSON.stringify({ identity: { host: 'file.example.org', port: 81 }, data: 'kept' }),
    );
    const mint = async (words: readonly string[], environment: Record<string, string>) =>
      (await runPerene(['ibi', 'mint', ...words], { cwd, environment })).stdout;
    const file = { PERENE_CONFIG: 'settings.json' };
    expect(await mint([], file)).toMatch(/^example\.org\/file\.81\//);
    expect(await mint([], { ...file, PERENE_IDENTITY_HOST: 'variable.example.org' })).toMatch(
      /^example\.org\/variable\.81\//,
    );
    expect(
      await mint(['--identity-host', 'flag.example.org'], { ...file, PERENE_IDENTITY_HOST: 'variable.example.org' }),
    ).toMatch(/^example\.org\/flag\.81\//);
    expect(readFileSync(join(cwd, 'kept', 'perene.sqlite')).byteLength).toBeGreaterThan(0);
  });

  it('gives seconds only with a granularity of one second', async () => {
    const cwd = createTemporaryFolder();
    const { stdout } = await runPerene(['ibi', 'mint', '--count', '2', '--json', '--granularity', '1'], { cwd });
    const [one, other] = JSON.parse(stdout) as [{ date: string }, { date: string }];
    expect(Number(other.date)).toBeGreaterThan(Number(one.date));
    expect(one.date + other.date).toMatch(/^\d+$/);
  });

  it.each([
    ['zero labels', ['--count', '0'], 2],
    ['too many labels', ['--count', '1000001'], 2],
    ['a wrong host', ['--identity-host', 'localhost'], 2],
    ['a wrong granularity', ['--granularity', '2'], 2],
    ['a database of another kind', ['--database', 'mysql://localhost'], 2],
    ['a settings file that is not there', ['--config', 'nowhere.json'], 2],
    ['a data folder that cannot be one', ['--data', '/dev/null/x'], 1],
    ['a data folder where none can be made', ['--data', '/proc/x/y'], 1],
  ])('refuses %s in one line', async (_what, words, status) => {
    const answer = await runPerene(['ibi', 'mint', ...words], { cwd: createTemporaryFolder() });
    expect(answer).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(/^perene: .+\n$/) });
  });
});

describe('perene url parse', () => {
  it('agrees with the published persistent URLs', async () => {
    const { valid, invalid } = readVectors('persistent-url/strict.json');
    const sample = [...valid.filter((_: unknown, index: number) => index % 6 === 0), valid.at(-1)];
    for (const expected of sample) {
      const { status, value } = await json('url', 'parse', expected.url);
      expect(status).toBe(0);
      expect(value).toMatchObject({
        valid: true,
        'parsedibiurl.ibi': expected.ibi,
        'parsedibiurl.verblist': expected.verblist,
        relation: expected.relation,
        passthrough: expected.passthrough,
        changes: [],
      });
      expect(value['parsedibiurl.filepath'] ?? null).toBe(expected.filepath);
      expect(value['parsedibiurl.requireditemstatus'] ?? null).toBe(expected.requireditemstatus);
    }
    const [refused] = invalid;
    expect(await json('url', 'parse', refused.url)).toMatchObject({ status: 1, value: { valid: false } });
  });

  it('shows the parts, and what it changed', async () => {
    const { stdout } = await runPerene(['url', 'parse', 'rep/sid.inpe.br/mtc-m19/2013/09.04.12.27.57-TDI+(pt)/a.pdf']);
    expect(stdout.split('\n')).toEqual([
      'parsedibiurl.ibi                sid.inpe.br/mtc-m19/2013/09.04.12.27.57',
      'parsedibiurl.filepath           /a.pdf',
      'parsedibiurl.verblist           GetTranslation(pt)',
      'relation                        .translation(pt)',
      'canonical                       sid.inpe.br/mtc-m19/2013/09.04.12.27.57',
      'changes                         marker-removed type-code-removed',
      '',
    ]);
    expect(await runPerene(['url', 'parse', 'http://urlib.net/8JMKD3MGP8W/35MMLL8+(xx)'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('character 39 ("x"): expected a language'),
    });
  });
});

describe('the command line', () => {
  it('ends quietly when its reader has seen enough', () => {
    const perene = fileURLToPath(new URL('../../packages/server/bin/perene.cjs', import.meta.url));
    const script = `"${process.execPath}" "${perene}" ibi mint --count 20000 | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: createTemporaryFolder(), encoding: 'utf8' });
    expect(stdout).toMatch(/^localhost\/perene\.8080\/\S+ \S+\n0\n$/);
    expect(stderr).toMatch(/^perene: these labels are for trying out only[^\n]*\n$/);
  });

  it('shows control characters as escapes', async () => {
    const { stderr } = await runPerene(['ibi', 'inspect', 'a\u001b[31m/b\u202e']);
    expect(stderr).toMatch(/^perene: "a\\u001b\[31m\/b\\u\{202e\}": character 2 \("\\u001b"\)/);
    const url = await runPerene(['url', 'parse', 'a\n/b']);
    expect(url.stderr).toMatch(/^perene: "a\\n\/b": character 2/);
  });

  it.each([
    [['--help']],
    [['ibi', '--help']],
    [['ibi', 'mint', '--help']],
    [['ibi', 'inspect', '--help']],
    [['ibi', 'encode', '--help']],
    [['url', 'parse', '--help']],
    [['serve', '--help']],
  ])('helps: %s', async (words) => {
    const { status, stdout } = await runPerene(words);
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: perene');
    if (words.length > 2 || words[0] === 'serve') expect(stdout).toContain('Examples:');
    if (words[0] === 'serve') expect(stdout).toContain('--max-connections');
  });

  it.each([
    [['nonsense']],
    [['ibi', 'nonsense']],
    [['ibi', 'inspect']],
    [['ibi', 'mint', '--nonsense']],
    [['url', 'parse', 'a', 'b']],
  ])('answers wrong usage with one line and 2: %s', async (words) => {
    expect(await runPerene(words)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^perene: .+; add --help to see how\n$/),
    });
  });

  it('tells its version', async () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../packages/server/package.json', import.meta.url), 'utf8'),
    );
    expect(await runProgram(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});
