import { parseServiceRequest } from '@perene/core';
import { parseAliasRequest } from '@perene/core/federation';
import { aliasLabel, parseAlias } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import { parsedLabel } from '../fixtures/labels.ts';
import {
  createScriptedFederation,
  type KeptHolders,
  REFUSED,
  type ScriptedArchive,
  UNAVAILABLE,
  urlList,
} from './scripted-federation.ts';

const DOI = 'doi:10.79/live';
const LEGACY = '83LX3pFwXQZ5Jpy/Bkjzd';
/** The label that the legacy label stands for. */
const DECODED = 'dpi.inpe.br/lise/2004/03.02.15.20';

interface Held {
  readonly aliases?: readonly string[];
  readonly isRemoved?: boolean;
  readonly isCopy?: boolean;
}

const named = (text: string): string => {
  const alias = parseAlias(text);
  if (!alias.ok) throw new Error(text);
  return aliasLabel(alias.value);
};

const labelOf = (name: string): string => `example.org/${name}/2020/01.01.00.00`;

/** An Archive of ours with some items, by their labels. */
const archiveOf = (name: string, items: Readonly<Record<string, Held>>) => {
  const [address, service] = [`${name}.example.org`, parsedLabel(`example.org/${name}/2000/01.01.00.00`)];
  /** `renamed` is the item that has all aliases. */
  const state = { isSilent: false, isRemoved: false, isWithoutAliases: false, renamed: '' };
  const stateOf = ({ isRemoved, isCopy }: Held): string =>
    isRemoved || state.isRemoved ? 'Deleted' : isCopy ? 'Copy' : 'Original';
  const list = (label: string, held: Held): string =>
    urlList(
      address,
      service,
      `ibi {rep ${label}}`,
      `state ${stateOf(held)}`,
      ...(stateOf(held) === 'Deleted' ? [] : ['contenttype Data', `url http://${address}/${nameOf(label)}`]),
      'timestamp 2020-01-01T00:00:00Z',
    );
  const answer = (query: string): string | undefined => {
    if (state.isSilent) return undefined;
    const request = parseAliasRequest(query);
    if (request.ok && request.value !== undefined) {
      const asked = aliasLabel(request.value.alias);
      if (state.isWithoutAliases) return '';
      if (state.renamed !== '') return `ibi {rep ${state.renamed}}`;
      const [label, held] = Object.entries(items).find(([, { aliases }]) => aliases?.map(named).includes(asked)) ?? [];
      if (label === undefined || held === undefined) return '';
      return stateOf(held) === 'Original' ? `ibi {rep ${label}}` : `ibi {rep ${label}}\r\nstate ${stateOf(held)}`;
    }
    const other = parseServiceRequest(query);
    const label = other.ok && other.value.subject === 'urlRequest' ? other.value.ibi.text : '';
    const held = items[label];
    return held === undefined ? '' : list(label, held);
  };
  const aliases = Object.values(items).flatMap((held) => held.aliases ?? []);
  return { address, service, answer, state, digest: [...Object.keys(items), ...aliases.map(named)] };
};

const nameOf = (label: string): string => label.split('/')[1] ?? '';

/** An Archive of ours with one item, named like the Archive. */
const archive = (name: string, held: Held = {}, label = labelOf(name)) => archiveOf(name, { [label]: held });

const leadsTo = (name: string, item = name) => ({ kind: 'found', url: `http://${name}.example.org/${item}` });

type Answered = string | undefined | Promise<string>;

const unusable = (): string =>
  urlList(
    'f.example.org',
    'example.org/f/2000/01.01.00.00',
    `ibi {rep ${labelOf('f')}}`,
    'state Original',
    'contenttype Data',
    'url {not a URL}',
  );

