import { MAX_MINTED_COUNT } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { IbiMinter } from '../../../../services/minting/mint-ibis.ts';
import type { Metrics } from '../../metrics.ts';
import type { Bind } from '../bind-operation.ts';

export const registerIbiRoutes = (
  bind: Bind,
  { minter, metrics }: { readonly minter: Pick<IbiMinter, 'mint'>; readonly metrics: Metrics },
): void => {
  bind('mintIbis', async (request) => {
    const { count = 1 } = request.body;
    if (count > MAX_MINTED_COUNT)
      throw refuse('count-out-of-range', { reason: 'labels', count, max: MAX_MINTED_COUNT });
    const ibis = await minter.mint(count);
    metrics.countMinted(ibis.length);
    return { ibis };
  });
};
