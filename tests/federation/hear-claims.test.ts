import type { Label } from '@perene/core';
import type { Claim, Hash, Signed } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import { createClaimHearing } from '../../packages/server/src/services/resolver/log/claims/hear-claims.ts';
import { labelOf, newSigner, signatures, signClaim } from '../fixtures/signed-claims.ts';
import { claimedList } from './scripted-federation.ts';

const NEVER_LOGGED = `sha256:${'0'.repeat(64)}` as Hash;

const member = (number: number) => ({
  number,
  address: `m${number}.example.org`,
  service: `example.org/m${number}/2000/01.01.00.00` as Label,
  isLocal: false,
});

const claimBy = (number: number, item: number, previous: Hash | undefined): Signed<Claim> =>
  signClaim(newSigner(), {
    archiveService: member(number).service,
    repository: labelOf(item),
    ...(previous && { previous }),
  });

describe('the claims in answers', () => {
  it('of others do not wait for an Archive that is slow to tell what its claims follow', async () => {
    let now = 0;
    const asked: number[] = [];
    const logged: string[] = [];
    const hearing = createClaimHearing({
      log: {
        append: async (wanted) =>
          wanted.map((one) => {
            if (one.kind === 'said') logged.push(one.from);
            return 'logged' as const;
          }),
      },
      store: { known: async () => new Set() },
      findChain: async ({ number }) => {
        asked.push(number);
        now += 5_000;
        return [];
      },
      signatures,
      now: () => now,
      onError: (error) => {
        throw error;
      },
    });
    const hear = (number: number, item: number, previous?: Hash): void => {
      const list = claimedList(member(number), claimBy(number, item, previous));
      hearing.hear({ archive: member(number), list });
    };
    for (let item = 1; item <= 100; item += 1) hear(1, item, NEVER_LOGGED);
    hear(2, 101);
    await hearing.finish();
    expect(asked).toEqual([1]);
    expect(logged).toEqual([member(1).service, member(2).service]);
  });
});
