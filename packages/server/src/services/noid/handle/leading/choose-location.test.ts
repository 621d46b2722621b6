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
