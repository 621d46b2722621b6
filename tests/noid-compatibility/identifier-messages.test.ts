import { readFileSync } from 'node:fs';
import { parseTemplate, refuse } from '@perene/core/noid';
import { describe, expect, it } from 'vitest';
import { identifierMessage, templateMessage } from '../../packages/server/src/transports/noid/identifier-messages.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('../../vectors/noid/parse-template.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly { readonly template: string; readonly message: string; readonly total: string }[] };

describe('templateMessage', () => {
  // The Perl program refuses templates with letters of the manual's TO DO list; there is no message for these here.
  const known = cases.filter(({ template, total }) => total !== '0' || !parseTemplate(template).ok);

  it.each(known)('of $template', ({ template, message }) => {
    expect(templateMessage(parseTemplate(template))).toBe(message);
  });

  it.each(cases.filter((templateCase) => !known.includes(templateCase)))(
    'of $template is a synonym',
    ({ template }) => {
      expect(template).toMatch(/^\.[rsz][de]*[ixvEwc]/);
      expect(templateMessage(parseTemplate(template))).toBe(String(template.length - 2));
    },
  );

  it('keeps the sentences of the Perl program for what only this one knows', () => {
    expect(templateMessage(parseTemplate('.rdq'))).toBe(
      "parse_template: a mask may contain only the letters 'd' or 'e'.",
    );
    expect(templateMessage(parseTemplate('b.rik'))).toBe(
      'parse_template: with a check character at the end, a mask may contain only characters from "0123456789x".',
    );
    expect(templateMessage(parseTemplate('x'.repeat(257)))).toBe(
      'parse_template: a template has at most 256 characters.',
    );
  });
});

describe('identifierMessage', () => {
  it.each([
    ['noid/empty', '', "can't validate an empty identifier"],
    ['noid/reserved', '', 'identifiers must not start with ":/".'],
    ['noid/beginning', '13030/f5', 'a\u{1f600}b should begin with 13030/f5.'],
    ['noid/check-character', '', 'a\u{1f600}b has a check character error'],
    ['noid/shorter', '', 'a\u{1f600}b shorter than specified template (-)'],
    ['noid/longer', '', 'a\u{1f600}b longer than specified template (-)'],
    [
      'noid/conflict',
      "char 'e' (extended digit)",
      "a\u{1f600}b char '\u{1f600}' conflicts with template (-) char 'e' (extended digit)",
    ],
    ['noid/too-long', 'at most 1024 characters', 'an identifier has at most 1024 characters'],
  ])('%s', (problem, expected, message) => {
    const refused = refuse(problem, 1, expected);
    expect(identifierMessage(refused, { identifier: 'a\u{1f600}b', template: '-' })).toBe(`iderr: ${message}`);
  });
});
