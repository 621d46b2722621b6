import { parseServiceRequest } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { parsedLabel } from '../fixtures/labels.ts';
import { createScriptedFederation, type ScriptedArchive, urlList } from './scripted-federation.ts';

const IBI = 'example.org/item/2020/01.01.00.00';
const NEXT = 'example.org/next/2020/01.01.00.00';
const OTHER = 'example.org/other/2020/01.01.00.00';
const ITEM = [`ibi {rep ${IBI}}`, 'state Original', 'timestamp 2020-01-01T00:00:00Z', 'url http://a.example.org/doc'];

/** Makes an Archive that answers this about the item, and nothing about others. */
const archive = (name: string, pairs: readonly string[], digest?: readonly string[]): ScriptedArchive => {
  const address = `${name}.example.org`;
  const service = parsedLabel(`example.org/${name}/2000/01.01.00.00`);
  return {
    address,
    service,
    answer(query) {
      const request = parseServiceRequest(query);
      const isAsked = request.ok && request.value.subject === 'urlRequest' && request.value.ibi.text === IBI;
      return isAsked && pairs.length > 0 ? urlList(address, service, ...pairs) : '';
    },
    ...(digest && { digest }),
  };
};

describe('before a "no"', () => {
  it('what was announced up to now is read, where digests speak', async () => {
    const digest: string[] = [];
    const federation = createScriptedFederation([archive('a', ITEM, digest)], {
      maxAskedForUnknown: 0,
      onRefresh: () => digest.push(IBI),
    });
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found' });
  });

  it('what switched-off Archives said that they hold is read', async () => {
    const { address, service } = archive('v', []);
    const gone = { number: 7, address, service, since: 0n, state: 'excluded' as const };
    const away = [{ ...gone, isKnown: false }];
    const federation = createScriptedFederation([archive('a', [])], {
      away,
      onRefresh: () => away.splice(0, 1, { ...gone, isKnown: true }),
    });
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'uncertain', silent: [{ address }] });
  });

  it('one that is switched off is missing where it answered for the label before', async () => {
    const holder = archive('a', ITEM);
    const federation = createScriptedFederation([holder, archive('b', [])]);
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'found' });
    federation.exclude(0);
    const missing = { address: holder.address, code: 'switched-off' };
    expect(await federation.resolve(`/${IBI}`)).toMatchObject({ kind: 'uncertain', silent: [missing] });
    expect(await federation.resolve(`/${NEXT}`)).toMatchObject({
      kind: 'unknown',
      away: [{ address: holder.address }],
    });
  });
});

/** Makes an Archive that leads from the item to another, whose original it claims. */
const leading = (name: string, relation: string, label: string): ScriptedArchive => {
  const { address, service } = archive(name, []);
  const url = `http://${address}/other`;
  const own = [`ibi {rep ${label}}`, 'state Original', `url ${url}`];
  const led = [
    `ibi {rep ${IBI}}`,
    `ibi.${relation} {rep ${label}}`,
    `state.${relation} Original`,
    `url.${relation} ${url}`,
  ];
  return {
    address,
    service,
    answer(query) {
      const request = parseServiceRequest(query);
      const asked = request.ok && request.value.subject === 'urlRequest' ? request.value.ibi.text : '';
      if (asked !== IBI && asked !== label) return '';
      return urlList(address, service, ...(asked === label ? own : led));
    },
  };
};

it('two claims of different items are no dispute', async () => {
  const [one, other] = ['a', 'b'].map((name) =>
    leading(name, 'translation(pt)', `example.org/${name}/2021/01.01.00.00`),
  );
  const federation = createScriptedFederation([one, other] as readonly ScriptedArchive[]);
  expect(await federation.resolve(`/${IBI}+(pt)?ibiurl.requireditemstatus=Original`)).toMatchObject({
    kind: 'found',
    url: 'http://a.example.org/other',
  });
  expect(federation.disputes).toEqual([]);
});

it('what is disputed is named, whatever else is claimed', async () => {
  const federation = createScriptedFederation([
    leading('a', 'translation(pt)', OTHER),
    leading('b', 'translation(pt)', NEXT),
    leading('c', 'translation(pt)', NEXT),
  ]);
  expect(await federation.resolve(`/${IBI}+(pt)?ibiurl.requireditemstatus=Original`)).toMatchObject({
    kind: 'disputed',
    ibi: NEXT,
    claims: [{ address: 'b.example.org' }, { address: 'c.example.org' }],
  });
});

it('everybody is asked for the item that a relation leads to, by its own label, so that a second claim is heard', async () => {
  const claimant = leading('b', 'lastedition', NEXT);
  const federation = createScriptedFederation([
    leading('a', 'lastedition', NEXT),
    { ...claimant, answer: (query, limits) => (query.includes(`ibi=${NEXT}`) ? claimant.answer(query, limits) : '') },
  ]);
  expect(await federation.resolve(`/${IBI}!?ibiurl.requireditemstatus=Original`)).toMatchObject({
    kind: 'disputed',
    ibi: NEXT,
    claims: [{ address: 'a.example.org' }, { address: 'b.example.org' }],
  });
});

it.each([
  ['is not the same for ever where a next edition that is nowhere was passed over', [`ibi.nextedition {rep ${NEXT}}`]],
  ['is the same until the catalogue changes where there is none', []],
])('the last edition %s', async (_what, pairs) => {
  const local = { ...archive('a', [...ITEM, ...pairs]), confirmed: { address: 'item.example.org', ips: [] } };
  const federation = createScriptedFederation([archive('b', [])], { local });
  expect(await federation.resolve(`/${IBI}!`)).toMatchObject({ kind: 'found', isLasting: pairs.length === 0 });
});
