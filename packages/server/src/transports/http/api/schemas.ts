import { type Static, Type } from '@fastify/type-provider-typebox';
import { ArchivePageSchema, ArchiveSchema } from './archive-schemas.ts';
import { MinterPageSchema, MinterSchema } from './minter-schemas.ts';

/** A text that is one of these words. */
const wordOf = <Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], description });

const closed = { additionalProperties: false };
const text = (description: string) => Type.String({ description });

const Label = text('A label in either form, such as 8JMKD3MGP8W/34PGRBS or sid.inpe.br/mtc-m18@80/2009/02.16.17.46');
const Time = text('ISO 8601, UTC');

export const RoleSchema = wordOf(['admin', 'depositor', 'reader'], 'What a key allows');

export const IbiParameters = Type.Object({
  ibi: text('A label in either form, with its slashes plain or written %2F'),
});
export const IdParameters = Type.Object({ id: Type.String() });

export const CursorQuery = {
  cursor: Type.Optional(text('"next" of the page before')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Entries a page (default 50)' })),
};

const Access = Type.Object(
  {
    networks: Type.Optional(
      Type.Array(text('Such as 192.0.2.0/24'), {
        maxItems: 1_000,
        description: 'Where clients must be for the files; absent: everywhere',
      }),
    ),
    fileList: wordOf(['open', 'closed'], 'Whether the list of files is shown'),
  },
  closed,
);

const Links = {
  editionOf: Type.Optional(text('Label of the item that this one is the next edition of')),
  nextEdition: Type.Optional(text('Label of the next edition')),
  translationOf: Type.Optional(text('Label of an item of the same content in another language')),
  translations: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'Labels of translations held elsewhere, by language' }),
  ),
};

const MetadataInput = Type.Unsafe<unknown>({
  type: 'object',
  description:
    'Dublin Core elements and any further fields, each a text, {"value", "language"}, or a list of these; without a title, the name of the target file is taken',
  examples: [{ title: 'Land cover', creator: ['Lima, Ana', 'Souza, Rui'], date: '2011-09' }],
});

export const DepositSchema = Type.Object(
  {
    metadata: Type.Optional(MetadataInput),
    language: Type.Optional(text('Such as pt or pt-BR')),
    target: Type.Optional(
      text("The file that the item's URL leads to; without it the only file, or index.html, or the first"),
    ),
    access: Type.Optional(Access),
    ...Links,
    uploads: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: text('Of a finished upload'),
            path: Type.Optional(text('Its path in the item; without it, the name that it was announced with')),
          },
          closed,
        ),
        { maxItems: 10_000 },
      ),
    ),
  },
  closed,
);
export type DepositBody = Static<typeof DepositSchema>;

export const EditSchema = Type.Object(
  {
    metadata: Type.Optional(
      Type.Unsafe<unknown>({
        type: 'object',
        description: 'Each field replaces the one of that name, null removes it',
      }),
    ),
    language: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    target: Type.Optional(Type.String()),
    access: Type.Optional(Access),
    addIbips: Type.Optional(Type.Array(Type.String(), { maxItems: 1_000 })),
    ...Links,
    revision: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Only if the item is still at this revision; the same as If-Match' }),
    ),
  },
  closed,
);

export const FileSchema = Type.Object(
  {
    path: Type.String(),
    bytes: Type.Integer(),
    sha256: text('Lower-case hexadecimal digits'),
    mediaType: Type.String(),
  },
  closed,
);

const summaryFields = {
  repository: Label,
  ibip: Type.Optional(Label),
  ibips: Type.Array(Label),
  persistentUrl: Type.String(),
  state: wordOf(['Original', 'Copy', 'Deleted'], 'State of the item here'),
  title: Type.Optional(Type.String()),
  creators: Type.Array(Type.String()),
  language: Type.Optional(Type.String()),
  created: Time,
  updated: Time,
};
const SummarySchema = Type.Object(summaryFields, closed);

const ItemSchema = Type.Object(
  {
    ...summaryFields,
    content: wordOf(['Data', 'Metadata', 'Service'], 'What the item is'),
    target: Type.Optional(text("The file that the item's URL leads to")),
    fileNameEncoding: Type.Optional(wordOf(['iso-8859-1'], 'How names of files are spelled in URLs, if not in UTF-8')),
    access: Access,
    files: Type.Array(FileSchema),
    metadata: Type.Optional(
      Type.Object(
        {
          repository: Label,
          fields: Type.Record(
            Type.String(),
            Type.Array(Type.Object({ value: Type.String(), language: Type.Optional(Type.String()) }, closed)),
          ),
          updated: Time,
        },
        closed,
      ),
    ),
    describes: Type.Optional(Label),
    editions: Type.Object({ next: Type.Optional(Label), last: Label, all: Type.Array(Label) }, closed),
    translations: Type.Record(Type.String(), Label, { description: 'By language, the item itself included' }),
    copiedFrom: Type.Optional(Label),
    removed: Type.Optional(Type.Object({ at: Time, reason: Type.String() }, closed)),
    transfer: Type.Optional(
      Type.Object({ direction: wordOf(['out', 'in'], 'Which way'), peer: Type.String(), id: Type.String() }, closed),
    ),
    revision: Type.Integer({ description: 'For If-Match' }),
  },
  closed,
);

const ItemPageSchema = Type.Object(
  { items: Type.Array(SummarySchema), next: Type.Optional(text('Cursor of the next page; absent at the end')) },
  closed,
);

const HistorySchema = Type.Object(
  {
    entries: Type.Array(
      Type.Object({ at: Time, who: Type.String(), action: Type.String(), detail: Type.Unknown() }, closed),
    ),
    next: Type.Optional(text('Cursor of the next page; absent at the end')),
  },
  closed,
);

export const KeySchema = Type.Object(
  { id: Type.String(), name: Type.String(), role: RoleSchema, created: Time, revoked: Type.Optional(Time) },
  closed,
);

const ProblemSchema = Type.Object(
  {
    type: text('Where it is explained'),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(text('What is wrong, where, and what to do')),
    code: Type.Optional(text('Stable; see docs/refusals.md')),
    problems: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), problem: Type.String(), expected: Type.String() }), {
        description: 'All that is wrong with a body or with metadata',
      }),
    ),
    position: Type.Optional(
      Type.Integer({ description: 'Of the first character of a label that does not fit, from 0' }),
    ),
    expected: Type.Optional(text('What was expected there')),
    item: Type.Optional(Type.Unsafe<unknown>({ $ref: 'Item#', description: 'The tombstone of a removed item' })),
  },
  { description: 'RFC 9457 problem details' },
);

/** By these names the document refers to them. */
export const SHARED_SCHEMAS = {
  Archive: ArchiveSchema,
  ArchivePage: ArchivePageSchema,
  Item: ItemSchema,
  ItemPage: ItemPageSchema,
  History: HistorySchema,
  Key: KeySchema,
  Minter: MinterSchema,
  MinterPage: MinterPageSchema,
  Problem: ProblemSchema,
};

export const refer = (name: keyof typeof SHARED_SCHEMAS, description: string) => ({ description, $ref: `${name}#` });
