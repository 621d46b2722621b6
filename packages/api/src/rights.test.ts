import { describe, expect, it } from 'vitest';
import { mayAdd, mayChange, mayCurate, mayDeposit, mayReview, mayUseMinter } from './rights.ts';

const OWN = { owner: { id: 'ana' } };
const MAP = { owner: { id: 'rui' }, collections: [{ name: 'maps' }, { name: 'old' }] };
const NOBODYS = {};
const ana = { role: 'depositor', person: 'ana' } as const;
const curator = { role: 'reader', person: 'ana', grants: [{ role: 'curator', collection: 'maps' }] } as const;
const everyCurator = { role: 'reader', person: 'ana', grants: [{ role: 'curator' }] } as const;
const reviewer = { role: 'reader', person: 'ana', grants: [{ role: 'reviewer', collection: 'maps' }] } as const;

describe('an item is changed', () => {
  it.each([
    ['by whoever deposited it', ana, OWN, true],
    ['not by another depositor', ana, MAP, false],
    ['not by a depositor, if it is nobody’s', ana, NOBODYS, false],
    ['not by its owner, once they only read', { role: 'reader', person: 'ana' }, OWN, false],
    ['by a key that belongs to nobody', { role: 'depositor' }, MAP, true],
    ['not by a key that reads', { role: 'reader' }, MAP, false],
    ['by a steward', { role: 'steward', person: 'ana' }, NOBODYS, true],
    ['by an administrator', { role: 'admin', person: 'ana' }, MAP, true],
    ['by a curator of its collection', curator, MAP, true],
    ['not by a curator of another', curator, NOBODYS, false],
    ['by a curator of all collections', everyCurator, NOBODYS, true],
    ['not by a reviewer', reviewer, MAP, false],
    ['by a key that is limited to its collection', { role: 'depositor', limits: { collections: ['old'] } }, MAP, true],
    ['not by a key that is limited to another', { role: 'admin', limits: { collections: ['new'] } }, MAP, false],
    ['not by a key that is limited to minters', { role: 'admin', limits: { minters: ['maps'] } }, MAP, false],
    ['not by a limited key of somebody else', { ...ana, limits: { collections: ['maps'] } }, MAP, false],
  ] as const)('%s', (_what, rights, item, expected) => {
    expect(mayChange(rights, item)).toBe(expected);
  });
});

it('collections are looked after by curators and those above them, and judged by reviewers as well', () => {
  expect([mayCurate(curator, 'maps'), mayCurate(curator, 'old'), mayCurate(everyCurator, 'old')]).toEqual([
    true,
    false,
    true,
  ]);
  expect([mayCurate(ana, 'maps'), mayCurate({ role: 'steward' }, 'maps'), mayCurate(reviewer, 'maps')]).toEqual([
    false,
    true,
    false,
  ]);
  expect([
    mayReview(reviewer, 'maps'),
    mayReview(reviewer, 'old'),
    mayReview(curator, 'maps'),
    mayReview(ana, 'maps'),
  ]).toEqual([true, false, true, false]);
  const limits = { collections: ['old'] };
  expect([mayReview({ ...reviewer, limits }, 'maps'), mayCurate({ role: 'admin', limits }, 'maps')]).toEqual([
    false,
    false,
  ]);
});

it('limited keys deposit into their collections alone, and mint with their minters alone', () => {
  const limits = { collections: ['maps'], minters: ['theses'] };
  expect([mayDeposit({}, []), mayDeposit({ limits }, ['maps']), mayDeposit({ limits }, ['maps', 'old'])]).toEqual([
    true,
    true,
    false,
  ]);
  expect([mayDeposit({ limits }, []), mayDeposit({ limits: {} }, ['maps'])]).toEqual([false, false]);
  expect([mayUseMinter({}, 'x'), mayUseMinter({ limits }, 'theses'), mayUseMinter({ limits }, 'x')]).toEqual([
    true,
    true,
    false,
  ]);
});

it('curators who only read make items in their collections alone', () => {
  expect([mayAdd(ana, []), mayAdd(curator, ['maps']), mayAdd(everyCurator, []), mayAdd(everyCurator, ['old'])]).toEqual(
    [true, true, true, true],
  );
  expect([mayAdd(curator, []), mayAdd(curator, ['maps', 'old']), mayAdd(reviewer, ['maps'])]).toEqual([
    false,
    false,
    false,
  ]);
});
