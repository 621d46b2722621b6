import { Type } from 'typebox';
import { LogPageSchema } from '../views/log.ts';
import { Day, text } from '../views/parts.ts';
import { SampleSchema } from '../views/sample.ts';
import { EXAMPLE_REPOSITORY, EXAMPLE_TIME } from './examples.ts';
import { type Operation, pageQuery } from './operation.ts';

const MAX_NAME_LENGTH = 1_000;

const SAMPLE_ANSWER = { status: 200, description: 'What is here of it now', body: SampleSchema } as const;
const SAMPLE_EXAMPLE = {
  state: 'loaded',
  items: [{ name: 'land-cover', repository: EXAMPLE_REPOSITORY, title: 'Land cover' }],
};
const ofArchive = { nodeRole: 'archive' } as const;

/** The operations for the history of the Archive, and for a small collection to look around in. */
export const ACTIVITY_OPERATIONS = {
  readLog: {
    ...ofArchive,
    method: 'GET',
    path: '/log',
    tag: 'Items',
    access: 'reader',
    summary: 'Tell who did what to which item, the latest first',
    description: 'Nothing of it is ever changed or taken away. The history of an item has the details.',
    query: pageQuery({
      item: Type.Optional(text('Label of an item; what was done to its description is there as well')),
      who: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'As the log tells it, whole' })),
      from: Type.Optional(Day),
      to: Type.Optional(Day),
    }),
    answer: { status: 200, description: 'One page', body: LogPageSchema },
    refusals: ['label-invalid', 'cursor-invalid'],
    example: {
      request: { from: '2026-11-01' },
      answer: {
        entries: [
          { at: EXAMPLE_TIME, who: 'Ana Lima (0123456789abcdef)', action: 'added', repository: EXAMPLE_REPOSITORY },
        ],
      },
    },
  },
  showSample: {
    ...ofArchive,
    method: 'GET',
    path: '/sample',
    tag: 'Items',
    access: 'reading',
    summary: 'Tell what is here of the sample collection',
    answer: SAMPLE_ANSWER,
    example: { answer: SAMPLE_EXAMPLE },
  },
  loadSample: {
    ...ofArchive,
    method: 'POST',
    path: '/sample',
    tag: 'Items',
    access: 'admin',
    summary: 'Load the sample collection',
    description: 'Deposits its items as anybody would; those that are here already are left as they are.',
    isRepeatable: true,
    answer: SAMPLE_ANSWER,
    refusals: ['label-taken', 'edition-exists', 'edition-order', 'translation-exists', 'clock-behind', 'clock-unset'],
    example: { answer: SAMPLE_EXAMPLE },
  },
  removeSample: {
    ...ofArchive,
    method: 'DELETE',
    path: '/sample',
    tag: 'Items',
    access: 'admin',
    summary: 'Remove the sample collection',
    description: 'Removes the items that were loaded, and nothing else. Their tombstones stay, as of any removed item.',
    isRepeatable: true,
    answer: SAMPLE_ANSWER,
    refusals: ['item-refused', 'item-changed'],
    example: { answer: { state: 'absent', items: [] } },
  },
} as const satisfies Readonly<Record<string, Operation>>;