describe('an alias', () => {
  it('of a removed item never hides a living item elsewhere', async () => {
    for (const [first, second] of [
      ['x', 'y'],
      ['y', 'x'],
    ] as const) {
      const archives = [first, second].map((name) => archive(name, { aliases: [DOI], isRemoved: name === 'x' }));
      const { resolve, clashes } = createScriptedFederation(archives);
      for (let times = 0; times < 5; times += 1) expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('y'));
      expect(clashes).toEqual([]);
    }
    const local = archive('x', { aliases: [DOI], isRemoved: true });
    const { resolve } = createScriptedFederation([archive('y', { aliases: [DOI] })], { local });
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('y'));
  });

  it('of removed items alone leads to a tombstone, unless somebody is silent', async () => {
    const [x, z] = [archive('x', { aliases: [DOI], isRemoved: true }), archive('z')];
    const { resolve } = createScriptedFederation([x, z]);
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'removed', ibi: labelOf('x') });
    z.state.isSilent = true;
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'uncertain', silent: [{ address: z.address }] });
  });

  it('of two living items leads to neither where nobody knows which was first, and the clash is noted', async () => {
    const slow = archive('u', { aliases: [DOI] });
    const answer = async (query: string): Promise<string | undefined> => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return slow.answer(query);
    };
    const { resolve, clashes } = createScriptedFederation([{ ...slow, answer }, archive('v', { aliases: [DOI] })]);
    for (let times = 0; times < 5; times += 1) {
      expect(await resolve(`/${DOI}`)).toMatchObject({
        kind: 'disputed',
        ibi: DOI,
        claims: expect.arrayContaining(
          [{ u: 'u' }, { u: 'v' }].map(({ u }) => expect.objectContaining({ url: `http://${u}.example.org/${u}` })),
        ),
      });
    }
    expect(clashes[0]).toMatchObject({
      alias: { text: DOI },
      holders: [{ label: { text: labelOf('u') } }, { label: { text: labelOf('v') } }],
    });
    expect(clashes).toHaveLength(1);
    slow.state.isSilent = true;
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'uncertain', silent: [{ address: slow.address }] });
  });

  it('of a living item of this node leads there first, and a clash is noted, too', async () => {
    const local = archive('here', { aliases: [DOI] });
    const { resolve, clashes } = createScriptedFederation([archive('u', { aliases: [DOI] })], { local });
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('here'));
    expect(clashes).toMatchObject([
      { holders: [{ label: { text: labelOf('here') } }, { label: { text: labelOf('u') } }] },
    ]);
  });

  it('is unknown only if every Archive of ours has said no (decision 41)', async () => {
    const [a, b] = [archive('a'), archive('b')];
    const { resolve } = createScriptedFederation([a, b]);
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'unknown', ibi: DOI });
    b.state.isSilent = true;
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'uncertain', ibi: DOI, silent: [{ address: b.address }] });
    // With more members than the bound, a digest under a lease says "no" for its Archive.
    const many = createScriptedFederation([a, b], { maxAskedForUnknown: 1 });
    expect(await many.resolve(`/${DOI}`)).toMatchObject({ kind: 'unknown' });
  });

  it('is not asked of an Archive that has been silent lately', async () => {
    const [a, b] = [archive('a', { aliases: [DOI] }), archive('b')];
    const { resolve, messages } = createScriptedFederation([a, b], { silent: [0] });
    expect(await resolve(`/${DOI}`)).toMatchObject({
      kind: 'uncertain',
      silent: [{ address: a.address, code: 'quiet' }],
    });
    expect(messages.filter((message) => message.includes('//a.'))).toEqual([]);
  });

  it('of a copy counts only while the holder of the original is silent (decision 45)', async () => {
    for (const isHere of [false, true]) {
      const copy = archive('e', { aliases: [DOI], isCopy: true }, labelOf('d'));
      const open = (holder: ScriptedArchive) =>
        isHere
          ? createScriptedFederation([holder], { local: copy })
          : createScriptedFederation([copy, holder, archive('z')]);
      const still = open(archive('d', { aliases: [DOI] }));
      // The item is found by its label then, and the original comes before the copy (decision 56).
      expect(await still.resolve(`/${DOI}`)).toMatchObject(leadsTo('d', 'd'));
      const removed = archive('d');
      const without = open(removed);
      expect(await without.resolve(`/${DOI}`)).toMatchObject({ kind: 'unknown' });
      removed.state.isSilent = true;
      expect(await without.resolve(`/${DOI}`)).toMatchObject(leadsTo('e', 'd'));
      const moved = open(archiveOf('d', { [labelOf('d')]: {}, [labelOf('y')]: { aliases: [DOI] } }));
      expect(await moved.resolve(`/${DOI}`)).toMatchObject(leadsTo('d', 'y'));
      expect(moved.clashes).toEqual([]);
      const deleted = open(archiveOf('d', { [labelOf('d')]: { isRemoved: true }, [labelOf('y')]: { aliases: [DOI] } }));
      expect(await deleted.resolve(`/${DOI}`)).toMatchObject(leadsTo('d', 'y'));
      const freed = open(archive('d', { isRemoved: true }));
      expect(await freed.resolve(`/${DOI}`)).toMatchObject({ kind: 'unknown' });
      const kept = open(archive('d', { isRemoved: true, aliases: [DOI] }));
      expect(await kept.resolve(`/${DOI}`)).toMatchObject(leadsTo('e', 'd'));
    }
  });

  it('of a copy counts where the original is with an Archive that is not Perene', async () => {
    const copy = archive('e', { aliases: [DOI], isCopy: true }, labelOf('d'));
    const { resolve } = createScriptedFederation([copy, { ...archive('d'), digest: undefined as never }]);
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('d', 'd'));
  });

  it('of a copy counts where the Archive of the original does not know the message', async () => {
    const copy = archive('e', { aliases: [DOI], isCopy: true }, labelOf('d'));
    const old = archive('d');
    const answer = (query: string) => (query.includes('aliasRequest') ? REFUSED : old.answer(query));
    const { resolve } = createScriptedFederation([copy, { ...old, answer }]);
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('d'));
  });

  describe.each([
    ['names an item that nobody has', {}],
    ['names a removed item as if it lived', { urls: (list: string) => list }],
    ['names an item, and cannot tell of it', { urls: () => UNAVAILABLE }],
    ['names an item, and is silent about it', { urls: () => undefined }],
    ['names an item, and never answers for it', { urls: () => new Promise<string>(() => undefined) }],
    ['names an item, and gives no URL that can be used', { urls: unusable }],
  ] as const)('where a member %s', (_, { urls = () => '' }: { urls?: (list: string) => Answered }) => {
    const liar = archive('f', { isRemoved: true, aliases: [DOI] });
    const lying: ScriptedArchive = {
      ...liar,
      answer: (query) =>
        query.includes('aliasRequest') ? `ibi {rep ${labelOf('f')}}` : urls(liar.answer(query) ?? ''),
    };

    it('leads to the living item of another', async () => {
      const { resolve } = createScriptedFederation([lying, archive('d', { aliases: [DOI] })]);
      expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('d'));
    });

    it('leads to the living item of another whose digest does not name it yet', async () => {
      const fresh = archive('d', { aliases: [DOI] });
      const { resolve } = createScriptedFederation([lying, { ...fresh, digest: [labelOf('d')] }]);
      expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('d'));
    });
  });

  it('is in doubt where more items are named for it than are tried', async () => {
    const liars = Array.from({ length: 20 }, (_, number) => {
      const liar = archive(`f${number}`, { aliases: [DOI] });
      return { ...liar, answer: (query: string) => (query.includes('aliasRequest') ? liar.answer(query) : '') };
    });
    const { resolve, messages } = createScriptedFederation([...liars, archive('z', { aliases: [DOI] })]);
    expect(await resolve(`/${DOI}`)).toMatchObject({
      kind: 'uncertain',
      silent: expect.arrayContaining([expect.objectContaining({ address: 'z.example.org' })]),
    });
    expect(messages.length).toBeLessThan(21 * 18);
  });

  it('is not said to be without a part while somebody who may have it is silent or switched off', async () => {
    const [d, e] = [archive('d', { aliases: [DOI] }), archive('e', { aliases: [DOI] })];
    const { resolve } = createScriptedFederation([d, e]);
    d.state.isSilent = true;
    expect(await resolve(`/${DOI}+(pt)`)).toMatchObject({ kind: 'uncertain', silent: [{ address: d.address }] });
    const away = [{ ...d, number: 7, state: 'excluded' as const, since: 0n, isKnown: true }];
    const without = createScriptedFederation([e], { away });
    expect(await without.resolve(`/${DOI}`)).toMatchObject(leadsTo('e'));
    expect(await without.resolve(`/${DOI}/nofile`)).toMatchObject({
      kind: 'uncertain',
      silent: [{ address: d.address, code: 'switched-off' }],
    });
  });

  it('may end in a sign, also where the name without the sign is that of another item', async () => {
    const longer = archive('longer', { aliases: [`${DOI}!`] }, DECODED);
    const { resolve } = createScriptedFederation([archive('shorter', { aliases: [DOI] }), longer]);
    expect(await resolve(`/${DOI}!!`)).toMatchObject(leadsTo('longer', 'lise'));
    expect(await resolve(`/${DOI}++`)).toMatchObject({ kind: 'malformed' });
  });

  it('is not with an Archive that does not know the message', async () => {
    const old = archive('old');
    const answer = (query: string) => (query.includes('aliasRequest') ? REFUSED : old.answer(query));
    const { resolve } = createScriptedFederation([{ ...old, answer }, archive('a')]);
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'unknown' });
  });

  it('never reaches an Archive that is not Perene', async () => {
    const foreign: ScriptedArchive = { ...archive('f'), digest: undefined as never };
    const { resolve, messages } = createScriptedFederation([foreign, archive('a')]);
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'unknown' });
    expect(messages.filter((message) => message.includes('//f.'))).toEqual([]);
  });
});

