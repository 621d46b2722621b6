import type { Ibi } from '../ibi/ibi.ts';
import { parseRepositoryName } from '../ibi/repository-name.ts';
import { type Answer, accept } from '../parsing/answer.ts';
import { isLetter, skip } from '../parsing/characters.ts';
import { endOfRepositoryName, type PersistentUrl, parsePersistentTarget } from './persistent-url.ts';

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
  /** Where the draft begins in the text that was given. */
  readonly offset: number;
  readonly changes: readonly Change[];
}

export const readPersistentUrl = (given: string): Answer<TolerantReading> => {
  const draft = [removeBlanks, removeAddress, removeFragment, removeMarkers, readQuestionMarks, removeTypeCode].reduce(
    (current: Draft, repair) => repair(current),
    { text: given, offset: 0, changes: [] },
  );
  const strict = parsePersistentTarget(`/${draft.text}`);
  if (strict.ok) return accept(finish(strict.value, draft));

  const withoutHost = removeHost(draft);
  const second = parsePersistentTarget(`/${withoutHost.text}`);
  if (second.ok) return accept(finish(second.value, withoutHost));
  return { ...strict, position: strict.position - 1 + draft.offset };
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
  if (ibi.form !== 'repository' || !ibi.text.endsWith('.00')) return undefined;
  const shorter = parseRepositoryName(ibi.text.slice(0, -3));
  return shorter.ok && shorter.value.date.seconds === ibi.date.seconds ? shorter.value : undefined;
};

const removeStart = (draft: Draft, length: number, change?: Change): Draft => ({
  text: draft.text.slice(length),
  offset: draft.offset + length,
  changes: change === undefined ? draft.changes : [...draft.changes, change],
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
  const start = draft.text.slice(0, 8).toLowerCase();
  const schemeLength = start.startsWith('http://') ? 7 : start === 'https://' ? 8 : 0;
  if (schemeLength === 0) return draft.text.startsWith('/') ? removeStart(draft, 1) : draft;
  const slash = draft.text.indexOf('/', schemeLength);
  return removeStart(draft, slash < 0 ? draft.text.length : slash + 1);
};

const removeFragment = (draft: Draft): Draft => {
  const mark = draft.text.indexOf('#');
  return mark < 0
    ? draft
    : { ...draft, text: draft.text.slice(0, mark), changes: [...draft.changes, 'fragment-removed'] };
};

/** `ibi/`, `rep/`, `ibi:` and `upn:<prefix>:`, in any letter case. */
const removeMarkers = (draft: Draft): Draft => {
  const marker = draft.text.slice(0, 4).toLowerCase();
  if (marker === 'ibi/' || marker === 'rep/' || marker === 'ibi:') return removeStart(draft, 4, 'marker-removed');
  const colon = marker === 'upn:' ? draft.text.indexOf(':', 4) : -1;
  return colon < 0 ? draft : removeStart(draft, colon + 1, 'marker-removed');
};

/** The early reports write `??` for metadata. */
const readQuestionMarks = (draft: Draft): Draft => {
  const marks = draft.text.indexOf('??');
  if (marks < 0 || draft.text.indexOf('?') < marks) return draft;
  const rest = draft.text.slice(marks + 2);
  const query = rest.startsWith('&') ? `?${rest.slice(1)}` : rest;
  return {
    ...draft,
    text: `${draft.text.slice(0, marks)}:${query}`,
    changes: [...draft.changes, 'question-marks-read-as-metadata'],
  };
};

/** A type of document printed behind a repository name: `-` and letters, as in `-TDI`. */
const removeTypeCode = (draft: Draft): Draft => {
  const { text } = draft;
  const start = endOfRepositoryName(text, text.indexOf('/'));
  if (text[start] !== '-') return draft;
  const end = skip(text, start + 1, isLetter);
  return end === start + 1
    ? draft
    : { ...draft, text: text.slice(0, start) + text.slice(end), changes: [...draft.changes, 'type-code-removed'] };
};

/** A resolver's address pasted without its scheme: `urlib.net/8JMKD3MGP8W/34PGRBS`. */
const removeHost = (draft: Draft): Draft => {
  const slash = draft.text.indexOf('/');
  const hasHost = slash > 0 && draft.text.lastIndexOf('.', slash) > 0;
  return hasHost ? removeMarkers(removeStart(draft, slash + 1, 'address-removed')) : draft;
};
