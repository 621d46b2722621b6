import { Type } from 'typebox';
import { closed, Next, Time, text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';

const Service = text('Label of the Archive service');
const Hash = text('sha256: and hexadecimal digits');
const PLACES = ['agrees', 'other-port', 'differs', 'unknown'] as const;
const FINDINGS = ['agrees', 'differs', 'unknown'] as const;

const Logged = Type.Object(
  { index: Type.Integer({ description: 'Place in the log, from 0 on' }), time: Time },
  { ...closed, description: 'When the log of the resolver first saw it' },
);

const ClaimantSchema = Type.Object(
  {
    service: Service,
    address: text('Where the resolver reaches it'),
    signature: wordOf(
      ['valid', 'unsigned', 'wrong', 'of-another', 'key-unknown', 'key-expired', 'key-replaced'],
      'valid: signed with a key that counts for this Archive; key-...: rightly signed, with a key that does not count',
    ),
    claim: Type.Optional(
      Type.Object(
        {
          hash: text('Hash of the manifest that it claims'),
          time: text('When it claimed it, as it says itself; ISO 8601, UTC'),
          key: text('The key that signed it'),
          previous: Type.Optional(text('Hash of the statement that it follows')),
          logged: Type.Optional(Logged),
        },
        { ...closed, description: 'Its claim; absent if it does not sign' },
      ),
    ),
    key: Type.Optional(
      Type.Object(
        { reason: wordOf(['pinned', 'rotated', 'replaced'], 'How it came to count'), logged: Logged },
        { ...closed, description: 'Since when the key of the claim has counted for this Archive' },
      ),
    ),
    first: Type.Optional(Logged),
    chain: wordOf(
      ['first', 'received', 'neither', 'unknown'],
      'first: the first claim in the log is its own; received: a transfer in the log names it',
    ),
    host: wordOf(PLACES, 'Host in the label, and where it is reached'),
    ip: wordOf(PLACES, 'Address in the label, and the one that it declares'),
    instant: wordOf(FINDINGS, 'differs: it claimed the item before the label was made'),
    secondsToClaim: Type.Optional(Type.Number({ description: 'From the instant in the label to its first claim' })),
  },
  closed,
);

/** Decision 34: what can be checked about the claims of an alert. It is never a verdict. */
export const AlertEvidenceSchema = Type.Object(
  {
    labels: Type.Array(
      Type.Object(
        {
          label: Type.String(),
          place: text('Host or address in the label'),
          port: Type.Integer(),
          made: text('The instant in the label, ISO 8601'),
        },
        closed,
      ),
      { description: 'The label in question, and its other form if all claimants give the same' },
    ),
    forms: wordOf(FINDINGS, 'Whether both forms have the same instant'),
    hashes: wordOf(['agree', 'differ', 'unknown'], 'Whether all of them claim the same manifest'),
    claimants: Type.Array(ClaimantSchema),
    transfers: Type.Array(Type.Object({ from: Service, to: Service, hash: Hash, time: Time, logged: Logged }, closed), {
      description: 'Hand-overs of this item in the log',
    }),
  },
  { ...closed, title: 'AlertEvidence' },
);

const alertFields = {
  ibi: text('Label of an original that several Archives claim, or alias that items of several carry'),
  claims: Type.Array(
    Type.Object(
      {
        service: Type.String(),
        address: Type.String(),
        url: Type.Optional(Type.String()),
        timestamp: Type.Optional(Type.String()),
        signed: Type.Optional(text('The claim as the Archive signed it; empty if it cannot be read')),
      },
      closed,
    ),
  ),
  firstSeen: Time,
  lastSeen: Time,
  times: Type.Integer(),
};

export const AlertPageSchema = Type.Object(
  { alerts: Type.Array(Type.Object(alertFields, closed)), next: Next },
  closed,
);

export const AlertSchema = Type.Object(
  { ...alertFields, evidence: Type.Optional(AlertEvidenceSchema) },
  { ...closed, title: 'Alert' },
);

export type AlertPage = View<typeof AlertPageSchema>;
export type AlertView = View<typeof AlertSchema>;
export type AlertEvidence = View<typeof AlertEvidenceSchema>;
