import { parseListOfPairs } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import { createUrlKeys } from '../../packages/server/src/services/archive/exchange/url-keys.ts';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';

type TestArchive = Awaited<ReturnType<typeof createTestArchive>>;

const CLIENT = 'clientinformation.ipaddress=150.163.2.175';
const START = 1_790_000_000_000_000n;
const HOUR = 3_600_000_000n;
const DAY = { from: '2026-09-21', to: '2026-09-22', limit: 100 };

const createClock = () => {
  let now = START;
  return {
    now: () => {
      now += 1_000n;
      return now;
    },
    wait: async (microseconds: bigint) => {
      now += microseconds;
    },
    pass: (microseconds: bigint) => {
      now += microseconds;
    },
  };
};

interface Given {
  readonly url: string;
  readonly urlkey: string;
  readonly ibi?: string;
  /** The state; null if the acknowledgment has none. */
  readonly state?: string | null;
}

const ask = async ({ service }: TestArchive, label: string, more = ''): Promise<Given> => {
  const { body } = await service.answer(`servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=${label}${more}`);
  const pairs = parseListOfPairs(body);
  const entries = pairs.ok ? pairs.value.map(({ name, value }) => [name, String(value)]) : [];
  const found = Object.fromEntries(entries) as Record<string, string>;
  const name = Object.keys(found).find((candidate) => /^url(?:\.|$)/.test(candidate)) ?? '';
  return { url: found[name] ?? '', urlkey: found['urlkey'] ?? '' };
};

const acknowledge = async (
  { service }: TestArchive,
  { url, urlkey, ibi, state = 'Original' }: Given,
  contentType: string | null = 'Data',
  options = { isHead: false },
): Promise<void> => {
  const persistent = 'http://urlib.net:80/8JMKD3MGP8W/35MMLL8';
  const answer = await service.answer(
    [
      CLIENT,
      ...(contentType === null ? [] : [`contenttype=${contentType}`]),
      ...(ibi === undefined ? [] : [`ibi=${ibi.replaceAll(' ', '%20')}`]),
      'servicesubject=acknowledgment',
      ...(state === null ? [] : [`state=${state}`]),
      `url=${url}&url.persistent=${persistent}&urlkey=${urlkey}`,
    ].join('&'),
    options,
  );
  expect(answer).toEqual({ status: 200, body: 'notice {acknowledgment received}' });
};

const deposit = ({ archive }: TestArchive, language = 'en', more = {}) =>
  archive.deposit({ files: filesOf({ 'a.txt': 'a' }), language, ...more }, AUTHOR);

const counts = async ({ catalogue: { accessCounts } }: TestArchive) =>
  (await accessCounts.read(DAY)).map(({ repository, content, accesses }) => [repository, content, accesses]);

