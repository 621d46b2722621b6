import { describe, expect, it } from 'vitest';
import { escapeArk } from './escape-ark.ts';

describe('escapeArk', () => {
  it('keeps what ARKs are made of, and escapes what URLs cannot have', () => {
    expect(escapeArk('13030/f5-4=~*+@_$.x%7D/é')).toBe('13030/f5-4=~*+@_$.x%7D/%C3%A9');
    expect(escapeArk('1/a b?#"<>[\\]^`{|}')).toBe('1/a%20b%3F%23%22%3C%3E%5B%5C%5D%5E%60%7B%7C%7D');
  });
});
