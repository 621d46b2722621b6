import { describe, expect, it } from 'vitest';
import { authorName, tellHistory } from '../index.ts';

const edited = (before: object, after: object) => ({ action: 'edited', detail: { before, after } });

describe('the history of an item in words', () => {
  it.each([
    [
      'a corrected title',
      edited({ metadata: { title: [{ value: 'Bok' }] } }, { metadata: { title: [{ value: 'Book' }] } }),
      ['Title: “Book” instead of “Bok”'],
      ['Título: “Book” em vez de “Bok”'],
    ],
    [
      'subjects that came and went',
      edited(
        { metadata: { title: [{ value: 'Book' }], subject: [{ value: 'soil' }, { value: 'rain' }] } },
        { metadata: { title: [{ value: 'Book' }], subject: [{ value: 'wind' }, { value: 'sun' }, { value: 'rain' }] } },
      ),
      ['Subject added: “wind”', 'Subject added: “sun”', 'Subject removed: “soil”'],
      ['Assunto, acrescentado: “wind”', 'Assunto, acrescentado: “sun”', 'Assunto, retirado: “soil”'],
    ],
    [
      'an ORCID that was added',
      edited(
        { metadata: { creator: [{ value: 'Lima, Ana' }] } },
        { metadata: { creator: [{ value: 'Lima, Ana', orcid: '0000-0002-1825-0097' }] } },
      ),
      ['Creator “Lima, Ana” changed'],
      undefined,
    ],
    [
      'language, access and what it opens',
      edited(
        { language: 'en', access: { fileList: 'open' }, opens: null },
        { language: 'pt-BR', access: { fileList: 'closed', embargo: '2030-01-01' }, opens: 'page' },
      ),
      [
        'Language: Brazilian Portuguese instead of English',
        'List of files: closed instead of open',
        'Embargo: “2030-01-01”',
        'What the persistent URL opens: the page',
      ],
      undefined,
    ],
    [
      'collections and links',
      edited(
        { collections: ['old'], links: [] },
        { links: { editionOf: 'a/1', translations: { pt: 'a/2' } }, unlink: ['a/3'], collections: ['old', 'new'] },
      ),
      ['Edition of added: a/1', 'Translation (Portuguese) added: a/2', 'Link removed: a/3', 'Collection added: new'],
      undefined,
    ],
    [
      'a removal',
      { action: 'removed', detail: { after: { state: { kind: 'deleted', reason: 'Asked for' } } } },
      ['Reason: Asked for'],
      ['Motivo: Asked for'],
    ],
    [
      'a withdrawal',
      { action: 'withdrawn', detail: { before: {}, after: { withdrawal: { at: '1', reason: 'A complaint' } } } },
      ['Reason: A complaint'],
      ['Motivo: A complaint'],
    ],
    [
      'a restoration',
      {
        action: 'restored',
        detail: { before: { withdrawal: { at: '1', reason: 'A complaint' } }, after: { withdrawal: null } },
      },
      [],
      [],
    ],
    [
      'a deposit',
      { action: 'added', detail: { state: 'original', files: [{ path: 'a.pdf' }, { path: 'b.csv' }] } },
      ['2 files: a.pdf, b.csv'],
      ['2 arquivos: a.pdf, b.csv'],
    ],
    [
      'a link from elsewhere',
      { action: 'linked', detail: { item: 'a/1', kind: 'translation', language: 'pt' } },
      ['Translation (Portuguese): a/1'],
      undefined,
    ],
    ['a damaged file', { action: 'damaged', detail: { path: 'a.pdf' } }, ['File: a.pdf'], undefined],
    ['an entry of another version', { action: 'constructor', detail: { before: 3, after: { new: { x: 1 } } } }, [], []],
    ['no detail', { action: 'edited', detail: null }, [], []],
  ] as const)('tells %s', (_, entry, english, portuguese) => {
    expect(tellHistory(entry, 'en').details).toEqual(english);
    if (portuguese !== undefined) expect(tellHistory(entry, 'pt').details).toEqual(portuguese);
  });

  it('says what was done in both languages, and keeps the name of an unknown action', () => {
    expect(tellHistory({ action: 'removed' }, 'pt').action).toBe('Removido');
    expect(tellHistory({ action: 'constructor' }, 'en').action).toBe('constructor');
  });

  it('names people without the number of their key', () => {
    expect(authorName('Ana Lima (0123456789abcdef)')).toBe('Ana Lima');
    expect(authorName('ana (command line)')).toBe('ana (command line)');
    expect(authorName('perene')).toBe('perene');
  });
});