describe.each(DATABASES)('acknowledgments over $name', ({ openMigrated }) => {
  const open = async (clock = createClock()) => createTestArchive(await openMigrated(), { clock });

  it('count an access once for each key', async () => {
    const archive = await open();
    const { repository } = await deposit(archive);
    const given = await ask(archive, repository);
    await acknowledge(archive, given);
    await acknowledge(archive, given);
    await acknowledge(archive, await ask(archive, repository));
    expect(await counts(archive)).toEqual([[repository, 'Data', 2]]);
  });

  it.each(['', '&url=x', '&&url=http://a.example/%zz&urlkey=1', '&state=Other'])(
    'are received also where they cannot be read: %s',
    async (rest) => {
      const { service } = await open();
      expect(await service.answer(`servicesubject=acknowledgment${rest}`)).toEqual({
        status: 200,
        body: 'notice {acknowledgment received}',
      });
    },
  );

  it('count exactly, however many come at once', async () => {
    const archive = await open();
    const { repository } = await deposit(archive);
    const given = await Promise.all(Array.from({ length: 100 }, () => ask(archive, repository)));
    await Promise.all([...given, ...given, ...given].map((one) => acknowledge(archive, one)));
    expect(await counts(archive)).toEqual([[repository, 'Data', 100]]);
  });

  it('count metadata, editions and translations for the item that was reached', async () => {
    const archive = await open();
    const first = await deposit(archive);
    const second = await deposit(archive, 'en', { editionOf: first.repository });
    await deposit(archive, 'pt', { translationOf: second.repository });
    await acknowledge(archive, await ask(archive, first.repository, '&parsedibiurl.verblist=GetLastEdition'));
    await acknowledge(
      archive,
      await ask(archive, first.repository, '&parsedibiurl.verblist=GetLastEdition%20GetMetadata'),
      'Metadata',
    );
    expect(await counts(archive)).toEqual([
      [second.repository, 'Data', 1],
      [second.repository, 'Metadata', 1],
    ]);
  });

  it('count nothing for keys that are forged, of others, expired, or of another URL', async () => {
    const clock = createClock();
    const archive = await open(clock);
    const item = await deposit(archive);
    const other = await deposit(archive);
    const given = await ask(archive, item.repository);
    const others = createUrlKeys('another secret', createQuickSecrets());
    const forged = others.issue(others.summarize([`${given.url} Data Original ${item.repository}`]), clock.now());
    for (const urlkey of [
      '1426203276-5985125171467764',
      forged,
      given.urlkey.slice(0, -1) + String((Number(given.urlkey.at(-1)) + 1) % 10),
      given.urlkey.replace(/(?<=^.{10})./, '9'),
      `${BigInt(given.urlkey.slice(0, 10)) + 1n}${given.urlkey.slice(10)}`,
    ]) {
      await acknowledge(archive, { ...given, urlkey });
    }
    await acknowledge(archive, { ...given, url: (await ask(archive, other.repository)).url });
    await acknowledge(archive, { ...given, url: given.url.replace('archive.example.org', 'elsewhere.example.org') });
    await acknowledge(archive, { ...given, url: 'http://archive.example.org/' });
    expect(await counts(archive)).toEqual([]);
    clock.pass(HOUR + 1_000_000n);
    await acknowledge(archive, given);
    expect(await counts(archive)).toEqual([]);
  });

  it('count the metadata that clients outside are led to, under the label that was issued', async () => {
    const archive = await open();
    const closed = await deposit(archive, 'en', { access: { networks: ['203.0.113.0/24'], fileList: 'open' } });
    const given = async () => ask(archive, closed.repository);
    await acknowledge(archive, { ...(await given()), ibi: `rep ${closed.metadata?.repository}` }, 'Metadata');
    expect(await counts(archive)).toEqual([]);
    await acknowledge(archive, { ...(await given()), ibi: `rep ${closed.repository}` }, 'Metadata');
    await acknowledge(archive, await given(), 'Metadata');
    expect(await counts(archive)).toEqual([[closed.repository, 'Metadata', 2]]);
  });

  it('count only what was issued with the key', async () => {
    const archive = await open();
    const { repository, ibips } = await deposit(archive);
    const other = await deposit(archive);
    const given = await ask(archive, repository);
    const metadata = await ask(archive, repository, '&parsedibiurl.verblist=GetMetadata');
    const wrong: readonly (readonly [Given, string])[] = [
      [{ ...given, url: metadata.url }, 'Metadata'],
      [{ ...given, url: given.url.replace('a.txt', 'b.txt') }, 'Data'],
      [{ ...given, url: `${given.url}?x=1` }, 'Data'],
      [{ ...given, url: (await ask(archive, other.repository)).url }, 'Data'],
      [given, 'Metadata'],
      [{ ...given, state: 'Copy' }, 'Data'],
      [{ ...given, ibi: `rep ${other.repository}` }, 'Data'],
      [{ ...given, ibi: 'ibip 8JMKD3MGP8W/35MMLL8' }, 'Data'],
      [{ ...given, ibi: `rep ${repository} ibip 8JMKD3MGP8W/35MMLL8` }, 'Data'],
      [metadata, 'Data'],
      [{ ...metadata, ibi: `rep ${repository}` }, 'Metadata'],
    ];
    for (const [acknowledgment, contentType] of wrong) await acknowledge(archive, acknowledgment, contentType);
    expect(await counts(archive)).toEqual([]);
    const forms = [`rep ${repository.toUpperCase()}`, ...(ibips[0] === undefined ? [] : [`ibip ${ibips[0]}`])];
    await acknowledge(archive, { ...given, state: null, ibi: forms.join(' ') });
    await acknowledge(archive, { ...(await ask(archive, repository)), ibi: forms.at(-1) as string });
    await acknowledge(archive, metadata, 'Metadata');
    await acknowledge(archive, await ask(archive, repository), null);
    await acknowledge(archive, await ask(archive, repository, '&parsedibiurl.verblist=GetMetadata'), null);
    expect(await counts(archive)).toEqual([
      [repository, 'Data', 3],
      [repository, 'Metadata', 2],
    ]);
  });

  it('count each URL of an answer that has many', async () => {
    const archive = await open();
    const { repository } = await deposit(archive);
    const languages = ['pt', 'es', 'fr', 'de', 'it', 'nl', 'sv', 'da', 'fi', 'pl', 'cs', 'hu'];
    for (const language of languages) await deposit(archive, language, { translationOf: repository });
    const { body } = await archive.service.answer(
      `servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=${repository}&parsedibiurl.verblist=GetTranslation`,
    );
    const pairs = parseListOfPairs(body);
    const list = pairs.ok ? pairs.value : [];
    const urlkey = String(list.find(({ name }) => name === 'urlkey')?.value);
    const urls = list.filter(({ name }) => name.startsWith('url.')).map(({ value }) => String(value));
    expect(urls).toHaveLength(languages.length + 1);
    expect(urlkey).toMatch(/^\d{64}-\d{45}$/);
    for (const url of urls) {
      const other = await ask(archive, repository, '&parsedibiurl.verblist=GetTranslation');
      await acknowledge(archive, { url, urlkey: other.urlkey });
    }
    expect((await counts(archive)).map(([, , accesses]) => accesses)).toEqual(urls.map(() => 1));
  });

  it('that come by HEAD count nothing, and use no key up', async () => {
    const archive = await open();
    const { repository } = await deposit(archive);
    const given = await ask(archive, repository);
    await acknowledge(archive, given, 'Data', { isHead: true });
    expect(await counts(archive)).toEqual([]);
    await acknowledge(archive, given);
    expect(await counts(archive)).toEqual([[repository, 'Data', 1]]);
  });

  it('are counted by day, and expired keys are forgotten without being counted again', async () => {
    const clock = createClock();
    const archive = await open(clock);
    const { repository } = await deposit(archive);
    const given = await ask(archive, repository);
    await acknowledge(archive, given);
    clock.pass(24n * HOUR);
    await archive.catalogue.accessCounts.forgetExpired(clock.now());
    await acknowledge(archive, given);
    await acknowledge(archive, await ask(archive, repository));
    expect((await archive.catalogue.accessCounts.read(DAY)).map(({ day, accesses }) => [day, accesses])).toEqual([
      ['2026-09-21', 1],
      ['2026-09-22', 1],
    ]);
    expect(await archive.catalogue.accessCounts.read({ ...DAY, repository: repositoryLabel('none') })).toEqual([]);
  });
});
