import { Type } from 'typebox';
import { closed, Time, text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';
import { SaidFields } from './trace.ts';

const Head = text('A checkpoint (C2SP tlog-checkpoint), as the log signed it');
const LogKey = text('Key of the log, as C2SP signed-note writes it');

const WitnessedLogSchema = Type.Object(
  {
    logKey: LogKey,
    head: Head,
    size: Type.Integer({ description: 'How many entries the head covers' }),
    signed: Time,
    doubt: Type.Optional(
      Type.Object(
        {
          since: Time,
          kind: wordOf(
            ['behind', 'unproven', 'unshown'],
            'The log is shorter than it was, its growth is not proved, or it is not shown',
          ),
          head: Type.Optional(Head),
        },
        { ...closed, description: 'While the log is not proved to follow the head; the first other head is kept' },
      ),
    ),
    conflict: Type.Optional(
      Type.Object(
        { logKey: LogKey, head: Head, proof: Type.Array(Type.String()) },
        { ...closed, description: 'Evidence that the log was rewritten' },
      ),
    ),
  },
  { ...closed, description: 'The log of the resolver, which this Archive is a witness of' },
);

export const JoiningSchema = Type.Object(
  {
    service: text('Label of the Archive service of this node'),
    key: text('The key that the Archive signs with'),
    address: text('Host and, unless it is 80, port'),
    resolver: Type.Optional(text('Address of the resolver that the Archive joins')),
    state: Type.Optional(
      Type.Object(
        {
          kind: wordOf(['included', 'excluded', 'refused', 'unreachable'], 'What the resolver last said'),
          confirmed: Type.Optional(Type.Boolean({ description: 'The resolver reached the Archive' })),
          key: Type.Optional(wordOf(['known', 'other'], 'Whether the resolver knows this key')),
          why: Type.Optional(Type.Object({ ...SaidFields, detail: Type.Optional(text('In words')) })),
        },
        closed,
      ),
    ),
    at: Type.Optional(Time),
    toldAddress: Type.Optional(text('The address that the resolver was told')),
    log: Type.Optional(WitnessedLogSchema),
  },
  { ...closed, title: 'Joining' },
);

export type Joining = View<typeof JoiningSchema>;
