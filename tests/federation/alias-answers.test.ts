import { parseServiceRequest } from '@perene/core';
import { parseAliasRequest } from '@perene/core/federation';
import { aliasLabel, parseAlias } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import { parsedLabel } from '../fixtures/labels.ts';
import { createScriptedFederation, type ScriptedArchive, urlList } from './scripted-federation.ts';

const DOI = 'doi:10.79/live';
const LEGACY = '83LX3pFwXQZ5Jpy/Bkjzd';
/** The label that the legacy label stands for. */
const DECODED = 'dpi.inpe.br/lise/2004/03.02.15.20';

interface Held {
  readonly aliases?: readonly string[];
  readonly isRemoved?: boolean;
}

const named = (text: string): string => {
  const alias = parseAlias(text);
  if (!alias.ok) throw new Error(text);
  return aliasLabel(alias.value);
};

const labelOf = (name: string): string => `example.org/${name}/2020/01.01.00.00`;

/** Makes an Archive of ours with one item, named like the Archive. */
const archive = (name: string, { aliases = [], isRemoved = false }: Held = {}, label = labelOf(name)) => {
  const address = `${name}.example.org`;
  const service = parsedLabel(`example.org/${name}/2000/01.01.00.00`);
  const state = { isSilent: false, isRemoved };
  const item = (): readonly string[] => [
    `ibi {rep ${label}}`,
    ...(state.isRemoved ? ['state Deleted'] : ['state Original', 'contenttype Data', `url http://${address}/doc`]),
    'timestamp 2020-01-01T00:00:00Z',
  ];
  const answer = (query: string): string | undefined => {
    if (state.isSilent) return undefined;
    const alias = parseAliasRequest(query);
    if (alias.ok && alias.value !== undefined) {
      const isMine = aliases.map(named).includes(aliasLabel(alias.value));
      return isMine ? `ibi {rep ${label}}${state.isRemoved ? '\r\nstate Deleted' : ''}` : '';
    }
    const request = parseServiceRequest(query);
    const isAsked = request.ok && request.value.subject === 'urlRequest' && request.value.ibi.text === label;
    return isAsked ? urlList(address, service, ...item()) : '';
  };
  return { address, service, answer, state, digest: [label, ...aliases.map(named)] };
};

const leadsTo = (name: string) => ({ kind: 'found', url: `http://${name}.example.org/doc` });

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

  it('of two living items leads to that of the Archive that was registered first, and the clash is noted', async () => {
    const slow = archive('u', { aliases: [DOI] });
    const answer = async (query: string): Promise<string | undefined> => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return slow.answer(query);
    };
    const { resolve, clashes } = createScriptedFederation([{ ...slow, answer }, archive('v', { aliases: [DOI] })]);
    for (let times = 0; times < 5; times += 1) expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('u'));
    expect(clashes[0]).toMatchObject({
      alias: { text: DOI },
      holders: [{ label: { text: labelOf('u') } }, { label: { text: labelOf('v') } }],
    });
    expect(clashes).toHaveLength(1);
    slow.state.isSilent = true;
    expect(await resolve(`/${DOI}`)).toMatchObject(leadsTo('v'));
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

  it('never reaches an Archive that is not Perene', async () => {
    const foreign: ScriptedArchive = { ...archive('f'), digest: undefined as never };
    const { resolve, messages } = createScriptedFederation([foreign, archive('a')]);
    expect(await resolve(`/${DOI}`)).toMatchObject({ kind: 'unknown' });
    expect(messages.filter((message) => message.includes('//f.'))).toEqual([]);
  });
});

describe('a label of before RTC-10', () => {
  it('stands for the item of its decoded label, whoever has it as an alias', async () => {
    const [holder, taker] = [archive('holder', {}, DECODED), archive('taker', { aliases: [LEGACY] })];
    for (const archives of [
      [holder, taker],
      [taker, holder],
    ]) {
      expect(await createScriptedFederation(archives).resolve(`/${LEGACY}`)).toMatchObject(leadsTo('holder'));
    }
    const { resolve } = createScriptedFederation([holder], { local: taker });
    expect(await resolve(`/${LEGACY}`)).toMatchObject(leadsTo('holder'));
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
