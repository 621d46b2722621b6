import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { readPersistentUrl } from '../../persistent-url/tolerant-reader.ts';
import { formatVerb, formatVerbList } from '../../persistent-url/verb-list.ts';
import { parseQueryString } from '../query-string.ts';
import { formatServiceRequest, parseServiceRequest, type ServiceRequest } from './service-request.ts';

interface RequestVector {
  readonly source: string;
  readonly url?: string;
  readonly query: string;
  readonly message: unknown;
  readonly canonical: string;
  readonly note?: string;
}

const { requests, invalid } = JSON.parse(
  readFileSync(new URL('../../../../../vectors/wire/requests.json', import.meta.url), 'utf8'),
) as {
  readonly requests: readonly RequestVector[];
  readonly invalid: readonly {
    readonly query: string;
    readonly problem: string;
    readonly position: number;
    readonly why: string;
  }[];
};

interface Transcript {
  readonly name: string;
  readonly persistentUrl: string;
  readonly exchanges: readonly {
    readonly archiveaddress: string;
    readonly archiveservice: string;
    readonly request: Readonly<Record<string, string>>;
  }[];
  readonly acknowledgment: Readonly<Record<string, string>>;
}

const TRANSCRIPTS = new URL('../../../../../vectors/transcripts/', import.meta.url);
const transcripts = readdirSync(TRANSCRIPTS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, ...JSON.parse(readFileSync(new URL(name, TRANSCRIPTS), 'utf8')) }) as Transcript);

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};

/** A message as the vectors write it. */
const viewOf = (message: ServiceRequest): unknown => {
  switch (message.subject) {
    case 'inclusionRequest':
    case 'exclusionRequest': {
      const { host, port } = message.archiveAddress;
      const { protocol, archiveIp, ...rest } = message;
      expect(protocol).toBe('HTTP');
      return {
        ...rest,
        archiveIp: archiveIp.text,
        archiveAddress: { host, port: port ?? null },
        archiveService: message.archiveService.text,
      };
    }
    case 'inclusionConfirmationRequest':
      return message;
    case 'urlRequest':
      return {
        ...message,
        ibi: message.ibi.text,
        filePath: message.filePath ?? null,
        verbs: message.verbs.map(formatVerb),
      };
    case 'acknowledgment':
      return {
        ...message,
        ibi:
          message.ibi === undefined
            ? null
            : { repository: message.ibi.repository?.text ?? null, ibip: message.ibi.ibip?.text ?? null },
        state: message.state ?? null,
      };
  }
};

const named = requests.map((request, index) => ({
  ...request,
  title: `${index + 1}, ${request.source}${request.note === undefined ? '' : ` (${request.note})`}`,
}));

describe('requests', () => {
  it('are many, and of every subject', () => {
    expect(requests.length).toBeGreaterThan(20);
    expect(invalid.length).toBeGreaterThan(70);
    expect(new Set(requests.map(({ query }) => unwrap(parseServiceRequest(query)).subject)).size).toBe(5);
  });

  it.each(named)('$title', ({ query, message, canonical }) => {
    const read = unwrap(parseServiceRequest(query));
    expect(viewOf(read)).toEqual(message);
    expect(formatServiceRequest(read)).toBe(canonical);
    expect(parseServiceRequest(canonical)).toEqual(accept(read));
  });

  it.each(named.filter(({ url }) => url !== undefined))('$title: the URL as it is printed', ({ url, query }) => {
    expect(url?.slice(url.indexOf('?') + 1)).toBe(query);
  });

  it.each(invalid.map((row) => ({ ...row, title: `${row.why}: ${row.query.slice(0, 120)}` })))(
    'refuses $title',
    ({ query, problem, position }) => {
      expect(parseServiceRequest(query)).toMatchObject({ ok: false, problem, position });
    },
  );
});

