import type { AlertEvidence } from '@perene/api';
import type { Said } from '@perene/api/refusals';
import type { Acknowledgment, Refused } from '@perene/core';
import type { ArchiveAddress } from '../../../../ports/federation/messenger.ts';

/** A request to resolve, as the transport understood it. */
export interface ResolutionRequest {
  /**
   * What follows the resolver's address, from its slash on; or a whole persistent URL, or another text that people
   * paste.
   */
  readonly target: string;
  /** The user's address first, then those of the proxies. */
  readonly clientAddresses: readonly string[];
  /** The `Accept-Language` header; it is never sent to Archives. */
  readonly languages: string | undefined;
  /** The program that asks, as it names itself; it is never sent to Archives. */
  readonly userAgent?: string | undefined;
  /** False if nobody is redirected (HEAD, prefetch), so that no acknowledgment is sent. */
  readonly isCounted: boolean;
  /** The nodes that passed the question on to their resolver before this one. */
  readonly passed?: readonly string[];
}

/** An Archive as it is shown. */
export interface KnownArchive {
  readonly address: string;
  readonly service: string;
}

/** The outcome, one for each status of decision 16. */
export type Resolution =
  | Found
  | Malformed
  | Unknown
  | Untranslated
  | Missing
  | Reserved
  | Removed
  | Disputed
  | Uncertain
  | NoOriginal
  | Unusable
  | { readonly kind: 'endless'; readonly chain: readonly string[] };

/** 302. */
export interface Found {
  readonly kind: 'found';
  readonly url: string;
  /** The IBI asked for, in canonical spelling. */
  readonly ibi: string;
  /** The label by which the item that was found is cited; undefined if the Archive does not name the item. */
  readonly citedAs?: string;
  readonly archive: ArchiveAddress;
  readonly state: 'Original' | 'Copy' | undefined;
  /** Whether the user's language decided. */
  readonly isByLanguage: boolean;
  /** The acknowledgment to send; undefined if the Archive gave no key. */
  readonly acknowledgment: Acknowledgment | undefined;
  /** Whether it comes from the Archive of this node, and is the same for everyone until its catalogue changes. */
  readonly isLasting: boolean;
  /** Whether a copy was believed about editions or translations, or an item passed over that no Archive here has. */
  readonly isSecondHand?: boolean;
  /** Whether an edition or translation was passed over that no Archive here has; another resolver may know it. */
  readonly isPastUnknown?: boolean;
  /** What was changed in the user's text so that it could be read. */
  readonly changes: readonly string[];
  /** Archives that might have claimed the original as well, and did not answer. */
  readonly silent: readonly Silent[];
  /** Whether the Archive is one of ours, which offers metadata at the addresses of its files. */
  readonly negotiates?: boolean;
  /** Whether a signed copy is what the original is by the log, what it was, or neither; undefined if nobody can tell. */
  readonly copy?: 'same' | 'earlier' | 'other' | undefined;
}

/** 400. */
interface Malformed {
  readonly kind: 'malformed';
  readonly text: string;
  readonly refused: Refused;
}

/** 404: every Archive that may hold the item has answered that it does not. */
interface Unknown {
  readonly kind: 'unknown';
  readonly ibi: string;
  /**
   * Archives that are no longer asked: switched off, with unknown items; or revoked, and known to have held the item.
   */
  readonly away: readonly ShownAway[];
}

export interface ShownAway extends KnownArchive {
  readonly state: 'excluded' | 'revoked';
  /** ISO 8601. */
  readonly since: string;
}

/** 404: the item exists, but not this part of it. */
interface Missing {
  readonly kind: 'missing';
  readonly ibi: string;
  readonly what: 'file' | 'metadata' | 'document';
  /** The path of the file, as it was requested. */
  readonly path: string | undefined;
}

/** 404: the label is reserved for an item that is not published. */
interface Reserved {
  readonly kind: 'reserved';
  readonly ibi: string;
  readonly archive: KnownArchive;
  /** ISO 8601. */
  readonly since: string | undefined;
  /** Whether nothing will ever have the label. */
  readonly isEnded: boolean;
}

/** 404: a translation was asked for by name, and there is none. */
interface Untranslated {
  readonly kind: 'untranslated';
  readonly ibi: string;
  readonly language: string;
  readonly languages: readonly string[];
}

export interface Removal extends KnownArchive {
  readonly removedAt: string | undefined;
  /** The title of the removed item, if the Archive gives it. */
  readonly title: string | undefined;
  /** Why it was removed, if the Archive says so. */
  readonly reason: string | undefined;
}

/** 410. */
interface Removed {
  readonly kind: 'removed';
  readonly ibi: string;
  readonly removals: readonly Removal[];
}

/** 409: two or more Archives claim the original. */
interface Disputed {
  readonly kind: 'disputed';
  readonly ibi: string;
  readonly claims: readonly (ArchiveAddress & {
    readonly url: string | undefined;
    readonly timestamp: string | undefined;
    /** The signed claim in the answer, as core writes it; undefined if there is none, empty if it cannot be read. */
    readonly signed?: string | undefined;
  })[];
  /** Undefined if the resolver keeps no log. */
  readonly evidence?: AlertEvidence | undefined;
}

/** 404: the original was asked for, and there are only copies. */
interface NoOriginal {
  readonly kind: 'no-original';
  readonly ibi: string;
  readonly copies: readonly KnownArchive[];
  /** The Archives that removed the original. */
  readonly removals: readonly Removal[];
}

/** 502: the Archive that has it gives a URL that is not `http` or `https`. */
interface Unusable {
  readonly kind: 'unusable';
  readonly ibi: string;
  readonly archive: KnownArchive;
}

/** 503: an Archive that may hold the item did not answer. */
interface Uncertain {
  readonly kind: 'uncertain';
  readonly ibi: string;
  readonly silent: readonly Silent[];
  readonly retryAfterSeconds: number;
}

/** Why an Archive did not answer. */
type SilenceCode =
  /** It was not reached, or the connection broke. */
  | 'unreachable'
  /** It has failed several times, and is not asked for a while. */
  | 'quiet'
  /** It answered that it cannot tell now, because it hands the item over, or its own data does not answer. */
  | 'unsure'
  /** Its answer is not an answer to this question. */
  | 'unreadable'
  | 'no-time-left'
  /** It has left the resolver, and is known to hold the item. */
  | 'switched-off';

export interface Silent extends KnownArchive {
  readonly code: SilenceCode;
  /** More about it. */
  readonly because: Said;
  /** ISO 8601: since when it has been switched off. */
  readonly since?: string;
}

/** One step of a resolution, for `--trace`. */
export type TraceStep =
  | { readonly kind: 'asked'; readonly archive: KnownArchive; readonly query: string; readonly why: Said }
  | { readonly kind: 'answered'; readonly archive: KnownArchive; readonly milliseconds: number; readonly body: string }
  | { readonly kind: 'failed'; readonly archive: KnownArchive; readonly milliseconds: number; readonly why: Said }
  | { readonly kind: 'decided'; readonly why: Said };

export interface ResolverOperations {
  /** Returns a remembered redirect of this target, if it still holds; it is counted like any other. */
  recall(request: ResolutionRequest): Found | undefined;
  resolve(request: ResolutionRequest, trace?: (step: TraceStep) => void): Promise<Resolution>;
}
