import { type Answer, accept, refuse } from '@perene/core';

/** RFC 9111 section 5.2: directives, each perhaps with a value, and commas between them. */
const CACHE_CONTROL = /^[a-z-]{1,30}(?:=\d{1,10})?(?:, *[a-z-]{1,30}(?:=\d{1,10})?){0,9}$/;

export const parseCacheControl = (text: string): Answer<string> =>
  CACHE_CONTROL.test(text)
    ? accept(text)
    : refuse('setting/cache-control', 0, 'directives such as public, max-age=300, with commas between them');
