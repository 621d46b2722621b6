import { Type } from '@fastify/type-provider-typebox';
import type { AccessCounts } from '../../../ports/access-counts.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import type { ArchiveOperations } from '../../../services/archive/archive-operations.ts';
import type { Api } from './api.ts';
import { readLabel } from './item-routes.ts';
import { describeOperation } from './operation.ts';

const MAX_COUNTS = 10_000;
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

const Day = Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD, UTC' }));

const StatisticsSchema = Type.Object({
  from: Type.String(),
  to: Type.String(),
  counts: Type.Array(
    Type.Object({
      repository: Type.String(),
      day: Type.String(),
      content: Type.Unsafe<string>({ type: 'string', enum: ['Data', 'Metadata'] }),
      accesses: Type.Integer(),
    }),
  ),
  isComplete: Type.Boolean({ description: `False where there are more than ${MAX_COUNTS} counts: ask for fewer days` }),
});

export const registerStatisticsRoute = (
  api: Api,
  needs: { readonly archive: ArchiveOperations; readonly statistics: Pick<AccessCounts, 'read'> },
): void => {
  const { config, documentation } = describeOperation({
    summary: 'Count accesses by item and day',
    tag: 'Statistics',
    access: 'reading',
    answers: { 200: { ...StatisticsSchema, description: 'Days without accesses are left out' } },
    refusals: [404],
  });
  const querystring = Type.Object({
    item: Type.Optional(Type.String({ description: 'Label of an item; without it, all items' })),
    from: Day,
    to: Day,
  });
  api.get('/statistics', { config, schema: { ...documentation, querystring } }, async (request) => {
    const { item, to = dayOf(Date.now()) } = request.query;
    const { from = dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS) } = request.query;
    if (from > to) throw new Refusal('request-invalid', `there is no day from ${from} to ${to}: turn them round`);
    const repository = item === undefined ? undefined : (await needs.archive.show(readLabel(item))).repository;
    const counts = await needs.statistics.read({ repository, from, to, limit: MAX_COUNTS + 1 });
    return { from, to, counts: counts.slice(0, MAX_COUNTS), isComplete: counts.length <= MAX_COUNTS };
  });
};

const dayOf = (milliseconds: number): string => {
  if (!Number.isFinite(milliseconds)) throw new Refusal('request-invalid', '"to" is no day of the calendar');
  return new Date(milliseconds).toISOString().slice(0, 10);
};
