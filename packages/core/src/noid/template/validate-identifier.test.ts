import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifierMessage, templateMessage } from '../../../../server/src/transports/noid/identifier-messages.ts';
import { accept, refuse } from '../../parsing/answer.ts';
import { createIdentifierWriter } from '../identifier-writer.ts';
import { charactersToNumber, numberToCharacters } from '../number-to-characters.ts';
import { firstPart, type MintingTemplate, parseTemplate, type Template } from './template.ts';
import { validateAnyIdentifier, validateIdentifier } from './validate-identifier.ts';

interface ValidateCase {
  readonly name: string;
  readonly template: string;
  readonly args: readonly string[];
  readonly steps: readonly {
    readonly argv: readonly string[];
    readonly stdout: string;
    readonly stderr: string;
    readonly exit: number;
  }[];
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../../vectors/noid/validate.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly ValidateCase[] };

const parsed = (text: string): Template => {
  const answer = parseTemplate(text);
  if (!answer.ok) throw new Error(answer.problem);
  return answer.value;
};

const minting = (text: string): MintingTemplate => {
  const template = parsed(text);
  if (template.kind !== 'minting') throw new Error(`${text} mints nothing`);
  return template;
};

/** The Perl program reads these in a prefix, and in an identifier, as parts of a regular expression. */
const hasPattern = (text: string): boolean => /[.*+?^$()[\]{}|\\]/.test(text);

const steps = cases.flatMap(({ template: own, args, steps: all }) =>
  all
    .filter(({ argv }) => argv.length > 3)
    .map(({ argv: [, , shown = '', ...identifiers], stdout, stderr, exit }) => {
      const title = `${own}: ${[shown, ...identifiers].join(' ')}`;
      const text = shown === '-' ? own : shown;
      return { title, shown, text, naan: args[1] ?? '', identifiers, lines: stdout.split('\n'), stderr, exit };
    }),
);

describe('validateIdentifier, as the Perl program', () => {
  it.each(steps)('$title', ({ shown, text, naan, identifiers, lines, stderr, exit }) => {
    const template = parseTemplate(text);
    if (!template.ok) {
      expect(stderr).toContain(`error: template ${shown} bad: ${templateMessage(template)}\n`);
      return;
    }
    // The Perl program does not know the letters of the manual's TO DO list.
    if (/[ixvEwc]/.test(template.value.letters)) {
      expect(stderr).toContain("only the letters 'd' or 'e'");
      return;
    }
    const first = firstPart(template.value, naan);
    identifiers.forEach((identifier, place) => {
      const answer = validateIdentifier(identifier, template.value, { naan });
      if (hasPattern(identifier) || hasPattern(first)) {
        // Difference 4: here they are characters, of which none but those of the prefix belong to an identifier.
        expect(answer.ok).toBe(hasPattern(first) && identifier.startsWith(first));
        return;
      }
      // A crash over such a pattern, or an identifier taken for an option, ended the whole step.
      if (exit !== 0) return;
      const line = lines[place] ?? '';
      if (answer.ok && template.value.order === 'unlimited' && line.includes(' longer than ')) {
        // Difference 4: identifiers grown beyond the mask are valid.
        const number = charactersToNumber(identifier.slice(first.length), template.value);
        expect(number.ok && first + numberToCharacters(number.value, template.value)).toBe(identifier);
        return;
      }
      const message = answer.ok ? `id: ${answer.value}` : identifierMessage(answer, { identifier, template: shown });
      expect(message).toBe(line);
    });
  });

  it('meets enough of them', () => {
    expect(steps.filter(({ exit }) => exit === 0).length).toBeGreaterThan(80);
  });
});

