import { Refusal } from '@perene/api/refusals';
import fc from 'fast-check';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import { createPatterns } from '../../packages/server/src/adapters/system/re2-patterns.ts';
import type { MinterStore, MinterWriting } from '../../packages/server/src/ports/minting/minter-store.ts';
import { bindElement } from '../../packages/server/src/services/noid/bindings/bind-element.ts';
import { holdIdentifiers } from '../../packages/server/src/services/noid/identifiers/hold-identifiers.ts';
import { mintIdentifiers } from '../../packages/server/src/services/noid/identifiers/mint-identifiers.ts';
import { queueIdentifiers } from '../../packages/server/src/services/noid/identifiers/queue-identifiers.ts';
import { saveNote } from '../../packages/server/src/services/noid/identifiers/save-note.ts';

let microseconds = 1_704_164_645_000_000n;
/** A clock that stands still until a test waits. */
export const work = {
  clock: { now: () => microseconds },
  secrets: createQuickSecrets(),
  patterns: createPatterns(),
  contact: 'root/root',
  log: () => undefined,
};

const names = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
  fc.constantFrom('10', '9', '__proto__', 'constructor', 'é', '\u{1f600}', '\uffee', 'a/b', 'a\tb'),
);
const values = fc.oneof(
  fc.string({ maxLength: 40, unit: 'binary' }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }),
);
/** One thing that somebody does with a minter; it may choose from the identifiers that were minted so far. */
export type Act = (minter: MinterWriting, minted: string[]) => Promise<unknown>;

const choose = (minted: readonly string[], index: number): string =>
  minted[index % Math.max(1, minted.length)] ?? '13030/00';
const indices = fc.array(fc.nat(), { minLength: 1, maxLength: 3 });

export const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ count: fc.integer({ min: 1, max: 40 }), isPeppered: fc.boolean(), element: names, value: values }).map(
    ({ count, isPeppered, ...element }): Act =>
      async (minter, minted) => {
        const { ids } = await mintIdentifiers(minter, work, { count, isPeppered, elements: [element] });
        minted.push(...ids);
      },
  ),
  fc.record({ index: fc.nat(), name: names, element: names, value: values }).map(
    ({ index, name, element, value }): Act =>
      (minter, minted) => {
        const id = minter.definition.bindsAnything && index % 2 === 0 ? name : choose(minted, index);
        return bindElement(minter, work, { how: 'set', id, element, value });
      },
  ),
  fc.record({ element: names, value: values }).map(
    ({ element, value }): Act =>
      (minter) =>
        bindElement(minter, work, { how: 'set', id: ':idmap/^a(b*)', element, value }),
  ),
  fc.record({ chosen: indices, isHeld: fc.boolean() }).map(
    ({ chosen, isHeld }): Act =>
      (minter, minted) =>
        holdIdentifiers(minter, work, { ids: chosen.map((index) => choose(minted, index)), isHeld }),
  ),
  fc.record({ chosen: indices, when: fc.constantFrom('now', 'first', 'lvf', '3s', '2d', 'delete') }).map(
    ({ chosen, when }): Act =>
      (minter, minted) =>
        queueIdentifiers(minter, work, { when, ids: chosen.map((index) => choose(minted, index)) }),
  ),
  fc.record({ key: names, value: values }).map(
    ({ key, value }): Act =>
      (minter) =>
        saveNote(minter, work, { key, value }),
  ),
  fc.integer({ min: 0, max: 200_000 }).map(
    (seconds): Act =>
      async () => {
        microseconds += BigInt(seconds) * 1_000_000n;
      },
  ),
);

export const requests = fc.record(
  {
    template: fc.constantFrom('.rd', '.rdd', '.sdd', '.zd', 'f5.reedeedk', '.reeeeeeeeeeeeee', 'bc.rdix', '-'),
    term: fc.constantFrom('short', 'medium', 'long'),
    seed: fc.nat(),
    policy: fc.constantFrom('', 'We keep them.\nFor ever.'),
  },
  { requiredKeys: ['term', 'seed', 'policy'] },
);

export type RandomRequest = typeof requests extends fc.Arbitrary<infer Request> ? Request : never;

/** Does these things; a refused one was simply not done. */
export const useMinter = async (store: MinterStore, name: string, doings: readonly Act[]): Promise<void> => {
  const minted: string[] = [];
  for (const act of doings) {
    await store.change(name, async (minter) => {
      try {
        await act(minter, minted);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    });
  }
};

/** Mints the next identifiers, and returns them with the code why there are no more. */
export const mintNext = (store: MinterStore, name: string): Promise<readonly (string | undefined)[] | undefined> =>
  store.change(name, async (minter) => {
    try {
      const { ids, stopped } = await mintIdentifiers(minter, work, { count: 30 });
      return [...ids, stopped?.code];
    } catch (error) {
      if (error instanceof Refusal) return [error.code];
      throw error;
    }
  });
