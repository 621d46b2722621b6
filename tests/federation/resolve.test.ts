import { readFileSync } from 'node:fs';
import { parseServiceRequest } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { parsedLabel } from '../fixtures/labels.ts';
import {
  acknowledgmentUrl,
  createScriptedFederation,
  type ScriptedArchive,
  UNAVAILABLE,
  urlList,
} from './scripted-federation.ts';

interface Transcript {
  readonly persistentUrl: string;
  readonly client: { readonly ipaddress: readonly string[]; readonly languagepreference: string };
  readonly exchanges: readonly {
    readonly archiveaddress: string;
    readonly archiveservice: string;
    readonly request: Readonly<Record<string, string>>;
    readonly response: readonly string[];
  }[];
  readonly acknowledgment: Readonly<Record<string, string>>;
  readonly location: string;
}

/** Writes a query as the examples of section 10 do: names in alphabetical order, blanks as %20. */
const writeQuery = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => {
      const isUrl = name === 'url' || name === 'url.persistent';
      const escaped = value.replaceAll(' ', '%20');
      return `${name}=${isUrl ? escaped.replaceAll('?', '%3F').replaceAll('=', '%3D') : escaped}`;
    })
    .join('&');

describe.each(['resolve-10.1.json', 'resolve-10.2.json'])('the exchange of %s', (name) => {
  const transcript = JSON.parse(
    readFileSync(new URL(`../../vectors/transcripts/${name}`, import.meta.url), 'utf8'),
  ) as Transcript;

  it('is repeated byte by byte, and nothing else is sent', async () => {
    const [{ archiveaddress: address = '', archiveservice: service = '' } = {}] = transcript.exchanges;
    const answers = new Map(
      transcript.exchanges.map(({ request, response }) => [writeQuery(request), response.join('\r\n')]),
    );
    const federation = createScriptedFederation([
      { address: 'other.example.org', service: parsedLabel('example.org/other/2000/01.01.00.00'), answer: () => '' },
      { address, service: parsedLabel(service), answer: (query) => answers.get(query) },
    ]);
    const { ipaddress, languagepreference } = transcript.client;
    const resolution = await federation.resolve(transcript.persistentUrl, {
      addresses: ipaddress,
      languages: languagepreference,
    });
    expect(resolution).toMatchObject({ kind: 'found', url: transcript.location });
    const sent = federation.messages.filter((message) => message.startsWith(`http://${address}/`));
    expect(sent).toEqual(
      transcript.exchanges.map(({ request }) => `http://${address}/${service}?${writeQuery(request)}`),
    );
    expect(acknowledgmentUrl(resolution)).toBe(`http://${address}/${service}?${writeQuery(transcript.acknowledgment)}`);
    expect(federation.messages.join()).not.toContain('languagepreference');
  });
});

const IBI = 'example.org/item/2020/01.01.00.00';

/** Makes an Archive that holds an item of its own, which other labels lead to. */
const holder = (name: string, pairs: readonly string[], options: Partial<ScriptedArchive> = {}): ScriptedArchive => {
  const address = `${name}.example.org`;
  const service = parsedLabel(`example.org/${name}/2000/01.01.00.00`);
  return {
    address,
    service,
    answer: (query) => {
      const request = parseServiceRequest(query);
      const isAsked = request.ok && request.value.subject === 'urlRequest' && request.value.ibi.text === IBI;
      return isAsked ? urlList(address, service, ...pairs) : '';
    },
    ...options,
  };
};

const item = (state: string, url = 'http://a.example.org/doc'): readonly string[] => [
  `ibi {rep ${IBI}}`,
  `state ${state}`,
  'timestamp 2020-01-01T00:00:00Z',
  ...(state === 'Deleted' ? [] : [`url ${url}`, 'urlkey 1234567890']),
];

const empty = (name: string, options: Partial<ScriptedArchive> = {}): ScriptedArchive =>
  holder(name, [], { answer: () => '', ...options });
