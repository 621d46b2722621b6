import type { Ibi } from '../ibi/ibi.ts';
import { type LegacyLabel, parseLegacyLabel } from '../ibi/legacy-label.ts';
import { parseRepositoryName } from '../ibi/repository-name.ts';
import { type Answer, accept, refuse, shift } from '../parsing/answer.ts';
import { isDigitOrPoint, isLetter, skip } from '../parsing/characters.ts';
import { unescapeText } from '../parsing/escapes.ts';
import {
  endOfAuthority,
  endOfRepositoryName,
  endOfScheme,
  type PersistentUrl,
  parsePersistentTarget,
} from './persistent-url.ts';

/**
 * Reads what people paste before the strict grammar does: a bare label, a persistent URL on any host, and the spellings
 * found in print. No other code repairs input. The reading says what it changed.
 */
export interface TolerantReading {
  readonly url: PersistentUrl;
  readonly changes: readonly Change[];
  /**
   * Labels to try in this order when the one in `url` is unknown: a label with the second `.00` names the same date as
   * the one without it, and a label of before RTC-10 may stand for several.
   */
  readonly alternatives: readonly Ibi[];
  /** The label of before RTC-10 that `url` and `alternatives` were decoded from. */
  readonly legacy: LegacyLabel | undefined;
}

export type Change =
  | 'blanks-removed'
  | 'address-removed'
  | 'slashes-removed'
  | 'fragment-removed'
  | 'old-address-read'
  | 'marker-removed'
  | 'type-code-removed'
  | 'legacy-label-decoded'
  | 'question-marks-read-as-metadata'
  | 'format-passed-on'
  | 'final-slash-removed';

interface Draft {
  /** An IBI and what follows it. */
  readonly text: string;
  /** The position of a character of the draft in the text that was given. */
  readonly positionOf: (index: number) => number;
  readonly changes: readonly Change[];
  readonly legacy?: LegacyLabel;
}

export const readPersistentUrl = (given: string): Answer<TolerantReading> => {
  const pasted = [removeBlanks, removeAddress, unescapeWhole, removePastedAddress, removeFragment].reduce(
    (draft: Draft, repair) => repair(draft),
    {
      text: given,
      positionOf: (index) => index,
      changes: [],
    },
  );
  const old = readOldProgram(pasted);
  const meant = old && readPasted(old);
  if (meant?.ok) return meant;
  const plain = readPasted(pasted);
  return plain.ok ? plain : (meant ?? plain);
};

const readPasted = (pasted: Draft): Answer<TolerantReading> => {
  const likely = readDraft(removeMarkers(pasted));
  if (likely.ok) return likely;
  const asItIs = readDraft(pasted);
  if (asItIs.ok) return asItIs;
  const withoutHost = readDraft(removeMarkers(removeHost(pasted)));
  return withoutHost.ok ? withoutHost : likely;
};

const readDraft = (draft: Draft): Answer<TolerantReading> => {
  const decoded = decodeLegacyLabel(draft);
  if (!decoded.ok) return { ...decoded, position: draft.positionOf(decoded.position) };
  const repaired = passFormatOn(readQuestionMarks(removeTypeCode(decoded.value)));
  const strict = readStrictly(repaired.text);
  return strict.ok
    ? accept(finish(strict.value, repaired))
    : { ...strict, position: repaired.positionOf(strict.position) };
};

const readStrictly = (text: string): Answer<PersistentUrl> => {
  const url = parsePersistentTarget(`/${text}`);
  return url.ok ? url : shift(url, -1);
};

const finish = (url: PersistentUrl, { changes, legacy }: Draft): TolerantReading => {
  const hasFinalSlash = url.filePath === '/';
  return {
    url: hasFinalSlash ? { ...url, filePath: undefined } : url,
    changes: hasFinalSlash ? [...changes, 'final-slash-removed'] : changes,
    alternatives: legacy?.candidates.slice(1) ?? withoutZeroSecond(url.ibi),
    legacy,
  };
};

const withoutZeroSecond = (ibi: Ibi): readonly Ibi[] => {
  if (!ibi.text.endsWith('.00')) return [];
  const shorter = parseRepositoryName(ibi.text.slice(0, -3));
  return shorter.ok ? [shorter.value] : [];
};