/** The pairs of a query string; blanks of a URL are written as escapes. */
const pairsOf = (query: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    unwrap(parseQueryString(query)).map(({ name, value }) => [
      name,
      name === 'url' ? value.replaceAll(' ', '%20') : value,
    ]),
  );

const isEqual = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

describe.each(transcripts)('the messages of $name', ({ persistentUrl, exchanges, acknowledgment }) => {
  it('are written byte for byte as they are printed', () => {
    expect(exchanges.length).toBeGreaterThan(0);
    for (const pairs of [...exchanges.map(({ request }) => request), acknowledgment]) {
      const printed = requests.find(({ url, query }) => url !== undefined && isEqual(pairsOf(query), pairs));
      expect(printed).toBeDefined();
      const message = unwrap(parseServiceRequest(printed?.query ?? ''));
      expect(formatServiceRequest(message)).toBe(printed?.query);
    }
  });

  it('go to the service of the Archive', () => {
    for (const { archiveaddress, archiveservice, request } of exchanges) {
      const printed = requests.find(({ query }) => isEqual(pairsOf(query), request));
      expect(printed?.url).toBe(`http://${archiveaddress}/${archiveservice}?${printed?.query}`);
    }
  });

  it('ask for what the persistent URL asks for', () => {
    const { url } = unwrap(readPersistentUrl(persistentUrl));
    const [first] = exchanges;
    expect(first?.request['parsedibiurl.ibi']).toBe(url.ibi.text);
    expect(first?.request['parsedibiurl.verblist'] ?? '').toBe(formatVerbList(url.verbs));
    expect(acknowledgment['url.persistent']).toBe(persistentUrl.replace('urlib.net', 'urlib.net:80'));
  });
});

it('has transcripts to follow', () => {
  expect(transcripts.map(({ name }) => name)).toContain('resolve-10.1.json');
});

describe('parseServiceRequest', () => {
  it.each([
    ['', 'message/missing', 0, 'a pair named servicesubject'],
    ['a=%20', 'message/missing', 5, 'a pair named servicesubject'],
    [
      'servicesubject=inclusionConfirmationRequest&a=b&servicesubject=urlRequest',
      'message/repeated',
      63,
      'servicesubject only once',
    ],
    ['a=b&servicesubject=digest', 'message/unknown-subject', 19, 'a known subject, such as urlRequest'],
    ['a', 'query-string/pair', 0, 'a pair name=value'],
  ])('refuses %j', (query, problem, position, expected) => {
    expect(parseServiceRequest(query)).toEqual(refuse(problem, position, expected));
  });

  it('reads the subjects that have no more to say', () => {
    expect(parseServiceRequest('servicesubject=inclusionConfirmationRequest')).toEqual(
      accept({ subject: 'inclusionConfirmationRequest' }),
    );
  });

  it('never throws over a damaged message, and writes again what it accepts', () => {
    const queries = requests.map(({ query }) => query);
    const scrap = fc.oneof(
      fc.constantFrom('&', '=', '%', '%20', '+', '%2B', '%7B', '%f3', '/', '.', '-', '0', 'A', 'x=y&', '(pt)'),
      fc.array(fc.nat(0xffff), { maxLength: 2 }).map((codes) => String.fromCharCode(...codes)),
    );
    const damage = fc.record({ at: fc.nat(9_999), cut: fc.nat(3), scrap });
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom(...queries), fc.array(damage, { minLength: 1, maxLength: 3 }), (query, damages) => {
        const text = damages.reduce((current, { at, cut, scrap }) => {
          const place = at % (current.length + 1);
          return current.slice(0, place) + scrap + current.slice(place + cut);
        }, query);
        const answer = parseServiceRequest(text);
        if (answer.ok) {
          accepted += 1;
          expect(parseServiceRequest(formatServiceRequest(answer.value))).toEqual(answer);
        } else {
          expect(answer.position).toBeGreaterThanOrEqual(0);
          expect(answer.position).toBeLessThanOrEqual(text.length);
        }
      }),
      { seed: 20_150_325, numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(250);
  });
});
