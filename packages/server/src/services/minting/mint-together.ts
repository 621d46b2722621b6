import type { IbiMinter, MintedIbi } from './mint-ibis.ts';

/** More in one call wait for themselves. */
const MAX_JOINED_COUNT = 1_000;
const MAX_TOGETHER = 10_000;

interface Waiting {
  readonly count: number;
  readonly resolve: (minted: readonly MintedIbi[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Mints for those that wait at the same time in one go, and gives each its part, in the order in which they came. What
 * one of them would be refused, all of them would.
 */
export const mintTogether = (minter: IbiMinter): IbiMinter => {
  const waiting: Waiting[] = [];
  let isMinting = false;

  const takeSome = (): readonly Waiting[] => {
    let sum = 0;
    const end = waiting.findIndex(({ count }) => {
      sum += count;
      return sum > MAX_TOGETHER;
    });
    return waiting.splice(0, end < 0 ? waiting.length : end);
  };

  const mintSome = async (some: readonly Waiting[]): Promise<void> => {
    try {
      const minted = await minter.mint(some.reduce((sum, { count }) => sum + count, 0));
      let start = 0;
      for (const { count, resolve } of some) {
        resolve(minted.slice(start, start + count));
        start += count;
      }
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  };

  const mintAll = async (): Promise<void> => {
    isMinting = true;
    while (waiting.length > 0) {
      // Requests that arrive in the same turn of the event loop are minted together.
      await new Promise((resolve) => setImmediate(resolve));
      await mintSome(takeSome());
    }
    isMinting = false;
  };

  return {
    ...minter,
    mint(count, onProgress) {
      const isJoined = Number.isInteger(count) && count >= 1 && count <= MAX_JOINED_COUNT && onProgress === undefined;
      if (!isJoined) return minter.mint(count, onProgress);
      return new Promise((resolve, reject) => {
        waiting.push({ count, resolve, reject });
        if (!isMinting) mintAll();
      });
    },
  };
};