const replace = (
  draft: Draft,
  { start, end, by, change }: { start: number; end: number; by: string; change: Change | undefined },
): Draft => ({
  ...draft,
  text: draft.text.slice(0, start) + by + draft.text.slice(end),
  positionOf: (index) =>
    draft.positionOf(index < start + by.length ? Math.min(index, end) : index - by.length + end - start),
  changes: change === undefined ? draft.changes : [...draft.changes, change],
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

/**
 * An address with its scheme is the regular form of a persistent URL, so its removal does not count as a change. The
 * slash behind it is often doubled, where an address that ends in one was put before a path.
 */
const removeAddress = (draft: Draft): Draft => {
  const hostStart = endOfScheme(draft.text);
  const end = hostStart === 0 ? 0 : endOfAuthority(draft.text, hostStart);
  if (hostStart > 0 && end === hostStart) return draft;
  const start = skip(draft.text, end, isSlash);
  return removeStart(draft, start, start > end + 1 ? 'slashes-removed' : undefined);
};

const isSlash = (code: number): boolean => code === 47;

const ESCAPED_URL = /^https?%3a%2f%2f[^/?#]*/i;

/** Undoes the escapes of a whole persistent URL that stands after the address of a resolver as one part of its path. */
const unescapeWhole = (draft: Draft): Draft => {
  const [escaped = ''] = ESCAPED_URL.exec(draft.text) ?? [];
  const by = unescapeText(escaped);
  return by === undefined ? draft : replace(draft, { start: 0, end: escaped.length, by, change: undefined });
};

/**
 * Removes the address of a whole persistent URL after the address of a resolver. Proxies may have merged two slashes
 * into one.
 */
const removePastedAddress = (draft: Draft): Draft => {
  const [, address] = /^(https?:\/\/?[^/?#]+)\//i.exec(draft.text) ?? [];
  return address === undefined ? draft : removeStart(draft, address.length + 1, 'address-removed');
};

const removeFragment = (draft: Draft): Draft => {
  const mark = draft.text.indexOf('#');
  return mark < 0 ? draft : removeEnd(draft, mark, 'fragment-removed');
};

const GOTO = /^(?:col\/.+?\/doc\/goto-|displaydoccontent\.cgi\/[^?]+?\/goto)\//;
const METADATA_PROGRAM = /^col\/.+?\/doc\/mirrorget\.cgi(?:\?|$)/;
const DOCUMENT = /^(?:col|attachment\.cgi)\/([^?]+?)\/doc\//;
const DISPLAY = /^displaydoccontent\.cgi\//;
const FILE_LIST = 'ibiurl.verblist=GetFileList';

/** Reads an address of URLib's own programs (decision 52) as the persistent URL that it stands for. */
const readOldProgram = (draft: Draft): Draft | undefined => {
  const change = 'old-address-read';
  const [start = ''] = GOTO.exec(draft.text) ?? [];
  if (start !== '') return removeStart(draft, start.length, change);
  const mark = draft.text.indexOf('?');
  const [path, query] = mark < 0 ? [draft.text, ''] : [draft.text.slice(0, mark), draft.text.slice(mark + 1)];
  const whole = { start: 0, end: draft.text.length, change } as const;
  if (METADATA_PROGRAM.test(draft.text)) {
    const choice = readPair(query, 'choice') === 'fullXML' ? 'fullXML' : 'full';
    return replace(draft, { ...whole, by: `${readPair(query, 'metadatarepository')}?choice=${choice}` });
  }
  const [document = '', label = ''] = DOCUMENT.exec(draft.text) ?? [];
  if (path.length === document.length && path.startsWith('col/'))
    return replace(draft, { ...whole, by: `${label}?${FILE_LIST}` });
  if (path.length > document.length && document !== '') {
    const end = document.length - 1;
    const shorter = replace(draft, { start: end - '/doc'.length, end, by: '', change: undefined });
    return removeStart(shorter, document.length - label.length - '/doc/'.length, change);
  }
  if (!DISPLAY.test(path)) return undefined;
  const list = readPair(query, 'displaytype') === 'FileList' ? [FILE_LIST] : [];
  const pairs = [...list, ...query.split('&').filter((pair) => pair.startsWith('ibiurl.'))];
  const by = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  const shown = replace(draft, { start: path.length, end: draft.text.length, by, change: undefined });
  return removeStart(shown, 'displaydoccontent.cgi/'.length, change);
};

/** The first value of that name; in labels only the slashes may be escaped. */
export const readPair = (query: string, name: string): string => {
  const pair = query.split('&').find((candidate) => candidate.startsWith(`${name}=`));
  return (pair?.slice(name.length + 1) ?? '').replaceAll(/%2f/gi, '/').replaceAll(/%40/g, '@');
};

/** `ibi/`, `rep/`, `ibi:`, `upn:<prefix>:` and `upn:<prefix>:/`, in any letter case. */
const removeMarkers = (draft: Draft): Draft => {
  const marker = draft.text.slice(0, 4).toLowerCase();
  if (marker === 'ibi/' || marker === 'rep/' || marker === 'ibi:') return removeStart(draft, 4, 'marker-removed');
  const colon = marker === 'upn:' ? draft.text.indexOf(':', 4) : -1;
  if (colon < 0) return draft;
  return removeStart(draft, draft.text[colon + 1] === '/' ? colon + 2 : colon + 1, 'marker-removed');
};

const LEGACY_LABEL = /^[2-9A-HJ-NP-VX-Za-km-z]+\/[2-9A-HJ-NP-Va-km-z]+(?![0-9A-Za-z])/;

/**
 * Decodes a label of before RTC-10, in which letter case matters. Its prefix has a Z, which no prefix of an IBIp has.
 */
const decodeLegacyLabel = (draft: Draft): Answer<Draft> => {
  const [label] = LEGACY_LABEL.exec(draft.text) ?? [];
  const legacy = label === undefined ? undefined : parseLegacyLabel(label);
  if (legacy?.ok !== true) return accept(draft);
  const { text, candidates } = legacy.value;
  const [likeliest] = candidates;
  if (likeliest === undefined) return refuse('legacy/unknown-letter', 0, 'a label that can be decoded');
  const decoded = { start: 0, end: text.length, by: likeliest.text, change: 'legacy-label-decoded' } as const;
  return accept({ ...replace(draft, decoded), legacy: legacy.value });
};

const QUESTION_MARKS = /^([^?]*?)((?:\?|%3f){2})(&?)/i;

/**
 * The early reports write `??` after an IBI for metadata, and programs may have escaped it (decision 14); after a file
 * path it is the file's own query.
 */
const readQuestionMarks = (draft: Draft): Draft => {
  const [whole = '', label = '', , pairs] = QUESTION_MARKS.exec(draft.text) ?? [];
  const before = readStrictly(label);
  if (!before.ok || before.value.filePath !== undefined) return draft;
  const by = pairs === '&' ? ':?' : ':';
  const change = 'question-marks-read-as-metadata';
  return replace(draft, { start: label.length, end: whole.length, by, change });
};

const CITATION_FORMAT = ':(BibINPE)';
const BACKGROUND_LANGUAGE = /(?:^|&)ibiurl\.backgroundlanguage=([A-Za-z]{2})/;

/**
 * URLib has a format of its own that shows how to cite an item. Its name is passed on to Archives as the choice of what
 * to show.
 */
const passFormatOn = (draft: Draft): Draft => {
  const mark = draft.text.indexOf('?');
  const path = mark < 0 ? draft.text : draft.text.slice(0, mark);
  const start = path.indexOf(CITATION_FORMAT);
  if (start < 0) return draft;
  const [, language] = BACKGROUND_LANGUAGE.exec(draft.text.slice(path.length + 1)) ?? [];
  const pairs = `choice=BibINPE${language === undefined ? '' : `&lang=${language.toLowerCase()}`}`;
  const asked = replace(draft, { start, end: start + CITATION_FORMAT.length, by: ':', change: 'format-passed-on' });
  const end = asked.text.length;
  return replace(asked, { start: end, end, by: `${mark < 0 ? '?' : '&'}${pairs}`, change: undefined });
};

/** Removes a type of document that is printed after a repository name: `-` and letters, as in `-TDI`. */
const removeTypeCode = (draft: Draft): Draft => {
  const { text } = draft;
  const start = endOfRepositoryName(text, text.indexOf('/'));
  const end = skip(text, start + 1, isLetter);
  if (text[start] !== '-' || end === start + 1 || isDigitOrPoint(text.charCodeAt(end))) return draft;
  const strict = readStrictly(text);
  const isBehindLabel = !strict.ok && strict.position === start;
  return isBehindLabel ? replace(draft, { start, end, by: '', change: 'type-code-removed' }) : draft;
};

/** Removes a resolver's address that was pasted without its scheme: `urlib.net/8JMKD3MGP8W/34PGRBS`. */
const removeHost = (draft: Draft): Draft => {
  const end = endOfAuthority(draft.text, 0);
  const hasHost = draft.text[end] === '/' && draft.text.lastIndexOf('.', end) > 0;
  return hasHost ? removeStart(draft, end + 1, 'address-removed') : draft;
};
