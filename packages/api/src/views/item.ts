import { type MetadataValue, QUALIFIER_NAMES } from '@perene/core/item';
import { Type } from 'typebox';
import { METADATA } from '../words/english/metadata.ts';
import { NamedCollectionSchema } from './collections/collection.ts';
import { ProposalSchema } from './federation/proposal.ts';
import { SaidFields } from './federation/trace.ts';
import { FoundSchema, SnippetSchema } from './finding/found.ts';
import { AccessSchema, ListedDetailsSchema, OpensSchema } from './items/item-parts.ts';
import { closed, Label, Next, Time, text, wordOf } from './parts.ts';
import type { View } from './view.ts';

const Links = {
  editionOf: Type.Optional(text('Label of the item that this one is the next edition of')),
  nextEdition: Type.Optional(text('Label of the next edition')),
  translationOf: Type.Optional(text('Label of an item of the same content in another language')),
  translations: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'Labels of translations held elsewhere, by language' }),
  ),
};

export const MetadataValueSchema = Type.Unsafe<MetadataValue>({
  type: 'object',
  properties: {
    value: { type: 'string' },
    language: { type: 'string' },
    ...Object.fromEntries(
      QUALIFIER_NAMES.map((name) => [name, { type: 'string', description: METADATA.qualifiers[name] }]),
    ),
  },
  required: ['value'],
  additionalProperties: false,
});

const MetadataInput = Type.Unsafe<unknown>({
  type: 'object',
  description:
    'Dublin Core elements and any further fields, each a text, {"value", "language", ...}, or a list of these; without a title, the name of the target file is taken. Known fields have qualifiers beside "value": roles and ORCID iDs of people, types of dates and relations, licences',
  properties: Object.fromEntries(
    Object.entries(METADATA.fields).map(([field, { name, hint }]) => [field, { description: `${name}. ${hint}` }]),
  ),
  examples: [
    { title: 'Land cover', creator: ['Lima, Ana', { value: 'Souza, Rui', affiliation: 'INPE' }], date: '2011-09' },
  ],
});

/** Files that another item has, which need not be sent again. */
export const KeptFilesSchema = Type.Object(
  {
    of: text('A label of an item here, such as the edition before; closed files are kept by those who may change it'),
    paths: Type.Array(Type.String(), { minItems: 1, maxItems: 10_000 }),
  },
  { ...closed, description: 'Files of another item that this one has too, without sending them again' },
);

export const DepositSchema = Type.Object(
  {
    metadata: Type.Optional(MetadataInput),
    language: Type.Optional(
      text('Such as pt, pt-BR or, for languages of ISO 639-3 without a code of two letters, yrl'),
    ),
    target: Type.Optional(
      text("The file that the item's URL leads to; without it the only file, or index.html, or the first"),
    ),
    access: Type.Optional(AccessSchema),
    opens: Type.Optional(OpensSchema),
    collections: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 100,
        description:
          'Names of collections. What the first of them that has a default says counts where nothing is said here',
      }),
    ),
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
    keptFiles: Type.Optional(KeptFilesSchema),
  },
  closed,
);

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
    access: Type.Optional(AccessSchema),
    opens: Type.Optional(
      Type.Unsafe<'file' | 'page' | null>({
        enum: ['file', 'page', null],
        description: 'What the persistent URL opens; null: as its collections or the node have it',
      }),
    ),
    owner: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: 100,
        description: 'The number of the person whom it belongs to from now on; null: nobody. Stewards say it',
      }),
    ),
    collections: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 100,
        description: 'Names of all collections that the item is in from now on',
      }),
    ),
    addIbips: Type.Optional(Type.Array(Type.String(), { maxItems: 1_000 })),
    removeIbips: Type.Optional(
      Type.Array(Type.String(), { maxItems: 1_000, description: 'Only IBIps that were added after the item was made' }),
    ),
    addAliases: Type.Optional(
      Type.Array(Type.String(), { maxItems: 1_000, description: 'DOI, Handle, ARK, URN, URL, label of before RTC-10' }),
    ),
    removeAliases: Type.Optional(Type.Array(Type.String(), { maxItems: 1_000 })),
    unlink: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 1_000,
        description: 'Labels that it is no edition or translation of any more; links beside it are made afterwards',
      }),
    ),
    ...Links,
    revision: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Only if the item is still at this revision; the same as If-Match' }),
    ),
  },
  closed,
);

