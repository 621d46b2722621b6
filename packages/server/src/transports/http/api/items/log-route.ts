import { refuse } from '@perene/api/refusals';
import type { ActivityOperations } from '../../../../services/archive/upkeep/read-activity.ts';
import { dayStart } from '../../../../services/archive/usage/days.ts';
import type { Bind } from '../bind-operation.ts';
import { readLabel } from './item-routes.ts';

const DAY_MS = 86_400_000;

export const registerLogRoute = (bind: Bind, { activity }: { readonly activity: ActivityOperations }): void => {
  bind('readLog', (request) => {
    const { item, who, from, to, cursor, limit } = request.query;
    if (from !== undefined && to !== undefined && from > to) {
      throw refuse('request-invalid', { reason: 'days-turned', from, to });
    }
    return activity.read({
      item: item === undefined ? undefined : readLabel(item),
      who,
      from: from === undefined ? undefined : microseconds(dayStart(from)),
      until: to === undefined ? undefined : microseconds(dayStart(to) + DAY_MS),
      cursor,
      limit,
    });
  });
};

const microseconds = (milliseconds: number): bigint => BigInt(milliseconds) * 1_000n;