describe('an alias that was resolved before', () => {
  /** Two members, of which the one that was registered first takes the alias of the other. */
  const openTaken = async (kept: KeptHolders = new Map()) => {
    const carrier = archiveOf('d', { [labelOf('d')]: { aliases: [DOI] }, [labelOf('d2')]: {} });
    const taker = archive('e', { aliases: [DOI] });
    taker.state.isWithoutAliases = true;
    const federation = createScriptedFederation([taker, carrier], { kept });
    expect(await federation.resolve(`/${DOI}`)).toMatchObject(leadsTo('d'));
    taker.state.isWithoutAliases = false;
    return { ...federation, carrier, taker, kept };
  };

  it('stays with the item that carried it first, also after a restart, and the clash is noted', async () => {
    const { resolve, carrier, taker, clashes, kept, finish } = await openTaken();
    for (const time of [1, 2, 3]) expect(await resolve(`/${DOI}`), `${time}`).toMatchObject(leadsTo('d'));
    expect(clashes[0]?.holders.map(({ label }) => label.text)).toEqual([labelOf('d'), labelOf('e')]);
    await finish();
    const again = createScriptedFederation([taker, carrier], { kept });
    expect(await again.resolve(`/${DOI}`)).toMatchObject(leadsTo('d'));
    const here = createScriptedFederation([archive('z'), carrier], { kept, local: taker });
    expect(await here.resolve(`/${DOI}`)).toMatchObject(leadsTo('d'));
  });

  it('is in doubt while its carrier is silent or switched off, whoever else claims it', async () => {
    const { resolve, carrier, exclude, tellAlias } = await openTaken();
    carrier.state.isSilent = true;
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'uncertain', silent: [{ address: carrier.address }] });
    expect(await tellAlias(DOI)).toBe(`ibi {rep ${labelOf('d')}}`);
    exclude(1);
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'uncertain', silent: [{ code: 'switched-off' }] });
  });

  it('may be given to another item by its carrier, move with its item, and be given up', async () => {
    const { resolve, carrier, taker } = await openTaken();
    carrier.state.renamed = labelOf('d2');
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('d', 'd2'));
    carrier.state.renamed = labelOf('d');
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('d'));
    carrier.state.isWithoutAliases = true;
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('e'));
    taker.state.isWithoutAliases = true;
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'unknown' });
    const moved = new Map();
    const { finish } = await openTaken(moved);
    await finish();
    const receiver = archive('f', { aliases: [DOI] }, labelOf('d'));
    const after = createScriptedFederation(
      [archive('e', { aliases: [DOI] }), archive('d', {}, labelOf('x')), receiver],
      {
        kept: moved,
      },
    );
    expect(await after.resolve(`/${DOI}`)).toMatchObject(leadsTo('f', 'd'));
    await after.finish();
    expect([...moved.values()]).toContainEqual(expect.objectContaining({ archive: 2, item: labelOf('d') }));
  });

  it('is remembered where its item moved, whoever answers for the item', async () => {
    const { kept, finish } = await openTaken();
    await finish();
    const copy = archive('d', { aliases: [DOI], isCopy: true });
    const receiver = archiveOf('f', { [labelOf('d')]: { aliases: [DOI] }, [labelOf('q')]: {} });
    const taker = archive('e', { aliases: [DOI] });
    const { resolve, finish: end } = createScriptedFederation([taker, copy, receiver], { kept });
    expect(await resolve(`/${DOI}!`)).toMatchObject(leadsTo('f', 'd'));
    // The new holder may give it to another of its items, whatever the copy says.
    receiver.state.renamed = labelOf('q');
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('f', 'q'));
    await end();
    expect(kept.get(named(DOI))).toMatchObject({ archive: 2 });
  });
});

