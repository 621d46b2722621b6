import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseIbi } from '../ibi/ibi.ts';
import { parseRelation } from '../persistent-url/relation.ts';
import { parseUrlList, type UrlList } from '../wire/url-list.ts';
import {
  findMissingTranslation,
  isAnswerAbout,
  isSecondHand,
  labelOf,
  type Reading,
  readAnswer,
} from './choose-location.ts';

const relationOf = (text: string) => {
  const relation = parseRelation(text);
  if (!relation.ok) throw new Error(text);
  return relation.value;
};

const listOf = (...pairs: readonly string[]): UrlList => {
  const always = ['archiveaddress a.example.org', 'ibi.archiveservice {rep example.org/a/2020/01.01.00.00}'];
  const list = parseUrlList([...always, ...pairs].join('\n'));
  if (!list.ok || list.value === undefined) throw new Error(JSON.stringify(list));
  return list.value;
};

const SELF = 'ibi {rep example.org/a/2021/01.01.00.00 ibip 8JMKD3MGP8W/34PGRBS}';

/** Puts a reading into words. */
const describeReading = (reading: Reading): string => {
  switch (reading.kind) {
    case 'url':
      return `${reading.item.url}${reading.isByLanguage ? ' by language' : ''}`;
    case 'onward':
      return `onward ${reading.ibi.text} ${JSON.stringify(reading.relation)}${reading.isByLanguage ? ' by language' : ''}`;
    case 'itself':
      return `itself ${JSON.stringify(reading.relation)}`;
    case 'deleted':
      return `deleted ${reading.timestamp}`;
    default:
      return 'without';
  }
};

const read = (list: UrlList, relation: string, languages: readonly string[] = []): string =>
  describeReading(readAnswer(list, { relation: relationOf(relation), languages }));

const readPassing = (
  list: UrlList,
  relation: string,
  passedOver: readonly string[],
  languages: readonly string[] = [],
) => describeReading(readAnswer(list, { relation: relationOf(relation), languages, passedOver: new Set(passedOver) }));

const missing = (list: UrlList, relation: string, languages: readonly string[] = []) =>
  findMissingTranslation(list, { relation: relationOf(relation), languages });

const published = (name: string): UrlList => {
  const text = readFileSync(new URL(`../../../../vectors/transcripts/${name}`, import.meta.url), 'utf8');
  const list = parseUrlList(text);
  if (!list.ok || list.value === undefined) throw new Error(name);
  return list.value;
};

