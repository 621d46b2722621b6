import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameIbi, parseIbi } from '../ibi/ibi.ts';
import { type Answer, accept, refuse } from '../parsing/answer.ts';
import {
  endOfAuthority,
  endOfRepositoryName,
  formatPersistentTarget,
  type PersistentUrl,
  parsePersistentTarget,
  parsePersistentUrl,
} from './persistent-url.ts';
import { formatRelation } from './relation.ts';
import { readPersistentUrl } from './tolerant-reader.ts';
import { formatVerb, relationOf, type Verb } from './verb-list.ts';

interface Parts {
  readonly ibi: string;
  readonly verblist: readonly string[];
  readonly relation: string;
  readonly filepath: string | null;
  readonly requireditemstatus: string | null;
  readonly passthrough: string;
}

interface Strict {
  readonly valid: readonly (Parts & { readonly url: string })[];
  readonly invalid: readonly {
    readonly url: string;
    readonly why: string;
    readonly problem?: string;
    readonly position?: number;
  }[];
}

const [strict, strictMore] = ['strict.json', 'strict-more.json'].map(
  (name) =>
    JSON.parse(readFileSync(new URL(`../../../../vectors/persistent-url/${name}`, import.meta.url), 'utf8')) as Strict,
) as [Strict, Strict];

const { readable } = JSON.parse(
  readFileSync(new URL('../../../../vectors/persistent-url/tolerant.json', import.meta.url), 'utf8'),
) as { readonly readable: readonly { readonly given: string }[] };
/** The tolerant reader accepts these; its own tests cover them. */
const isTolerated = (url: string): boolean => readable.some(({ given }) => given === url);

const partsOf = (url: PersistentUrl): Parts => ({
  ibi: url.ibiAsWritten,
  verblist: url.verbs.map(formatVerb),
  relation: formatRelation(relationOf(url.verbs)),
  filepath: url.filePath ?? null,
  requireditemstatus: url.requiredItemStatus ?? null,
  passthrough: url.passThrough,
});

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};

const SEED = 20_150_325;

const valid = [...strict.valid, ...strictMore.valid].map((parts) => ({ ...parts, title: parts.url.slice(0, 120) }));
const invalid = [...strict.invalid, ...strictMore.invalid].map((refused) => ({
  ...refused,
  title: `${refused.why}: ${refused.url.slice(0, 120)}`,
}));

describe('valid persistent URLs', () => {
  it('are many', () => {
    expect(strict.valid.length).toBeGreaterThan(30);
    expect(strictMore.valid.length).toBeGreaterThan(200);
  });

  it.each(valid)('$title', ({ url, ibi, verblist, relation, filepath, requireditemstatus, passthrough }) => {
    const read = unwrap(parsePersistentUrl(url));
    expect(partsOf(read)).toEqual({ ibi, verblist, relation, filepath, requireditemstatus, passthrough });
    expect(isSameIbi(read.ibi, unwrap(parseIbi(ibi)))).toBe(true);
    // Writing it and reading it again gives the same.
    expect(parsePersistentTarget(formatPersistentTarget(read))).toEqual(accept(read));

    const tolerant = unwrap(readPersistentUrl(url));
    if (!isTolerated(url)) {
      expect(tolerant.url).toEqual(read);
      expect(tolerant.changes).toEqual([]);
    }
  });
});

describe('invalid persistent URLs', () => {
  it('are many', () => {
    expect(strict.invalid.length).toBeGreaterThan(15);
    expect(strictMore.invalid.length).toBeGreaterThan(140);
    expect(strictMore.invalid.every(({ problem, position }) => problem !== undefined && position !== undefined)).toBe(
      true,
    );
  });

  it.each(invalid)('$title', ({ url, problem, position }) => {
    const answer = parsePersistentUrl(url);
    expect(answer.ok).toBe(false);
    if (problem !== undefined) expect(answer).toMatchObject({ problem, position });
    if (!isTolerated(url)) expect(readPersistentUrl(url).ok).toBe(false);
  });
});