const silent = (name: string, options: Partial<ScriptedArchive> = {}): ScriptedArchive =>
  holder(name, [], { answer: () => undefined, ...options });

/** The Archive answers later than others, and within the grace of the resolver. */
const late = (archive: ScriptedArchive): ScriptedArchive => ({
  ...archive,
  async answer(query, limits) {
    await new Promise((resolve) => {
      setTimeout(resolve, 30);
    });
    return archive.answer(query, limits);
  },
});

describe('an ordinary request', () => {
  it('reaches an Archive that another process of the resolver has just included', async () => {
    const joined = holder('b', item('Original'), { isJustIncluded: true });
    const federation = createScriptedFederation([empty('a'), joined]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', state: 'Original' });
    const again = createScriptedFederation([holder('a', item('Original')), joined]);
    expect(await again.resolve(`/${IBI}?ibiurl.requireditemstatus=Original`)).toMatchObject({ kind: 'disputed' });
  });

  it('is answered by the first that holds the item', async () => {
    const federation = createScriptedFederation([empty('a'), holder('b', item('Copy')), silent('c')]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', state: 'Copy' });
  });

  it('is answered by the Archive that the label names, rather than by who claims it faster', async () => {
    const attacker = holder('a', item('Original', 'http://a.example.org/evil'), { digest: [IBI] });
    const victim = late(holder('item', item('Original', 'http://item.example.org/doc'), { digest: [IBI] }));
    const federation = createScriptedFederation([attacker, victim]);
    for (let round = 0; round < 3; round += 1) {
      expect(await federation.resolve(`/${IBI}`)).toMatchObject({ url: 'http://item.example.org/doc' });
      expect(await federation.resolve(`/${IBI}`)).toMatchObject({ url: 'http://item.example.org/doc' });
    }
  });

  it('is answered by an original rather than by a copy, if the original comes within the grace', async () => {
    const copy = holder('a', item('Copy', 'http://a.example.org/copy'), { digest: [IBI] });
    const original = late(holder('b', item('Original', 'http://b.example.org/doc'), { digest: [IBI] }));
    expect(await createScriptedFederation([copy, original]).resolve(`/${IBI}`)).toMatchObject({ state: 'Original' });
    const silentOne = silent('b', { digest: [IBI] });
    expect(await createScriptedFederation([copy, silentOne]).resolve(`/${IBI}`)).toMatchObject({ state: 'Copy' });
  });

  it('asks one Archive, if digests name one', async () => {
    const federation = createScriptedFederation([
      empty('a', { digest: [] }),
      holder('b', item('Original'), { digest: [IBI] }),
      empty('c', { digest: [] }),
    ]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found' });
    expect(federation.messages).toHaveLength(1);
  });

  it('asks another holder when the first is slow', async () => {
    const slow = holder('a', item('Original'), {
      digest: [IBI],
      answer: () => new Promise(() => undefined),
    });
    const federation = createScriptedFederation([slow, holder('b', item('Copy'), { digest: [IBI] })]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', state: 'Copy' });
  });

  it('asks the one that answered before, and the others when it has lost the item', async () => {
    let isThere = true;
    const first = holder('a', item('Original'));
    const federation = createScriptedFederation([
      { ...first, answer: (query, limits) => (isThere ? first.answer(query, limits) : '') },
      holder('b', item('Copy'), {
        answer: (query, limits) => (isThere ? '' : holder('b', item('Copy')).answer(query, limits)),
      }),
    ]);
    await federation.resolve(`/${IBI}`);
    federation.messages.length = 0;
    await federation.resolve(`/${IBI}`);
    expect(federation.messages).toHaveLength(1);
    isThere = false;
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', state: 'Copy' });
  });

  it('never takes silence for a no', async () => {
    const federation = createScriptedFederation([empty('a'), silent('b')]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({
      kind: 'uncertain',
      silent: [{ address: 'b.example.org' }],
    });
  });

  it('takes no digest for a no of a silent Archive, for it may have got the item since', async () => {
    const federation = createScriptedFederation([empty('a', { digest: [] }), silent('b', { digest: [] })]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({
      kind: 'uncertain',
      silent: [{ address: 'b.example.org', code: 'unreachable' }],
    });
    expect(federation.messages).toHaveLength(2);
  });

  it('takes the word of digests that speak for their Archives where there are too many to ask', async () => {
    const archives = [empty('a', { digest: [] }), silent('b', { digest: [] })];
    const spoken = createScriptedFederation(archives, { maxAskedForUnknown: 1 });
    expect(await spoken.resolve(`/${IBI}`)).toMatchObject({ kind: 'unknown' });
    expect(spoken.messages).toEqual([]);
    const unspoken = createScriptedFederation([...archives, silent('c')], { maxAskedForUnknown: 1 });
    expect(await unspoken.resolve(`/${IBI}`)).toMatchObject({
      kind: 'uncertain',
      silent: [{ address: 'c.example.org' }],
    });
  });

  it('asks everybody although a known holder is silent', async () => {
    const federation = createScriptedFederation([
      silent('a', { digest: [IBI] }),
      holder('b', item('Copy'), { digest: [] }),
    ]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', state: 'Copy' });
  });

  it.each([
    ['an answer that cannot be read', 'ibi {', 'unreadable'],
    ['that it cannot tell now', UNAVAILABLE, 'unsure'],
    [
      'an answer about another item',
      urlList('a.example.org', 'example.org/a/2000/01.01.00.00', 'ibi {rep example.org/x/2020/01.01.00.00}'),
      'unreadable',
    ],
    [
      'an answer of another Archive service',
      urlList('a.example.org', 'example.org/x/2000/01.01.00.00', `ibi {rep ${IBI}}`, 'url http://a.example.org/doc'),
      'unreadable',
    ],
  ])('holds %s against this item only, not against the Archive', async (_what, answer, code) => {
    const federation = createScriptedFederation([holder('a', [], { answer: () => answer })]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({
      kind: 'uncertain',
      silent: [{ address: 'a.example.org', code }],
    });
    expect(federation.failures).toEqual([]);
    const broken = createScriptedFederation([silent('a')]);
    await broken.resolve(`/${IBI}`);
    expect(broken.failures).toEqual([0]);
  });

  it('learns nothing of other labels from an answer', async () => {
    const other = '8JMKD3MGP8W/34PGRBS';
    const federation = createScriptedFederation([
      empty('a'),
      holder('b', [`ibi {rep ${IBI} ibip ${other}}`, 'url http://b.example.org/doc']),
    ]);
    await federation.resolve(`/${IBI}`);
    federation.messages.length = 0;
    expect(await federation.resolve(`/${other}`)).toMatchObject({ kind: 'unknown' });
    expect(federation.messages).toHaveLength(2);
  });

  describe('while Archives are away', () => {
    const since = BigInt(Date.parse('2026-01-02T03:04:05Z')) * 1_000n;
    const gone = { number: 7, service: parsedLabel('example.org/v/2000/01.01.00.00'), address: 'v.example.org', since };

    it('is uncertain if one that is switched off has it', async () => {
      const away = [{ ...gone, state: 'excluded' as const, isKnown: true }];
      expect(await createScriptedFederation([empty('a')], { away }).resolve(`/${IBI}`)).toMatchObject({
        kind: 'uncertain',
        silent: [{ address: 'v.example.org', code: 'switched-off', since: '2026-01-02T03:04:05Z' }],
      });
      const found = createScriptedFederation([holder('a', item('Copy'))], { away });
      expect(await found.resolve(`/${IBI}`)).toMatchObject({ kind: 'found' });
    });

    it('is unknown if nobody knows what they hold, or one was revoked, and says so', async () => {
      const away = [
        { ...gone, state: 'excluded' as const, isKnown: false },
        { ...gone, address: 'w.example.org', state: 'revoked' as const, isKnown: true },
      ];
      expect(await createScriptedFederation([empty('a')], { away }).resolve(`/${IBI}`)).toMatchObject({
        kind: 'unknown',
        away: [
          { address: 'v.example.org', state: 'excluded', since: '2026-01-02T03:04:05Z' },
          { address: 'w.example.org', state: 'revoked' },
        ],
      });
    });
  });

  it('does not ask those that have not answered lately, and says so', async () => {
    const federation = createScriptedFederation([empty('a'), holder('b', item('Original'))], { silent: [1] });
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'uncertain' });
    expect(federation.messages).toHaveLength(1);
  });

  it.each([
    ['garbage', 'ibi {'],
    ['a list without its IBI', 'archiveaddress a.example.org'],
    ['HTML', '<html><body>hello</body></html>'],
  ])('takes %s for silence', async (_what, answer) => {
    const federation = createScriptedFederation([holder('a', [], { answer: () => answer })]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'uncertain' });
  });

  it('is unknown when all have said so', async () => {
    const federation = createScriptedFederation([empty('a'), empty('b')]);
    expect(await federation.resolve(`/${IBI}`)).toEqual({ kind: 'unknown', ibi: IBI, away: [] });
  });

  it('finds a living copy of what was removed, and the tombstone when there is none', async () => {
    const removed = holder('a', [
      ...item('Deleted'),
      'tombstone.title Um%20relat%C3%B3rio',
      'tombstone.reason Pl%C3%A1gio',
    ]);
    expect(await createScriptedFederation([removed, holder('b', item('Copy'))]).resolve(`/${IBI}`)).toMatchObject({
      kind: 'found',
      state: 'Copy',
    });
    expect(await createScriptedFederation([removed, empty('b')]).resolve(`/${IBI}`)).toEqual({
      kind: 'removed',
      ibi: IBI,
      removals: [
        {
          address: 'a.example.org',
          service: 'example.org/a/2000/01.01.00.00',
          removedAt: '2020-01-01T00:00:00Z',
          title: 'Um relatório',
          reason: 'Plágio',
        },
      ],
    });
    expect(await createScriptedFederation([removed, silent('b')]).resolve(`/${IBI}`)).toMatchObject({
      kind: 'uncertain',
    });
  });

  it('finds a copy that came after the digest', async () => {
    const removed = holder('a', item('Deleted'), { digest: [IBI] });
    const federation = createScriptedFederation([removed, holder('b', item('Copy'), { digest: [] })]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', state: 'Copy' });
  });

  it('asks the Archive of its own process first, without a message', async () => {
    const federation = createScriptedFederation([holder('b', item('Copy'))], { local: holder('a', item('Original')) });
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', state: 'Original' });
    expect(federation.messages).toEqual([]);
  });

  it('passes on what it does not understand of the query, and tells Archives nothing of it', async () => {
    const federation = createScriptedFederation([holder('a', item('Original', 'http://a.example.org/cgi?x=1'))]);
    expect(await federation.resolve(`/${IBI}?y=2&ibiurl.unknown=3`)).toMatchObject({
      url: 'http://a.example.org/cgi?x=1&y=2',
    });
    expect(federation.messages.join()).not.toContain('y=2');
  });

  it('escapes what it passes on, so that no reader can spoil the URL of an Archive', async () => {
    const federation = createScriptedFederation([holder('a', item('Original', 'http://a.example.org/cgi?x=1'))]);
    expect(await federation.resolve(`/${IBI}?y=\\"{%5C&ibiurl.unknown=3`)).toMatchObject({
      url: 'http://a.example.org/cgi?x=1&y=%5C%22%7B%5C',
    });
  });

  it('tries the same date without an explicit second .00', async () => {
    const federation = createScriptedFederation([holder('a', item('Original'))]);
    expect(await federation.resolve(`/${IBI}.00`)).toMatchObject({ kind: 'found', ibi: IBI });
  });

  it('says where a malformed one goes wrong', async () => {
    const federation = createScriptedFederation([]);
    expect(await federation.resolve('/example.org/item/2020/13.01.00.00')).toMatchObject({ kind: 'malformed' });
  });
});

describe('a request for the original', () => {
  const target = `/${IBI}?ibiurl.requireditemstatus=Original`;

  it('waits for all, and gives the one that is claimed', async () => {
    const federation = createScriptedFederation([holder('a', item('Copy')), holder('b', item('Original')), empty('c')]);
    expect(await federation.resolve(target)).toMatchObject({ kind: 'found', state: 'Original' });
    expect(federation.messages).toHaveLength(3);
    expect(federation.messages.join()).not.toContain('Original');
  });

  it('is never remembered, because another Archive may claim it tomorrow', async () => {
    const local = { ...holder('a', item('Original')), confirmed: { address: 'item.example.org', ips: [] } };
    const federation = createScriptedFederation([empty('b')], { local });
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', isLasting: true });
    expect(await federation.resolve(target)).toMatchObject({ kind: 'found', isLasting: false });
  });

  it('raises the alert when two claim it', async () => {
    const federation = createScriptedFederation([holder('a', item('Original')), holder('b', item('Original'))]);
    expect(await federation.resolve(target)).toMatchObject({
      kind: 'disputed',
      claims: [{ address: 'a.example.org' }, { address: 'b.example.org' }],
    });
    expect(federation.disputes).toHaveLength(1);
  });

  it('hears all of many, though the first has answered', async () => {
    const others = Array.from({ length: 100 }, (_, number) => empty(`other-${number}`));
    const slow = holder('b', item('Original'), {
      answer: async (query, limits) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return holder('b', item('Original')).answer(query, limits);
      },
    });
    const unlisted = others.map((archive) => ({ ...archive, digest: [] }));
    for (const rest of [others, unlisted]) {
      const federation = createScriptedFederation([holder('a', item('Original')), ...rest, slow]);
      expect(await federation.resolve(target)).toMatchObject({ kind: 'disputed' });
    }
  });

  it('hears one that got it after its digest', async () => {
    const copy = holder('a', item('Copy'), { digest: [IBI] });
    const federation = createScriptedFederation([
      copy,
      holder('b', item('Original'), { digest: [] }),
      silent('c', { digest: [] }),
    ]);
    expect(await federation.resolve(target)).toMatchObject({ kind: 'found', state: 'Original' });
  });

  it('is the one that is claimed although others are silent, who are named', async () => {
    const federation = createScriptedFederation([holder('a', item('Original')), silent('b')]);
    expect(await federation.resolve(target)).toMatchObject({
      kind: 'found',
      state: 'Original',
      silent: [{ address: 'b.example.org' }],
    });
    const copy = createScriptedFederation([holder('a', item('Copy')), silent('b')]);
    expect(await copy.resolve(target)).toMatchObject({ kind: 'uncertain', silent: [{ address: 'b.example.org' }] });
  });

  it('says when there are copies only', async () => {
    const federation = createScriptedFederation([holder('a', item('Copy')), empty('b')]);
    expect(await federation.resolve(target)).toMatchObject({
      kind: 'no-original',
      copies: [{ address: 'a.example.org' }],
      removals: [],
    });
    const removed = createScriptedFederation([holder('a', item('Copy')), holder('b', item('Deleted'))]);
    expect(await removed.resolve(target)).toMatchObject({
      kind: 'no-original',
      copies: [{ address: 'a.example.org' }],
      removals: [{ address: 'b.example.org', removedAt: '2020-01-01T00:00:00Z' }],
    });
  });
});

describe('what an item leads to', () => {
  const NEXT = 'example.org/item/2021/01.01.00.00';
  const first = holder('a', [`ibi {rep ${IBI}}`, `ibi.nextedition {rep ${NEXT}}`]);
  const next = (name: string, pairs: readonly string[]): ScriptedArchive => ({
    ...holder(name, []),
    answer: (query) =>
      query.includes(NEXT)
        ? urlList(`${name}.example.org`, `example.org/${name}/2000/01.01.00.00`, `ibi {rep ${NEXT}}`, ...pairs)
        : '',
  });

  it('is passed over where it was removed or is nowhere, and named where nobody can tell', async () => {
    const living: ScriptedArchive = {
      ...first,
      answer: (query, limits) =>
        query.includes('GetLastEdition')
          ? first.answer(query, limits)
          : holder('a', item('Original')).answer(query, limits),
    };
    const itself = { kind: 'found', url: 'http://a.example.org/doc', isLasting: false };
    const removed = createScriptedFederation([living, next('b', ['state Deleted'])]);
    expect(await removed.resolve(`/${IBI}!`)).toMatchObject(itself);
    expect(await createScriptedFederation([living]).resolve(`/${IBI}!`)).toMatchObject(itself);
    const untold = createScriptedFederation([living, silent('b')]);
    expect(await untold.resolve(`/${IBI}!`)).toMatchObject({ kind: 'uncertain', ibi: NEXT });
  });

  it('is the last living edition, though one on the way was removed', async () => {
    const last = 'example.org/item/2022/01.01.00.00';
    const third: ScriptedArchive = {
      ...holder('c', []),
      answer: (query) =>
        query.includes(last)
          ? urlList(
              'c.example.org',
              'example.org/c/2000/01.01.00.00',
              `ibi {rep ${last}}`,
              `ibi.lastedition {rep ${last}}`,
              'url.lastedition http://c.example.org/doc',
            )
          : '',
    };
    const second = next('b', ['state Deleted', `ibi.nextedition {rep ${last}}`]);
    expect(await createScriptedFederation([first, second, third]).resolve(`/${IBI}!`)).toMatchObject({
      kind: 'found',
      url: 'http://c.example.org/doc',
    });
  });

  it('is sought by its own label where an original was asked for and only a copy was given', async () => {
    const copied = holder('a', [
      `ibi {rep ${IBI}}`,
      `ibi.lastedition {rep ${NEXT}}`,
      'url.lastedition http://a.example.org/copy',
      'state.lastedition Copy',
    ]);
    const original = next('b', ['url http://b.example.org/doc', 'state Original']);
    const target = `/${IBI}!?ibiurl.requireditemstatus=Original`;
    expect(await createScriptedFederation([copied, original, silent('c')]).resolve(target)).toMatchObject({
      kind: 'found',
      url: 'http://b.example.org/doc',
    });
    const metadata = holder('a', [
      `ibi {rep ${IBI}}`,
      'url.metadata http://a.example.org/metadata',
      'state.metadata Copy',
    ]);
    expect(
      await createScriptedFederation([metadata]).resolve(`/${IBI}:?ibiurl.requireditemstatus=Original`),
    ).toMatchObject({ kind: 'no-original' });
  });

  it('is named where it is disputed', async () => {
    const claim = ['url.lastedition http://b.example.org/doc', 'state.lastedition Original', 'urlkey 1234567890'];
    const federation = createScriptedFederation([
      first,
      next('b', [`ibi.lastedition {rep ${NEXT}}`, ...claim]),
      next('c', [`ibi.lastedition {rep ${NEXT}}`, ...claim]),
    ]);
    expect(await federation.resolve(`/${IBI}!?ibiurl.requireditemstatus=Original`)).toMatchObject({
      kind: 'disputed',
      ibi: NEXT,
    });
    expect(federation.disputes).toMatchObject([{ ibi: NEXT }]);
  });
});

describe('what is related to an item', () => {
  const translations = (...languages: readonly string[]): readonly string[] => [
    `ibi {rep ${IBI}}`,
    ...languages.map((language) => `url.translation(${language}) http://a.example.org/${language}`),
    'urlkey 1234567890',
  ];

  /** Makes an Archive that filters translations by verbs. */
  const translated = (...languages: readonly string[]): ScriptedArchive => {
    const archive = holder('a', []);
    return {
      ...archive,
      answer: (query) => {
        const [, asked] = /GetTranslation\((..)\)/.exec(query) ?? [];
        if (!query.includes('GetTranslation')) return urlList(archive.address, archive.service, ...item('Original'));
        const given = languages.filter((language) => asked === undefined || language.startsWith(asked));
        return urlList(archive.address, archive.service, ...translations(...given));
      },
    };
  };

  it('is chosen by the language of the reader, which Archives do not learn', async () => {
    const federation = createScriptedFederation([translated('en', 'pt')]);
    expect(await federation.resolve(`/${IBI}+`, { languages: 'pt-BR,en;q=0.5' })).toMatchObject({
      url: 'http://a.example.org/pt',
      isByLanguage: true,
    });
    expect(federation.messages.join()).not.toMatch(/pt-BR|q=0/i);
  });

  it('is the item itself where no language fits', async () => {
    const federation = createScriptedFederation([translated('en', 'pt')]);
    expect(await federation.resolve(`/${IBI}+`, { languages: 'fr' })).toMatchObject({
      url: 'http://a.example.org/doc',
      isByLanguage: true,
    });
  });

  it('is reported as missing by name, with the existing languages', async () => {
    const federation = createScriptedFederation([translated('en', 'pt')]);
    expect(await federation.resolve(`/${IBI}+(fr)`)).toEqual({
      kind: 'untranslated',
      ibi: IBI,
      language: 'fr',
      languages: ['en', 'pt'],
    });
  });

  it('ends at a circle of editions, and shows it', async () => {
    const next = (to: string) => (query: string) => {
      const request = parseServiceRequest(query);
      if (!request.ok || request.value.subject !== 'urlRequest') return '';
      const { text } = request.value.ibi;
      const other = text === IBI ? to : IBI;
      return urlList(
        'a.example.org',
        'example.org/a/2000/01.01.00.00',
        `ibi {rep ${text}}`,
        `ibi.nextedition {rep ${other}}`,
      );
    };
    const federation = createScriptedFederation([
      holder('a', [], { answer: next('example.org/item/2021/01.01.00.00') }),
    ]);
    expect(await federation.resolve(`/${IBI}!`)).toEqual({
      kind: 'endless',
      chain: [`${IBI}!`, 'example.org/item/2021/01.01.00.00!', `${IBI}!`],
    });
  });

  it('ends after 32 hops', async () => {
    let year = 2000;
    const endless = holder('a', [], {
      answer: (query) => {
        const request = parseServiceRequest(query);
        if (!request.ok || request.value.subject !== 'urlRequest') return '';
        year += 1;
        return urlList(
          'a.example.org',
          'example.org/a/2000/01.01.00.00',
          `ibi {rep ${request.value.ibi.text}}`,
          `ibi.nextedition {rep example.org/item/${year}/02.01.00.00}`,
        );
      },
    });
    const federation = createScriptedFederation([endless]);
    const resolution = await federation.resolve(`/${IBI}!`);
    expect(resolution.kind).toBe('endless');
    expect(federation.messages).toHaveLength(33);
  });
});

describe('what is missing of an item', () => {
  const minimal = (): ScriptedArchive => holder('a', item('Original'));
  const bare = (): ScriptedArchive => holder('a', [`ibi {rep ${IBI}}`]);

  it.each(['+', '!', '!+', '+!'])(
    'is no edition or translation of a minimal Archive: %s gives the item',
    async (modifier) => {
      const federation = createScriptedFederation([minimal(), empty('b')]);
      expect(await federation.resolve(`/${IBI}${modifier}`)).toMatchObject({
        kind: 'found',
        url: 'http://a.example.org/doc',
      });
    },
  );

  it.each([':', '!:', '+:', ':(oai_dc)'])('are its metadata: %s', async (modifier) => {
    const federation = createScriptedFederation([minimal(), empty('b')]);
    expect(await federation.resolve(`/${IBI}${modifier}`)).toEqual({
      kind: 'missing',
      ibi: IBI,
      what: 'metadata',
      path: undefined,
    });
  });

  it.each(['', '!'])('is a file of it: %s', async (modifier) => {
    const federation = createScriptedFederation([bare()]);
    expect(await federation.resolve(`/${IBI}${modifier}/nofile.pdf`)).toEqual({
      kind: 'missing',
      ibi: IBI,
      what: 'file',
      path: '/nofile.pdf',
    });
  });

  it('is not told while somebody else may have it', async () => {
    const federation = createScriptedFederation([bare(), silent('b')]);
    expect(await federation.resolve(`/${IBI}/nofile.pdf`)).toMatchObject({ kind: 'uncertain' });
  });

  it('is its description, where that was removed elsewhere', async () => {
    const description = 'example.org/description/2020/01.01.00.00';
    const remover = empty('b');
    const { address, service } = remover;
    const tombstone = urlList(
      address,
      service,
      `ibi {rep ${description}}`,
      'state Deleted',
      'timestamp 2020-01-01T00:00:00Z',
    );
    const answer = (query: string): string => (query.includes(description) ? tombstone : '');
    const federation = createScriptedFederation([
      holder('a', [...item('Original'), `ibi.metadata {rep ${description}}`]),
      { ...remover, answer },
    ]);
    expect(await federation.resolve(`/${IBI}:`)).toMatchObject({ kind: 'missing', ibi: IBI, what: 'metadata' });
  });

  it('is the document where an Archive knows the item and gives no address', async () => {
    expect(await createScriptedFederation([bare()]).resolve(`/${IBI}`)).toMatchObject({ what: 'document' });
  });
});

describe('what copies say of editions and translations', () => {
  const NEXT = 'example.org/item/2021/01.01.00.00';
  const original = holder('a', [
    `ibi {rep ${IBI}}`,
    `ibi.lastedition {rep ${NEXT}}`,
    'url.lastedition http://a.example.org/next',
    'state.lastedition Original',
  ]);
  const copied = [
    `ibi {rep ${IBI}}`,
    `ibi.lastedition {rep ${IBI}}`,
    'url.lastedition http://b.example.org/copy',
    'state.lastedition Copy',
  ];

  it.each([
    ['tells it', [...copied.slice(0, 3), 'state.lastedition Original', 'holding Copy']],
    ['lists the item as a copy', copied],
  ])('counts only while the holder of the original is silent; one that %s', async (_how, pairs) => {
    const local = holder('b', pairs);
    const heard = createScriptedFederation([original], { local });
    expect(await heard.resolve(`/${IBI}!`)).toMatchObject({ kind: 'found', url: 'http://a.example.org/next' });
    const unheard = createScriptedFederation([silent('a')], { local });
    expect(await unheard.resolve(`/${IBI}!`)).toMatchObject({
      kind: 'found',
      url: 'http://b.example.org/copy',
      isLasting: false,
    });
    const removed = createScriptedFederation([holder('a', item('Deleted'))], { local });
    expect(await removed.resolve(`/${IBI}!`)).toMatchObject({ kind: 'found', url: 'http://b.example.org/copy' });
  });
});

describe('varieties of a language', () => {
  it('are found at Archives that know the exact language only', async () => {
    const archive = holder('a', []);
    const exact: ScriptedArchive = {
      ...archive,
      answer: (query) => {
        const asked = /GetTranslation\(([^)]*)\)/.exec(decodeURIComponent(query))?.[1];
        const own = [`ibi {rep ${IBI}}`, 'urlkey 1234567890'];
        const pairs = asked === undefined ? ['url.translation(pt-BR) http://a.example.org/br'] : [];
        return urlList(archive.address, archive.service, ...own, ...pairs);
      },
    };
    const federation = createScriptedFederation([exact]);
    expect(await federation.resolve(`/${IBI}+(pt)`)).toMatchObject({ kind: 'found', url: 'http://a.example.org/br' });
    expect(await federation.resolve(`/${IBI}+(pt-PT)`)).toEqual({
      kind: 'untranslated',
      ibi: IBI,
      language: 'pt-PT',
      languages: ['pt-BR'],
    });
  });
});
