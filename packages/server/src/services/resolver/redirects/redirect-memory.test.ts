import { composeRepositoryLabel } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { createToldRecollection } from '../../../../../../tests/fixtures/touches.ts';
import { noteRead } from '../../../memory/reading-notes.ts';
import type { Found, Resolution, ResolutionRequest } from '../asking/outcome/resolution.ts';
import { rememberRedirects } from './redirect-memory.ts';

const ARCHIVE = {
  address: 'a.example.org',
  service: composeRepositoryLabel('example.org/a', { seconds: 1_577_836_800, fraction: '' }),
};
const FOUND: Found = {
  kind: 'found',
  url: 'http://a.example.org/col/r/doc/f',
  ibi: 'example.org/r/2020/01.01.00.00',
  archive: ARCHIVE,
  state: 'Original',
  isByLanguage: false,
  acknowledgment: {
    subject: 'acknowledgment',
    clientAddresses: ['192.0.2.1'],
    contentType: 'Data',
    ibi: undefined,
    state: 'Original',
    url: 'http://a.example.org/col/r/doc/f',
    persistentUrl: 'http://urlib.net:80/example.org/r/2020/01.01.00.00',
    urlKey: '1234567890',
  },
  isLasting: true,
  changes: [],
  silent: [],
};
const TARGET = `/${FOUND.ibi}`;

const ask = (more: Partial<ResolutionRequest> = {}): ResolutionRequest => ({
  target: TARGET,
  clientAddresses: ['192.0.2.1'],
  languages: undefined,
  isCounted: true,
  ...more,
});

const open = (outcome: Resolution | (() => Resolution) = FOUND) => {
  const { recollection, touch, setCurrency } = createToldRecollection();
  let isAlone = true;
  const acknowledged: string[] = [];
  const followed: unknown[] = [];
  const memory = rememberRedirects({
    resolver: {
      async resolve() {
        noteRead(FOUND.ibi);
        return typeof outcome === 'function' ? outcome() : outcome;
      },
    },
    acknowledgments: {
      send(_archive, { url, persistentUrl, clientAddresses }, citing) {
        acknowledged.push(url);
        if (citing !== undefined) followed.push([persistentUrl, clientAddresses, citing]);
      },
    },
    recollection,
    isAlone: () => isAlone,
  });
  return {
    memory,
    acknowledged,
    followed,
    touch,
    setCurrency,
    setAlone(next: boolean) {
      isAlone = next;
    },
  };
};

describe('remembered redirects', () => {
  it('have a bounded size together, however long they are', async () => {
    const long: Found = { ...FOUND, url: `http://a.example.org/${'x'.repeat(100_000)}` };
    const { memory } = open(long);
    const targets = Array.from({ length: 400 }, (_, number) => `${TARGET}/${number}`);
    for (const target of targets) await memory.resolve(ask({ target }));
    const kept = targets.filter((target) => memory.recall(ask({ target, isCounted: false })) !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length * long.url.length).toBeLessThan(34_000_000);
    expect(kept).toContain(targets.at(-1));
  });

  it('of requests that are not counted are recalled for others of this kind alone', async () => {
    const { memory, acknowledged } = open();
    await memory.resolve(ask({ isCounted: false }));
    expect(memory.recall(ask({ isCounted: false }))).toEqual(FOUND);
    expect(memory.recall(ask())).toBeUndefined();
    await memory.resolve(ask());
    expect(memory.recall(ask())).toEqual(FOUND);
    await memory.resolve(ask({ isCounted: false }));
    expect(memory.recall(ask())).toEqual(FOUND);
    expect(acknowledged).toHaveLength(3);
  });

  it('are recalled until something that led to them changes', async () => {
    const { memory, touch } = open();
    expect(memory.recall(ask())).toBeUndefined();
    await memory.resolve(ask());
    touch(['another']);
    expect(memory.recall(ask())).toEqual(FOUND);
    touch([FOUND.ibi]);
    expect(memory.recall(ask())).toBeUndefined();
  });

  it('are forgotten when another Archive comes, also if it comes while one is found', async () => {
    const { memory, setAlone } = open();
    await memory.resolve(ask());
    setAlone(false);
    expect(memory.recall(ask())).toBeUndefined();
    const coming = open(() => {
      coming.setAlone(false);
      return FOUND;
    });
    await coming.memory.resolve(ask());
    expect(coming.memory.recall(ask())).toBeUndefined();
  });

  it('are acknowledged each time that one is given, and counted', async () => {
    const { memory, acknowledged } = open();
    await memory.resolve(ask());
    memory.recall(ask());
    memory.recall(ask());
    memory.recall(ask({ isCounted: false }));
    expect(acknowledged).toHaveLength(3);
  });

  it('tell the Archive which item a reader came from, remembered or not, but not of programs', async () => {
    const { memory, acknowledged, followed } = open();
    const target = `${TARGET}?ibiurl.clientinformation.citingitem=LK47B6W/48QQQSB`;
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0';
    await memory.resolve(ask({ target, userAgent }));
    memory.recall(ask({ target, userAgent, clientAddresses: ['192.0.2.2'] }));
    memory.recall(ask({ target, userAgent: 'curl/8.5.0' }));
    memory.recall(ask({ target }));
    const persistentUrl = `${FOUND.acknowledgment?.persistentUrl}?ibiurl.clientinformation.citingitem=LK47B6W/48QQQSB`;
    expect(followed).toEqual([
      [persistentUrl, ['192.0.2.1'], 'LK47B6W/48QQQSB'],
      [persistentUrl, ['192.0.2.2'], 'LK47B6W/48QQQSB'],
    ]);
    expect(acknowledged).toHaveLength(4);
  });

  it.each<[string, Partial<Found>, Partial<ResolutionRequest>]>([
    ['is not the same for everyone', { isLasting: false }, {}],
    ['the reader’s language decided', { isByLanguage: true }, {}],
    ['is too long to be kept', {}, { target: `/${'x'.repeat(600)}` }],
  ])('leave out what %s', async (_what, found, request) => {
    const { memory } = open({ ...FOUND, ...found });
    await memory.resolve(ask(request));
    expect(memory.recall(ask(request))).toBeUndefined();
    expect(memory.recall(ask({ target: request.target ?? TARGET }))).toBeUndefined();
  });

  it('leave out what led nowhere, and what was found while the catalogue changed', async () => {
    const nowhere = open({ kind: 'unknown', ibi: FOUND.ibi, away: [] });
    await nowhere.memory.resolve(ask());
    expect(nowhere.memory.recall(ask())).toBeUndefined();
    const changing = open(() => {
      changing.touch([FOUND.ibi]);
      return FOUND;
    });
    await changing.memory.resolve(ask());
    expect(changing.memory.recall(ask())).toBeUndefined();
  });

  it('are none where the catalogue cannot tell whether it changed', async () => {
    const { memory, setCurrency } = open();
    setCurrency('unknown');
    await memory.resolve(ask());
    expect(memory.recall(ask())).toBeUndefined();
  });
});