describe('an answer', () => {
  it('gives the URL of the item, and of every relation that it names', () => {
    const list = published('url-list-9.2.txt');
    for (const [relation, { url }] of list.related) {
      if (!relation.includes('.translation')) expect(read(list, relation)).toBe(url);
    }
    expect(read(list, '.translation(pt)')).toMatch(/RTC-07\.pdf$/);
  });

  it('of Example 9.3 lets the languages of the reader choose', () => {
    const list = published('url-list-9.3-filtered-GetTranslation.txt');
    expect(read(list, '.translation', ['pt-br', 'en'])).toMatch(/RTC-07\.pdf by language$/);
    expect(read(list, '.translation', ['fr', 'en'])).toMatch(/CCSDS%20643\.0-B-1\.pdf by language$/);
    expect(read(list, '.translation', ['fr'])).toBe('itself []');
    expect(missing(list, '.translation(fr)')).toEqual({ language: 'fr', languages: ['en', 'pt'] });
    expect(missing(list, '.translation(pt)')).toBeUndefined();
    expect(missing(list, '.metadata')).toBeUndefined();
  });

  it('is satisfied by a variety of the language that was asked for', () => {
    const list = listOf(
      SELF,
      'url.translation(pt-BR) http://a.example.org/pt',
      'url.translation(en) http://a.example.org/en',
    );
    expect(read(list, '.translation(pt)')).toBe('http://a.example.org/pt');
    expect(read(list, '.translation(fr)')).toBe('without');
  });

  it('of an item without a language are chosen by the languages of the reader', () => {
    const list = listOf(
      SELF,
      'url.translation http://a.example.org/itself',
      'url.translation(pt) http://a.example.org/pt',
    );
    expect(read(list, '.translation', ['pt-BR', 'en'])).toBe('http://a.example.org/pt by language');
    expect(read(list, '.translation', ['en'])).toBe('http://a.example.org/itself by language');
  });

  it('leads on to the next edition where the last one is sought', () => {
    const list = listOf(SELF, 'ibi.nextedition {rep example.org/b/2022/01.01.00.00}');
    expect(read(list, '.lastedition.metadata(oai_dc)')).toBe(
      'onward example.org/b/2022/01.01.00.00 [{"kind":"lastEdition"},{"kind":"metadata","format":"oai_dc"}]',
    );
    expect(read(list, '.metadata')).toBe('without');
  });

  it('leads on by the IBI of an item without a URL, with the rest of the relation', () => {
    const elsewhere = listOf(
      SELF,
      'ibi.lastedition {rep example.org/b/2022/01.01.00.00}',
      'ibi.translation(pt) {ibip 8JMKD3MGP8W/34PGRBS}',
      'ibi.metadata.translation {rep example.org/c/2022/01.01.00.00}',
    );
    expect(read(elsewhere, '.lastedition')).toBe('onward example.org/b/2022/01.01.00.00 []');
    expect(read(elsewhere, '.lastedition.translation(pt).metadata')).toBe(
      'onward example.org/b/2022/01.01.00.00 [{"kind":"translation","language":"pt"},{"kind":"metadata"}]',
    );
    expect(read(elsewhere, '.translation.metadata', ['pt'])).toBe(
      'onward 8JMKD3MGP8W/34PGRBS [{"kind":"metadata"}] by language',
    );
    expect(read(elsewhere, '.translation.lastedition', ['fr'])).toBe('itself [{"kind":"lastEdition"}]');
    expect(read(elsewhere, '.metadata.translation')).toBe('onward example.org/c/2022/01.01.00.00 []');
  });

  it('leads on from an item of which the Archive has only a copy, because others may know more of it', () => {
    const list = listOf(
      SELF,
      'ibi.translation(fr) {rep example.org/b/2022/01.01.00.00}',
      'state.translation(fr) Copy',
      'url.translation(fr) http://a.example.org/fr',
      'ibi.translation(fr).lastedition {rep example.org/b/2022/01.01.00.00}',
      'url.translation(fr).lastedition http://a.example.org/fr',
      'url.translation(fr).metadata http://a.example.org/fr.json',
      'ibi.lastedition {rep example.org/a/2021/01.01.00.00}',
      'state.lastedition Copy',
      'url.lastedition.translation(fr) http://a.example.org/last/fr',
    );
    const onward = 'onward example.org/b/2022/01.01.00.00 [{"kind":"lastEdition"}]';
    expect(read(list, '.translation(fr).lastedition')).toBe(onward);
    expect(read(list, '.translation.lastedition', ['fr'])).toBe(`${onward} by language`);
    expect(read(list, '.translation(fr).metadata')).toBe('http://a.example.org/fr.json');
    expect(read(list, '.translation(fr)')).toBe('http://a.example.org/fr');
    // The item is its own last edition.
    expect(read(list, '.lastedition.translation(fr)')).toBe('http://a.example.org/last/fr');
  });

  it('takes a translation without a label for its last edition', () => {
    const list = listOf(SELF, 'url http://a.example.org/x', 'url.translation(pt) http://a.example.org/pt');
    expect(read(list, '.translation(pt).lastedition')).toBe('http://a.example.org/pt');
    expect(read(list, '.translation.lastedition', ['pt'])).toBe('http://a.example.org/pt by language');
    expect(read(list, '.translation(pt).lastedition.metadata')).toBe('without');
    expect(read(list, '.translation(pt).metadata')).toBe('without');
  });

  it('takes the item for its last edition if both have one address', () => {
    const metadata = 'ibi.metadata {rep example.org/m/2021/01.01.00.00}';
    const list = listOf(SELF, 'url http://a.example.org/x', 'url.lastedition http://a.example.org/x', metadata);
    expect(read(list, '.lastedition.metadata')).toBe('onward example.org/m/2021/01.01.00.00 []');
    const other = listOf(SELF, 'url http://a.example.org/x', 'url.lastedition http://a.example.org/y', metadata);
    expect(read(other, '.lastedition.metadata')).toBe('without');
  });

  it('leaves a description in a format only where a translation of it is asked for by its language', () => {
    const ibi = 'ibi.metadata(oai_dc) {rep example.org/m/2021/01.01.00.00}';
    const list = listOf(SELF, ibi, 'url.metadata(oai_dc) http://a.example.org/dc');
    expect(read(list, '.metadata(oai_dc).translation', ['pt'])).toBe('http://a.example.org/dc');
    const onward = 'onward example.org/m/2021/01.01.00.00';
    expect(read(list, '.metadata(oai_dc).translation(pt)')).toBe(`${onward} [{"kind":"translation","language":"pt"}]`);
    expect(read(listOf(SELF, ibi), '.metadata(oai_dc).translation')).toBe(`${onward} [{"kind":"translation"}]`);
  });

  it('prefers the whole relation in a language to a part of it', () => {
    const list = listOf(
      SELF,
      'ibi.translation(pt) {rep example.org/b/2022/01.01.00.00}',
      'url.translation(pt).metadata http://a.example.org/m',
      'timestamp.translation(es).metadata 2020-01-01T00:00:00Z',
    );
    expect(read(list, '.translation.metadata', ['pt'])).toBe('http://a.example.org/m by language');
    expect(missing(list, '.translation(es).metadata')).toEqual({ language: 'es', languages: ['pt'] });
  });

  it('has descriptions of translations in several languages', () => {
    const url = (item: string, description: string) =>
      `url.translation(${item}).metadata.translation(${description}) http://a.example.org/${item}/${description}`;
    const list = listOf(SELF, url('en', 'en'), url('en', 'pt'), url('pt', 'en'), url('pt', 'pt-BR'));
    expect(read(list, '.translation(pt).metadata.translation(en)')).toBe('http://a.example.org/pt/en');
    expect(read(list, '.translation(pt).metadata.translation(pt)')).toBe('http://a.example.org/pt/pt-BR');
    expect(read(list, '.translation(pt).metadata.translation', ['pt-br'])).toBe(
      'http://a.example.org/pt/pt-BR by language',
    );
    expect(read(list, '.translation.metadata.translation(en)', ['pt'])).toBe('http://a.example.org/pt/en by language');
    expect(read(list, '.translation.metadata.translation', ['pt', 'en'])).toBe(
      'http://a.example.org/pt/en by language',
    );
    expect(read(list, '.translation.metadata.translation', ['fr'])).toBe(
      'itself [{"kind":"metadata"},{"kind":"translation"}]',
    );
    expect(read(list, '.translation(pt).metadata.translation', ['fr'])).toBe(
      'itself [{"kind":"translation","language":"pt"},{"kind":"metadata"}]',
    );
    expect(read(list, '.translation(pt).metadata.translation(fr)')).toBe('without');
    expect(missing(list, '.translation(pt).metadata.translation(fr)')).toEqual({
      language: 'fr',
      languages: ['en', 'pt-BR'],
    });
    expect(missing(list, '.translation.metadata.translation(fr)', ['pt'])).toEqual({
      language: 'fr',
      languages: ['en', 'pt-BR'],
    });
    expect(missing(list, '.translation.metadata.translation(fr)')).toEqual({ language: 'fr', languages: ['en', 'pt'] });
  });

  it('lacks the description, not a language of it, if there is no description', () => {
    const list = listOf(SELF, 'url http://a.example.org/doc');
    expect(missing(list, '.metadata.translation(es)')).toBeUndefined();
    expect(missing(list, '.translation(es).metadata')).toEqual({ language: 'es', languages: [] });
    const described = listOf(SELF, 'url.metadata http://a.example.org/m');
    expect(missing(described, '.metadata.translation(es)')).toEqual({ language: 'es', languages: [] });
  });

  it('takes an item without a language for its own translation', () => {
    const url = (description: string) =>
      `url.translation.metadata.translation(${description}) http://a.example.org/${description}`;
    const list = listOf(SELF, url('en'), url('pt'));
    expect(read(list, '.translation.metadata.translation', ['pt'])).toBe('http://a.example.org/pt by language');
    expect(read(list, '.translation.metadata.translation(en)')).toBe('http://a.example.org/en');
    expect(read(list, '.translation(en).metadata.translation(en)')).toBe('without');
    expect(missing(list, '.translation.metadata.translation(fr)')).toEqual({ language: 'fr', languages: ['en', 'pt'] });
  });

  it('leads on to a translation whose description is elsewhere', () => {
    const list = listOf(SELF, 'ibi.translation(pt) {rep example.org/b/2022/01.01.00.00}');
    expect(read(list, '.translation.metadata.translation', ['pt'])).toBe(
      'onward example.org/b/2022/01.01.00.00 [{"kind":"metadata"},{"kind":"translation"}] by language',
    );
    const described = listOf(SELF, 'ibi.translation(pt).metadata.translation(en) {rep example.org/b/2022/01.01.00.00}');
    expect(read(described, '.translation(pt).metadata.translation', ['en'])).toBe(
      'onward example.org/b/2022/01.01.00.00 [] by language',
    );
  });

  it('leads nowhere where a part has a URL and no IBI', () => {
    const list = listOf(SELF, 'url.translation(pt) http://a.example.org/pt');
    expect(read(list, '.translation.metadata', ['pt'])).toBe('without');
  });

  it('says what was removed, though it may know its relations', () => {
    const removed = listOf(SELF, 'state Deleted', 'timestamp 2020-01-01T00:00:00Z');
    expect(read(removed, '')).toBe('deleted 2020-01-01T00:00:00Z');
    expect(read(removed, '.translation(pt)')).toBe('deleted 2020-01-01T00:00:00Z');
    const described = listOf(SELF, 'state Deleted', 'url.metadata http://a.example.org/m', 'state.metadata Original');
    expect(read(described, '.metadata')).toBe('http://a.example.org/m');
    const lost = listOf(SELF, 'url.metadata http://a.example.org/m', 'state.metadata Deleted');
    expect(read(lost, '.metadata')).toBe('deleted undefined');
  });

  it('names an item by either form', () => {
    const { related } = listOf(SELF);
    const forms = related.get('')?.ibi;
    if (forms === undefined) throw new Error('no forms');
    expect(labelOf(forms).text).toBe('example.org/a/2021/01.01.00.00');
  });
});

