import { describe as describeWords } from '@perene/api/words';
import { describe, expect, it } from 'vitest';
import { parsedLabel } from '../fixtures/labels.ts';
import { createScriptedFederation, type ScriptedArchive, urlList } from './scripted-federation.ts';

const IBI = 'example.org/item/2020/01.01.00.00';
const SERVICE = parsedLabel('example.org/a/2000/01.01.00.00');
const URL_OF_ITEM = 'http://a.example.org/doc';

const archive = (...pairs: readonly string[]): ScriptedArchive => ({
  address: 'a.example.org',
  service: SERVICE,
  answer: () => urlList('a.example.org', SERVICE, `ibi {rep ${IBI}}`, ...pairs),
});

describe('an answer that is read though parts of it are odd', () => {
  it.each([
    'timestamp 1997-07-16T19:20+01:00',
    'timestamp 2014-01-02',
    'timestamp 2016-12-31T23:59:60Z',
    'timestamp yesterday',
    'urlkey 12',
    'contenttype data',
    'state original',
    'ibi.platformsoftware unknown',
    'url.metadata ftp://a.example.org/m',
    'title {Relat\u00f3rio Final}',
    'x 1\r\nx 2',
  ])('leads on with the pair %j', async (pair) => {
    const federation = createScriptedFederation([archive(`url ${URL_OF_ITEM}`, pair)]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', url: URL_OF_ITEM });
  });

  it('leads to a host whose name has "_"', async () => {
    const url = 'http://my_host.example.org:8080/doc';
    const federation = createScriptedFederation([archive(`url ${url}`, 'state Original')]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', url });
  });

  it('says in the trace what was left out', async () => {
    const federation = createScriptedFederation([
      archive(`url ${URL_OF_ITEM}`, 'timestamp yesterday', 't\u00edtulo x', 'urlkey 12'),
    ]);
    await federation.resolve(`/${IBI}`);
    expect(federation.trace.map((step) => ('why' in step ? describeWords(step.why, 'en') : ''))).toContain(
      'of the answer of a.example.org was left out what cannot be read: timestamp (expected a date and time such as 2014-01-02T17:23:57Z), t?tulo (expected ASCII characters; others as escapes), urlkey (expected 10 to 256 digits)',
    );
  });

  it('asks with verbs that were separated by an escaped +', async () => {
    const federation = createScriptedFederation([archive('url.lastedition.metadata http://a.example.org/m')]);
    const target = `/${IBI}?ibiurl.verblist=GetLastEdition%2BGetMetadata`;
    expect(await federation.resolve(target)).toMatchObject({ kind: 'found', url: 'http://a.example.org/m' });
    expect(federation.messages[0]).toContain('parsedibiurl.verblist=GetLastEdition%20GetMetadata&');
  });
});

describe('an answer that cannot be read at all', () => {
  it.each([
    ['Service unavailable', 'its answer cannot be read: expected pairs of an answer to urlRequest'],
    [`ibi {rep x}\r\nurl ${URL_OF_ITEM}`, 'its answer cannot be read: expected in ibi: a letter, a digit, - or /'],
  ])('is no answer: %j', async (body, reason) => {
    const federation = createScriptedFederation([{ ...archive(), answer: () => body }]);
    const resolution = await federation.resolve(`/${IBI}`);
    if (resolution.kind !== 'uncertain') throw new Error(resolution.kind);
    expect(resolution.silent.map(({ because }) => describeWords(because, 'en'))).toEqual([reason]);
  });
});

describe('an answer that lacks what is sought, because it cannot be read', () => {
  const other = (...pairs: readonly string[]): ScriptedArchive => ({
    address: 'b.example.org',
    service: parsedLabel(SERVICE.replace('/a/', '/b/')),
    answer: () => urlList('b.example.org', SERVICE.replace('/a/', '/b/'), `ibi {rep ${IBI}}`, ...pairs),
  });

  it('is no "no": the URL is unusable, and a copy elsewhere is found', async () => {
    const broken = archive('url ftp://a.example.org/doc', 'state Original');
    expect(await createScriptedFederation([broken]).resolve(`/${IBI}`)).toEqual({
      kind: 'unusable',
      ibi: IBI,
      archive: { address: 'a.example.org', service: SERVICE },
    });
    const copy = other('url http://b.example.org/doc', 'state Copy');
    expect(await createScriptedFederation([broken, copy]).resolve(`/${IBI}`)).toMatchObject({
      kind: 'found',
      url: 'http://b.example.org/doc',
    });
    expect(
      await createScriptedFederation([broken, { ...copy, answer: () => undefined }]).resolve(`/${IBI}`),
    ).toMatchObject({ kind: 'uncertain', silent: [{ code: 'unreachable' }, { code: 'unreadable' }] });
  });

  it('does not make an item its own last edition', async () => {
    const federation = createScriptedFederation([archive(`url ${URL_OF_ITEM}`, 'state Original', 'ibi.nextedition x')]);
    expect(await federation.resolve(`/${IBI}!`)).toMatchObject({
      kind: 'uncertain',
      silent: [
        {
          code: 'unreadable',
          because: { code: 'peer-refused', parameters: { reason: 'pair-unreadable', name: 'ibi.nextedition' } },
        },
      ],
    });
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found' });
  });

  it('does not deny that it claims the original', async () => {
    const federation = createScriptedFederation([
      archive(`url ${URL_OF_ITEM}`, 'state original'),
      other('url http://b.example.org/doc', 'state Copy'),
    ]);
    const target = `/${IBI}?ibiurl.requireditemstatus=Original`;
    expect(await federation.resolve(target)).toMatchObject({ kind: 'uncertain', silent: [{ code: 'unreadable' }] });
  });

  it('may leave out whose item it is', async () => {
    const federation = createScriptedFederation([
      { ...archive(), answer: () => urlList('a.example.org', SERVICE, `url ${URL_OF_ITEM}`, 'state Original') },
    ]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found', url: URL_OF_ITEM });
  });
});
