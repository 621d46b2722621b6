import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import {
  formatRelation,
  formatStep,
  MODIFIERS,
  misplacedStep,
  type Notation,
  parseRelation,
  type Relation,
  readStep,
  readSteps,
  type Step,
  VERBS,
} from './relation.ts';

const SEED = 20_150_325;

const STEPS: Readonly<Record<string, Step>> = {
  u: { kind: 'lastEdition' },
  t: { kind: 'translation', language: undefined },
  m: { kind: 'metadata', format: undefined },
};
const RELATIONS: Notation = { lastEdition: '.lastedition', translation: '.translation', metadata: '.metadata' };

/** `([u [t]] | [t [u]]) [m [t]]`, written out. */
const SENTENCES = new Set(['', 'u', 'ut', 't', 'tu'].flatMap((first) => ['', 'm', 'mt'].map((last) => first + last)));

/** Every sequence of up to five steps. */
const SEQUENCES = [0, 1, 2, 3, 4].reduce<readonly string[]>(
  (all) => [...new Set([...all, ...all.flatMap((sequence) => ['u', 't', 'm'].map((step) => sequence + step))])],
  [''],
);

/**
 * Every beginning of a sentence is a sentence too, so a step is misplaced if the sequence up to it is not a sentence.
 */
const firstMisplaced = (sequence: string): number =>
  [...sequence].findIndex((_, index) => !SENTENCES.has(sequence.slice(0, index + 1)));

const stepsOf = (sequence: string): Relation => [...sequence].flatMap((letter) => STEPS[letter] ?? []);

const ORDER = 'an order as in !+:+ or +!:+';

describe('the grammar of relations, over all sequences of up to five steps', () => {
  it('has as many sequences and sentences as it should', () => {
    expect(SEQUENCES).toHaveLength(1 + 3 + 9 + 27 + 81 + 243);
    expect(SENTENCES.size).toBe(15);
    expect(stepsOf('utmt')).toEqual([STEPS['u'], STEPS['t'], STEPS['m'], STEPS['t']]);
  });

  it('has no place for the first step that no sentence goes on with', () => {
    for (const sequence of SEQUENCES) {
      expect(misplacedStep(stepsOf(sequence)), sequence).toBe(firstMisplaced(sequence));
    }
  });

  it('is the same in the notation of Table 9.5', () => {
    for (const sequence of SEQUENCES) {
      const steps = stepsOf(sequence);
      const misplaced = firstMisplaced(sequence);
      const written = steps.map((step) => RELATIONS[step.kind]);
      expect(parseRelation(written.join('')), sequence).toEqual(
        misplaced < 0 ? accept(steps) : refuse('relation/order', written.slice(0, misplaced).join('').length, ORDER),
      );
    }
  });

  it('is the same in the modifiers of Table 8.1', () => {
    for (const sequence of SEQUENCES) {
      const steps = stepsOf(sequence);
      const misplaced = firstMisplaced(sequence);
      const text = `x${steps.map((step) => MODIFIERS[step.kind]).join('')}/`;
      expect(readSteps(text, 1, MODIFIERS), sequence).toEqual(
        misplaced < 0
          ? accept({ steps, end: 1 + steps.length })
          : refuse('relation/order', 1 + misplaced, 'an order as in !+:+ or +!:+'),
      );
    }
  });
});

