import { locationOf, parseTarget } from '@perene/core/ark';
import { watchCopyUse } from '../../../memory/copy-use.ts';
import type { MinterReading, MinterStore } from '../../../ports/minting/minter-store.ts';
import type { Patterns } from '../../../ports/system/patterns.ts';
import { applyRules } from '../bindings/apply-rules.ts';
import { limitSteps } from '../bindings/limit-steps.ts';
import { TARGET_ELEMENT } from '../ezid/read-changes.ts';
import { REASON_ELEMENT, STATE_ELEMENT, stateOf } from '../names/name-state.ts';
import { isDomain, leads, type Purl, type PurlStatus, readType, TYPE_ELEMENT } from './purl.ts';

export type PurlResolution =
  | { readonly kind: 'location'; readonly status: PurlStatus; readonly location: string }
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'unknown' };

const MAX_BEGINNINGS = 32;
const MAX_READ_LENGTH = 8_192;
const NAMES = [TARGET_ELEMENT, TYPE_ELEMENT, STATE_ELEMENT, REASON_ELEMENT];

interface PurlRequest {
  readonly domain: string;
  readonly path: string;
  /** The path with its escapes. */
  readonly written: string;
  readonly query: string;
}

/** Finds the PURL of a path, else the longest beginning that passes its rest on, else what a rule makes of the path. */
export const resolvePurl = async (
  { store, patterns }: { readonly store: Pick<MinterStore, 'read'>; readonly patterns: Patterns },
  { domain, path, written, query }: PurlRequest,
): Promise<PurlResolution> =>
  (await store.read(domain, async (minter): Promise<PurlResolution> => {
    if (!isDomain(minter.definition)) return { kind: 'unknown' };
    const used = watchCopyUse();
    const found = await findPurl(minter, path);
    if (found !== undefined) {
      const rest = writtenAfter(written, found.begins);
      const resolution = found.state ?? lead(found, { rest, query });
      // A copy of the database may lack the whole name, and know its beginning alone.
      const isDoubtful = resolution.kind === 'gone' && rest !== '' && used() !== undefined;
      return isDoubtful ? { kind: 'unknown' } : resolution;
    }
    const made = await makePurl(minter, limitSteps(patterns), path);
    return made === undefined ? { kind: 'unknown' } : lead(made, { rest: '', query });
  })) ?? { kind: 'unknown' };

interface FoundPurl extends Purl {
  /** How many characters of the path are the beginning that was found. */
  readonly begins: number;
  /** The answer of a name that is not public. */
  readonly state: PurlResolution | undefined;
}

/** Reads all names that may answer with one statement. */
const findPurl = async (minter: MinterReading, path: string): Promise<FoundPurl | undefined> => {
  const beginnings = beginningsOf(path);
  const bound = new Map<string, string>();
  const ids = [path || '/', ...beginnings];
  for (const { id, element, value } of await minter.shortTexts(ids, NAMES, MAX_READ_LENGTH)) {
    bound.set(`${element} ${id}`, value);
  }
  for (const [place, id] of ids.entries()) {
    const target = bound.get(`${TARGET_ELEMENT} ${id}`);
    const type = bound.get(`${TYPE_ELEMENT} ${id}`);
    if (target === undefined && type === undefined) continue;
    const purl = readType(type);
    if (place > 0 && !purl.isPartial) continue;
    const state = stateOf(bound.get(`${STATE_ELEMENT} ${id}`), bound.get(`${REASON_ELEMENT} ${id}`));
    return {
      ...purl,
      target,
      begins: place === 0 ? path.length : id === '/' ? 0 : id.length,
      state: sayState(state),
    };
  }
  return undefined;
};

/** One character as it may be written: escaped, in one byte or several, or itself. */
const CHARACTER = /%[0-7][\da-f]|(?:%[89a-f][\da-f])+|./gisu;

/** What follows the first characters of a path, as it was written, so that an escaped sign stays one. */
const writtenAfter = (written: string, begins: number): string => {
  let passed = 0;
  for (const { 0: character, index } of written.matchAll(CHARACTER)) {
    if (passed >= begins) return written.slice(index);
    passed += decodeURIComponent(character).length;
  }
  return '';
};

const sayState = (state: ReturnType<typeof stateOf>): PurlResolution | undefined => {
  if (state.kind === 'reserved') return { kind: 'unknown' };
  return state.kind === 'withdrawn' ? { kind: 'gone', reason: state.reason } : undefined;
};

/** The beginnings that end in a slash, the longest first; the domain itself is the last. */
const beginningsOf = (path: string): readonly string[] => {
  const beginnings: string[] = [];
  for (let end = path.length - 2; end > 0 && beginnings.length < MAX_BEGINNINGS; end -= 1) {
    if (path[end] === '/') beginnings.push(path.slice(0, end + 1));
  }
  return path === '' ? [] : [...beginnings, '/'];
};

const makePurl = async (minter: MinterReading, patterns: Patterns, path: string): Promise<Purl | undefined> => {
  const target = await applyRules(minter, patterns, { id: path, element: TARGET_ELEMENT });
  const type = await applyRules(minter, patterns, { id: path, element: TYPE_ELEMENT });
  if (target === undefined && type === undefined) return undefined;
  return { ...readType(type), target };
};

const lead = (purl: Purl, added: { readonly rest: string; readonly query: string }): PurlResolution => {
  if (purl.status === 410) return { kind: 'gone', reason: '' };
  const target = parseTarget(purl.target ?? '');
  if (!leads(purl) || !target.ok) return { kind: 'unknown' };
  return { kind: 'location', status: purl.status, location: locationOf(target.value, added) };
};
