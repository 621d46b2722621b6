import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIbip } from '../ibi/ibip.ts';
import { parseRepositoryName } from '../ibi/repository-name.ts';
import { type Answer, accept, refuse } from '../parsing/answer.ts';
import type { IbiForms } from './ibi-forms.ts';
import { isWordCharacter, type Pair } from './list-of-pairs.ts';
import { formatUrlList, parseUrlList, type ReadUrlList, type RelatedItem } from './url-list.ts';

type FormsView = { readonly repository: string | null; readonly ibip: string | null } | null;

const { urlLists, invalidUrlLists } = JSON.parse(
  readFileSync(new URL('../../../../vectors/wire/answers.json', import.meta.url), 'utf8'),
) as {
  readonly urlLists: readonly { readonly text: string; readonly list: unknown; readonly canonical: string | null }[];
  readonly invalidUrlLists: readonly {
    readonly text: string;
    readonly problem: string;
    readonly position: number;
    readonly why: string;
  }[];
};

const TRANSCRIPTS = new URL('../../../../vectors/transcripts/', import.meta.url);
const transcripts = readdirSync(TRANSCRIPTS).flatMap((name) => {
  const text = readFileSync(new URL(name, TRANSCRIPTS), 'utf8');
  if (name.endsWith('.txt')) return [{ title: name, text: text.trimEnd().replaceAll('\n', '\r\n') }];
  const { exchanges } = JSON.parse(text) as { readonly exchanges: readonly { readonly response: readonly string[] }[] };
  return exchanges.map(({ response }, index) => ({
    title: `${name}, answer ${index + 1}`,
    text: response.join('\r\n'),
  }));
});

const SEED = 20_150_325;

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};

const formsView = (forms: IbiForms | undefined): FormsView =>
  forms === undefined ? null : { repository: forms.repository?.text ?? null, ibip: forms.ibip?.text ?? null };

/** An answer as the vectors write it. */
const viewOf = (list: ReadUrlList | undefined): unknown =>
  list === undefined
    ? null
    : {
        archiveAddress: list.archiveAddress
          ? { host: list.archiveAddress.host, port: list.archiveAddress.port ?? null }
          : null,
        archiveService: formsView(list.archiveService),
        platformSoftware: formsView(list.platformSoftware),
        nextEdition: formsView(list.nextEdition),
        urlKey: list.urlKey ?? null,
        related: Object.fromEntries(
          [...list.related].map(([relation, item]) => [
            relation,
            { ...item, ...(item.ibi === undefined ? {} : { ibi: formsView(item.ibi) }) },
          ]),
        ),
        others: list.others.map(({ name, value }) => [name, value]),
        unread: list.unread.map(({ name, expected }) => [name, expected]),
      };

describe('a list with a pair that breaks it', () => {
  const good = [
    'archiveaddress a.example.org',
    'ibi {rep example.org/a/2020/01.01.00.00}',
    'ibi.archiveservice {rep example.org/s/2020/01.01.00.00}',
    'url http://a.example.org/doc',
  ];

  it.each(['x.empty', 'x.note {a {b} c}', 'stamp{p 2020-01-01T00:00:00Z', 'x}y z'])('is read without %s', (broken) => {
    for (const lines of [
      [...good, broken],
      [broken, ...good],
      [...good.slice(0, 2), broken, ...good.slice(2)],
    ]) {
      const list = unwrap(parseUrlList(lines.join('\r\n')));
      expect(list?.related.get('')).toMatchObject({ url: 'http://a.example.org/doc' });
      expect(list?.unread).toHaveLength(1);
    }
  });

  it('is not read where that pair is needed, or nothing else is there', () => {
    expect(parseUrlList(['ibi {rep', ...good.slice(0, 1), ...good.slice(2)].join('\n'))).toMatchObject({ ok: false });
    expect(parseUrlList('x.empty')).toMatchObject({ ok: false, problem: 'pairs/value' });
  });

  it('reports only some of many', () => {
    const list = unwrap(parseUrlList([...good, ...Array.from({ length: 50 }, (_, index) => `x${index} {`)].join('\n')));
    expect(list?.unread).toHaveLength(32);
  });
});

describe('answers to urlRequest', () => {
  it('have vectors', () => {
    expect(urlLists.length).toBeGreaterThan(40);
    expect(invalidUrlLists.length).toBeGreaterThan(12);
    expect(transcripts.length).toBeGreaterThan(4);
  });

  it.each(urlLists)('reads and writes $text', ({ text, list, canonical }) => {
    const read = unwrap(parseUrlList(text));
    expect(viewOf(read)).toEqual(list);
    const written = formatUrlList(read);
    if (canonical === null) {
      expect(written).toMatchObject({ ok: false, problem: 'pairs/list' });
    } else {
      expect(written).toEqual(accept(canonical));
      expect(parseUrlList(canonical)).toEqual(accept(read && { ...read, unread: [] }));
    }
  });

  it.each(invalidUrlLists)('refuses $why', ({ text, problem, position }) => {
    expect(parseUrlList(text)).toMatchObject({ ok: false, problem, position });
  });
});

