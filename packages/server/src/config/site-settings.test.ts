import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const read = (flags: Record<string, string>) => readSettings({ flags, environment: {}, file: {} }).site;

describe('whose archive it is', () => {
  it('is not known if nobody says it', () => {
    expect(read({})).toBeUndefined();
  });

  it('has a name in one language or two', () => {
    expect(read({ 'site.name': 'The Library' })?.name).toEqual({ en: 'The Library', pt: 'The Library' });
    expect(read({ 'site.name-pt': 'A Biblioteca' })?.name).toEqual({ en: 'A Biblioteca', pt: 'A Biblioteca' });
    expect(read({ 'site.name': 'L', 'site.name-pt': 'B' })?.name).toEqual({ en: 'L', pt: 'B' });
    expect(() => read({ 'site.name': ' ' })).toThrow();
    expect(() => read({ 'site.name': 'x'.repeat(101) })).toThrow();
  });

  it('has a colour that can be read on light pages, and another for dark ones', () => {
    expect(read({ 'site.accent': '#17594A' })?.accent).toEqual({ light: '#17594a', dark: expect.stringMatching(/^#/) });
    expect(read({ 'site.accent': '#000000' })?.accent?.dark).not.toBe('#000000');
    for (const colour of ['#ffcc00', '#88aaff', 'red', '#fff', '#17594a;}']) {
      expect(() => read({ 'site.accent': colour })).toThrow();
    }
  });

  it('is reached by e-mail or on the web', () => {
    for (const contact of ['library@example.org', 'https://example.org/contact?x=1']) {
      expect(read({ 'site.contact': contact })?.contact).toBe(contact);
    }
    for (const contact of ['nobody', 'javascript:alert(1)', 'a@b"c', 'https://"']) {
      expect(() => read({ 'site.contact': contact })).toThrow();
    }
  });
});
