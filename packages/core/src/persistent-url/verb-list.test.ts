import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../parsing/answer.ts';
import { misplacedStep } from './relation.ts';
import {
  appendVerbs,
  asksForFileList,
  formatVerb,
  formatVerbList,
  parseVerbList,
  parseVerbs,
  relationOf,
  type Verb,
} from './verb-list.ts';

const SEED = 20_150_325;

const FILE_LIST: Verb = { kind: 'fileList' };
const LAST_EDITION: Verb = { kind: 'lastEdition' };
const translation = (language?: string): Verb => ({ kind: 'translation', language });
const metadata = (format?: 'oai_dc'): Verb => ({ kind: 'metadata', format });

const ORDER = 'an order as in !+:+ or +!:+';

describe('parseVerbList', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['GetLastEdition', [LAST_EDITION]],
    ['GetTranslation', [translation()]],
    ['GetTranslation(pt)', [translation('pt')]],
    ['GetTranslation(pt-BR)', [translation('pt-BR')]],
    ['GetMetadata', [metadata()]],
    ['GetMetadata(oai_dc)', [metadata('oai_dc')]],
    ['GetFileList', [FILE_LIST]],
    ['GetFileList GetFileList', [FILE_LIST, FILE_LIST]],
    ['  GetLastEdition   GetMetadata ', [LAST_EDITION, metadata()]],
    ['GetTranslation GetMetadata GetTranslation', [translation(), metadata(), translation()]],
    ['GetLastEdition GetFileList GetTranslation', [LAST_EDITION, FILE_LIST, translation()]],
  ])('reads %j', (text, verbs) => {
    expect(parseVerbList(text)).toEqual(accept(verbs));
  });

  it.each([
    ['Get', 0],
    ['getmetadata', 0],
    ['!', 0],
    ['GetFileListing', 0],
    ['GetFileList()', 0],
    ['GetLastEdition  x', 16],
    ['GetMetadata\tGetFileList', 11],
  ])('refuses the verb of %j', (text, position) => {
    const problem = text.includes('\t')
      ? refuse('verb/trailing', position, 'a blank or the end')
      : refuse('verb/unknown', position, 'GetLastEdition, GetTranslation, GetMetadata or GetFileList');
    expect(parseVerbList(text)).toEqual(problem);
  });

  it.each([
    ['GetLastEdition(pt)', 14],
    ['GetMetadata(oai_dc),', 19],
    [' GetTranslation(pt)GetMetadata', 19],
  ])('refuses what follows the verb in %j', (text, position) => {
    expect(parseVerbList(text)).toEqual(refuse('verb/trailing', position, 'a blank or the end'));
  });

  it.each([
    ['GetMetadata(marc)', 'relation/unknown-format', 12],
    ['GetMetadata GetTranslation(xx)', 'language/unknown-language', 27],
    ['GetMetadata(oai_dc GetFileList)', 'relation/open-parenthesis', 18],
  ])('refuses the parameter of %j', (text, problem, position) => {
    expect(parseVerbList(text)).toMatchObject({ ok: false, problem, position });
  });

  it.each([
    ['GetMetadata GetLastEdition', 12],
    ['GetMetadata  GetFileList GetMetadata', 25],
    [' GetTranslation(pt) GetTranslation(en)', 20],
    ['GetFileList GetTranslation GetMetadata GetTranslation GetTranslation', 54],
  ])('refuses the order of %j', (text, position) => {
    expect(parseVerbList(text)).toEqual(refuse('relation/order', position, ORDER));
  });

  it('has at most 16 verbs', () => {
    const verbs = (count: number): string => Array(count).fill('GetFileList').join(' ');
    expect(parseVerbList(verbs(16))).toEqual(accept(Array(16).fill(FILE_LIST)));
    expect(parseVerbList(`${verbs(16)} `)).toEqual(accept(Array(16).fill(FILE_LIST)));
    expect(parseVerbList(verbs(17))).toEqual(refuse('verb/too-many', 16 * 12, 'at most 16 verbs'));
    expect(parseVerbList(verbs(18))).toEqual(refuse('verb/too-many', 16 * 12, 'at most 16 verbs'));
  });
});

describe('parseVerbs', () => {
  it('says where each verb begins, and does not look at their order', () => {
    expect(parseVerbs(' GetMetadata  GetFileList GetMetadata')).toEqual(
      accept([
        { verb: metadata(), position: 1 },
        { verb: FILE_LIST, position: 14 },
        { verb: metadata(), position: 26 },
      ]),
    );
  });
});

