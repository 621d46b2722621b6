import type { QueueRefusal } from './minter-refusals.ts';
import type { Misfit, None, Said } from './parameters.ts';

/** Messages to people that are not refusals. */
export interface NoticeParameters {
  /** Codes of the client, where a node gave none. */
  unreachable: None;
  stopped: None;
  'answer-no-json': None;
  'answer-unexpected': None;
  /** The cause of a failure inside a node is only in its log. */
  'failed-inside': None;
  /** One of several identifiers was not queued or unqueued. */
  'identifier-not-queued': QueueRefusal;
  'minter-running-out':
    | { readonly reason: 'none-left' }
    | { readonly reason: 'few'; readonly remaining: string; readonly total: string }
    | { readonly reason: 'soon'; readonly remaining: string; readonly total: string; readonly exhaustedOn: string };
  'pattern-steps': { readonly steps: number; readonly max: number };
  'rules-full': { readonly max: number };
  'import-note': ImportNote;
  'proposal-note': ProposalNote;
  'membership-refused': MembershipRefusal;
  'archive-finding': ArchiveFinding;
  health: HealthFinding;
}

/** What was left out of a dump of Berkeley DB, or needs attention. */
export type ImportNote =
  | { readonly reason: 'left-out'; readonly line: number; readonly said: Said }
  | { readonly reason: 'queued-twice' | 'key-unknown'; readonly text: string }
  | { readonly reason: 'latin-1'; readonly line: number; readonly text: string }
  | { readonly reason: 'circulation'; readonly line: number; readonly id: string; readonly text: string }
  | { readonly reason: 'rule-pattern'; readonly id: string; readonly pattern: string; readonly said: Said }
  | {
      readonly reason: 'rule-replacement';
      readonly line: number;
      readonly id: string;
      readonly pattern: string;
      readonly replacement: string;
    }
  | { readonly reason: 'queue-issued' | 'queue-unqueued'; readonly id: string }
  | { readonly reason: 'order'; readonly total: string };

/** What was heard about a proposed link, or what to do about it. */
type ProposalNote =
  | { readonly reason: 'no-holder'; readonly label: string; readonly said: Said }
  | { readonly reason: 'silent' | 'unconfirmed' | 'withdrawn'; readonly said: Said }
  | { readonly reason: 'not-there' | 'busy' | 'language-unknown' | 'link-removed' }
  | { readonly reason: 'ask-for-edition' | 'ask-for-translation'; readonly of: string; readonly item: string };

/** Why a resolver does not include an Archive, or an Archive learns nothing from a resolver. */
export type MembershipRefusal =
  | { readonly reason: 'not-registered' | 'key-wrong' | 'not-approved' | 'not-included' | 'address-private' }
  | { readonly reason: 'away-meanwhile' | 'revoked-meanwhile' | 'not-logged' }
  | { readonly reason: 'too-many-keys'; readonly seconds: number }
  | ({ readonly reason: 'message' } & Misfit)
  | { readonly reason: 'no-status'; readonly resolver: string };

/** What an inspection of the catalogue and the files found. */
export type ArchiveFinding =
  | { readonly reason: Contradiction }
  | { readonly reason: 'file-missing' | 'file-content' | 'file-unknown' | 'documents-left' }
  | { readonly reason: 'file-length'; readonly bytes: number; readonly expected: number }
  | { readonly reason: 'file-unreadable'; readonly said: Said }
  | { readonly reason: 'claim-missing' | 'claim-outdated' }
  | { readonly reason: 'claim-forged' | 'claim-unchained'; readonly place: number }
  | { readonly reason: 'history-changed' | 'history-gone' | 'history-unlinked' | 'history-cut'; readonly row: number }
  | { readonly reason: 'history-end-forged' | 'history-unbegun' };

/** How a part of a node is. */
export type HealthFinding =
  | { readonly reason: 'named' | 'trying-out' | 'clock-right' | 'database-whole' | 'keys-none' | 'reach-own' }
  | { readonly reason: 'backup-none' | 'fixity-never' | 'log-none' | 'log-whole' }
  | { readonly reason: 'clock-behind'; readonly seconds: string; readonly last: string }
  | { readonly reason: 'clock-differs'; readonly seconds: number; readonly resolver: string }
  | { readonly reason: 'disk-room' | 'disk-low' | 'disk-full'; readonly gibibytes: string }
  | { readonly reason: 'disk-absent' | 'disk-read-only' | 'disk-open'; readonly folder: string }
  | { readonly reason: 'database-damaged'; readonly text: string }
  | { readonly reason: 'unopened'; readonly said: Said }
  | { readonly reason: 'keys'; readonly count: number }
  | { readonly reason: 'certificate-none'; readonly resolver: string }
  | { readonly reason: 'certificate-valid' | 'certificate-ends'; readonly resolver: string; readonly until: string }
  | { readonly reason: 'resolver-silent'; readonly resolver: string; readonly cause: string }
  | { readonly reason: 'reached'; readonly resolver: string }
  | { readonly reason: 'unreached'; readonly resolver: string; readonly said: Said }
  | { readonly reason: 'backup-old' | 'backup-recent' | 'fixity-old' | 'fixity-recent'; readonly at: string }
  | { readonly reason: 'fixity-damaged'; readonly files: number }
  | { readonly reason: 'dois-registered' | 'dois-failing' | 'dois-refused'; readonly dois: number }
  | { readonly reason: 'log-damaged'; readonly findings: number }
  | { readonly reason: 'log-rewritten'; readonly resolver: string }
  | { readonly reason: 'claims-awaited'; readonly items: number }
  | {
      readonly reason: 'claims-continued' | 'claims-lost';
      readonly statements: number;
      readonly removed: number;
      readonly handedOver: number;
      readonly lost: number;
    }
  | { readonly reason: 'log-late' | 'log-unproved'; readonly resolver: string; readonly since: string };

/** What the catalogue contradicts itself in. */
export type Contradiction =
  | 'not-described'
  | 'describes-nothing'
  | 'description-empty'
  | 'target-unknown'
  | 'name-unknown'
  | 'ibip-unknown'
  | 'alias-unknown'
  | 'alias-leads-nowhere'
  | 'label-leads-nowhere'
  | 'files-without-item';