const IBIP = '8JMKD3MGP8W/35MMLL8';
const REPOSITORY = 'sid.inpe.br/mtc-m18@80/2009/07.21.13.23';

describe('parsePersistentUrl', () => {
  it.each([
    ['', 'persistent-url/scheme', 0, 'http:// or https://'],
    [`htp://urlib.net/${IBIP}`, 'persistent-url/scheme', 0, 'http:// or https://'],
    [`http:///${IBIP}`, 'persistent-url/no-host', 7, 'a host'],
    ['https://', 'persistent-url/no-host', 8, 'a host'],
    ['http://urlib.net', 'persistent-url/no-ibi', 16, 'a slash and an IBI'],
    [`http://urlib.net?/${IBIP}`, 'persistent-url/no-ibi', 16, 'a slash and an IBI'],
    ['http://urlib.net/', 'persistent-url/no-ibi', 17, 'a slash and an IBI'],
    [`http://urlib.net/${IBIP}.x`, 'persistent-url/trailing', 36, 'a modifier, a slash, ? or the end'],
    [`http://urlib.net/${IBIP}//x`, 'persistent-url/path', 37, 'a file path'],
    [`http://urlib.net/${IBIP}/x y`, 'persistent-url/path', 38, 'an ASCII character or a percent escape'],
    [`http://urlib.net/${IBIP}!!`, 'relation/order', 37, 'an order as in !+:+ or +!:+'],
    [`http://urlib.net/${IBIP}:?ibiurl.verblist=GetLastEdition`, 'relation/order', 54, 'an order as in !+:+ or +!:+'],
    [`http://urlib.net/${IBIP}?é`, 'query/character', 37, 'an ASCII character or a percent escape'],
  ])('refuses %j', (text, problem, position, expected) => {
    expect(parsePersistentUrl(text)).toEqual(refuse(problem, position, expected));
  });

  it('takes the address in any letter case, with http and https', () => {
    for (const address of ['http://h', 'HTTP://H', 'hTtPs://h:1']) {
      expect(partsOf(unwrap(parsePersistentUrl(`${address}/${IBIP}`))).ibi).toBe(IBIP);
    }
  });

  it('keeps the letter case of the URL beside the label itself', () => {
    const lower = unwrap(parsePersistentUrl(`http://urlib.net/${IBIP.toLowerCase()}`));
    expect([lower.ibiAsWritten, lower.ibi.text]).toEqual([IBIP.toLowerCase(), IBIP]);
    const upper = unwrap(parsePersistentUrl(`http://urlib.net/${REPOSITORY.toUpperCase()}`));
    expect([upper.ibiAsWritten, upper.ibi.text]).toEqual([REPOSITORY.toUpperCase(), REPOSITORY]);
  });
});

describe('parsePersistentTarget', () => {
  it('reads what an HTTP request carries', () => {
    expect(parsePersistentTarget(`/${IBIP}+(pt)/a%20b?x=1&ibiurl.requireditemstatus=Original`)).toEqual(
      accept({
        ibi: unwrap(parseIbi(IBIP)),
        ibiAsWritten: IBIP,
        verbs: [{ kind: 'translation', language: 'pt' }],
        filePath: '/a%20b',
        requiredItemStatus: 'Original',
        passThrough: 'x=1',
      }),
    );
  });

  it.each(['', IBIP, '*', `http://urlib.net/${IBIP}`])('begins with a slash, unlike %j', (target) => {
    expect(parsePersistentTarget(target)).toEqual(refuse('persistent-url/no-ibi', 0, 'a slash and an IBI'));
  });

  it('has at most 8192 characters', () => {
    const filePath = (length: number): string => `/${'a'.repeat(length - IBIP.length - 2)}`;
    expect(unwrap(parsePersistentTarget(`/${IBIP}${filePath(8_192)}`)).filePath).toBe(filePath(8_192));
    expect(parsePersistentTarget(`/${IBIP}${filePath(8_193)}`)).toEqual(
      refuse('persistent-url/too-long', 8_192, 'at most 8192 characters'),
    );
    expect(parsePersistentTarget('x'.repeat(8_193))).toMatchObject({ problem: 'persistent-url/too-long' });
  });

  it('tells what is wrong with the form of label that was meant', () => {
    expect(parsePersistentTarget('/sid.inpe.br/x')).toMatchObject({ problem: 'repository/no-year', position: 14 });
    expect(parsePersistentTarget('/8JMKD3MGP8/35MMLL8.x')).toMatchObject({
      problem: 'ibip/no-separator',
      position: 11,
    });
    expect(parsePersistentTarget('/.x/y')).toMatchObject({ problem: 'host/empty-word', position: 1 });
  });
});

