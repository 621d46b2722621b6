import { Type } from 'typebox';
import { closed, text } from '../parts.ts';
import type { View } from '../view.ts';

const Hash = Type.String({ description: '32 bytes in base 64' });
const Path = Type.Array(Hash, { description: 'Hashes of RFC 9162, from the leaf to the root' });
const Index = Type.Integer({ description: 'Place in the log, from 0 on' });
const Entry = text('The leaf: a claim, a transfer, the change of a key or an alert, as docs/claims.md writes them');

const headFields = {
  head: text('A checkpoint (C2SP tlog-checkpoint), with the signatures of the log and of its witnesses'),
  size: Type.Integer({ description: 'How many entries it covers' }),
  logKey: text('Key of the log, as C2SP signed-note writes it'),
  witnessKeys: Type.Array(Type.String(), { description: 'Keys of the Archives that signed it as well' }),
};

export const LogHeadSchema = Type.Object(headFields, { ...closed, title: 'LogHead' });

export const LogProofSchema = Type.Object(
  {
    index: Index,
    entry: Entry,
    path: Path,
    ...headFields,
    others: Type.Array(Index, { description: 'Other entries about the same label, the newest first' }),
  },
  { ...closed, title: 'LogProof' },
);

export const LogConsistencySchema = Type.Object(
  { from: Type.Integer(), to: Type.Integer(), path: Path },
  { ...closed, title: 'LogConsistency' },
);

export const LogEntryPageSchema = Type.Object(
  {
    from: Type.Integer(),
    entries: Type.Array(Entry),
    size: Type.Integer({ description: 'How many entries the log has now' }),
  },
  { ...closed, title: 'LogEntryPage' },
);

const LoggedSchema = Type.Object({ index: Index, entry: Entry, path: Path }, closed);

export const ProofSchema = Type.Object(
  {
    format: text('ibi-proof-v1'),
    label: text('What was asked for, in its canonical spelling'),
    manifest: Type.Optional(
      Type.Unknown({ description: 'The manifest that the last claim is about, where the node knows it' }),
    ),
    history: Type.Array(LoggedSchema, { description: 'Claims and transfers of the item' }),
    keys: Type.Array(LoggedSchema, { description: 'Changes of the keys of all Archives in the history' }),
    checkpoint: headFields.head,
    logKey: headFields.logKey,
    witnessKeys: headFields.witnessKeys,
  },
  { ...closed, title: 'Proof' },
);

export const ArchiveKeySchema = Type.Object(
  {
    service: text('Label of the Archive service'),
    key: text('The key that it signs with: ed25519: and 32 bytes in base 64'),
  },
  { ...closed, title: 'ArchiveKey' },
);

export type ArchiveKeyView = View<typeof ArchiveKeySchema>;
export type LogHead = View<typeof LogHeadSchema>;
export type LogProof = View<typeof LogProofSchema>;
export type LogConsistency = View<typeof LogConsistencySchema>;
export type LogEntryPage = View<typeof LogEntryPageSchema>;
export type Proof = View<typeof ProofSchema>;