describe('the transcripts of RTC-11', () => {
  it.each(transcripts)('$title is written byte for byte as it was read', ({ text }) => {
    const list = unwrap(parseUrlList(text));
    expect(list?.others).toEqual([]);
    expect(formatUrlList(list)).toEqual(accept(text));
  });

  it('reads bare line feeds as well', () => {
    for (const { text } of transcripts) {
      expect(parseUrlList(text.replaceAll('\r\n', '\n'))).toEqual(parseUrlList(text));
    }
  });
});

const IBI = 'ibi {rep sid.inpe.br/x/2009/07.21.13.23}';
const SERVICE = 'ibi.archiveservice {ibip LK47B6W/362SFKH}';

describe('parseUrlList', () => {
  it.each([
    ['Service unavailable', 'message/missing', 19, 'pairs of an answer to urlRequest'],
    ['archiveaddress a.org urlkey 1234567890', 'message/missing', 38, 'pairs of an answer to urlRequest'],
    ['url x state y', 'message/missing', 13, 'pairs of an answer to urlRequest'],
    [`${IBI} ibi {ibip LK47B6W/362SFKH}`, 'message/repeated', 45, 'in ibi: only once'],
    ['ibi {}', 'ibi-forms/word', 4, 'in ibi: rep or ibip and a label'],
    ['url http://a.org/ ibi {rep \u00f3}', 'pairs/character', 22, 'in ibi: ASCII characters; others as escapes'],
    ['ibi.archiveservice {rep x}', 'repository/no-word', 19, 'in ibi.archiveservice: a letter, a digit, - or /'],
    ['a', 'pairs/value', 1, 'a value for a'],
  ])('refuses %j', (text, problem, position, expected) => {
    expect(parseUrlList(text)).toEqual(refuse(problem, position, expected));
  });

  it.each([
    ['a b a c', 'a', 'only once'],
    ['urlkey {a b}', 'urlkey', 'one word'],
    ['urlkey {}', 'urlkey', 'one word'],
    ['contenttype data', 'contenttype', 'Data or Metadata'],
    ['state.metadata x', 'state.metadata', 'Original or Copy or Deleted'],
    ['url.translation(pt) x', 'url.translation(pt)', 'http:// or https://'],
    ['timestamp 2014-01-02T25:00:00Z', 'timestamp', 'a date and time such as 2014-01-02T17:23:57Z'],
    ['archiveaddress a.org:70000', 'archiveaddress', 'a port from 1 to 65535'],
    ['ibi.nextedition {}', 'ibi.nextedition', 'rep or ibip and a label'],
    ['ibi.platformsoftware x', 'ibi.platformsoftware', 'rep or ibip and a label'],
    ['t\u00edtulo x', 't?tulo', 'ASCII characters; others as escapes'],
    ['x {a \u00f3}', 'x', 'ASCII characters; others as escapes'],
    [`${'n'.repeat(65)} \u007f`, 'n'.repeat(64), 'ASCII characters; others as escapes'],
  ])('leaves out what is wrong in %j, and the rest stands', (text, name, expected) => {
    const list = unwrap(parseUrlList(`${IBI} ${SERVICE} ${text} state Copy`));
    expect(list?.unread).toMatchObject([{ name, expected }]);
    expect([...(list?.related ?? [])]).toEqual([['', { ibi: expect.anything(), state: 'Copy' }]]);
  });

  it('says of the first 32 pairs that they were left out', () => {
    const pairs = Array.from({ length: 40 }, (_, index) => `x${index} \u00f3`);
    const unread = unwrap(parseUrlList([IBI, ...pairs].join(' ')))?.unread ?? [];
    expect(unread.map(({ name }) => name)).toEqual(Array.from({ length: 32 }, (_, index) => `x${index}`));
  });

  it('keeps apart what is said of each relation', () => {
    const list = unwrap(
      parseUrlList(
        `archiveaddress a.org ${SERVICE} ${IBI} state Copy state.metadata Original url.metadata http://a.org/m contenttype.metadata Metadata timestamp.metadata 2014-01-02T17:23:57Z`,
      ),
    );
    expect([...(list?.related ?? [])]).toEqual([
      [
        '',
        {
          ibi: { repository: unwrap(parseRepositoryName('sid.inpe.br/x/2009/07.21.13.23')), ibip: undefined },
          state: 'Copy',
        },
      ],
      [
        '.metadata',
        {
          state: 'Original',
          url: 'http://a.org/m',
          contentType: 'Metadata',
          timestamp: '2014-01-02T17:23:57Z',
        },
      ],
    ]);
  });
});

describe('formatUrlList', () => {
  it('answers nothing for an IBI that is not known', () => {
    expect(formatUrlList(undefined)).toEqual(accept(''));
  });

  it('refuses a pair that the format cannot say', () => {
    const list = unwrap(parseUrlList(`archiveaddress a.org ${SERVICE} ${IBI}`));
    const others: readonly Pair[] = [{ name: 'z', value: 'n\u00e3o' }];
    expect(list && formatUrlList({ ...list, others })).toEqual(refuse('pairs/value', 4, 'a word as the value of z'));
  });

  it('does not disturb what it was given', () => {
    const list = unwrap(parseUrlList(`z 1 archiveaddress a.org ${SERVICE} ${IBI} a 2`));
    const before = viewOf(list);
    formatUrlList(list);
    expect(viewOf(list)).toEqual(before);
  });
});