describe('an answer about what is removed, or nowhere', () => {
  const [B, C] = ['example.org/b/2022/01.01.00.00', 'example.org/c/2022/01.01.00.00'];

  it('leads past it', () => {
    const list = listOf(SELF, `ibi.lastedition {rep ${C}}`, `ibi.nextedition {rep ${B}}`);
    expect(readPassing(list, '.lastedition', [])).toBe(`onward ${C} []`);
    expect(readPassing(list, '.lastedition', [C])).toBe(`onward ${B} [{"kind":"lastEdition"}]`);
    expect(readPassing(list, '.lastedition', [B, C])).toBe('itself []');
    expect(readPassing(list, '.lastedition.metadata', [B, C])).toBe('itself [{"kind":"metadata"}]');
  });

  it('gives the next language that the reader wants, or the item', () => {
    const list = listOf(SELF, `ibi.translation(pt) {rep ${B}}`, `ibi.translation(fr) {rep ${C}}`);
    expect(readPassing(list, '.translation', [], ['pt', 'fr'])).toBe(`onward ${B} [] by language`);
    expect(readPassing(list, '.translation', [B], ['pt', 'fr'])).toBe(`onward ${C} [] by language`);
    expect(readPassing(list, '.translation', [B, C], ['pt', 'fr'])).toBe('itself []');
    expect(readPassing(list, '.translation(pt)', [B])).toBe('without');
  });

  it('passes over what it says itself to be removed', () => {
    const list = listOf(
      SELF,
      'url http://a.example.org/doc',
      'state.lastedition Deleted',
      'state.translation(pt) Deleted',
      'url.translation(pt) http://a.example.org/pt',
    );
    expect(read(list, '.lastedition')).toBe('http://a.example.org/doc');
    expect(read(list, '.translation', ['pt'])).toBe('http://a.example.org/doc');
  });

  it('leads from a tombstone to the next edition', () => {
    const list = listOf(SELF, 'state Deleted', `ibi.nextedition {rep ${B}}`);
    expect(read(list, '.lastedition')).toBe(`onward ${B} [{"kind":"lastEdition"}]`);
    expect(readPassing(list, '.lastedition', [B])).toBe('deleted undefined');
  });
});

