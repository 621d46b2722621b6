import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chooseLocation, type LocationWishes } from './choose-location.ts';

type Case = Partial<LocationWishes> & { readonly xml: string; readonly chosen: string | null };
const { cases } = JSON.parse(
  readFileSync(new URL('../../../../../../../vectors/handle/locations.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[] };

it.each(cases)('$xml leads to $chosen', ({ xml, chosen, ...wishes }) => {
  const all = { attributes: [], countries: [], languages: [], chance: 0, ...wishes };
  expect(chooseLocation(xml, all) ?? null).toBe(chosen);
});

it('asks each method once, however often it is named', () => {
  const locations = '<location href="h" lang="z"/>'.repeat(5_000);
  const xml = `<l chooseby="${'language,'.repeat(3_000)}">${locations}</l>`;
  const languages = Array.from({ length: 20 }, (_, number) => `a${number}`);
  expect(chooseLocation(xml, { attributes: [], countries: [], languages, chance: 0 })).toBe('h');
});
