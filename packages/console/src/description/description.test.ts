import { describe, expect, it } from 'vitest';
import {
  changedFields,
  checkFields,
  describeItem,
  EMPTY_DESCRIPTION,
  findWrongNetwork,
  isEmptyDescription,
  placeProblem,
  readAccess,
  readFields,
} from './description.ts';

const value = (text: string, language = '') => ({ value: text, language });

describe('what people write', () => {
  it('is read without blanks, and without languages where there are none', () => {
    const fields = {
      title: [value(' Land cover ', 'en'), value(''), value('Cobertura', 'pt')],
      creator: [value('Lima, Ana', 'pt')],
      subject: [value('  ')],
    };
    expect(readFields(fields)).toEqual({
      title: [
        { value: 'Land cover', language: 'en' },
        { value: 'Cobertura', language: 'pt' },
      ],
      creator: [{ value: 'Lima, Ana' }],
    });
  });

  it('is marked as wrong in its own field', () => {
    const fields = {
      title: [value(''), value('A'), value('B')],
      date: [value('yesterday')],
    };
    expect(checkFields(fields)).toEqual({ 'title/2': 'metadata/repeated-language', 'date/0': 'metadata/date' });
    expect(checkFields(EMPTY_DESCRIPTION.fields)).toEqual({ 'title/0': 'metadata/title-missing' });
    expect(checkFields({ title: [value('A')] })).toEqual({});
    const people = [value(''), { ...value('Lima, Ana'), qualifiers: { orcid: '0000-0002-1825-0090' } }];
    expect(checkFields({ title: [value('A')], creator: people })).toEqual({ 'creator/1/orcid': 'metadata/orcid' });
    expect(placeProblem({}, { path: '["x y"]', problem: 'metadata/field-name' })).toEqual(['', 'metadata/field-name']);
  });

  it('is empty until somebody writes', () => {
    expect(isEmptyDescription(EMPTY_DESCRIPTION)).toBe(true);
    expect(isEmptyDescription({ ...EMPTY_DESCRIPTION, fields: { title: [value('A')] } })).toBe(false);
  });

  it('is compared with what was there: only differences are sent', () => {
    const before = { title: [value('A')], creator: [value('B')], date: [value('2011')] };
    const after = { title: [value('A ')], creator: [value('')], date: [value('2012')], subject: [value('x', 'en')] };
    expect(changedFields(before, after)).toEqual({
      creator: null,
      date: [{ value: '2012' }],
      subject: [{ value: 'x', language: 'en' }],
    });
  });
});

it('an item is shown as it would be written', () => {
  const described = describeItem({
    language: 'pt',
    metadata: {
      repository: 'a',
      updated: '',
      fields: { title: [{ value: 'A', language: 'pt' }], contributor: [{ value: 'B', role: 'Editor' }] },
    },
    access: {
      networks: ['192.0.2.0/24', '2001:db8::/32'],
      fileList: 'closed',
      description: 'closed',
      embargo: '2027-01-31',
    },
    collections: [{ name: 'maps', title: { en: 'Maps' } }],
  });
  expect(described.fields['title']).toEqual([{ ...value('A', 'pt'), qualifiers: {} }]);
  expect(readFields(described.fields)['contributor']).toEqual([{ value: 'B', role: 'Editor' }]);
  expect(described.fields['creator']).toEqual([value('')]);
  expect(described.access).toEqual({
    isRestricted: true,
    networks: '192.0.2.0/24\n2001:db8::/32',
    isListClosed: true,
    isDescriptionClosed: true,
    embargo: '2027-01-31',
  });
  expect([described.collections, described.opens]).toEqual([['maps'], '']);
  expect(readAccess(described.access)).toEqual({
    networks: ['192.0.2.0/24', '2001:db8::/32'],
    fileList: 'closed',
    description: 'closed',
    embargo: '2027-01-31',
  });
});

it.each([
  [{ isRestricted: false, networks: 'nonsense' }, undefined],
  [{ isRestricted: true, networks: '192.0.2.0/24\n\n' }, undefined],
  [{ isRestricted: true, networks: ' \n' }, ''],
  [{ isRestricted: true, networks: '192.0.2.0/24\nhere' }, 'here'],
])('networks: %j', (access, wrong) => {
  expect(findWrongNetwork({ ...access, isListClosed: false, isDescriptionClosed: false })).toBe(wrong);
});