describe('an answer of a minimal Archive', () => {
  const list = listOf(SELF, 'url http://a.example.org/doc');

  it.each(['.lastedition', '.translation', '.lastedition.translation', '.translation.lastedition'])(
    'gives the item for %s',
    (relation) => expect(read(list, relation, ['pt'])).toBe('http://a.example.org/doc'),
  );

  it('has nothing else', () => {
    expect(read(list, '.metadata')).toBe('without');
    expect(read(list, '.translation(pt)')).toBe('without');
    expect(read(list, '.lastedition.metadata')).toBe('itself [{"kind":"metadata"}]');
  });

  it('is asked for less where it filters by verbs', () => {
    expect(read(listOf(SELF), '.lastedition.translation')).toBe('itself [{"kind":"translation"}]');
    const edition = listOf(SELF, 'url.lastedition http://a.example.org/last');
    expect(read(edition, '.lastedition.translation')).toBe('http://a.example.org/last');
  });
});

describe('varieties of a language', () => {
  const only = (...languages: readonly string[]): UrlList =>
    listOf(SELF, ...languages.map((language) => `url.translation(${language}) http://a.example.org/${language}`));

  it.each([
    ['pt', ['pt-PT', 'pt', 'pt-BR'], 'pt'],
    ['pt', ['en', 'pt-BR'], 'pt-BR'],
    ['pt-BR', ['pt', 'pt-BR'], 'pt-BR'],
    ['pt-BR', ['pt-PT', 'pt'], 'pt'],
  ])('%s of %s is %s', (asked, languages, expected) => {
    expect(read(only(...languages), `.translation(${asked})`)).toBe(`http://a.example.org/${expected}`);
  });

  it('pt-BR is not met by pt-PT', () => {
    expect(read(only('pt-PT'), '.translation(pt-BR)')).toBe('without');
  });
});

