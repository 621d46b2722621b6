import { Type } from 'typebox';
import { closed, Next, Time, text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';

const STATES = ['requested', 'registered', 'included', 'excluded', 'revoked'] as const;
export type ArchiveState = (typeof STATES)[number];

export const RegistrationSchema = Type.Object(
  {
    service: text('Label of the Archive service'),
    registrationKey: text(
      'Chosen by its administrator: 10 to 256 digits, or two such numbers with a hyphen between them',
      { law: { pattern: '^\\d{10,256}(-\\d{10,256})?$' } },
    ),
    email: Type.Optional(text('Of its administrator, who is told when the Archive is registered')),
  },
  closed,
);

const archiveFields = {
  service: text('Label of the Archive service'),
  number: Type.Optional(Type.Integer({ description: 'Given when it is registered, for ever' })),
  state: wordOf(STATES, 'Only included ones are asked'),
  address: Type.Optional(text('Host and, unless it is 80, port')),
  confirmed: Type.Boolean({ description: 'It answered when it was asked back' }),
  platformVersion: Type.Optional(Type.String()),
  ip: Type.Optional(text('Told to those with a key')),
  administratorEmail: Type.Optional(text('Told to those with a key')),
  requested: Time,
  registered: Type.Optional(Time),
  changed: Time,
  key: Type.Optional(text('The key that counts for it in the log, and that it signs with')),
  witnessed: Type.Optional(
    Type.Integer({ description: 'How many entries the newest head of the log has that it signed as a witness' }),
  ),
  health: Type.Optional(
    Type.Object(
      {
        kind: wordOf(['answering', 'silent'], 'Whether it answers the process that tells this'),
        since: Type.Optional(Time),
        nextTry: Type.Optional(Time),
      },
      { ...closed, description: 'Of included ones' },
    ),
  ),
};

export const ArchiveSchema = Type.Object(
  {
    ...archiveFields,
    mail: Type.Optional(
      wordOf(['sent', 'failed', 'none'], 'What became of the e-mail to its administrator, where one was decided on'),
    ),
  },
  { ...closed, title: 'Archive' },
);

export const ArchivePageSchema = Type.Object(
  { archives: Type.Array(Type.Object(archiveFields, closed)), next: Next },
  { ...closed, title: 'ArchivePage' },
);

export type MemberArchive = View<typeof ArchiveSchema>;
export type ArchivePage = View<typeof ArchivePageSchema>;