describe('formatPersistentTarget', () => {
  it.each([
    [`/${IBIP}`, `/${IBIP}`],
    [`/${IBIP}?`, `/${IBIP}`],
    ['/8jmkd3mgp8w%2f35mmll8', '/8jmkd3mgp8w/35mmll8'],
    [`/${IBIP}%21%3A(oai_dc)`, `/${IBIP}!:(oai_dc)`],
    [`/${IBIP}?ibiurl.verblist=GetLastEdition%20GetMetadata%28oai_dc%29`, `/${IBIP}!:(oai_dc)`],
    [`/${IBIP}/a%20b`, `/${IBIP}/a%20b`],
    [`/${IBIP}%2Fa?b=%20+&c`, `/${IBIP}/a?b=%20+&c`],
    [`/${IBIP}?ibiurl.verblist=GetFileList`, `/${IBIP}?ibiurl.verblist=GetFileList`],
    [
      `/${IBIP}+?ibiurl.verblist=GetFileList%20GetMetadata&ibiurl.verblist=GetFileList`,
      `/${IBIP}+?ibiurl.verblist=GetFileList+GetMetadata`,
    ],
    [
      `/${IBIP}?x=1&ibiurl.requireditemstatus=Original&y=2&ibiurl.verblist=GetMetadata+GetFileList&ibiurl.z=3`,
      `/${IBIP}:?ibiurl.verblist=GetFileList&ibiurl.requireditemstatus=Original&x=1&y=2`,
    ],
    [`/${REPOSITORY}!/a?ibiurl.requireditemstatus=Original`, `/${REPOSITORY}!/a?ibiurl.requireditemstatus=Original`],
  ])('writes %j as %j', (target, written) => {
    expect(formatPersistentTarget(unwrap(parsePersistentTarget(target)))).toBe(written);
  });
});

describe('where parts end', () => {
  it.each([
    ['urlib.net/a/b', 9],
    ['urlib.net?a/b', 9],
    ['urlib.net#a/b', 9],
    ['urlib.net:80', 12],
    ['', 0],
    ['/', 0],
  ])('the address of %j', (text, end) => {
    expect(endOfAuthority(text, 0)).toBe(end);
    expect(endOfAuthority(`http://${text}`, 7)).toBe(end + 7);
  });

  it.each([
    [`${REPOSITORY}!`, REPOSITORY.length],
    [`${REPOSITORY}/doc`, REPOSITORY.length],
    ['a/b/c/', 6],
    ['a/b/c/12.x', 9],
    ['a/b/c', 5],
    ['a/b1', 4],
    ['a/', 2],
  ])('the repository name of %j', (text, end) => {
    expect(endOfRepositoryName(text, text.indexOf('/'))).toBe(end);
  });
});