describe('an alias that a silent Archive has announced', () => {
  /** The first item is with `f` now, and the Archive that had it before gives the alias to another of its items. */
  const openMoved = async () => {
    const kept: KeptHolders = new Map([[named(DOI), { archive: 0, item: parsedLabel(labelOf('d')) }]]);
    const before = archiveOf('d', { [labelOf('y')]: { aliases: [DOI] } });
    const receiver = archive('f', { aliases: [DOI] }, labelOf('d'));
    receiver.state.isSilent = true;
    return { ...createScriptedFederation([before, receiver, archive('z')], { kept }), before, receiver, kept };
  };

  it('leads to no other item, and is free for none', async () => {
    const [carrier, taker] = [archive('d', { aliases: [DOI] }), archive('e', { aliases: [DOI] })];
    const kept: KeptHolders = new Map();
    const { resolve, finish, tellAlias, exclude } = createScriptedFederation([taker, carrier], { kept });
    carrier.state.isSilent = true;
    taker.state.isWithoutAliases = true;
    const announced = `announcer {${carrier.service} ${carrier.address}}`;
    expect(await tellAlias(DOI, labelOf('e'))).toBe(announced);
    expect(await tellAlias(DOI, labelOf('d'))).toBeUndefined();
    expect(await tellAlias(DOI)).toBeUndefined();
    taker.state.isWithoutAliases = false;
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'uncertain', silent: [{ address: carrier.address }] });
    expect(await tellAlias(DOI, labelOf('z'))).toBe(`ibi {rep ${labelOf('e')}}`);
    await finish();
    expect([...kept.keys()]).not.toContain(named(DOI));
    exclude(1);
    carrier.state.isSilent = false;
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('e'));
  });

  it('leads to the item that the silent Archive has, too', async () => {
    const mirror = archive('m', { aliases: [DOI], isCopy: true }, labelOf('d'));
    const { resolve, tellAlias } = createScriptedFederation([archive('d', { aliases: [DOI] }), mirror]);
    mirror.state.isSilent = true;
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('d'));
    expect(await tellAlias(DOI, labelOf('d'))).toBe(`ibi {rep ${labelOf('d')}}`);
  });

  it('is in doubt while the new holder of its item is silent, and stays with the item', async () => {
    const { resolve, before, receiver, tellAlias, kept, finish, clashes } = await openMoved();
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'uncertain', silent: [{ address: receiver.address }] });
    before.state.isWithoutAliases = true;
    expect(await tellAlias(DOI, labelOf('y'))).toBe(`announcer {${receiver.service} ${receiver.address}}`);
    Object.assign(before.state, { isWithoutAliases: false });
    receiver.state.isSilent = false;
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('f', 'd'));
    expect(clashes[0]?.holders.map(({ label }) => label.text)).toEqual([labelOf('d'), labelOf('y')]);
    await finish();
    expect(kept.get(named(DOI))).toMatchObject({ archive: 1, item: labelOf('d') });
    receiver.state.isSilent = true;
    expect(await tellAlias(DOI, labelOf('y'))).toBe(`ibi {rep ${labelOf('d')}}`);
  });

  it('may be given to another item where the first one is, and by nobody else', async () => {
    const kept: KeptHolders = new Map([[named(DOI), { archive: 0, item: parsedLabel(labelOf('d')) }]]);
    const carrier = archiveOf('d', { [labelOf('d')]: {}, [labelOf('y')]: { aliases: [DOI] } });
    const mirror = archiveOf('m', {
      [labelOf('d')]: { aliases: [DOI], isCopy: true },
      [labelOf('y')]: { isCopy: true },
    });
    const liar = archive('l', { aliases: [DOI] });
    const silent = () => {
      mirror.state.isSilent = true;
      liar.state.isSilent = true;
    };
    const { resolve, tellAlias } = createScriptedFederation([carrier, mirror, archive('z')], { kept });
    silent();
    carrier.state.isWithoutAliases = true;
    // Whoever has the first item says that this does not carry it any more.
    expect(await tellAlias(DOI, labelOf('z'))).toBeUndefined();
    carrier.state.isWithoutAliases = false;
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('d', 'y'));
    const before: KeptHolders = new Map([[named(DOI), { archive: 0, item: parsedLabel(labelOf('d')) }]]);
    const lied = createScriptedFederation([carrier, { ...liar, digest: [labelOf('d'), ...liar.digest] }], {
      kept: before,
    });
    expect(await lied.resolve(`/${DOI}`)).toMatchObject(leadsTo('d', 'y'));
  });

  it('of a known item keeps its modifiers, whoever carries them as a part of a longer alias', async () => {
    const [carrier, liar] = [archive('d', { aliases: [DOI] }), archive('l', { aliases: [`${DOI}!`] })];
    const { resolve } = createScriptedFederation([carrier, liar]);
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('d'));
    expect(await resolve(`/${DOI}!`)).toMatchObject(leadsTo('d'));
  });

  it('of the first item is not taken by whoever names that item', async () => {
    const kept: KeptHolders = new Map([[named(DOI), { archive: 0, item: parsedLabel(labelOf('d')) }]]);
    const carrier = archiveOf('d', { [labelOf('d')]: {}, [labelOf('y')]: { aliases: [DOI] } });
    const liar = archive('l', { aliases: [DOI] });
    liar.state.renamed = labelOf('d');
    const { resolve, finish } = createScriptedFederation([carrier, liar], { kept });
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('d', 'y'));
    await finish();
    expect(kept.get(named(DOI))).toMatchObject({ archive: 0, item: labelOf('y') });
  });
});

