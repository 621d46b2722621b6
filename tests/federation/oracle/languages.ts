import type { Words } from './truth.ts';

/** Returns tags in the order of their weights (decision 19, RFC 4647 section 3.4). */
export const readPreference = (header: string): readonly string[] =>
  header
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .map(([tag = '', weight = '1']) => ({ tag, weight: Number(weight) }))
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);

/** Returns groups, the best first; any member of a group is right. Decision 46: `+(pt)` is met by any `pt-XX`, too. */
export const matches = (
  family: Words['family'],
  tag: string,
  { isNamed }: { readonly isNamed: boolean },
): readonly (readonly string[])[] => {
  const inLanguage = (test: (language: string) => boolean): readonly string[] =>
    family.filter(({ language }) => language !== undefined && test(language.toLowerCase())).map(({ label }) => label);
  const wanted = tag.toLowerCase();
  const [base = wanted] = wanted.split('-');
  const exact = inLanguage((language) => language === wanted);
  if (base !== wanted) return [exact, inLanguage((language) => language === base)];
  return isNamed ? [exact, inLanguage((language) => language.startsWith(`${wanted}-`))] : [exact];
};