describe('properties', () => {
  const language = fc.option(fc.constantFrom('pt', 'pt-BR', 'en', 'zu-ZW'), { nil: undefined });
  const format = fc.option(fc.constant('oai_dc' as const), { nil: undefined });
  const label = fc.constantFrom(
    IBIP,
    IBIP.toLowerCase(),
    REPOSITORY,
    'LK47B6W/362SFKHW7',
    'SID.INPE.BR/MTC-M21.8080/2012/06.05.15.34.39.5',
  );
  /** `([u [t]] | [t [u]]) [m [t]]`: the verbs of a modifier. */
  const modifier: fc.Arbitrary<readonly Verb[]> = fc
    .tuple(
      fc.constantFrom('', 'u', 'ut', 't', 'tu'),
      fc.constantFrom('', 'm', 'mt'),
      fc.array(language, { minLength: 6, maxLength: 6 }),
      format,
    )
    .map(([first, last, languages, format]) =>
      [...first, ...last].map((letter, index): Verb => {
        if (letter === 'u') return { kind: 'lastEdition' };
        return letter === 't' ? { kind: 'translation', language: languages[index] } : { kind: 'metadata', format };
      }),
    );
  /** GetFileList may stand anywhere. The verbs after it come from a query, so none is repeated. */
  const verbs = fc.tuple(modifier, fc.option(fc.nat(4))).map(([steps, place]): readonly Verb[] => {
    if (place === null) return steps;
    const all: readonly Verb[] = [...steps.slice(0, place), { kind: 'fileList' }, ...steps.slice(place)];
    const names = all.map(formatVerb);
    return all.filter((_, index) => index <= place || names.indexOf(names[index] ?? '') === index);
  });
  const pathCharacter = fc.constantFrom(..."aZ0-._~!$&'()*+,;=:@/", '%20', '%f3', '%2F', '%00');
  const filePath = fc
    .array(pathCharacter, { maxLength: 12 })
    .map((characters) => `/${characters.join('')}`)
    .filter((path) => !path.startsWith('//'));
  const queryCharacter = fc.constantFrom(...'aZ0-._~!$()*+,;:@/?=%{}"<>\\^`|[]\'', '%20', '%f3');
  const passThrough = fc
    .array(fc.array(queryCharacter, { minLength: 1, maxLength: 8 }), { maxLength: 3 })
    .map((pairs) => pairs.map((characters) => characters.join('')).join('&'));
  const persistentUrl: fc.Arbitrary<PersistentUrl> = fc
    .record({
      ibiAsWritten: label,
      verbs,
      filePath: fc.option(filePath, { nil: undefined }),
      requiredItemStatus: fc.option(fc.constant('Original' as const), { nil: undefined }),
      passThrough,
    })
    .map((parts) => ({ ...parts, ibi: unwrap(parseIbi(parts.ibiAsWritten)) }));

  it('reads what it writes, and so does the tolerant reader', () => {
    fc.assert(
      fc.property(persistentUrl, (url) => {
        const written = formatPersistentTarget(url);
        expect(parsePersistentTarget(written)).toEqual(accept(url));
        expect(parsePersistentUrl(`https://urlib.net${written}`)).toEqual(accept(url));
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });

  it('never throws over a damaged URL, and writes again what it accepts', () => {
    const urls = [...strict.valid, ...strictMore.valid].map(({ url }) => url).filter(({ length }) => length < 300);
    const scrap = fc.oneof(
      fc.constantFrom(
        '!',
        '+',
        ':',
        '/',
        '?',
        '&',
        '=',
        '%',
        '%2F',
        '(pt)',
        '(',
        ')',
        '#',
        '??',
        '.',
        '@80',
        ' ',
        '+!',
      ),
      fc.array(fc.nat(0xffff), { maxLength: 2 }).map((codes) => String.fromCharCode(...codes)),
    );
    const damage = fc.record({ at: fc.nat(9_999), cut: fc.nat(3), scrap });
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom(...urls), fc.array(damage, { minLength: 1, maxLength: 3 }), (url, damages) => {
        const text = damages.reduce((current, { at, cut, scrap }) => {
          const place = at % (current.length + 1);
          return current.slice(0, place) + scrap + current.slice(place + cut);
        }, url);
        const answer = parsePersistentUrl(text);
        if (answer.ok) {
          accepted += 1;
          expect(parsePersistentTarget(formatPersistentTarget(answer.value))).toEqual(answer);
        } else {
          expect(answer.position).toBeGreaterThanOrEqual(0);
          expect(answer.position).toBeLessThanOrEqual(text.length);
        }
      }),
      { seed: SEED, numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