describe('a label of before RTC-10', () => {
  it('stands for the item of its decoded label, whoever has it as an alias', async () => {
    const [holder, taker] = [archive('holder', {}, DECODED), archive('taker', { aliases: [LEGACY] })];
    for (const archives of [
      [holder, taker],
      [taker, holder],
    ]) {
      expect(await createScriptedFederation(archives).resolve(`/${LEGACY}`)).toMatchObject(leadsTo('holder', 'lise'));
    }
    const { resolve } = createScriptedFederation([holder], { local: taker });
    expect(await resolve(`/${LEGACY}`)).toMatchObject(leadsTo('holder', 'lise'));
  });

  it('is an alias where every Archive has said that it has no such item', async () => {
    const [holder, taker] = [archive('holder', {}, DECODED), archive('taker', { aliases: [LEGACY] })];
    expect(await createScriptedFederation([taker]).resolve(`/${LEGACY}`)).toMatchObject(leadsTo('taker'));
    const { resolve } = createScriptedFederation([holder, taker]);
    holder.state.isSilent = true;
    expect(await resolve(`/${LEGACY}`)).toMatchObject({ kind: 'uncertain', silent: [{ address: holder.address }] });
    Object.assign(holder.state, { isSilent: false, isRemoved: true });
    expect(await resolve(`/${LEGACY}`)).toMatchObject({ kind: 'removed' });
  });
});

