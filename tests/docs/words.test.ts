import { describe, expect, it } from 'vitest';
import { SHELL } from '../../packages/console/src/shell/texts.ts';
import { readDocument } from './shown-commands.ts';

/** The Portuguese of each English word in the glossary. */
const GLOSSARY: ReadonlyMap<string, string> = new Map(
  [...readDocument('docs/glossary.md').matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)]
    .map(
      ([, english = '', portuguese = '']) =>
        [english.toLowerCase(), portuguese.toLowerCase().replace(/ \(.*/, '')] as const,
    )
    .filter(([english]) => english !== 'english' && english !== '---'),
);

describe('the glossary', () => {
  it('has each word once', () => {
    const words = [...readDocument('docs/glossary.md').matchAll(/^\| ([^|]+) \|/gm)].map(([, word]) => word);
    const own = words.filter((word) => !['English', '---'].includes(word ?? ''));
    expect(own).toEqual([...new Set(own)]);
    expect(GLOSSARY.size).toBe(own.length);
  });

  it('has the words of the menu of the console, in both languages', () => {
    const singular = (word: string): string => word.toLowerCase().replace(/s$/, '');
    const pairs = Object.entries(SHELL.en.menu).map(([name, english]) => {
      const portuguese = SHELL.pt.menu[name as keyof typeof SHELL.pt.menu].toLowerCase();
      return { english, portuguese, word: GLOSSARY.get(english.toLowerCase()) ?? GLOSSARY.get(singular(english)) };
    });
    const known = pairs.filter(({ word }) => word !== undefined);
    expect(known.length).toBeGreaterThan(6);
    // Plurals differ in their last letters.
    const differing = known.filter(({ portuguese, word = '' }) => !portuguese.startsWith(word.slice(0, -1)));
    expect(differing).toEqual([]);
  });
});

describe('documents', () => {
  it.each([
    ['docs/tutorial.md', SHELL.en.menu],
    ['docs/tutorial.pt.md', SHELL.pt.menu],
  ])('call the parts of the console as the console does: %s', (path, menu) => {
    const named = [...readDocument(path).matchAll(/(?<!\*)\*(\p{Lu}\p{Ll}+)\*/gu)].map(([, word]) => word);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((word) => !Object.values(menu).includes(word ?? ''))).toEqual([]);
  });
});