describe('validateIdentifier', () => {
  const check = 'the check character';
  it.each([
    ['', '.rddd', '', 'empty', 0, 'an identifier'],
    [' \t\n\v\f\r', '.rddd', '', 'empty', 0, 'an identifier'],
    [':/', '.rddd', '', 'reserved', 0, 'no ":/" at the beginning'],
    [':/idmap', '.rddd', '', 'reserved', 0, 'no ":/" at the beginning'],
    [':/idmap/', '.rddd', '', 'reserved', 0, 'no ":/" at the beginning'],
    [':idmap/x', '.rddd', '', 'conflict', 0, "char 'd' (digit)"],
    ['f54x54g11', 'f5.reedeedk', '13030', 'beginning', 0, '13030/f5'],
    ['13030', 'f5.reedeedk', '13030', 'beginning', 5, '13030/f5'],
    ['13030/F54x54g11', 'f5.reedeedk', '13030', 'beginning', 6, '13030/f5'],
    ['13030/f54y54g11', 'f5.reedeedk', '13030', 'check-character', 14, check],
    ['13030/f5', 'f5.reedeedk', '13030', 'check-character', 7, check],
    ['13030/f5+', 'f5.reedeedk', '13030', 'check-character', 8, check],
    ['b1d', 'b.rddk', '', 'conflict', 2, "char 'd' (digit)"],
    ['b11g', 'b.rdddk', '', 'check-character', 3, check],
    ['00', '.rddk', '', 'shorter', 2, '3 characters'],
    ['0000', '.rddk', '', 'longer', 3, '3 characters'],
    ['12', '.rddd', '', 'shorter', 2, '3 characters'],
    ['bc12', 'bc.rddd', '', 'shorter', 4, '3 characters'],
    ['bc1234', 'bc.rddd', '', 'longer', 5, '3 characters'],
    ['bc1z34', 'bc.rddd', '', 'conflict', 3, "char 'd' (digit)"],
    ['1.2', '.rddd', '', 'conflict', 1, "char 'd' (digit)"],
    ['1[2', '.rddd', '', 'conflict', 1, "char 'd' (digit)"],
    ['1*2', '.rddd', '', 'conflict', 1, "char 'd' (digit)"],
    ['+12', '.rddd', '', 'conflict', 0, "char 'd' (digit)"],
    ['00\\', '.rddd', '', 'conflict', 2, "char 'd' (digit)"],
    ['0l', '.ree', '', 'conflict', 1, "char 'e' (extended digit)"],
    ['xa', '.rii', '', 'conflict', 1, "char 'i' (one of 0123456789x)"],
    ['aab18', 'a+b.rdd', '', 'beginning', 1, 'a+b'],
    ['00', '.zd', '', 'longer', 0, '1 characters'],
    ['tb7r012', 'tb7r.zdd', '', 'longer', 4, '2 characters'],
    ['12', '', '', 'longer', 0, '0 characters'],
    ['12', '-', '13030', 'beginning', 1, '13030/'],
  ])('%j under %j of %j: %s at %i', (identifier, template, naan, problem, position, expected) => {
    expect(validateIdentifier(identifier, parsed(template), { naan })).toEqual(
      refuse(`noid/${problem}`, position, expected),
    );
  });

  it.each([
    ['13030/f54x54g11', 'f5.reedeedk', '13030'],
    [':/idmap/foo', 'f5.reedeedk', '13030'],
    ['a+b18', 'a+b.rdd', ''],
    ['10', '.zd', ''],
    ['tb7r100', 'tb7r.zdd', ''],
    ['12345/10004', '.zdek', '12345'],
    ['aa', '.rxk', ''],
    ['13030/', '', '13030'],
  ])('%j is valid under %j of %j', (identifier, template, naan) => {
    expect(validateIdentifier(identifier, parsed(template), { naan })).toEqual(accept(identifier));
  });

  it('needs no NAAN', () => {
    expect(validateIdentifier('123', parsed('.rddd'))).toEqual(accept('123'));
  });

  it('takes 1,024 characters and no more', () => {
    const template = parsed('.zd');
    expect(validateIdentifier('9'.repeat(1_024), template)).toEqual(accept('9'.repeat(1_024)));
    expect(validateIdentifier(' '.repeat(1_025), template)).toEqual(
      refuse('noid/too-long', 1_024, 'at most 1024 characters'),
    );
  });

  it('catches every wrong character and every transposition of neighbours where there is a check character', () => {
    const templates = fc
      .tuple(
        fc.constantFrom('', '2', '72'),
        fc.constantFrom('r', 's', 'z'),
        fc.string({ unit: fc.constantFrom(...'dixevEwc'), minLength: 1, maxLength: 6 }),
      )
      .map(([prefix, order, letters]) => minting(`${prefix}.${order}${letters}k`));
    fc.assert(
      fc.property(templates, fc.constantFrom('', '12'), fc.nat(), (template, naan, number) => {
        const identifier = createIdentifierWriter(template, naan)(number);
        expect(validateIdentifier(identifier, template, { naan })).toEqual(accept(identifier));
        const { checkAlphabet } = template;
        fc.pre(identifier.length < checkAlphabet.length);
        [...identifier].forEach((character, position) => {
          const before = identifier.slice(0, position);
          const after = identifier.slice(position + 1);
          for (const wrong of checkAlphabet.replace(character, '')) {
            expect(validateIdentifier(before + wrong + after, template, { naan }).ok).toBe(false);
          }
          const neighbour = after.charAt(0);
          if (neighbour !== '' && neighbour !== character) {
            const transposed = before + neighbour + character + after.slice(1);
            expect(validateIdentifier(transposed, template, { naan }).ok).toBe(false);
          }
        });
      }),
      { seed: 10, numRuns: 60 },
    );
  });

  it('answers any text', () => {
    const templates = ['', '.zd', 'f5.reedeedk', 'a+b.rcck', '.zwk'].map(parsed);
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1_100 }),
      fc.string({ unit: fc.constantFrom(...':/idmapf50. +\ud800'), maxLength: 12 }),
    );
    fc.assert(
      fc.property(anyText, fc.constantFrom(...templates), fc.constantFrom('', '13030'), (text, template, naan) => {
        const answer = validateIdentifier(text, template, { naan });
        if (answer.ok) {
          expect(answer.value).toBe(text);
        } else {
          expect(answer.position).toBeGreaterThanOrEqual(0);
          expect(answer.position).toBeLessThanOrEqual(text.length);
          expect(identifierMessage(answer, { identifier: text, template: '-' })).toMatch(/^iderr: /);
        }
      }),
      { seed: 11, numRuns: 2_000 },
    );
  });
});

describe('validateAnyIdentifier', () => {
  it.each(['anything', 'x y', ' x', ':idmap/x', ':/idmap/x', '/', '0'])(
    '%j is bound by a minter without a template',
    (identifier) => {
      expect(validateAnyIdentifier(identifier)).toEqual(accept(identifier));
    },
  );

  it.each(['', ' ', ':/', ':/x', ':/idmap/', '9'.repeat(1_025)])('%j is not', (identifier) => {
    expect(validateAnyIdentifier(identifier).ok).toBe(false);
  });
});
