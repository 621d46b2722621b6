import type { Ibi } from '../ibi/ibi.ts';
import { parseRepositoryName } from '../ibi/repository-name.ts';
import { type Answer, accept, shift } from '../parsing/answer.ts';
import { isDigitOrPoint, isLetter, skip } from '../parsing/characters.ts';
import {
  endOfAuthority,
  endOfRepositoryName,
  endOfScheme,
  type PersistentUrl,
  parsePersistentTarget,
} from './persistent-url.ts';

/**
 * The one place in front of the strict grammar that understands what people paste: a bare label, a persistent URL on
 * any host, and the spellings found in print. It says what it changed.
 */
export interface TolerantReading {
  readonly url: PersistentUrl;
  readonly changes: readonly Change[];
  /** A label to try when the one in `url` is unknown: an explicit `.00` second names the same date without it. */
  readonly alternative: Ibi | undefined;
}

export type Change =
  | 'blanks-removed'
  | 'address-removed'
  | 'fragment-removed'
  | 'marker-removed'
  | 'type-code-removed'
  | 'question-marks-read-as-metadata'
  | 'final-slash-removed';

interface Draft {
  /** An IBI and what follows it. */
  readonly text: string;
  /** Where a character of the draft stands in the text that was given. */
  readonly positionOf: (index: number) => number;
  readonly changes: readonly Change[];
}

export const readPersistentUrl = (given: string): Answer<TolerantReading> => {
  const pasted = [removeBlanks, removeAddress, removeFragment].reduce((draft: Draft, repair) => repair(draft), {
    text: given,
    positionOf: (index) => index,
    changes: [],
  });
  const likely = readDraft(removeMarkers(pasted));
  if (likely.ok) return likely;
  const asItIs = readDraft(pasted);
  if (asItIs.ok) return asItIs;
  const withoutHost = readDraft(removeMarkers(removeHost(pasted)));
  return withoutHost.ok ? withoutHost : likely;
};

const readDraft = (draft: Draft): Answer<TolerantReading> => {
  const repaired = readQuestionMarks(removeTypeCode(draft));
  const strict = readStrictly(repaired.text);
  return strict.ok
    ? accept(finish(strict.value, repaired))
    : { ...strict, position: repaired.positionOf(strict.position) };
};

const readStrictly = (text: string): Answer<PersistentUrl> => {
  const url = parsePersistentTarget(`/${text}`);
  return url.ok ? url : shift(url, -1);
};

const finish = (url: PersistentUrl, { changes }: Draft): TolerantReading => {
  const hasFinalSlash = url.filePath === '/';
  return {
    url: hasFinalSlash ? { ...url, filePath: undefined } : url,
    changes: hasFinalSlash ? [...changes, 'final-slash-removed'] : changes,
    alternative: withoutZeroSecond(url.ibi),
  };
};

const withoutZeroSecond = (ibi: Ibi): Ibi | undefined => {
  if (!ibi.text.endsWith('.00')) return undefined;
  const shorter = parseRepositoryName(ibi.text.slice(0, -3));
  return shorter.ok ? shorter.value : undefined;
};

const replace = (
  { text, positionOf, changes }: Draft,
  { start, end, by, change }: { start: number; end: number; by: string; change: Change | undefined },
): Draft => ({
  text: text.slice(0, start) + by + text.slice(end),
  positionOf: (index) => positionOf(index < start + by.length ? index : index - by.length + end - start),
  changes: change === undefined ? changes : [...changes, change],
});

const removeStart = (draft: Draft, end: number, change?: Change): Draft =>
  replace(draft, { start: 0, end, by: '', change });

const removeEnd = (draft: Draft, start: number, change: Change): Draft => ({
  ...draft,
  text: draft.text.slice(0, start),
  changes: [...draft.changes, change],
});

const removeBlanks = (draft: Draft): Draft => {
  const text = draft.text.trimEnd();
  const leading = text.length - text.trimStart().length;
  return text.length - leading === draft.text.length
    ? draft
    : removeStart({ ...draft, text }, leading, 'blanks-removed');
};

/** An address with its scheme is the regular form of a persistent URL, so its removal is no change. */
const removeAddress = (draft: Draft): Draft => {
  const hostStart = endOfScheme(draft.text);
  if (hostStart === 0) return draft.text.startsWith('/') ? removeStart(draft, 1) : draft;
  const end = endOfAuthority(draft.text, hostStart);
  if (end === hostStart) return draft;
  return removeStart(draft, draft.text[end] === '/' ? end + 1 : end);
};

const removeFragment = (draft: Draft): Draft => {
  const mark = draft.text.indexOf('#');
  return mark < 0 ? draft : removeEnd(draft, mark, 'fragment-removed');
};

/** `ibi/`, `rep/`, `ibi:` and `upn:<prefix>:`, in any letter case. */
const removeMarkers = (draft: Draft): Draft => {
  const marker = draft.text.slice(0, 4).toLowerCase();
  if (marker === 'ibi/' || marker === 'rep/' || marker === 'ibi:') return removeStart(draft, 4, 'marker-removed');
  const colon = marker === 'upn:' ? draft.text.indexOf(':', 4) : -1;
  return colon < 0 ? draft : removeStart(draft, colon + 1, 'marker-removed');
};

/** The early reports write `??` after an IBI for metadata; behind a file path it is the file's own query. */
const readQuestionMarks = (draft: Draft): Draft => {
  const start = draft.text.indexOf('?');
  if (!draft.text.startsWith('??', start)) return draft;
  const before = readStrictly(draft.text.slice(0, start));
  if (!before.ok || before.value.filePath !== undefined) return draft;
  const change = 'question-marks-read-as-metadata';
  return draft.text[start + 2] === '&'
    ? replace(draft, { start, end: start + 3, by: ':?', change })
    : replace(draft, { start, end: start + 2, by: ':', change });
};

/** A type of document printed behind a repository name: `-` and letters, as in `-TDI`. */
const removeTypeCode = (draft: Draft): Draft => {
  const { text } = draft;
  const start = endOfRepositoryName(text, text.indexOf('/'));
  const end = skip(text, start + 1, isLetter);
  if (text[start] !== '-' || end === start + 1 || isDigitOrPoint(text.charCodeAt(end))) return draft;
  const strict = readStrictly(text);
  const isBehindLabel = !strict.ok && strict.position === start;
  return isBehindLabel ? replace(draft, { start, end, by: '', change: 'type-code-removed' }) : draft;
};

/** A resolver's address pasted without its scheme: `urlib.net/8JMKD3MGP8W/34PGRBS`. */
const removeHost = (draft: Draft): Draft => {
  const end = endOfAuthority(draft.text, 0);
  const hasHost = draft.text[end] === '/' && draft.text.lastIndexOf('.', end) > 0;
  return hasHost ? removeStart(draft, end + 1, 'address-removed') : draft;
};
