import type { EvidenceTexts } from '../evidence-words.ts';

const entry = ({ date, index }: { readonly date: string; readonly index: number }): string =>
  `${date}, entry ${index} of the log`;

export const EVIDENCE: EvidenceTexts = {
  label: ({ label, place, date }) => `The label ${label} says that it was made at ${place} on ${date}.`,
  forms: {
    agrees: 'Both labels say the same instant.',
    differs: 'The labels say different instants.',
    unknown: 'Whether the labels say the same instant cannot be told.',
  },
  hashes: {
    agree: 'All of them claim the same content: the hashes are equal.',
    differ: 'They claim different content: the hashes differ.',
    unknown: 'Whether they claim the same content cannot be told, because not all of them sign their claims.',
  },
  transfer: ({ from, to, ...logged }) => `${from} signed that it hands the original over to ${to} (${entry(logged)}).`,
  noTransfer: 'The log has no transfer of this item from one Archive to another.',
  limits:
    'This is evidence, and no verdict: servers change their names and addresses, originals move, and Archives that do not sign may be right.',
  names: {
    signature: 'Signature',
    key: 'Key',
    hash: 'Hash of what it claims',
    time: 'Claimed, as it says itself',
    first: 'First claim in the log',
    chain: 'How it got the original',
    host: 'Host in the label',
    ip: 'Address in the label',
    instant: 'Instant in the label',
  },
  signature: {
    valid: 'valid, with a key that counts for this Archive',
    unsigned: 'none: this Archive does not sign its claims',
    wrong: 'wrong: the claim was not signed with the key that it names',
    'of-another': 'rightly signed, but by another Archive, which did not send it',
    'key-unknown': 'right, but the key was never pinned for this Archive',
    'key-expired': 'right, but with a former key, after that key was changed',
    'key-replaced': 'right, but the key was reported lost, and another has replaced it',
  },
  keySince: {
    pinned: (logged) => `(pinned ${entry(logged)})`,
    rotated: (logged) => `(signed by the former key, ${entry(logged)})`,
    replaced: (logged) => `(given by the operator of the resolver for a lost one, ${entry(logged)})`,
  },
  logged: entry,
  notLogged: 'none',
  chain: {
    first: 'the first claim in the log is its own',
    received: 'a transfer in the log names it as the receiver',
    neither: 'neither the first claim in the log is its own, nor does a transfer name it',
    unknown: 'cannot be told',
  },
  host: {
    agrees: 'agrees with where this Archive is reached',
    'other-port': 'agrees with where this Archive is reached, but the port is another',
    differs: 'does not agree with where this Archive is reached',
    unknown: 'cannot be told',
  },
  ip: {
    agrees: 'agrees with the address that this Archive declares',
    'other-port': 'agrees with the address that this Archive declares, but the port is another',
    differs: 'does not agree with the address that this Archive declares',
    unknown: 'cannot be told',
  },
  instant: {
    agrees: 'agrees: the first claim of this Archive came later',
    differs: 'does not agree: this Archive claimed the item before its label was made',
    unknown: 'cannot be told: no claim of this Archive is in the log',
  },
};
