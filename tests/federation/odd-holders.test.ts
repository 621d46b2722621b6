import type { Label } from '@perene/core';
import { expect, it } from 'vitest';
import { createScriptedFederation, type ScriptedArchive } from './scripted-federation.ts';

const archive = (name: string, answers: Readonly<Record<string, readonly string[]>>): ScriptedArchive => ({
  address: `${name}.example.org`,
  service: `example.org/${name}/2000/01.01.00.00` as Label,
  answer(query) {
    const asked = /parsedibiurl\.ibi=([^&]*)/.exec(query)?.[1] ?? '';
    const pairs = answers[asked];
    const own = [`archiveaddress ${name}.example.org`, `ibi.archiveservice {rep example.org/${name}/2000/01.01.00.00}`];
    return pairs === undefined ? '' : [...own, ...pairs].join('\r\n');
  },
});

it('an item is asked for by the label in which its Archive knows it', async () => {
  const [REP, IBIP] = ['iconet.com.br/banon/2009/09.09.22.01', 'LK47B6W/362SFKH'];
  const pairs = [`ibi {rep ${REP} ibip ${IBIP}}`, 'state Original', 'url http://one.example.org/doc'];
  const last = [`ibi.lastedition {rep ${REP} ibip ${IBIP}}`, 'state.lastedition Original'];
  const one = archive('one', { [IBIP]: [...pairs, ...last, 'url.lastedition http://one.example.org/doc'] });
  const { resolve } = createScriptedFederation([one]);
  expect(await resolve(`/${IBIP}!?ibiurl.requireditemstatus=Original`)).toMatchObject({
    kind: 'found',
    url: 'http://one.example.org/doc',
  });
});

it('the holder of a translation knows further languages, although a copy of it is where the item is', async () => {
  const [g, h, d] = ['g', 'h', 'd'].map((name) => `example.org/${name}/2026/01.01.00.00`) as [string, string, string];
  const itself = (label: string, at: string, language: string): readonly string[] => [
    `ibi {rep ${label}}`,
    'state Original',
    `url http://${at}.example.org/${language}`,
    `ibi.translation(${language}) {rep ${label}}`,
    `state.translation(${language}) Original`,
    `url.translation(${language}) http://${at}.example.org/${language}`,
  ];
  const copied = [
    `ibi.translation(pt) {rep ${h}}`,
    'state.translation(pt) Copy',
    'url.translation(pt) http://a.example.org/pt',
  ];
  const further = [
    `ibi.translation(de) {rep ${d}}`,
    'state.translation(de) Original',
    'url.translation(de) http://v.example.org/de',
  ];
  const { resolve } = createScriptedFederation([
    archive('a', { [g]: [...itself(g, 'a', 'en'), ...copied] }),
    archive('v', { [h]: [...itself(h, 'v', 'pt'), ...further], [d]: itself(d, 'v', 'de') }),
  ]);
  expect(await resolve(`/${g}+`, { languages: 'de' })).toMatchObject({ url: 'http://v.example.org/de' });
  expect(await resolve(`/${g}+(de)`)).toMatchObject({ url: 'http://v.example.org/de' });
});
