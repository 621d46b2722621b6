import { Type } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../refusals/refusal.ts';
import type { ActivityOperations } from '../../../services/archive/read-activity.ts';
import type { Api } from './api.ts';
import { DaySchema, dayStart } from './days.ts';
import { readLabel } from './item-routes.ts';
import { describeOperation } from './operation.ts';
import { CursorQuery } from './schemas.ts';

const DAY_MS = 86_400_000;
const MAX_NAME_LENGTH = 1_000;

const closed = { additionalProperties: false };
const text = (description: string) => Type.String({ description });

const LogSchema = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          at: text('ISO 8601, UTC'),
          who: text('Name and number of the key, or whoever used the command line'),
          action: text('Such as added, edited, removed'),
          repository: text('Label of the item'),
          describes: Type.Optional(text('Of the description of an item: label of that item')),
          title: Type.Optional(
            text('As it is now, empty where it has none; absent where the item is not here any more'),
          ),
        },
        closed,
      ),
    ),
    next: Type.Optional(text('Cursor of the next page; absent at the end')),
  },
  closed,
);

export const registerLogRoute = (api: Api, { activity }: { readonly activity: ActivityOperations }): void => {
  const { config, documentation } = describeOperation({
    summary: 'Tell who did what to which item, the latest first',
    description: 'Nothing of it is ever changed or taken away. The history of an item has the details.',
    tag: 'Items',
    access: 'reader',
    answers: { 200: { ...LogSchema, description: 'One page' } },
  });
  const querystring = Type.Object({
    item: Type.Optional(text('Label of an item; what was done to its description is there as well')),
    who: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'As the log tells it, whole' })),
    from: Type.Optional(DaySchema),
    to: Type.Optional(DaySchema),
    ...CursorQuery,
  });
  api.get('/log', { config, schema: { ...documentation, querystring } }, (request) => {
    const { item, who, from, to, cursor, limit } = request.query;
    if (from !== undefined && to !== undefined && from > to) {
      throw new Refusal('request-invalid', `there is no day from ${from} to ${to}: turn them round`);
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