describe('the source of an answer', () => {
  const sought = (relation: string) => ({ relation: relationOf(relation), languages: [] });

  it('is second-hand of a copy, for editions and translations', () => {
    for (const pair of ['holding Copy', 'state Copy']) {
      const list = listOf(SELF, pair);
      expect(isSecondHand(list, sought('.lastedition'))).toBe(true);
      expect(isSecondHand(list, sought('.translation(pt)'))).toBe(true);
      expect(isSecondHand(list, sought('.metadata'))).toBe(false);
      expect(isSecondHand(list, sought(''))).toBe(false);
    }
    const listed = listOf(SELF, 'ibi.lastedition {ibip 8JMKD3MGP8W/34PGRBS}', 'state.lastedition Copy');
    expect(isSecondHand(listed, sought('.lastedition'))).toBe(true);
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
    expect(isSecondHand(list, sought('.lastedition'))).toBe(false);
  });

  it('is about the label that was asked for, or not to be believed', () => {
    const [R, P] = ['example.org/a/2021/01.01.00.00', '8JMKD3MGP8W/34PGRBS'];
    const isAbout = (forms: string, asked: string): boolean => {
      const ibi = parseIbi(asked);
      const own = listOf(`ibi {${forms}}`).related.get('')?.ibi;
      if (!ibi.ok || own === undefined) throw new Error(asked);
      return isAnswerAbout(own, ibi.value);
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
