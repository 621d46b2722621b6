import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import type { PatternMatch, Patterns } from '../../../ports/system/patterns.ts';

const RULES = ':/idmap/';
const DECODER = new TextDecoder();

/** Rules are kept as the original keeps them: bound to an identifier of their own, the pattern as the element. */
export const ruleIdentifier = (element: string): string => `${RULES}${element}`;

export const isRuleIdentifier = (id: string): boolean => id.startsWith(RULES);

/** The identifier, changed by the first rule of the element that matches (noid manual, RULE-BASED MAPPING). */
export const applyRules = async (
  minter: MinterReading,
  patterns: Patterns,
  { id, element }: { readonly id: string; readonly element: string },
): Promise<string | undefined> => {
  for (const rule of await minter.elements(ruleIdentifier(element))) {
    const pattern = await patterns.compile(rule.element, () => undefined);
    const match = pattern?.match(id);
    if (match === undefined) continue;
    return id.slice(0, match.start) + fillIn(DECODER.decode(rule.value), match) + id.slice(match.end);
  }
  return undefined;
};

/**
 * The replacement is never run as code: `$1` to `$9` and `$&` stand for what was matched, a sign after a backslash for
 * the sign, and the rest for itself.
 */
const fillIn = (replacement: string, { groups }: PatternMatch): string =>
  replacement.replace(
    /\\([!-/:-@[-`{-~])|\$(?:([1-9])|&)/g,
    (_, sign?: string, digit?: string) => sign ?? groups[Number(digit ?? 0)] ?? '',
  );
