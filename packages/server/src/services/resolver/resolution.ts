import type { Acknowledgment, Refused } from '@perene/core';

/** A request to resolve, as the transport understood it. */
export interface ResolutionRequest {
  /** What follows the resolver's address, from its slash on; or a whole persistent URL, or whatever people paste. */
  readonly target: string;
  /** The user's address first, then those of the proxies. */
  readonly clientAddresses: readonly string[];
  /** The `Accept-Language` header; it is never sent to Archives. */
  readonly languages: string | undefined;
  /** Nobody is redirected (HEAD, prefetch): no acknowledgment is sent. */
  readonly isCounted: boolean;
}

export interface KnownArchive {
  readonly address: string;
  readonly service: string;
}

/** What came out, one of each status of decision 16. */
export type Resolution =
  | Found
  | Malformed
  | { readonly kind: 'unknown'; readonly ibi: string }
  | Untranslated
  | Removed
  | Disputed
  | Uncertain
  | { readonly kind: 'no-original'; readonly ibi: string; readonly copies: readonly KnownArchive[] }
  | { readonly kind: 'endless'; readonly chain: readonly string[] };

/** 302. */
export interface Found {
  readonly kind: 'found';
  readonly url: string;
  /** The IBI asked for, in canonical spelling. */
  readonly ibi: string;
  readonly archive: KnownArchive;
  readonly state: 'Original' | 'Copy' | undefined;
  /** The user's language decided. */
  readonly isByLanguage: boolean;
  /** Absent where the Archive gave no key. */
  readonly acknowledgment: Acknowledgment | undefined;
  /** Where that is the Archive of this node: the same for everyone until its catalogue changes. */
  readonly isLasting: boolean;
  /** What was changed in what the user wrote, so that it could be read. */
  readonly changes: readonly string[];
}

/** 400. */
interface Malformed {
  readonly kind: 'malformed';
  readonly text: string;
  readonly refused: Refused;
}

/** 404: a translation was asked for by name, and there is none. */
interface Untranslated {
  readonly kind: 'untranslated';
  readonly ibi: string;
  readonly language: string;
  readonly languages: readonly string[];
}

interface Removal extends KnownArchive {
  readonly removedAt: string | undefined;
  /** What it was, as far as the Archive tells. */
  readonly title: string | undefined;
}

/** 410. */
interface Removed {
  readonly kind: 'removed';
  readonly ibi: string;
  readonly removals: readonly Removal[];
}

/** 409: two or more Archives claim the original. */
export interface Disputed {
  readonly kind: 'disputed';
  readonly ibi: string;
  readonly claims: readonly (KnownArchive & {
    readonly url: string | undefined;
    readonly timestamp: string | undefined;
  })[];
}

/** 503: an Archive that may hold the item did not answer. */
interface Uncertain {
  readonly kind: 'uncertain';
  readonly ibi: string;
  readonly silent: readonly (KnownArchive & { readonly reason: string })[];
  readonly retryAfterSeconds: number;
}

/** One step of a resolution, for `--trace`. */
export type TraceStep =
  | { readonly kind: 'asked'; readonly archive: KnownArchive; readonly query: string; readonly why: string }
  | { readonly kind: 'answered'; readonly archive: KnownArchive; readonly milliseconds: number; readonly body: string }
  | { readonly kind: 'failed'; readonly archive: KnownArchive; readonly milliseconds: number; readonly reason: string }
  | { readonly kind: 'decided'; readonly because: string };

export interface ResolverOperations {
  /** At once, if this very target led somewhere before and still does; counted like any other. */
  recall(request: ResolutionRequest): Found | undefined;
  resolve(request: ResolutionRequest, trace?: (step: TraceStep) => void): Promise<Resolution>;
}
