import { describe, expect, it } from 'vitest';
import { listOf, relationOf, SELF } from '../../../../tests/fixtures/url-answers.ts';
import { type Ibi, parseIbi } from '../ibi/ibi.ts';
import { readAnswer } from './choose-location.ts';
import { isAnswerAbout, isSecondHand, isWithdrawn, ownPart } from './source-of-answer.ts';

describe('the source of an answer', () => {
  const sought = (relation: string) => ({ relation: relationOf(relation), languages: [] });
  const ibiOf = (text: string): Ibi => {
    const ibi = parseIbi(text);
    if (!ibi.ok) throw new Error(text);
    return ibi.value;
  };
  const ASKED = ibiOf('example.org/a/2021/01.01.00.00');

  it('is second-hand of a copy, for editions and translations', () => {
    for (const pair of ['holding Copy', 'state Copy']) {
      const list = listOf(SELF, pair);
      expect(isSecondHand(list, sought('.lastedition'), ASKED)).toBe(true);
      expect(isSecondHand(list, sought('.translation(pt)'), ASKED)).toBe(true);
      expect(isSecondHand(list, sought('.metadata'), ASKED)).toBe(false);
      expect(isSecondHand(list, sought(''), ASKED)).toBe(false);
    }
    const listed = listOf(SELF, 'ibi.lastedition {ibip 8JMKD3MGP8W/34PGRBS}', 'state.lastedition Copy');
    expect(isSecondHand(listed, sought('.lastedition'), ASKED)).toBe(true);
  });

  it('says that the item is withdrawn for a time', () => {
    expect(isWithdrawn(listOf(SELF, 'holding Withdrawn'))).toBe(true);
    expect(isWithdrawn(listOf(SELF, 'holding Copy'))).toBe(false);
    expect(isWithdrawn(listOf(SELF))).toBe(false);
  });

  it('has a part about the item itself, without its editions and translations', () => {
    const list = listOf(
      SELF,
      'url http://a.example.org/doc',
      'url.metadata http://a.example.org/metadata',
      'url.lastedition http://a.example.org/last',
      'url.translation(pt).metadata http://a.example.org/pt',
      'ibi.nextedition {rep example.org/b/2021/01.01.00.00}',
    );
    const own = ownPart(list);
    expect(own.nextEdition).toBeUndefined();
    expect([...own.related.keys()]).toEqual(['', '.metadata']);
  });

  it('is second-hand of a copy that is named by another of its labels', () => {
    const own = 'ibi {ibip LK47B6W/362SFKH}';
    const list = listOf(own, 'ibi.translation(pt) {rep example.org/a/2021/01.01.00.00}', 'state.translation(pt) Copy');
    expect(isSecondHand(list, sought('.translation'), ASKED)).toBe(true);
    expect(isSecondHand(list, sought('.translation'), ibiOf('example.org/b/2021/01.01.00.00'))).toBe(false);
  });

  it('is first-hand of an original, whatever else it has copies of', () => {
    const list = listOf(
      SELF,
      'holding Original',
      'state.translation(fr) Copy',
      'ibi.lastedition {rep example.org/b/2022/01.01.00.00}',
      'state.lastedition Copy',
      'ibi.metadata {ibip 8JMKD3MGP8W/34PGRBS}',
      'state.metadata Copy',
    );
    expect(isSecondHand(list, sought('.lastedition'), ASKED)).toBe(false);
  });

  it('is about the label that was asked for, or not to be believed', () => {
    const [R, P] = ['example.org/a/2021/01.01.00.00', '8JMKD3MGP8W/34PGRBS'];
    const isAbout = (forms: string, asked: string): boolean => {
      const own = listOf(`ibi {${forms}}`).related.get('')?.ibi;
      if (own === undefined) throw new Error(forms);
      return isAnswerAbout(own, ibiOf(asked));
    };
    for (const forms of [`rep ${R}`, `rep ${R} ibip ${P}`, `ibip ${P}`, `rep ${R} ibip LK47B6W/362SFKH`]) {
      expect(isAbout(forms, R)).toBe(true);
    }
    for (const forms of [`rep ${R}`, `rep ${R} ibip ${P}`, `ibip ${P}`, `rep ${R} ibip LK47B6W/362SFKH`]) {
      expect(isAbout(forms, P)).toBe(true);
    }
    expect(isAbout('rep example.org/b/2021/01.01.00.00', R)).toBe(false);
    expect(isAbout(`rep example.org/b/2021/01.01.00.00 ibip ${P}`, R)).toBe(false);
    expect(isAbout('ibip LK47B6W/362SFKH', P)).toBe(false);
  });
});

it('a removed translation leads to no next edition, although the removed item itself does', () => {
  const list = listOf(
    SELF,
    'state Deleted',
    'timestamp 2021-01-01T00:00:00Z',
    'ibi.nextedition {rep example.org/b/2021/01.01.00.00}',
  );
  const sought = { relation: relationOf('.lastedition'), languages: [] };
  expect(readAnswer(list, sought).kind).toBe('onward');
  expect(readAnswer(list, { ...sought, isTranslation: true }).kind).toBe('deleted');
});
