import { describe, expect, it } from 'vitest';
import { listOf, missing, published, read, SELF } from '../../../../tests/fixtures/url-answers.ts';
import { labelOf } from './choose-location.ts';

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
