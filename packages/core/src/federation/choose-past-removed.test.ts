import { describe, expect, it } from 'vitest';
import { listOf, read, readPassing, SELF } from '../../../../tests/fixtures/url-answers.ts';
import type { UrlList } from '../wire/url-list.ts';

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
