import { Type } from 'typebox';
import { closed, text, wordOf } from '../parts.ts';

export const AccessSchema = Type.Object(
  {
    networks: Type.Optional(
      Type.Array(text('Such as 192.0.2.0/24'), {
        maxItems: 1_000,
        description: 'Where clients must be for the files; absent: everywhere',
      }),
    ),
    embargo: Type.Optional(
      text('YYYY-MM-DD: the files are closed until this day begins in UTC; the description is open', {
        law: { format: 'date' },
      }),
    ),
    fileList: wordOf(['open', 'closed'], 'Whether the list of files is shown'),
    description: Type.Optional(
      wordOf(
        ['open', 'closed'],
        'closed: metadata and names of files are shown only with a key and, where there are networks, inside them; absent: open',
      ),
    ),
  },
  closed,
);

export const OpensSchema = wordOf(
  ['file', 'page'],
  'What the persistent URL of an item opens: its file, or its page. Without it, its collections decide, then the node',
);

export const ListedDetailsSchema = Type.Object(
  {
    type: Type.Optional(text('What kind of item it is')),
    year: Type.Optional(text('Of publication')),
    licence: Type.Optional(text('Identifier of SPDX')),
    bytes: Type.Integer({ description: 'Size of all files' }),
    files: Type.Integer({ description: 'How many files' }),
    collections: Type.Array(text('Name of a collection')),
    owner: Type.Optional(
      Type.Object(
        { id: Type.String(), name: Type.Optional(Type.String()) },
        { ...closed, description: 'Whom it belongs to' },
      ),
    ),
    withdrawn: Type.Optional(Type.Boolean({ description: 'Whether it is out of reach for a time' })),
    revision: Type.Integer({ description: 'For If-Match' }),
  },
  { ...closed, description: 'If details were asked for' },
);