describe('properties', () => {
  const repository = unwrap(parseRepositoryName('sid.inpe.br/x/2009/07.21.13.23.45.5'));
  const ibip = unwrap(parseIbip('LK47B6W/362SFKH'));
  const forms = fc.constantFrom<IbiForms[]>(
    { repository, ibip },
    { repository, ibip: undefined },
    { repository: undefined, ibip },
  );
  const unit = fc
    .integer({ min: 0x21, max: 0x7e })
    .filter(isWordCharacter)
    .map((code) => String.fromCharCode(code));
  const word = fc.string({ unit, minLength: 1, maxLength: 8 });
  const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const item = fc
    .record(
      {
        ibi: forms,
        url: fc.string({ unit, maxLength: 12 }).map((path) => `http://a.org:8080/${path}`),
        contentType: fc.constantFrom('Data' as const, 'Metadata' as const),
        state: fc.constantFrom('Original' as const, 'Copy' as const, 'Deleted' as const),
        timestamp: fc.constantFrom('2014-01-02T17:23:57Z', '2014-01-02T17:23:57.25-03:00'),
      },
      { requiredKeys: [] },
    )
    .filter((related) => Object.keys(related).length > 0);
  const relation = fc
    .tuple(
      fc.constantFrom('', '.lastedition', '.translation', '.translation(pt-BR)', '.translation(en).lastedition'),
      fc.constantFrom('', '.metadata', '.metadata(oai_dc)', '.metadata.translation(pt)'),
    )
    .map(([first, last]) => first + last)
    .filter((text) => text !== '');
  const list: fc.Arbitrary<ReadUrlList> = fc
    .record({
      archiveAddress: fc.record({
        host: fc.constantFrom('a.org', '1.2.3.4', '::1'),
        port: some(fc.integer({ min: 1, max: 65_535 })),
      }),
      archiveService: forms,
      platformSoftware: some(forms),
      nextEdition: some(forms),
      urlKey: some(fc.constantFrom('1234567890', '1426286454-36108967764060357')),
      itself: fc.tuple(item, forms).map(([known, ibi]): RelatedItem => ({ ...known, ibi })),
      related: fc.uniqueArray(fc.tuple(relation, item), { selector: ([name]) => name, maxLength: 5 }),
      others: fc.dictionary(
        word.map((name) => `x${name}`),
        fc.oneof(
          word,
          fc.array(word, { maxLength: 3 }).filter(({ length }) => length !== 1),
        ),
        { maxKeys: 4 },
      ),
    })
    .map(({ itself, related, others, ...rest }) => ({
      ...rest,
      unread: [],
      related: new Map([['', itself], ...related]),
      others: Object.entries(others)
        .map(([name, value]) => ({ name, value }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    }));

  it('reads what it writes, in alphabetical order', () => {
    fc.assert(
      fc.property(list, (urlList) => {
        const text = unwrap(formatUrlList(urlList));
        expect(parseUrlList(text)).toEqual(accept(urlList));
        const names = text.split('\r\n').map((line) => line.slice(0, line.indexOf(' ')));
        expect(names).toEqual([...names].sort());
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });

  it('never throws over a damaged answer, and writes again what it accepts', () => {
    const texts = [...urlLists.map(({ text }) => text), ...transcripts.map(({ text }) => text)];
    const scrap = fc.oneof(
      fc.constantFrom(' ', '\r\n', '{', '}', '{}', '.', '(pt)', '.metadata', 'x y ', '0', 'A', '%f3'),
      fc.array(fc.nat(0xffff), { maxLength: 2 }).map((codes) => String.fromCharCode(...codes)),
    );
    const damage = fc.record({ at: fc.nat(9_999), cut: fc.nat(3), scrap });
    const sorted = (urlList: ReadUrlList | undefined) =>
      urlList && {
        ...urlList,
        unread: [],
        others: [...urlList.others].sort((one, other) => (one.name < other.name ? -1 : 1)),
      };
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(damage, { minLength: 1, maxLength: 3 }), (given, damages) => {
        const text = damages.reduce((current, { at, cut, scrap }) => {
          const place = at % (current.length + 1);
          return current.slice(0, place) + scrap + current.slice(place + cut);
        }, given);
        const answer = parseUrlList(text);
        if (!answer.ok) {
          expect(answer.position).toBeGreaterThanOrEqual(0);
          expect(answer.position).toBeLessThanOrEqual(text.length);
          return;
        }
        accepted += 1;
        const written = formatUrlList(answer.value);
        const hasListOfOneWord = answer.value?.others.some(
          ({ value }) => typeof value !== 'string' && value.length === 1,
        );
        expect(written.ok).toBe(hasListOfOneWord !== true);
        if (written.ok) expect(parseUrlList(written.value)).toEqual(accept(sorted(answer.value)));
      }),
      { seed: SEED, numRuns: 4_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
