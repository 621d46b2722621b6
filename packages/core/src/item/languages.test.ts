import { describe, expect, it } from 'vitest';
import { protocolLanguage, readLanguage } from './languages.ts';

describe('a language', () => {
  it.each([
    ['pt', 'pt'],
    ['PT-br', 'pt-BR'],
    ['yrl', 'yrl'],
    ['KGP', 'kgp'],
    ['kgp-br', 'kgp-BR'],
    ['bzs', 'bzs'],
  ])('%s is %s', (text, language) => expect(readLanguage(text)).toBe(language));

  // Languages with a code of two letters have no other, so that nobody gives one language two names.
  it.each(['por', 'eng', 'xx', 'qaa', 'mul', 'und', 'zxx', 'yrl-XX', 'pt_BR', 'yrl-', 'portuguese', ''])(
    '"%s" is none',
    (text) => expect(readLanguage(text)).toBeUndefined(),
  );

  it('goes through the protocol only if it has two letters', () => {
    expect(['pt', 'pt-BR', 'yrl', 'kgp-BR', undefined].map(protocolLanguage)).toEqual([
      'pt',
      'pt-BR',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
