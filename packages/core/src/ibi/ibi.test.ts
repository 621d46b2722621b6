import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../parsing/answer.ts';
import { formatTime } from './exact-date.ts';
import { isSameIbi, parseIbi } from './ibi.ts';
import { ibipPrefix, ibipSuffix } from './ibip.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../vectors/ibi/${name}`, import.meta.url), 'utf8'));

const { pairs } = read('generation.json') as {
  readonly pairs: readonly { readonly repository: string; readonly ibip: string }[];
};

interface Decoded {
  readonly ip: string;
  readonly port: number;
  readonly time: string;
}

const realWorld = read('real-world.json') as {
  readonly pairs: readonly {
    readonly ibip: string;
    readonly rep: string;
    readonly decoded: Decoded;
    readonly legacyIbip?: string;
  }[];
  readonly ibip: readonly { readonly ibip: string; readonly decoded: Decoded }[];
  readonly repository: readonly { readonly rep: string }[];
};

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}`);
  return answer.value;
};

describe('the pairs of generation', () => {
  it.each(pairs)('$repository and $ibip are of one instant', ({ repository, ibip }) => {
    const [name, opaque] = [unwrap(parseIbi(repository)), unwrap(parseIbi(ibip))];
    expect([name.form, opaque.form]).toEqual(['repository', 'ibip']);
    expect([name.text, opaque.text]).toEqual([repository, ibip]);
    expect(name.date).toEqual(opaque.date);
  });
});

describe('labels found in public use', () => {
  it.each(realWorld.pairs)('$ibip and $rep are of one instant', ({ ibip, rep, decoded }) => {
    const [opaque, name] = [unwrap(parseIbi(ibip)), unwrap(parseIbi(rep))];
    expect(opaque).toMatchObject({ form: 'ibip', text: ibip, ip: decoded.ip, port: decoded.port });
    expect(name).toMatchObject({ form: 'repository', text: rep.toLowerCase(), port: 80 });
    expect([formatTime(opaque.date), formatTime(name.date)]).toEqual([decoded.time, decoded.time]);
  });

  it.each(realWorld.ibip)('$ibip', ({ ibip, decoded: { ip, port, time } }) => {
    const label = unwrap(parseIbi(ibip));
    expect(label).toMatchObject({ form: 'ibip', text: ibip, ip, port });
    expect(formatTime(label.date)).toBe(time);
    expect(`${unwrap(ibipPrefix({ ip, port }))}/${unwrap(ibipSuffix(label.date))}`).toBe(ibip);
  });

  it.each(realWorld.repository)('$rep', ({ rep }) => {
    const label = unwrap(parseIbi(rep));
    expect(label).toMatchObject({ form: 'repository', text: rep.toLowerCase() });
    const [, year, month, day, hour, minute, second = '00'] =
      /\/(\d{4})\/(\d\d)\.(\d\d)\.(\d\d)\.(\d\d)(?:\.(\d\d))?$/.exec(rep) ?? [];
    expect(formatTime(label.date)).toBe(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  });

  const legacy = realWorld.pairs.flatMap(({ legacyIbip }) => (legacyIbip === undefined ? [] : [legacyIbip]));
  it('has labels of before the standard', () => {
    expect(legacy.length).toBeGreaterThan(0);
  });

  it.each(legacy)('refuses %s, of before the standard, at its Z', (label) => {
    expect(parseIbi(label)).toMatchObject({ ok: false, problem: 'ibip/no-separator', position: label.indexOf('Z') });
  });
});

describe('parseIbi', () => {
  it('refuses a text without a slash at its end', () => {
    for (const text of ['', 'x', '8JMKD3MGP8W', 'www.example.org', '\0', 'x'.repeat(1_000_000)]) {
      expect(parseIbi(text)).toEqual({
        ok: false,
        problem: 'ibi/no-slash',
        position: text.length,
        expected: 'a slash: a label such as 8JMKD3MGP8W/34PGRBS',
      });
    }
  });

  it.each([
    { text: '/', grammar: 'ibip/no-address', position: 0 },
    { text: 'LK47B6W/', grammar: 'ibip/no-date', position: 8 },
    { text: 'LK47B6W/3.5', grammar: 'ibip/trailing', position: 9 },
    { text: 'LK47B6W./3', grammar: 'repository/no-year', position: 10 },
    { text: '.LK47B6W/3', grammar: 'host/empty-word', position: 0 },
    { text: 'example.org/www', grammar: 'repository/no-year', position: 15 },
    { text: 'LK47B6W/3/', grammar: 'ibip/trailing', position: 9 },
    { text: '//', grammar: 'ibip/no-address', position: 0 },
    { text: '///', grammar: 'host/empty-word', position: 0 },
    { text: 'b/a/2009/02.16.17.46/x', grammar: 'repository/trailing', position: 20 },
  ])('reads "$text" by the grammar of its slashes and points', ({ text, grammar, position }) => {
    expect(parseIbi(text)).toMatchObject({ ok: false, problem: grammar, position });
  });
});

describe('isSameIbi', () => {
  const ibi = (text: string) => unwrap(parseIbi(text));
  const name = 'sid.inpe.br/mtc-m18/2009/02.16.17.46';

  it('disregards letter case', () => {
    expect(isSameIbi(ibi(name), ibi(name.toUpperCase()))).toBe(true);
    expect(isSameIbi(ibi('8JMKD3MGP8W/34PGRBS'), ibi('8jmkd3mgp8w/34pgrbs'))).toBe(true);
  });

  it.each([
    'sid.inpe.br/mtc-m18@80/2009/02.16.17.46',
    'sid.inpe.br/mtc-m18.80/2009/02.16.17.46',
    'sid.inpe.br./mtc-m18/2009/02.16.17.46',
    'sid.inpe.br/mtc-m18/2009/02.16.17.46.00',
    'sid.inpe.br/mtc-m18/2009/02.16.17.46.00.0',
    'sid.inpe.br/mtc-m18/02009/02.16.17.46',
    '8JMKD3MGP8W/34PGRBS',
  ])('tells %s apart, though it is of the same server or instant', (other) => {
    expect(isSameIbi(ibi(name), ibi(other))).toBe(false);
    expect(ibi(name).date).toEqual(ibi(other).date);
  });
});