describe('appendVerbs', () => {
  const place = (...verbs: readonly Verb[]) => verbs.map((verb, index) => ({ verb, position: index * 10 }));

  it('puts verbs behind others', () => {
    expect(appendVerbs([], place())).toEqual(accept([]));
    expect(appendVerbs([FILE_LIST, LAST_EDITION], place(FILE_LIST, translation()))).toEqual(
      accept([FILE_LIST, LAST_EDITION, FILE_LIST, translation()]),
    );
  });

  it('refuses the first that a relation has no place for, GetFileList aside', () => {
    expect(appendVerbs([metadata()], place(FILE_LIST, LAST_EDITION, metadata()))).toEqual(
      refuse('relation/order', 10, ORDER),
    );
  });
});

describe('what verbs say', () => {
  const verbs = [FILE_LIST, translation('pt'), FILE_LIST, metadata('oai_dc')];

  it('is a relation, without GetFileList', () => {
    expect(relationOf(verbs)).toEqual([translation('pt'), metadata('oai_dc')]);
    expect(relationOf([])).toEqual([]);
  });

  it('asks for a list of files, or does not', () => {
    expect(asksForFileList(verbs)).toBe(true);
    expect(asksForFileList([metadata(), FILE_LIST])).toBe(true);
    expect(asksForFileList(relationOf(verbs))).toBe(false);
    expect(asksForFileList([])).toBe(false);
  });

  it('is written with a blank between verbs', () => {
    expect(formatVerbList(verbs)).toBe('GetFileList GetTranslation(pt) GetFileList GetMetadata(oai_dc)');
    expect(formatVerbList([LAST_EDITION])).toBe('GetLastEdition');
    expect(formatVerbList([])).toBe('');
    expect(verbs.map(formatVerb)).toEqual(['GetFileList', 'GetTranslation(pt)', 'GetFileList', 'GetMetadata(oai_dc)']);
  });
});

describe('the grammar of lists, over all sequences of up to five verbs', () => {
  const VERBS: Readonly<Record<string, Verb>> = { u: LAST_EDITION, t: translation(), m: metadata(), f: FILE_LIST };
  const SENTENCES = new Set(['', 'u', 'ut', 't', 'tu'].flatMap((first) => ['', 'm', 'mt'].map((last) => first + last)));
  const sequences = [0, 1, 2, 3, 4].reduce<readonly string[]>(
    (all) => [...new Set([...all, ...all.flatMap((sequence) => ['u', 't', 'm', 'f'].map((verb) => sequence + verb))])],
    [''],
  );

  it('accepts just those whose steps form a relation, and shows the first that does not', () => {
    expect(sequences).toHaveLength(1 + 4 + 16 + 64 + 256 + 1_024);
    for (const sequence of sequences) {
      const verbs = [...sequence].flatMap((letter) => VERBS[letter] ?? []);
      const misplaced = [...sequence].findIndex(
        (_, index) => !SENTENCES.has(sequence.slice(0, index + 1).replaceAll('f', '')),
      );
      const before = verbs.slice(0, misplaced).reduce((end, verb) => end + formatVerb(verb).length + 1, 0);
      expect(parseVerbList(formatVerbList(verbs)), sequence).toEqual(
        misplaced < 0 ? accept(verbs) : refuse('relation/order', before, ORDER),
      );
    }
  });
});

describe('properties', () => {
  const language = fc.option(fc.constantFrom('pt', 'pt-BR', 'en', 'zu-ZW'), { nil: undefined });
  const verb: fc.Arbitrary<Verb> = fc.oneof(
    fc.constant(FILE_LIST),
    fc.constant(LAST_EDITION),
    language.map(translation),
    fc.constantFrom(metadata(), metadata('oai_dc')),
  );

  it('reads every list that it writes, or refuses its order', () => {
    fc.assert(
      fc.property(fc.array(verb, { maxLength: 16 }), (verbs) => {
        const answer = parseVerbList(formatVerbList(verbs));
        const misplaced = misplacedStep(relationOf(verbs));
        if (misplaced < 0) expect(answer).toEqual(accept(verbs));
        else expect(answer).toMatchObject({ ok: false, problem: 'relation/order' });
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });

  it('never throws, and writes again what it accepts', () => {
    const piece = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('GetLastEdition', 'GetTranslation', 'GetMetadata', 'GetFileList', ' ') },
      { weight: 2, arbitrary: fc.constantFrom('(pt)', '(oai_dc)', '(', ')') },
      { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const answer = parseVerbList(text);
        if (answer.ok) accepted += 1;
        if (answer.ok) expect(parseVerbList(formatVerbList(answer.value))).toEqual(answer);
        else expect(answer.position).toBeLessThanOrEqual(text.length);
      }),
      { seed: SEED, numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(300);
  });
});
