import { describe, expect, it } from 'vitest';
import { parseRelation } from '../persistent-url/relation.ts';
import { parseUrlList } from '../wire/url-list.ts';
import { readAnswer } from './choose-location.ts';
import { findUnread, isByLess } from './unread-pairs.ts';

const find = (pair: string, relation: string): string | undefined => {
  const list = parseUrlList(`ibi {ibip LK47B6W/362SFKH} ${pair}`);
  const sought = parseRelation(relation);
  if (!list.ok || list.value === undefined || !sought.ok) throw new Error('the test is wrong');
  return findUnread(list.value, sought.value)?.name;
};

describe('findUnread', () => {
  it.each([
    ['url ftp://a.org/', ''],
    ['state original', ''],
    ['state x', '.metadata'],
    ['url x', '.translation(pt)'],
    ['url.metadata(oai_dc) x', '.metadata'],
    ['url.translation(pt) x', '.translation'],
    ['url.translation(pt) x', '.translation(pt).metadata'],
    ['ibi.lastedition x', '.lastedition.metadata(oai_dc)'],
    ['ibi.nextedition x', '.lastedition'],
    ['ibi.nextedition x', '.translation.lastedition'],
  ])('finds %j where %j is sought', (pair, relation) => {
    expect(find(pair, relation)).toBe(pair.split(' ')[0]);
  });

  it.each([
    ['url.metadata x', ''],
    ['url.metadata x', '.translation'],
    ['url.lastedition.metadata x', '.lastedition'],
    ['timestamp x', ''],
    ['contenttype x', ''],
    ['archiveaddress -', ''],
    ['urlkey 1', ''],
    ['ibi.nextedition x', '.metadata'],
    ['ibi.platformsoftware x', '.metadata'],
    ['x \u00f3', ''],
    ['url http://a.org/', ''],
  ])('does not miss %j where %j is sought', (pair, relation) => {
    expect(find(pair, relation)).toBeUndefined();
  });
});

describe('isByLess', () => {
  const judge = (pairs: string, relation: string): boolean => {
    const list = parseUrlList(`ibi {ibip LK47B6W/362SFKH} ${pairs}`);
    const sought = parseRelation(relation);
    if (!list.ok || list.value === undefined || !sought.ok) throw new Error('the test is wrong');
    const reading = readAnswer(list.value, { relation: sought.value, languages: ['pt'] });
    return isByLess(list.value, sought.value, reading);
  };

  it.each([
    ['url http://a.org/', '', false],
    ['url http://a.org/', '.lastedition', true],
    ['url http://a.org/', '.metadata', true],
    ['url.metadata http://a.org/', '.lastedition.metadata', true],
    ['url.lastedition.metadata(oai_dc) http://a.org/', '.lastedition.metadata(oai_dc)', false],
    ['url.translation(pt) http://a.org/', '.translation', false],
    ['ibi.lastedition {ibip LK47B6W/362SFKJ}', '.lastedition', false],
    ['ibi.lastedition.metadata {ibip LK47B6W/362SFKJ}', '.lastedition.metadata.translation', false],
    ['ibi.metadata {ibip LK47B6W/362SFKJ}', '.lastedition.metadata.translation', true],
    [
      'ibi.metadata {ibip LK47B6W/362SFKJ} ibi.translation.metadata {ibip LK47B6W/362SFKJ}',
      '.lastedition.metadata',
      true,
    ],
    ['ibi.nextedition {ibip LK47B6W/362SFKJ}', '.lastedition.metadata', false],
    ['url http://a.org/', '.lastedition.metadata', true],
    ['state Deleted', '', false],
    ['state Original', '', true],
  ])('of %j, where %j is sought: %s', (pairs, relation, expected) => {
    expect(judge(pairs, relation)).toBe(expected);
  });
});
