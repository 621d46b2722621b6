import { IDEMPOTENCY_KEY, MAX_KEYED_COUNT } from '@perene/api';
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
    if (request.headers[IDEMPOTENCY_KEY] !== undefined && count > MAX_KEYED_COUNT) {
      throw refuse('count-out-of-range', {
        reason: 'labels-with-key',
        count: request.body.count ?? 1,
        max: MAX_KEYED_COUNT,
      });
    }
    const ibis = await minter.mint(count);
    metrics.countMinted(ibis.length);
    return { ibis };
  });
};
