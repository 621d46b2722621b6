import { Type } from 'typebox';
import { ChangePageSchema } from '../views/change.ts';
import { closed, text } from '../views/parts.ts';
import { EXAMPLE_REPOSITORY, EXAMPLE_TIME } from './examples.ts';
import type { Operation } from './operation.ts';

const MAX_CHANGES = 1_000;
const DEFAULT_CHANGES = 100;
/** Less than the time after which proxies, and this node, close a silent connection. */
const MAX_WAIT_SECONDS = 50;

export const JSON_LINES = 'application/jsonl';
export const EVENT_STREAM = 'text/event-stream';

export const CHANGE_OPERATIONS = {
  readChanges: {
    nodeRole: 'archive',
    method: 'GET',
    path: '/changes',
    tag: 'Items',
    access: 'reading',
    summary: 'Tell which items changed, in the order of the changes',
    description:
      'Whoever reads on from the last cursor misses no change. One line of JSON a change, unless application/json alone is accepted; text/event-stream goes on as changes come, and "Last-Event-ID" counts as "after".',
    query: Type.Object(
      {
        after: Type.Optional(text('The cursor of the last change that was seen; without it, from the beginning')),
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_CHANGES,
            description: `How many at most (default ${DEFAULT_CHANGES})`,
          }),
        ),
        wait: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: MAX_WAIT_SECONDS,
            description: 'How many seconds to wait for a change if there is none yet (default 0)',
          }),
        ),
      },
      closed,
    ),
    headers: Type.Object({ 'last-event-id': Type.Optional(text('As browsers send it when they connect again')) }),
    answer: {
      status: 200,
      description: 'The changes after that one',
      body: ChangePageSchema,
      forms: { [JSON_LINES]: 'One change a line', [EVENT_STREAM]: 'One event a change, with its cursor as id' },
    },
    refusals: ['cursor-invalid', 'changes-restored', 'too-many-waiting'],
    example: {
      request: { after: '1041-730914477105234', limit: 100 },
      answer: {
        changes: [
          {
            cursor: '1042-118253390812267',
            at: EXAMPLE_TIME,
            repository: EXAMPLE_REPOSITORY,
            action: 'edited',
            state: 'Original',
          },
        ],
        next: '1042-118253390812267',
      },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
