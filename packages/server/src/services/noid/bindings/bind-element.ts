import { refuse, type Said } from '@perene/api/refusals';
import { BIND_MODES, type BindMode } from '@perene/core/noid';
import type { MinterWriting } from '../../../ports/minting/minter-store.ts';
import { refuseLargeValue, refuseUnkeptName, refuseUnknownIdentifiers } from '../identifiers/check-identifiers.ts';
import { mintIdentifiers } from '../identifiers/mint-identifiers.ts';
import { refuseWrongPepper } from '../identifiers/pepper.ts';
import { isLongTerm, type MinterWork, pastOf } from '../minters/minter-work.ts';
import { ruleIdentifier } from './apply-rules.ts';

export interface BindRequest {
  readonly how: string | undefined;
  readonly id: string | undefined;
  readonly element: string | undefined;
  readonly value: Uint8Array | undefined;
}

export interface Bound {
  /** The identifier as it is stored; a rule has one of its own. */
  readonly id: string;
  readonly element: string;
  readonly how: BindMode;
  readonly bytesBefore: number;
  readonly bytesGiven: number;
}

const MUST_EXIST: readonly BindMode[] = ['replace', 'append', 'prepend', 'delete'];
const MUST_BE_NEW: readonly BindMode[] = ['new', 'mint', 'peppermint'];

export const isRemoval = (how: BindMode): boolean => how === 'delete' || how === 'purge';
const isMinting = (how: string | undefined): boolean => how === 'mint' || how === 'peppermint';

/** Binds one element to one identifier, or removes it; the checks are in the order of the original. */
export const bindElement = async (
  minter: MinterWriting,
  work: MinterWork,
  { how, id: givenId = '', element: givenElement = '', value }: BindRequest,
): Promise<Bound> => {
  if (givenId === '') throw refuse('identifier-invalid', { reason: 'missing', operation: 'bind' });
  if (givenElement === '') throw refuse('element-missing', { reason: 'bind', how: String(how) });
  refuseUnkeptName(givenElement, 'element');
  const target = await findTarget(minter, work, { how, givenId, givenElement });
  await checkCirculation(minter, work, { how, givenId, id: target.id });
  const known = BIND_MODES.find((name) => name === how);
  if (known === undefined) throw refuse('binding-invalid', { reason: 'unknown', how: String(how) });
  if (target.isRule && !isRemoval(known)) await refusePattern(work, target.element);
  const id = isMinting(known) ? await mintOne(minter, work, { how: known, givenId }) : target.id;
  const shown = { id: isMinting(known) ? id : givenId, element: givenElement };
  return store(minter, work, { how: known, id, element: target.element, shown, value });
};

/** The identifiers that the request may touch, and nothing else of the minter; undefined if it mints, or binds a rule. */
export const findTouched = ({ how, id = '' }: Pick<BindRequest, 'how' | 'id'>): readonly string[] | undefined => {
  if (isMinting(how) || id.startsWith(':')) return undefined;
  // The rest may be a pepper.
  const end = id.lastIndexOf('!');
  return end < 0 ? [id] : [id, id.slice(0, end)];
};

interface Target {
  readonly id: string;
  readonly element: string;
  readonly isRule: boolean;
}

const findTarget = async (
  minter: MinterWriting,
  { secrets }: MinterWork,
  given: { readonly how: string | undefined; readonly givenId: string; readonly givenElement: string },
): Promise<Target> => {
  const { how, givenId, givenElement } = given;
  refuseUnkeptName(givenId, 'identifier');
  if (givenId.startsWith(':')) {
    const [, pattern] = /^:idmap\/(.+)/s.exec(givenId) ?? [];
    if (pattern === undefined) {
      throw refuse('identifier-invalid', { reason: 'no-rule', id: givenId });
    }
    return { id: ruleIdentifier(givenElement), element: pattern, isRule: true };
  }
  if (isMinting(how)) return { id: givenId, element: givenElement, isRule: false };
  const id = await refuseWrongPepper(minter, givenId, secrets);
  await refuseUnknownIdentifiers(minter, [id], 'bind');
  return { id, element: givenElement, isRule: false };
};

/** A long-term minter binds only identifiers that were issued or held, and rules. */
const checkCirculation = async (
  minter: MinterWriting,
  { log }: MinterWork,
  { how, givenId, id }: { readonly how: string | undefined; readonly givenId: string; readonly id: string },
): Promise<void> => {
  if (how === 'peppermint' || (await minter.record(id)) !== undefined) return;
  if (!isLongTerm(minter.definition)) {
    log({ kind: 'unissued-bound', id: givenId });
  } else if (!givenId.startsWith(':')) {
    throw refuse('identifier-unissued', { id: givenId });
  }
};

const refusePattern = async ({ patterns }: MinterWork, text: string): Promise<void> => {
  let said: Said = {};
  const pattern = await patterns.compile(text, (why) => {
    said = why;
  });
  if (pattern === undefined) {
    throw refuse('pattern-invalid', { pattern: text, said });
  }
};

const mintOne = async (
  minter: MinterWriting,
  work: MinterWork,
  { how, givenId }: { readonly how: BindMode; readonly givenId: string },
): Promise<string> => {
  if (givenId !== 'new') throw refuse('identifier-invalid', { reason: 'not-new', how });
  const { ids, stopped } = await mintIdentifiers(minter, work, { count: 1, isPeppered: how === 'peppermint' });
  const [id] = ids;
  if (id === undefined) throw stopped ?? new Error('nothing was minted, and nothing says why');
  return id;
};

interface Storing {
  readonly how: BindMode;
  /** The identifier, with its pepper if this request minted it with one. */
  readonly id: string;
  readonly element: string;
  /** The identifier and the element as they were asked for. */
  readonly shown: { readonly id: string; readonly element: string };
  readonly value: Uint8Array | undefined;
}

const store = async (
  minter: MinterWriting,
  work: MinterWork,
  { how, id, element, shown, value }: Storing,
): Promise<Bound> => {
  if (isRemoval(how) && value?.byteLength === 0) {
    throw refuse('binding-invalid', { reason: 'value', how });
  }
  if (!isRemoval(how) && value === undefined) {
    throw refuse('value-missing', { how, element });
  }
  const given = isRemoval(how) || value === undefined ? new Uint8Array() : value;
  refuseLargeValue(given);
  const base = how === 'peppermint' ? id.slice(0, id.lastIndexOf('!')) : id;
  const before = await minter.element(base, element);
  if (before === undefined && MUST_EXIST.includes(how)) {
    throw refuse('binding-missing', { reason: 'how', how, ...shown });
  }
  if (before !== undefined && MUST_BE_NEW.includes(how)) {
    throw refuse('binding-exists', { how, ...shown });
  }
  const old = before ?? new Uint8Array();
  const joined = isRemoval(how) ? undefined : join(how, old, given);
  if (joined === undefined) await minter.removeElement(base, element);
  else {
    refuseLargeValue(joined);
    await minter.saveElement(base, element, joined);
  }
  await minter.keepPast([pastOf(work, { id: base, element, value: joined })]);
  return { id, element, how, bytesBefore: old.byteLength, bytesGiven: given.byteLength };
};

const join = (how: BindMode, old: Uint8Array, given: Uint8Array): Uint8Array => {
  if (how === 'append' || how === 'add') return Buffer.concat([old, given]);
  if (how === 'prepend' || how === 'insert') return Buffer.concat([given, old]);
  return given;
};
