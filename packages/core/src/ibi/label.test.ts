import { describe, expect, it } from 'vitest';
import { parseIbi } from './ibi.ts';
import { composeIbipLabel, FIRST_IBIP_SECOND } from './ibip.ts';
import { isRepositoryLabel } from './label.ts';
import { composeRepositoryLabel } from './repository-name.ts';

const DATE = { seconds: FIRST_IBIP_SECOND + 1, fraction: '5' };

describe('a label', () => {
  it('is composed as its parser would write it', () => {
    for (const prefix of ['example.org/www', 'example.org/www.8080']) {
      const label = composeRepositoryLabel(prefix, DATE);
      expect(parseIbi(label)).toMatchObject({ ok: true, value: { form: 'repository', text: label, date: DATE } });
    }
    const ibip = composeIbipLabel('8JMKD3MGP8W', DATE);
    expect(ibip.ok && parseIbi(ibip.value)).toMatchObject({ value: { form: 'ibip', text: ibip.ok && ibip.value } });
    expect(composeIbipLabel('8JMKD3MGP8W', { seconds: 0, fraction: '' })).toMatchObject({ problem: 'ibip/date' });
  });

  it('tells its form', () => {
    const ibip = composeIbipLabel('8JMKD3MGP8W', DATE);
    expect(isRepositoryLabel(composeRepositoryLabel('example.org/www', DATE))).toBe(true);
    expect(ibip.ok && isRepositoryLabel(ibip.value)).toBe(false);
  });
});
