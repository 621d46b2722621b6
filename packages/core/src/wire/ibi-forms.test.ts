import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIbip } from '../ibi/ibip.ts';
import { parseRepositoryName } from '../ibi/repository-name.ts';
import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { formatIbiForms, type IbiForms, parseIbiForms } from './ibi-forms.ts';

const REPOSITORY = 'sid.inpe.br/mtc-m19/2013/09.04.12.27.57';
const IBIP = '8JMKD3MGP7W/3EPGUE5';

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};
const repository = unwrap(parseRepositoryName(REPOSITORY));
const ibip = unwrap(parseIbip(IBIP));

describe('the forms of an IBI', () => {
  const forms: readonly (readonly [readonly string[], IbiForms])[] = [
    [['rep', REPOSITORY], { repository, ibip: undefined }],
    [['ibip', IBIP], { repository: undefined, ibip }],
    [['rep', REPOSITORY, 'ibip', IBIP], { repository, ibip }],
  ];

  it.each(forms)('are read and written: %j', (words, value) => {
    expect(parseIbiForms(words)).toEqual(accept(value));
    expect(formatIbiForms(value)).toEqual(words);
  });

  it('are written in canonical case', () => {
    const read = unwrap(parseIbiForms(['rep', REPOSITORY.toUpperCase(), 'ibip', IBIP.toLowerCase()]));
    expect(formatIbiForms(read)).toEqual(['rep', REPOSITORY, 'ibip', IBIP]);
  });

  it('are at least one', () => {
    expect(parseIbiForms([])).toEqual(refuse('ibi-forms/word', 0, 'rep or ibip and a label'));
  });

  it.each([
    [['x'], 0],
    [[''], 0],
    [[IBIP], 0],
    [['REP', REPOSITORY], 0],
    [['IBIP', IBIP], 0],
    [['rep', REPOSITORY, IBIP], 2],
    [['rep', REPOSITORY, 'rep', REPOSITORY], 2],
    [['ibip', IBIP, 'rep', REPOSITORY], 2],
    [['ibip', IBIP, 'ibip', IBIP], 2],
    [['rep', REPOSITORY, 'ibip', IBIP, ''], 4],
  ])('refuse a word at the wrong place in %j', (words, index) => {
    expect(parseIbiForms(words)).toEqual(refuse('ibi-forms/word', index, 'rep or ibip and a label'));
  });

  it.each([
    [['rep'], 'host/empty-word', 1],
    [['rep', ''], 'host/empty-word', 1],
    [['rep', IBIP], 'host/last-word', 1],
    [['ibip'], 'ibip/no-address', 1],
    [['ibip', REPOSITORY], 'ibip/no-separator', 1],
    [['rep', REPOSITORY, 'ibip'], 'ibip/no-address', 3],
    [['rep', REPOSITORY, 'ibip', 'LK/3'], 'ibip/no-separator', 3],
  ])('refuse a label that is none in %j', (words, problem, index) => {
    expect(parseIbiForms(words)).toMatchObject({ ok: false, problem, position: index });
  });

  it('keep what the parser of the label expected', () => {
    expect(parseIbiForms(['rep', 'x'])).toMatchObject({ expected: 'a letter, a digit, - or /' });
  });

  it('never throw, and are written again as they were read', () => {
    const word = fc.constantFrom('rep', 'ibip', REPOSITORY, IBIP, '', 'x');
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (words) => {
        const answer = parseIbiForms(words);
        if (answer.ok) {
          accepted += 1;
          expect(formatIbiForms(answer.value)).toEqual(words);
        } else {
          expect(answer.position).toBeLessThanOrEqual(words.length);
        }
      }),
      { seed: 20_150_325, numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(30);
  });
});