describe('a label of before RTC-10 that was found as an alias', () => {
  it('stays with that item, unless the Archive that its decoded label names has another', async () => {
    const carrier = archive('carrier', { aliases: [LEGACY] });
    const { digest: _digest, ...forger } = archiveOf('forger', { [DECODED]: {} });
    const { digest: _none, ...rightful } = archiveOf('forger', { [DECODED]: {} });
    const kept: KeptHolders = new Map();
    const before = createScriptedFederation([carrier], { kept });
    expect(await before.resolve(`/${LEGACY}`)).toMatchObject(leadsTo('carrier'));
    await before.finish();
    const now = createScriptedFederation([carrier, forger], { kept });
    expect(await now.resolve(`/${LEGACY}`)).toMatchObject(leadsTo('carrier'));
    const { digest: _left, ...burying } = archiveOf('forger', { [DECODED]: { isRemoved: true } });
    const buried = createScriptedFederation([carrier, burying], { kept });
    expect(await buried.resolve(`/${LEGACY}`)).toMatchObject(leadsTo('carrier'));
    carrier.state.isSilent = true;
    expect(await now.resolve(`/${LEGACY}`)).toMatchObject({ kind: 'uncertain' });
    carrier.state.isSilent = false;
    const confirmed = { address: 'lise.dpi.inpe.br', ips: [] };
    const claimed = createScriptedFederation([carrier, { ...rightful, confirmed }], { kept });
    expect(await claimed.resolve(`/${LEGACY}`)).toMatchObject(leadsTo('forger', 'lise'));
    carrier.state.isWithoutAliases = true;
    expect(await now.resolve(`/${LEGACY}`)).toMatchObject(leadsTo('forger', 'lise'));
  });
});

