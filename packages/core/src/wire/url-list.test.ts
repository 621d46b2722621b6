import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIbip } from '../ibi/ibip.ts';
import { parseRepositoryName } from '../ibi/repository-name.ts';
import { type Answer, accept, refuse } from '../parsing/answer.ts';
import type { IbiForms } from './ibi-forms.ts';
import { isWordCharacter, type Pair } from './list-of-pairs.ts';
import { formatUrlList, parseUrlList, type RelatedItem, type UrlList } from './url-list.ts';

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
const viewOf = (list: UrlList | undefined): unknown =>
  list === undefined
    ? null
    : {
        archiveAddress: { host: list.archiveAddress.host, port: list.archiveAddress.port ?? null },
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
      };

describe('answers to urlRequest', () => {
  it('have vectors', () => {
    expect(urlLists.length).toBeGreaterThan(8);
    expect(invalidUrlLists.length).toBeGreaterThan(25);
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
      expect(parseUrlList(canonical)).toEqual(accept(read));
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
    [`${IBI} ${SERVICE}`, 'message/missing', 82, 'a pair named archiveaddress'],
    [`${IBI} archiveaddress a.org`, 'message/missing', 61, 'a pair named ibi.archiveservice'],
    [`archiveaddress a.org ${SERVICE}\n`, 'message/missing', 63, 'a pair named ibi'],
    [
      `archiveaddress a.org ${SERVICE} ibi.lastedition {ibip LK47B6W/362SFKH}`,
      'message/missing',
      101,
      'a pair named ibi',
    ],
    ['a b a c', 'message/repeated', 6, 'a only once'],
    ['urlkey {a b}', 'message/value', 7, 'in urlkey: one word'],
    ['urlkey {}', 'message/value', 7, 'in urlkey: one word'],
    ['contenttype data', 'message/value', 12, 'in contenttype: Data or Metadata'],
    ['state.metadata x', 'message/value', 15, 'in state.metadata: Original or Copy or Deleted'],
    ['url.translation(pt) x', 'value/url', 20, 'in url.translation(pt): http:// or https://'],
    [
      'timestamp 2014-01-02T24:00:00Z',
      'value/timestamp',
      10,
      'in timestamp: a date and time such as 2014-01-02T17:23:57Z',
    ],
    ['archiveaddress a.org:70000', 'port/number', 21, 'in archiveaddress: a port from 1 to 65535'],
    ['ibi {}', 'ibi-forms/word', 4, 'in ibi: rep or ibip and a label'],
    ['ibi.nextedition {}', 'ibi-forms/word', 16, 'in ibi.nextedition: rep or ibip and a label'],
    ['ibi.archiveservice {rep x}', 'repository/no-word', 19, 'in ibi.archiveservice: a letter, a digit, - or /'],
    ['ibi.platformsoftware x', 'ibi-forms/word', 21, 'in ibi.platformsoftware: rep or ibip and a label'],
    ['a', 'pairs/value', 1, 'a value for a'],
  ])('refuses %j', (text, problem, position, expected) => {
    expect(parseUrlList(text)).toEqual(refuse(problem, position, expected));
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
  const list: fc.Arbitrary<UrlList> = fc
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
    const sorted = (urlList: UrlList | undefined) =>
      urlList && {
        ...urlList,
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