describe('parseRelation', () => {
  it('reads the relations of Example 9.5', () => {
    const translation = (language?: string): Step => ({ kind: 'translation', language });
    const metadata = (format?: 'oai_dc'): Step => ({ kind: 'metadata', format });
    const lastEdition: Step = { kind: 'lastEdition' };
    const examples: readonly (readonly [string, Relation])[] = [
      ['', []],
      ['.lastedition', [lastEdition]],
      ['.translation', [translation()]],
      ['.translation(pt-BR)', [translation('pt-BR')]],
      ['.metadata', [metadata()]],
      ['.metadata(oai_dc)', [metadata('oai_dc')]],
      ['.lastedition.translation', [lastEdition, translation()]],
      ['.lastedition.translation(pt-BR)', [lastEdition, translation('pt-BR')]],
      ['.lastedition.metadata', [lastEdition, metadata()]],
      ['.lastedition.metadata(oai_dc)', [lastEdition, metadata('oai_dc')]],
      ['.translation(pt-BR).lastedition', [translation('pt-BR'), lastEdition]],
      ['.translation(en).metadata', [translation('en'), metadata()]],
      ['.metadata.translation(en)', [metadata(), translation('en')]],
    ];
    for (const [text, relation] of examples) {
      expect(parseRelation(text)).toEqual(accept(relation));
      expect(formatRelation(relation)).toBe(text);
    }
  });

  it.each([
    ['x', 0],
    ['.', 0],
    ['lastedition', 0],
    ['.LastEdition', 0],
    ['!', 0],
    ['.lasteditions', 12],
    ['.lastedition(pt)', 12],
    ['.translation(pt).', 16],
    ['.metadata(oai_dc))', 17],
    ['.metadata .translation', 9],
  ])('refuses the unknown step of %j', (text, position) => {
    expect(parseRelation(text)).toEqual(
      refuse('relation/unknown-step', position, '.lastedition, .translation or .metadata'),
    );
  });

  it.each([
    ['.translation(', 13],
    ['.metadata(oai_dc', 16],
    ['.lastedition.translation(pt.metadata', 36],
  ])('refuses the parenthesis left open in %j', (text, position) => {
    expect(parseRelation(text)).toEqual(refuse('relation/open-parenthesis', position, ')'));
  });

  it.each(['.metadata()', '.metadata(marc)', '.metadata(oai_dc )', '.metadata(OAI_DC)', '.metadata(pt)'])(
    'refuses the format of %j',
    (text) => {
      expect(parseRelation(text)).toEqual(refuse('relation/unknown-format', 10, 'oai_dc'));
    },
  );

  it.each([
    ['.translation(oai_dc)', 'language/unknown-language', 13],
    ['.lastedition.translation(pt-br)', 'language/unknown-country', 28],
    ['.translation(pt', 'relation/open-parenthesis', 15],
    ['.translation(pt(en)', 'language/trailing', 15],
  ])('refuses the language of %j', (text, problem, position) => {
    expect(parseRelation(text)).toMatchObject({ ok: false, problem, position });
  });

  it('reports a misplaced step before a mistake that follows it', () => {
    expect(parseRelation('.metadata.metadata.x')).toEqual(refuse('relation/order', 9, ORDER));
  });
});

describe('readStep', () => {
  it('reads the one step that stands at the place', () => {
    expect(readStep('a!b', 1, MODIFIERS)).toEqual(accept({ step: { kind: 'lastEdition' }, end: 2 }));
    expect(readStep('a+(en):', 1, MODIFIERS)).toEqual(
      accept({ step: { kind: 'translation', language: 'en' }, end: 6 }),
    );
    expect(readStep('GetMetadata(oai_dc)+', 0, VERBS)).toEqual(
      accept({ step: { kind: 'metadata', format: 'oai_dc' }, end: 19 }),
    );
  });

  it('returns undefined if no step is spelled', () => {
    expect(readStep('a!', 0, MODIFIERS)).toBeUndefined();
    expect(readStep('!', 1, MODIFIERS)).toBeUndefined();
    expect(readStep('', 0, VERBS)).toBeUndefined();
    expect(readStep('getmetadata', 0, VERBS)).toBeUndefined();
  });
});

describe('formatStep', () => {
  it.each([
    [{ kind: 'lastEdition' }, '!', 'GetLastEdition'],
    [{ kind: 'translation', language: undefined }, '+', 'GetTranslation'],
    [{ kind: 'translation', language: 'pt-BR' }, '+(pt-BR)', 'GetTranslation(pt-BR)'],
    [{ kind: 'metadata', format: undefined }, ':', 'GetMetadata'],
    [{ kind: 'metadata', format: 'oai_dc' }, ':(oai_dc)', 'GetMetadata(oai_dc)'],
  ] as const)('writes %j', (step, modifier, verb) => {
    expect(formatStep(step, MODIFIERS)).toBe(modifier);
    expect(formatStep(step, VERBS)).toBe(verb);
  });
});

const language = fc.option(fc.constantFrom('pt', 'pt-BR', 'en', 'zu-ZW', 'aa-AD'), { nil: undefined });
const format = fc.option(fc.constant('oai_dc' as const), { nil: undefined });
const relation = fc
  .tuple(fc.constantFrom(...SENTENCES), fc.array(language, { minLength: 4, maxLength: 4 }), format)
  .map(
    ([sentence, languages, format]): Relation =>
      stepsOf(sentence).map((step, index) => {
        if (step.kind === 'translation') return { kind: 'translation', language: languages[index] };
        return step.kind === 'metadata' ? { kind: 'metadata', format } : step;
      }),
  );

describe('properties', () => {
  it('reads what it writes', () => {
    fc.assert(
      fc.property(relation, (steps) => {
        expect(parseRelation(formatRelation(steps))).toEqual(accept(steps));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('never throws, and writes again what it accepts', () => {
    const piece = fc.constantFrom('.lastedition', '.translation', '.metadata', '(pt)', '(oai_dc)', '(', ')', '.', 'x');
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const text = pieces.join('');
        const answer = parseRelation(text);
        if (answer.ok) accepted += 1;
        if (answer.ok) expect(formatRelation(answer.value)).toBe(text);
        else expect(answer.position).toBeLessThanOrEqual(text.length);
      }),
      { seed: SEED, numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(300);
  });
});
