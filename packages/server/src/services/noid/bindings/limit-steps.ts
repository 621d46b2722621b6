import { refuse } from '@perene/api/refusals';
import type { Patterns } from '../../../ports/system/patterns.ts';

/** Some 20 ms: other requests wait so long at most. */
const MAX_STEPS = 1_000_000;
/** Reading a pattern takes about as long as matching it against this many characters. */
const READING_LENGTH = 50;

/** So many minters may use up all of their steps in one request. */
const MAX_MINTERS = 5;

/** Steps that several minters have together. */
export interface SharedSteps {
  left: number;
}

export const shareSteps = (): SharedSteps => ({ left: MAX_STEPS * MAX_MINTERS });

/**
 * Patterns for one request, or for the rules of one minter in it, which all together take a bounded number of steps,
 * whatever rules the minters have.
 */
export const limitSteps = (patterns: Patterns, shared: SharedSteps = shareSteps()): Patterns => {
  let left = MAX_STEPS;
  const spend = (steps: number): void => {
    left -= steps;
    shared.left -= steps;
    if (left < 0 || shared.left < 0) throw refuse('rules-too-long', { max: MAX_STEPS });
  };
  return {
    isKnown: (text) => patterns.isKnown(text),
    async compile(text, because) {
      const wasKnown = patterns.isKnown(text);
      const pattern = await patterns.compile(text, because);
      if (!wasKnown) spend((pattern?.steps ?? text.length) * READING_LENGTH);
      return (
        pattern && {
          steps: pattern.steps,
          match(id) {
            spend(pattern.steps * (id.length + 1));
            return pattern.match(id);
          },
        }
      );
    },
  };
};
