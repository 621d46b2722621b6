import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchPath, PATTERNS, type PathName, pathTo, publicItemPath } from './paths.ts';
import { isConsoleAddress } from './router.ts';

const LABEL = 'sid.inpe.br/mtc-m18@80/2009/02.16.17.46';

describe('paths', () => {
  it.each([
    [pathTo('items'), '/console'],
    [pathTo('items', {}, { q: 'land cover' }), '/console?q=land+cover'],
    [pathTo('item', { label: LABEL }), `/console/items/${LABEL}`],
    [pathTo('minter', { name: 'a/b' }), '/console/minters/a%2Fb'],
    [publicItemPath('8JMKD3MGP8W/34PGRBS'), '/items/8JMKD3MGP8W/34PGRBS'],
  ])('%s', (path, expected) => {
    expect(path).toBe(expected);
  });

  it.each([
    ['/console', 'items', {}],
    ['/console/', 'items', {}],
    [`/console/items/${LABEL}`, 'item', { label: LABEL }],
    [`/console/items/${encodeURIComponent(LABEL)}`, 'item', { label: LABEL }],
    [`/console/new-edition/${LABEL}`, 'newEdition', { label: LABEL }],
    ['/console/minters/thesis', 'minter', { name: 'thesis' }],
    ['/console/minters/50%', 'minter', { name: '50%' }],
  ] as const)('%s is found', (path, name, parameters) => {
    expect(matchPath(PATTERNS[name], path)).toEqual(parameters);
  });

  it.each([
    ['/console/minters/a/b', 'minter'],
    ['/console/items', 'item'],
    ['/consoles', 'items'],
    ['/console/deposit/x', 'deposit'],
  ] as const)('%s is not %s', (path, name) => {
    expect(matchPath(PATTERNS[name], path)).toBeUndefined();
  });

  it('lead to what they were made of', () => {
    const names = Object.keys(PATTERNS) as PathName[];
    const segment = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/^\.{1,2}$/.test(text));
    fc.assert(
      fc.property(fc.constantFrom(...names), segment, (name, value) => {
        const given = [...PATTERNS[name].matchAll(/[:*]([a-z]+)/g)].map(([, parameter = '']) => parameter);
        const parameters = Object.fromEntries(given.map((parameter) => [parameter, value.replaceAll('/', '-')]));
        const { pathname } = new URL(pathTo(name, parameters), 'http://localhost');
        expect(matchPath(PATTERNS[name], pathname)).toEqual(parameters);
      }),
    );
  });
});

it.each([
  ['/console', true],
  ['/console?q=a', true],
  ['/console/items/a', true],
  ['/consoles', false],
  ['/items/a', false],
  ['https://example.org/console', false],
])('%s is an address of the console: %s', (address, isOurs) => {
  expect(isConsoleAddress(address)).toBe(isOurs);
});
