import { Type } from 'typebox';
import { DepositSchema, KeptFilesSchema } from '../item.ts';
import { closed, Label, Next, reasonText, Time, text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';

const { uploads: _, ...described } = DepositSchema.properties;

/** What a draft says of the item that it may become. It may be unfinished or wrong: publishing checks it. */
const DraftContentSchema = Type.Object(described, closed);

const DraftStateSchema = wordOf(
  ['open', 'review', 'published', 'discarded'],
  'open: it is being written; review: it waits for a reviewer; the others are for ever',
);

export const NewDraftSchema = Type.Object(
  { content: Type.Optional(DraftContentSchema) },
  { ...closed, description: 'What is not given can be given later' },
);

export const DraftChangeSchema = Type.Object(
  {
    content: DraftContentSchema,
    revision: Type.Optional(Type.Integer({ minimum: 0, description: 'Only if the draft is still at this revision' })),
  },
  { ...closed, description: 'The content replaces the one of before' },
);

export const DraftFilesSchema = Type.Object(
  {
    uploads: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: text('Of a finished upload'),
            path: Type.Optional(text('Its path in the item; without it, the name that it was announced with')),
          },
          closed,
        ),
        { maxItems: 1_000 },
      ),
    ),
    keptFiles: Type.Optional(KeptFilesSchema),
  },
  closed,
);

export const PublishSchema = Type.Object(
  {
    revision: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Only if the draft is still what was looked at, by its revision' }),
    ),
  },
  closed,
);

export const ReturnSchema = Type.Object(
  { comment: Type.Optional(reasonText('What is to be changed; its owner may take it back without one')) },
  closed,
);

export const ShareSchema = Type.Object({ email: text('Of a person of this node') }, closed);

export const ReviewLinkSchema = Type.Object(
  {
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, description: 'How long it works (default 14)' })),
    purpose: Type.Optional(
      wordOf(['review', 'preview'], 'preview: for an hour, for whoever asks; another one ends the one before'),
    ),
  },
  closed,
);

const DraftFileSchema = Type.Object(
  {
    id: Type.String(),
    path: text('Its path in the item'),
    bytes: Type.Integer(),
    sha256: text('Lower-case hexadecimal digits'),
    mediaType: Type.String(),
  },
  closed,
);

const DraftPersonSchema = Type.Object(
  { id: Type.String(), name: Type.String(), email: Type.Optional(Type.String()) },
  closed,
);

const DraftNoteSchema = Type.Object(
  {
    at: Time,
    who: Type.String(),
    kind: wordOf(['sent', 'returned', 'taken-back'], 'What was done with it'),
    comment: Type.Optional(Type.String()),
  },
  closed,
);

/** A link that was made; its secret is shown once. */
const MadeLinkSchema = Type.Object({ id: Type.String(), created: Time, expires: Time }, closed);

export const NewLinkSchema = Type.Object(
  { ...MadeLinkSchema.properties, url: text('Shown only now: only a hash of it is kept') },
  closed,
);

const ReservedLabelSchema = Type.Object(
  {
    repository: Label,
    ibip: Type.Optional(Label),
    persistentUrl: Type.String(),
    reserved: Time,
  },
  { ...closed, description: 'The label that was reserved for it; it stays reserved for ever' },
);

const summaryFields = {
  id: Type.String(),
  state: DraftStateSchema,
  title: Type.Optional(Type.String()),
  collections: Type.Array(Type.String(), { description: 'Names of the collections that it is meant for' }),
  owner: Type.Object(
    { id: Type.Optional(text('Number of the person; absent for a key that belongs to nobody')), name: Type.String() },
    closed,
  ),
  label: Type.Optional(ReservedLabelSchema),
  created: Time,
  updated: Time,
  revision: Type.Integer(),
};

export const DraftSchema = Type.Object(
  {
    ...summaryFields,
    content: DraftContentSchema,
    files: Type.Array(DraftFileSchema),
    people: Type.Array(DraftPersonSchema, { description: 'With whom its owner shares it' }),
    notes: Type.Array(DraftNoteSchema, { description: 'What was said of it, the earliest first' }),
    links: Type.Array(MadeLinkSchema, { description: 'Links for reviewers that still work' }),
    reviewedBy: Type.Array(Type.String(), { description: 'Those of its collections whose reviewers decide' }),
    may: Type.Object(
      {
        edit: Type.Boolean(),
        publish: Type.Boolean(),
        send: Type.Boolean(),
        return: Type.Boolean(),
        share: Type.Boolean(),
        discard: Type.Boolean(),
      },
      { ...closed, description: 'What whoever asks may do with it now' },
    ),
  },
  { ...closed, title: 'Draft' },
);

const DraftSummarySchema = Type.Object(summaryFields, closed);

export const DraftPageSchema = Type.Object(
  { drafts: Type.Array(DraftSummarySchema), next: Next },
  { ...closed, title: 'DraftPage' },
);

export type DraftContent = View<typeof DraftContentSchema>;
export type Draft = View<typeof DraftSchema>;
export type DraftSummary = View<typeof DraftSummarySchema>;
export type DraftPage = View<typeof DraftPageSchema>;
export type DraftFile = View<typeof DraftFileSchema>;
export type NewLink = View<typeof NewLinkSchema>;