const FileSchema = Type.Object(
  {
    path: text('Its path in the item, "/" between folders; bytes that are no text are spelled as in Relat\\xF3rio.pdf'),
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
  aliases: Type.Array(text('Another identifier of the item')),
  persistentUrl: Type.String(),
  state: wordOf(['Original', 'Copy', 'Deleted'], 'State of the item here'),
  title: Type.Optional(Type.String()),
  creators: Type.Array(Type.String()),
  language: Type.Optional(Type.String()),
  thumbnail: Type.Optional(
    text('In lists: path of a small picture on this node, if everybody may see a picture of the item'),
  ),
  created: Time,
  updated: Time,
  changed: text('When the item or its description last changed; ISO 8601, UTC'),
};

const ItemLinkSchema = Type.Object(
  {
    kind: wordOf(['nextEdition', 'editionOf', 'translation'], 'What the other is to the item'),
    label: Label,
    language: Type.Optional(text('Of a translation; absent where nobody has said it: readers are not led there then')),
    holding: wordOf(['original', 'copy', 'elsewhere'], 'How this Archive holds the other'),
    origin: wordOf(
      ['deposit', 'edit', 'import', 'copy', 'transfer', 'proposal', 'before'],
      'Where the link comes from; before: from a time when that was not written down',
    ),
    archive: Type.Optional(text('The Archive that it comes from')),
    who: Type.Optional(text('Shown to holders of a key')),
    at: Type.Optional(Time),
  },
  closed,
);

export const ItemSchema = Type.Object(
  {
    ...summaryFields,
    content: wordOf(['Data', 'Metadata', 'Service'], 'What the item is'),
    target: Type.Optional(text("The file that the item's URL leads to")),
    fileNameEncoding: Type.Optional(wordOf(['iso-8859-1'], 'How names of files are spelled in URLs, if not in UTF-8')),
    access: AccessSchema,
    owner: Type.Optional(
      Type.Object(
        { id: Type.String(), name: Type.Optional(Type.String()) },
        { ...closed, description: 'Who deposited it' },
      ),
    ),
    opens: Type.Optional(OpensSchema),
    collections: Type.Optional(
      Type.Array(NamedCollectionSchema, { description: 'The collections that it is in, in the order of their names' }),
    ),
    files: Type.Array(FileSchema),
    checked: Type.Optional(text('When every file had been read again and compared with its hash; ISO 8601, UTC')),
    damaged: Type.Optional(
      Type.Array(text('Path of a file'), { description: 'Files that are damaged here, and are not served' }),
    ),
    metadata: Type.Optional(
      Type.Object(
        {
          repository: Label,
          fields: Type.Record(Type.String(), Type.Array(MetadataValueSchema)),
          updated: Time,
        },
        closed,
      ),
    ),
    describes: Type.Optional(Label),
    editions: Type.Object(
      {
        next: Type.Optional(Label),
        last: Type.Optional(
          Type.String({ description: 'Absent where another Archive holds the original or a later edition' }),
        ),
        all: Type.Array(Label),
      },
      closed,
    ),
    translations: Type.Record(Type.String(), Label, { description: 'By language, the item itself included' }),
    elsewhere: Type.Record(Type.String(), Type.String(), {
      description: 'Persistent URLs of those editions and translations that are not held here, by label',
    }),
    links: Type.Array(ItemLinkSchema),
    proposals: Type.Optional(
      Type.Array(ProposalSchema, { description: 'After a deposit or an edit: what was proposed to other Archives' }),
    ),
    uncheckedIbips: Type.Optional(
      Type.Array(Type.Object({ ibip: Label, note: Type.Object({ ...SaidFields, detail: text('In words') }) }, closed), {
        description: 'After an edit: added IBIps of which it is not certain that no other Archive has them',
      }),
    ),
    copiedFrom: Type.Optional(Label),
    removed: Type.Optional(Type.Object({ at: Time, reason: Type.String() }, closed)),
    withdrawn: Type.Optional(
      Type.Object(
        { at: Time, reason: Type.String() },
        { ...closed, description: 'Out of reach for a time: its page is a tombstone, and its files are dark' },
      ),
    ),
    transfer: Type.Optional(
      Type.Object({ direction: wordOf(['out', 'in'], 'Which way'), peer: Type.String() }, closed),
    ),
    revision: Type.Integer({ description: 'For If-Match' }),
  },
  { ...closed, title: 'Item' },
);

const FoundItemSchema = Type.Object(
  {
    ...summaryFields,
    snippet: Type.Optional(SnippetSchema),
    details: Type.Optional(ListedDetailsSchema),
  },
  closed,
);

export const ItemPageSchema = Type.Object(
  { items: Type.Array(FoundItemSchema), next: Next, found: Type.Optional(FoundSchema) },
  { ...closed, title: 'ItemPage' },
);

export const FileListSchema = Type.Object({ files: Type.Array(FileSchema) }, closed);

export type Access = View<typeof AccessSchema>;
export type ItemFile = View<typeof FileSchema>;
export type ItemSummary = View<typeof FoundItemSchema>;
export type ItemLink = View<typeof ItemLinkSchema>;
export type Item = View<typeof ItemSchema>;
export type ItemPage = View<typeof ItemPageSchema>;
