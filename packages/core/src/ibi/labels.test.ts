import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatExactDate, formatTime } from './exact-date.ts';
import { parseIbi } from './ibi.ts';

interface LabelVector {
  readonly label: string;
  readonly form: string;
  readonly canonical: string;
  readonly host?: string;
  readonly ip?: string;
  readonly port: number;
  readonly date: string;
  readonly time: string;
}

/** Returns what a label says, in the shape of the vectors. */
const inspectLabel = (label: string): unknown => {
  const parsed = parseIbi(label);
  if (!parsed.ok) return { label, valid: false, refused: parsed };
  const { form, text, date, ...server } = parsed.value;
  return { label, form, canonical: text, ...server, date: formatExactDate(date), time: formatTime(date), valid: true };
};

const { valid, invalid } = JSON.parse(
  readFileSync(new URL('../../../../vectors/ibi/labels.json', import.meta.url), 'utf8'),
) as {
  readonly valid: readonly (LabelVector & { readonly note?: string })[];
  readonly invalid: readonly {
    readonly label: string;
    readonly problem: string;
    readonly position: number;
    readonly why: string;
  }[];
};

/** Changes the letters of ASCII only: letters that look like them must stay unchanged. */
const inOtherCase = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

describe('the labels that are valid', () => {
  it.each(valid)('$label', ({ note, ...label }) => {
    expect(inspectLabel(label.label)).toStrictEqual({ ...label, valid: true });
    const other = inOtherCase(label.label);
    expect(inspectLabel(other)).toStrictEqual({ ...label, label: other, valid: true });
    expect(inspectLabel(label.canonical)).toStrictEqual({ ...label, label: label.canonical, valid: true });
  });

  it('are all different, and more than forty', () => {
    const texts = new Set(valid.map(({ label }) => label));
    expect(texts.size).toBe(valid.length);
    expect(valid.length).toBeGreaterThanOrEqual(40);
  });
});

describe('the labels that are invalid', () => {
  it.each(invalid)('$problem at $position: $why', ({ label, problem, position }) => {
    for (const spelling of [label, inOtherCase(label)]) {
      expect(inspectLabel(spelling)).toStrictEqual({
        label: spelling,
        valid: false,
        refused: { ok: false, problem, position, expected: expect.stringMatching(/\w{3}/) },
      });
    }
  });

  it('are all different, and more than a hundred and twenty', () => {
    const texts = new Set(invalid.map(({ label }) => label));
    expect(texts.size).toBe(invalid.length);
    expect(invalid.length).toBeGreaterThanOrEqual(120);
  });

  it('show every problem that a label can have', () => {
    expect([...new Set(invalid.map(({ problem }) => problem))].sort()).toEqual([
      'host/empty-word',
      'host/hyphen',
      'host/last-word',
      'host/long-word',
      'ibi/no-slash',
      'ibip/address',
      'ibip/date',
      'ibip/fraction',
      'ibip/no-address',
      'ibip/no-date',
      'ibip/no-separator',
      'ibip/no-suffix',
      'ibip/port',
      'ibip/too-long',
      'ibip/trailing',
      'port/number',
      'repository/day',
      'repository/fraction',
      'repository/hour',
      'repository/minute',
      'repository/month',
      'repository/no-word',
      'repository/no-year',
      'repository/second',
      'repository/too-long',
      'repository/trailing',
      'repository/year',
    ]);
  });
});

describe('inspectLabel', () => {
  it('tells the host of a repository name', () => {
    expect(inspectLabel('sid.INPE.br/mtc-m18@80/2009/02.16.17.46.09.50')).toStrictEqual({
      label: 'sid.INPE.br/mtc-m18@80/2009/02.16.17.46.09.50',
      valid: true,
      form: 'repository',
      canonical: 'sid.inpe.br/mtc-m18@80/2009/02.16.17.46.09.50',
      host: 'mtc-m18.sid.inpe.br',
      port: 80,
      date: '1234806369.5',
      time: '2009-02-16T17:46:09.5Z',
    });
  });

  it('tells the address of an IBIp', () => {
    expect(inspectLabel('8jmkd3mgp8w/34pgrbs')).toStrictEqual({
      label: '8jmkd3mgp8w/34pgrbs',
      valid: true,
      form: 'ibip',
      canonical: '8JMKD3MGP8W/34PGRBS',
      ip: '150.163.34.243',
      port: 800,
      date: '1234806360',
      time: '2009-02-16T17:46:00Z',
    });
  });

  it('tells why a label is refused', () => {
    expect(inspectLabel('LK47B6W/')).toStrictEqual({
      label: 'LK47B6W/',
      valid: false,
      refused: {
        ok: false,
        problem: 'ibip/no-date',
        position: 8,
        expected: '2 to 9 or A to U except I and O',
      },
    });
  });
});