describe('a label of before RTC-10 that may stand for many labels', () => {
  const [LIKELY, UNLIKELY] = [DECODED, 'dpi.ainpe.abr/lise/2004/03.02.15.20.00'];
  const CANDIDATES = 16;
  const foreign = (count: number, held: Readonly<Record<string, string>> = {}): readonly ScriptedArchive[] =>
    Array.from({ length: count }, (_, number) => {
      const label = held[`f${number}`];
      const { digest: _digest, ...one } = archiveOf(`f${number}`, label === undefined ? {} : { [label]: {} });
      return one;
    });

  it('is unknown only after all were asked for each of them', async () => {
    const { resolve, messages } = createScriptedFederation(foreign(20));
    expect(await resolve(`/${LEGACY}`)).toMatchObject({ kind: 'unknown' });
    expect(messages).toHaveLength((CANDIDATES + 1) * 20);
  });

  it('costs no more than a thousand messages and one question to all, and is in doubt then', async () => {
    const count = 100;
    const { resolve, messages } = createScriptedFederation(foreign(count));
    const resolution = await resolve(`/${LEGACY}`);
    expect(resolution).toMatchObject({ kind: 'uncertain', silent: expect.arrayContaining([expect.anything()]) });
    expect(resolution.kind === 'uncertain' && resolution.silent).toHaveLength(count);
    expect(messages.length).toBeLessThan(1_000 + 2 * count);
  });

  it('leads to an item that is not the likeliest within a few requests, and at once where it is known', async () => {
    const archives = foreign(70, { f7: UNLIKELY });
    const federation = createScriptedFederation(archives);
    const kinds: string[] = [];
    while (kinds.at(-1) !== 'found' && kinds.length < CANDIDATES)
      kinds.push((await federation.resolve(`/${LEGACY}!`)).kind);
    expect(kinds.slice(-2)).toEqual(['uncertain', 'found']);
    const before = federation.messages.length;
    expect(await federation.resolve(`/${LEGACY}`)).toMatchObject({
      kind: 'found',
      url: 'http://f7.example.org/lise',
      ibi: UNLIKELY,
      changes: ['legacy-label-decoded'],
    });
    expect(federation.messages.length - before).toBeLessThan(3);
    const known = archiveOf('d', { [UNLIKELY]: {} });
    const digested = createScriptedFederation([...foreign(70), known]);
    expect(await digested.resolve(`/${LEGACY}`)).toMatchObject(leadsTo('d', 'lise'));
    expect(digested.messages.length).toBeLessThan(3);
    const here = createScriptedFederation(foreign(70), { local: known });
    expect(await here.resolve(`/${LEGACY}`)).toMatchObject(leadsTo('d', 'lise'));
    expect(here.messages).toEqual([]);
  });

  it('leads to the likeliest, and is an alias once all others were denied', async () => {
    const likely = createScriptedFederation(foreign(70, { f8: LIKELY, f9: UNLIKELY }));
    expect(await likely.resolve(`/${LEGACY}`)).toMatchObject(leadsTo('f8', 'lise'));
    const aliased = archiveOf('a', { [labelOf('a')]: { aliases: [LEGACY] } });
    const { resolve } = createScriptedFederation([...foreign(70), aliased]);
    const kinds: string[] = [];
    while (kinds.at(-1) !== 'found' && kinds.length < CANDIDATES) kinds.push((await resolve(`/${LEGACY}`)).kind);
    expect(kinds.slice(-2)).toEqual(['uncertain', 'found']);
  });
});
