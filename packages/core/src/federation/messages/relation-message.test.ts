import { describe, expect, it } from 'vitest';
import { parseIbi } from '../../ibi/ibi.ts';
import type { Label } from '../../ibi/label.ts';
import {
  formatCheckAnswer,
  formatProposalAnswer,
  formatRelationMessage,
  parseCheckAnswer,
  parseProposalAnswer,
  parseRelationMessage,
} from './relation-message.ts';

const labelOf = (text: string): Label => {
  const parsed = parseIbi(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value.text;
};

const OF = 'sid.inpe.br/mtc-m18@80/2009/08.25.19.43';
const ITEM = 'LK47B6W/362SFKH';
const SERVICE = 'example.org/archive/2020/01.01.00.00';
const QUERY = `servicesubject=relationProposal&relation.kind=edition&relation.of=${encodeURIComponent(OF).replaceAll('%2F', '/')}&relation.item=${ITEM}&ibi.archiveservice=${SERVICE}`;

describe('a message about a relation', () => {
  it.each(['relationProposal', 'relationCheck'] as const)('is written and read: %s', (subject) => {
    const message = {
      subject,
      kind: 'translation',
      of: labelOf(OF),
      item: labelOf(ITEM),
      archiveService: labelOf(SERVICE),
    } as const;
    expect(parseRelationMessage(formatRelationMessage(message))).toEqual({ ok: true, value: message });
  });

  it('has a stamp of digits, or none', () => {
    const stamped = parseRelationMessage(`${QUERY}&relation.stamp=1794907200000000`);
    expect(stamped).toMatchObject({ ok: true, value: { stamp: '1794907200000000' } });
    expect(stamped.ok && stamped.value && formatRelationMessage(stamped.value)).toContain(
      'relation.stamp=1794907200000000',
    );
    for (const wrong of ['', 'x', '1'.repeat(21)]) {
      const read = parseRelationMessage(`${QUERY}&relation.stamp=${wrong}`);
      expect(read.ok && read.value).not.toHaveProperty('stamp');
    }
  });

  it('is answered with the stamp of the proposal, if there is one', () => {
    const answer = { isSaid: true, language: 'pt', title: 'T', isTrusting: false };
    expect(parseCheckAnswer(formatCheckAnswer({ ...answer, stamp: '17' }))).toEqual({
      ok: true,
      value: { ...answer, stamp: '17' },
    });
    const wrong = parseCheckAnswer(formatCheckAnswer({ ...answer, stamp: 'x' }));
    expect(wrong).toEqual({ ok: true, value: answer });
  });

  it('asks for a next edition only to check it', () => {
    const next = QUERY.replace('edition', 'nextedition');
    expect(parseRelationMessage(next.replace('relationProposal', 'relationCheck'))).toMatchObject({
      ok: true,
      value: { subject: 'relationCheck', kind: 'nextedition' },
    });
    expect(parseRelationMessage(next)).toMatchObject({ ok: false, expected: 'relation.kind, edition or translation' });
  });

  it('is another one, unreadable, or wrong', () => {
    expect(parseRelationMessage('servicesubject=urlRequest')).toEqual({ ok: true, value: undefined });
    expect(parseRelationMessage('nonsense').ok).toBe(false);
    expect(parseRelationMessage(QUERY).ok).toBe(true);
    expect(parseRelationMessage('servicesubject=relationCheck').ok).toBe(false);
    expect(parseRelationMessage('relation.kind=edition')).toEqual({ ok: true, value: undefined });
    for (const [part, instead, problem] of [
      ['edition', 'review', 'relation/kind'],
      ['2009/08.25.19.43', 'x', 'relation/of'],
      [ITEM, 'x', 'relation/item'],
      [SERVICE, 'x', 'relation/service'],
    ] as const) {
      expect(parseRelationMessage(QUERY.replace(part, instead))).toMatchObject({ ok: false, problem });
    }
  });
});

describe('the answer to a proposal', () => {
  it.each([
    { outcome: 'pending', reason: '', because: '' },
    { outcome: 'refused', reason: 'not {ours}, é', because: '{"code":"busy"}', language: 'pt' },
  ] as const)('is written and read: $outcome', (answer) => {
    expect(parseProposalAnswer(formatProposalAnswer(answer))).toEqual({ ok: true, value: answer });
  });

  it('is refused where it says nothing, and cut short where it says much', () => {
    expect(parseProposalAnswer('{').ok).toBe(false);
    expect(parseProposalAnswer('status.archive refused').ok).toBe(false);
    expect(parseProposalAnswer('relation.outcome {accepted now}').ok).toBe(false);
    expect(parseProposalAnswer('relation.outcome refused relation.reason %')).toMatchObject({ value: { reason: '' } });
    const long = formatProposalAnswer({ outcome: 'refused', reason: 'x'.repeat(9_000), because: '' });
    const read = parseProposalAnswer(long);
    expect(read.ok && read.value.reason).toHaveLength(2_000);
  });
});

describe('the answer to a check', () => {
  it.each([
    { isSaid: true, language: 'pt-BR', title: 'Título', isTrusting: true },
    { isSaid: false, language: undefined, title: '', isTrusting: false },
  ])('is written and read: $isSaid', (answer) => {
    expect(parseCheckAnswer(formatCheckAnswer(answer))).toEqual({ ok: true, value: answer });
  });

  it('is refused where it says nothing', () => {
    expect(parseCheckAnswer('{').ok).toBe(false);
    expect(parseCheckAnswer('').ok).toBe(false);
    expect(formatCheckAnswer({ isSaid: true, language: 'x y', title: '', isTrusting: false })).toBe('');
  });
});
