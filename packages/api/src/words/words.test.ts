import { expect, it, describe as suite } from 'vitest';
import {
  AGENT_KINDS,
  CONTRIBUTOR_ROLES,
  DATE_TYPES,
  DEGREE_LEVELS,
  RELATION_TYPES,
  TITLE_TYPES,
} from '../../../core/src/item/metadata/vocabularies.ts';
import { because, parseSaid, refuse } from '../refusals.ts';
import { describe, metadataTexts, outcomeTitle } from './index.ts';

const taken = { code: 'label-taken', parameters: { reason: 'here', label: 'urlib.net/www/2011/09.07' } };

suite('words', () => {
  it.each([...CONTRIBUTOR_ROLES, ...DATE_TYPES, ...TITLE_TYPES, ...RELATION_TYPES, ...DEGREE_LEVELS, ...AGENT_KINDS])(
    'name %s in both languages',
    (term) => {
      expect(metadataTexts('pt').termName(term)).not.toBe(metadataTexts('en').termName(term));
      expect(metadataTexts('en').termName(term)).toBe(term.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());
    },
  );

  it('say what a code means in the language of the reader', () => {
    expect(describe(taken, 'en')).toMatch(/^urlib\.net\/www\/2011\/09\.07 names an item of this Archive already/);
    expect(describe(taken, 'pt')).toMatch(/^urlib\.net\/www\/2011\/09\.07 já é de um item deste Arquivo/);
  });

  it('say what another refusal was about, in the same language', () => {
    const parameters = { reason: 'said', origin: 'http://example.org', said: taken };
    expect(describe({ code: 'peer-refused', parameters }, 'pt')).toMatch(
      /^http:\/\/example\.org recusa: .* já é de um/,
    );
  });

  it.each([
    ['a code', { code: 'never-heard-of', parameters: {} }],
    ['a reason', { code: 'label-taken', parameters: { reason: 'new' } }],
    ['no reason', { code: 'label-taken' }],
    ['a name that every object has', { code: 'constructor' }],
    ['parameters', { code: 'label-taken', parameters: { reason: 'here' } }],
    ['parameters of another type', { code: 'metadata-invalid', parameters: { problems: 1 } }],
  ])('leave %s of another version to its own words', (_what, said) => {
    expect(describe({ ...said, detail: 'its own words' }, 'pt')).toBe('its own words');
    expect(describe(said, 'pt')).toBe(said.code);
  });

  it('are the message of a refusal in English, for logs', () => {
    expect(refuse('nothing-to-change').message).toBe('nothing to change was given');
    expect(refuse('key-not-found', { id: 'x' })).toMatchObject({ code: 'key-not-found', parameters: { id: 'x' } });
  });

  it('are the same after a note was kept or sent as JSON', () => {
    const note = because('proposal-note', { reason: 'silent', said: refuse('nothing-to-change') });
    const read = parseSaid(JSON.stringify(note));
    expect(describe(read, 'pt')).toBe(describe(note, 'pt'));
    expect(describe(read, 'pt')).toMatch(/^não responde: /);
  });

  it.each([
    ['a text', { detail: 'a text' }],
    ['null', { detail: 'null' }],
    ['[1]', { detail: '[1]' }],
    ['{"code":1,"parameters":"x","detail":null}', {}],
    ['{"detail":"by a person"}', { detail: 'by a person' }],
  ])('are read from %s', (text, said) => {
    expect(parseSaid(text)).toEqual(said);
  });

  it('say what a resolution came to', () => {
    expect(outcomeTitle({ outcome: 'missing', what: 'file' }, 'pt')).toBe('O item está aqui, mas não este arquivo');
    expect(outcomeTitle({ outcome: 'untranslated', language: 'fr' }, 'en')).toBe('There is no translation into French');
    expect(outcomeTitle({ outcome: 'untranslated', language: '?' }, 'en')).toBe('There is no translation into ?');
  });

  it('name fields of metadata, and leave those that somebody invented as they are', () => {
    const { fieldName, fieldHint } = metadataTexts('pt');
    expect(['creator', 'constructor', 'isbn'].map(fieldName)).toEqual(['Autor', 'constructor', 'isbn']);
    expect([fieldHint('creator'), fieldHint('constructor')]).toEqual(['Sobrenome primeiro: Lima, Ana.', undefined]);
  });
});
