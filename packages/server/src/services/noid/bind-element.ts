import type { MinterWriting } from '../../ports/minter-store.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { ruleIdentifier } from './apply-rules.ts';
import { refuseForeignIdentifiers, refuseLargeValue, refuseUnkeptName } from './check-identifiers.ts';
import { mintIdentifiers } from './mint-identifiers.ts';
import { isLongTerm, type MinterWork } from './minter-work.ts';
import { refuseWrongPepper } from './pepper.ts';

const HOWS = [
  'new',
  'replace',
  'set',
  'append',
  'prepend',
  'add',
  'insert',
  'delete',
  'purge',
  'mint',
  'peppermint',
] as const;
export type How = (typeof HOWS)[number];

export interface BindRequest {
  readonly how: string | undefined;
  readonly id: string | undefined;
  readonly element: string | undefined;
  readonly value: Uint8Array | undefined;
}

export interface Bound {
  /** As it is kept: a rule has an identifier of its own. */
  readonly id: string;
  readonly element: string;
  readonly how: How;
  readonly bytesBefore: number;
  readonly bytesGiven: number;
}

const MUST_EXIST: readonly How[] = ['replace', 'append', 'prepend', 'delete'];
const MUST_BE_NEW: readonly How[] = ['new', 'mint', 'peppermint'];

export const isRemoval = (how: How): boolean => how === 'delete' || how === 'purge';
const isMinting = (how: string | undefined): boolean => how === 'mint' || how === 'peppermint';

/** Binds one element to one identifier, or takes it away; checks come in the original's order. */
export const bindElement = async (
  minter: MinterWriting,
  work: MinterWork,
  { how, id: givenId = '', element: givenElement = '', value }: BindRequest,
): Promise<Bound> => {
  if (givenId === '') throw new Refusal('identifier-invalid', 'bind needs an identifier specified.');
  if (givenElement === '') throw new Refusal('element-missing', `"bind ${how}" requires an element name.`);
  refuseUnkeptName(givenElement, 'the element');
  const target = await findTarget(minter, work, { how, givenId, givenElement });
  await checkCirculation(minter, work, { how, givenId, id: target.id });
  const known = HOWS.find((name) => name === how);
  if (known === undefined) throw new Refusal('binding-invalid', `bind how?  What does ${how} mean?`);
  if (target.isRule && !isRemoval(known)) await refusePattern(work, target.element);
  const id = isMinting(known) ? await mintOne(minter, work, { how: known, givenId }) : target.id;
  const shown = isMinting(known) ? id : givenId;
  return store(minter, { how: known, id, element: target.element, shown: `${shown} ${givenElement}`, value });
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
  refuseUnkeptName(givenId, 'the identifier');
  if (givenId.startsWith(':')) {
    const [, pattern] = /^:idmap\/(.+)/s.exec(givenId) ?? [];
    if (pattern === undefined) {
      throw new Refusal(
        'identifier-invalid',
        `${givenId}: id cannot begin with ":" unless of the form ":idmap/Idpattern".`,
      );
    }
    return { id: ruleIdentifier(givenElement), element: pattern, isRule: true };
  }
  if (isMinting(how)) return { id: givenId, element: givenElement, isRule: false };
  const id = await refuseWrongPepper(minter, givenId, secrets);
  refuseForeignIdentifiers(minter.definition, [id], 'bind');
  return { id, element: givenElement, isRule: false };
};

/** In a long-term minter what was never issued nor held cannot be bound; rules can. */
const checkCirculation = async (
  minter: MinterWriting,
  { log }: MinterWork,
  { how, givenId, id }: { readonly how: string | undefined; readonly givenId: string; readonly id: string },
): Promise<void> => {
  if (how === 'peppermint' || (await minter.record(id)) !== undefined) return;
  if (!isLongTerm(minter.definition)) {
    log(`warning: ${givenId}: binding an unissued identifier that has no hold placed on it.`);
  } else if (!givenId.startsWith(':')) {
    throw new Refusal(
      'identifier-unissued',
      `${givenId}: "long" term disallows binding an unissued identifier unless a hold is first placed on it.`,
    );
  }
};

const refusePattern = async ({ patterns }: MinterWork, text: string): Promise<void> => {
  let reason = '';
  const pattern = await patterns.compile(text, (because) => {
    reason = because;
  });
  if (pattern === undefined) {
    throw new Refusal('pattern-invalid', `:idmap/${text}: the pattern cannot be used: ${reason}`);
  }
};

const mintOne = async (
  minter: MinterWriting,
  work: MinterWork,
  { how, givenId }: { readonly how: How; readonly givenId: string },
): Promise<string> => {
  if (givenId !== 'new') throw new Refusal('identifier-invalid', `bind "${how}" requires id to be given as "new".`);
  const { ids, stopped } = await mintIdentifiers(minter, work, { count: 1, isPeppered: how === 'peppermint' });
  const [id] = ids;
  if (id === undefined) throw stopped ?? new Error('nothing was minted, and nothing says why');
  return id;
};

interface Storing {
  readonly how: How;
  /** With its pepper, if it was minted with one just now. */
  readonly id: string;
  readonly element: string;
  readonly shown: string;
  readonly value: Uint8Array | undefined;
}

const store = async (minter: MinterWriting, { how, id, element, shown, value }: Storing): Promise<Bound> => {
  if (isRemoval(how) && value?.byteLength === 0) {
    throw new Refusal('binding-invalid', `why does "bind ${how}" have a supplied value ()?`);
  }
  if (!isRemoval(how) && value === undefined) {
    throw new Refusal('value-missing', `"bind ${how} ${element}" requires a value to bind.`);
  }
  const given = isRemoval(how) || value === undefined ? new Uint8Array() : value;
  refuseLargeValue(given);
  const base = how === 'peppermint' ? id.slice(0, id.lastIndexOf('!')) : id;
  const before = await minter.element(base, element);
  if (before === undefined && MUST_EXIST.includes(how)) {
    throw new Refusal('binding-missing', `for "bind ${how}", "${shown}" must already be bound.`);
  }
  if (before !== undefined && MUST_BE_NEW.includes(how)) {
    throw new Refusal('binding-exists', `for "bind ${how}", "${shown}"  cannot already be bound.`);
  }
  const old = before ?? new Uint8Array();
  if (isRemoval(how)) await minter.removeElement(base, element);
  else {
    const joined = join(how, old, given);
    refuseLargeValue(joined);
    await minter.saveElement(base, element, joined);
  }
  return { id, element, how, bytesBefore: old.byteLength, bytesGiven: given.byteLength };
};

const join = (how: How, old: Uint8Array, given: Uint8Array): Uint8Array => {
  if (how === 'append' || how === 'add') return Buffer.concat([old, given]);
  if (how === 'prepend' || how === 'insert') return Buffer.concat([given, old]);
  return given;
};
