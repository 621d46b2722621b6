import { expect, it } from 'vitest';
import { abridgeMetadata } from './abridge.ts';

it('a page shows an ordinary description as it is', () => {
  const fields = { title: [{ value: 'A title' }], subject: [{ value: 'x', language: 'en' }] };
  expect(abridgeMetadata(fields)).toEqual({ fields, isCut: false });
});

it('a page shows something of each field, and not more than it has room for', () => {
  const long = '😀'.repeat(30_000);
  const fields = {
    description: Array.from({ length: 20 }, () => ({ value: long, language: 'en' })),
    creator: Array.from({ length: 1_000 }, (_, index) => ({ value: `Lima ${index}`, affiliation: 'i'.repeat(500) })),
    title: [{ value: 'A title' }],
  };
  const { fields: shown, isCut } = abridgeMetadata(fields);
  expect(isCut).toBe(true);
  expect(shown['title']).toEqual(fields.title);
  expect(shown['creator']?.[0]).toEqual(fields.creator[0]);
  expect(shown['description']).toEqual([{ value: `${'😀'.repeat(10_000)}…`, language: 'en' }]);
  expect(JSON.stringify(shown).length).toBeLessThan(50_000);
  const odd = abridgeMetadata({ description: [{ value: `x${long}` }] }).fields['description']?.[0]?.value ?? '';
  expect(/\p{Cs}/u.test(odd)).toBe(false);
});

it('so many fields that no page has room for all are left out in the end', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`f${index}`, [{ value: 'x'.repeat(5_000) }]]),
  );
  const { fields: shown } = abridgeMetadata(fields);
  expect(Object.keys(shown).length).toBeLessThan(25);
  expect(shown['f0']).toEqual(fields['f0']);
});
