import { because } from '@perene/api/refusals';
import { LRUCache } from 'lru-cache';
import type { Pattern, Patterns } from '../../ports/system/patterns.ts';

const MAX_KEPT_PATTERNS = 1_000;
/** Repetitions multiply: `.{0,1000}` takes 2,000 steps, and a hundred of these keep a node busy for many seconds. */
const MAX_STEPS = 5_000;

/**
 * RE2 never goes back: each character takes at most the steps of the pattern. The library is loaded with the first
 * pattern.
 */
export const createPatterns = (): Patterns => {
  const kept = new LRUCache<string, Pattern>({ max: MAX_KEPT_PATTERNS });
  return {
    isKnown: (pattern) => kept.has(pattern),
    async compile(pattern, tell) {
      const known = kept.get(pattern);
      if (known !== undefined) return known;
      const { RE2JS } = await import('re2js');
      try {
        const program = RE2JS.compile(pattern);
        if (program.programSize() > MAX_STEPS) {
          tell(because('pattern-steps', { steps: program.programSize(), max: MAX_STEPS }));
          return undefined;
        }
        const compiled = createPattern(program, program.programSize());
        kept.set(pattern, compiled);
        return compiled;
      } catch (error) {
        tell({ detail: error instanceof Error ? error.message : String(error) });
        return undefined;
      }
    },
  };
};

/** The part of RE2JS that is used here. */
interface Compiled {
  matcher(text: string): {
    find(): boolean;
    start(): number;
    end(): number;
    groupCount(): number;
    group(index: number): string | null;
  };
}

const createPattern = (compiled: Compiled, steps: number): Pattern => ({
  steps,
  match(text) {
    const matcher = compiled.matcher(text);
    if (!matcher.find()) return undefined;
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? '');
    return { start: matcher.start(), end: matcher.end(), groups };
  },
});
