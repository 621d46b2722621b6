import { type NamedText, refuse } from '@perene/api/refusals';
import type { MinterReading, MinterStore, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { ruleIdentifier } from '../bindings/apply-rules.ts';
import { bindElement, findTouched } from '../bindings/bind-element.ts';
import { fetchElements } from '../bindings/fetch-elements.ts';
import { readPast, refuseLargeRecord } from '../bindings/limit-records.ts';
import { limitSteps } from '../bindings/limit-steps.ts';
import { refuseUnkeptName } from '../identifiers/check-identifiers.ts';
import { holdIdentifiers } from '../identifiers/hold-identifiers.ts';
import { type MintRequest, mintIdentifiers } from '../identifiers/mint-identifiers.ts';
import { withoutPepper } from '../identifiers/pepper.ts';
import { queueIdentifiers } from '../identifiers/queue-identifiers.ts';
import { validateIdentifiers } from '../identifiers/validate-identifiers.ts';
import { findNames } from '../names/find-names.ts';
import { setNameState } from '../names/name-state.ts';
import { addMinter, type MinterRequest } from './add-minter.ts';
import { changePolicy } from './change-policy.ts';
import type { IdentifierView, MinterDetails, MinterOperations, MinterView } from './minter-operations.ts';
import { minterStatistics } from './minter-statistics.ts';
import type { MinterTools, MinterWork } from './minter-work.ts';

const MAX_MINTED_AT_ONCE = 100_000;
/** Others wait while they are written. */
const MAX_BOUND_AT_ONCE = 100_000;
/** The most bytes that one mint request may bind. */
const MAX_BOUND_BYTES = 16 * 1024 * 1024;
const DEFAULT_LIMIT = 50;
const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** The minters of this node's own database. */
export const createMinters = ({
  store,
  where,
  targetElements,
  ...tools
}: MinterTools & {
  /** The elements in which targets are bound. */
  readonly targetElements: readonly string[];
  readonly store: MinterStore;
  /** Host and folder of the minters, for their reports. */
  readonly where: string;
}): MinterOperations => {
  const change = async <Result>(
    name: string,
    contact: string,
    work: (minter: MinterWriting, work: MinterWork) => Promise<Result>,
    identifiers?: readonly string[],
  ): Promise<Result> => {
    const result = NAME.test(name)
      ? await store.change(name, (minter) => work(minter, workOf(tools, contact)), identifiers)
      : undefined;
    return orRefuse(name, result);
  };
  const read = async <Result>(name: string, work: (minter: MinterReading) => Promise<Result>): Promise<Result> =>
    orRefuse(name, NAME.test(name) ? await store.read(name, work) : undefined);
  const show = (name: string): Promise<MinterDetails> => read(name, (minter) => describe(minter, tools));

  return {
    async create(request) {
      refuseName(request);
      await addMinter(store, { ...request, where }, tools);
      return show(request.name);
    },
    async list({ cursor = '', limit = DEFAULT_LIMIT }) {
      const names = (await store.list()).map(({ name }) => name).filter((name) => name > cursor);
      const page = names.slice(0, limit);
      const minters: MinterView[] = [];
      for (const name of page) minters.push(await read(name, (minter) => summarize(minter, tools)));
      return { minters, ...(names.length > page.length && { next: page.at(-1) }) };
    },
    show,
    statistics: (name) => read(name, (minter) => minterStatistics(minter, tools)),
    setPolicy: (name, policy) =>
      change(name, '', async (minter) => {
        const report = await changePolicy(minter, policy);
        return { ...(await describe(minter, tools)), report };
      }),
    async mint(name, { contact, ...request }) {
      refuseMinting(request);
      const minted = await change(name, contact, (minter, work) => mintIdentifiers(minter, work, request));
      if (minted.ids.length === 0 && minted.stopped !== undefined) throw minted.stopped;
      return minted;
    },
    bind: (name, { contact, ...request }) =>
      change(name, contact, (minter, work) => bindElement(minter, work, request), findTouched(request)),
    async fetch(name, request) {
      refuseUnkept([request.id], 'identifier');
      refuseUnkept(request.elements, 'element');
      return read(name, (minter) => fetchIdentifier(minter, { patterns: limitSteps(tools.patterns) }, request));
    },
    async find(sought) {
      if (sought.minter !== undefined) await read(sought.minter, async () => true);
      return findNames({ store, targetElements }, sought);
    },
    async past(name, { id: given, cursor, limit = DEFAULT_LIMIT }) {
      refuseUnkept([given], 'identifier');
      const before = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined;
      return read(name, async (minter) => {
        const id = await withoutPepper(minter, given);
        const { changes, isMore } = await readPast(minter, { id, before, limit });
        return { id, changes, next: isMore ? String(changes.at(-1)?.number) : undefined };
      });
    },
    async setState(name, { contact, ...request }) {
      refuseUnkept([request.id], 'identifier');
      await change(name, contact, async (minter, work) => {
        await setNameState(minter, work, request);
        return true;
      });
    },
    async hold(name, { contact, ...request }) {
      refuseUnkept(request.ids, 'identifier');
      await change(name, contact, async (minter, work) => {
        await holdIdentifiers(minter, work, request);
        return true;
      });
    },
    async queue(name, { contact, ...request }) {
      refuseUnkept(request.ids, 'identifier');
      const { outcomes } = await change(name, contact, (minter, work) => queueIdentifiers(minter, work, request));
      const refused = outcomes.flatMap((outcome) =>
        outcome.refused === undefined ? [] : [{ code: 'identifier-not-queued', parameters: outcome.refused }],
      );
      return { queued: outcomes.length - refused.length, refused };
    },
    validate: (name, { template = '-', ids }) =>
      read(name, async ({ definition }) =>
        validateIdentifiers(definition, { template, ids }).map(({ id, problem }) => ({
          id,
          problem: problem && { code: 'identifier-invalid', parameters: { reason: 'unfit', ...problem } },
        })),
      ),
  };
};

const refuseUnkept = (texts: readonly string[], what: NamedText): void => {
  for (const text of texts) refuseUnkeptName(text, what);
};

const orRefuse = <Result>(name: string, result: Result | undefined): Result => {
  if (result !== undefined) return result;
  throw refuse('minter-not-found', { minter: name.slice(0, 100) });
};

/** Only the minter of a folder of noid has a log; what a minter of a node does is in its records. */
const workOf = (tools: MinterTools, contact: string): MinterWork => ({
  ...tools,
  contact,
  log: () => undefined,
});

export const refuseMinterName = (name: string): void => {
  if (NAME.test(name)) return;
  throw refuse('minter-name-invalid');
};

const refuseName = ({ name, template = '', naan = '', naa = '', subNaa = '' }: Omit<MinterRequest, 'where'>): void => {
  refuseMinterName(name);
  refuseUnkeptName(`${naan}/${template}`, 'naan-template');
  refuseUnkeptName(`${naa}/${subNaa}`, 'naa-sub-naa');
};

const refuseMinting = ({ count, elements = [] }: MintRequest): void => {
  if (!Number.isSafeInteger(count) || count < 1 || count > MAX_MINTED_AT_ONCE) {
    throw refuse('count-out-of-range', { reason: 'identifiers', count, max: MAX_MINTED_AT_ONCE });
  }
  if (elements.some(({ element }) => element === '')) {
    throw refuse('element-missing', { reason: 'mint' });
  }
  if (elements.length * count > MAX_BOUND_AT_ONCE) {
    const max = Math.floor(MAX_BOUND_AT_ONCE / elements.length);
    throw refuse('count-out-of-range', { reason: 'identifiers', count, max });
  }
  const bytes = elements.reduce((sum, { value }) => sum + value.byteLength, 0);
  if (bytes * count > MAX_BOUND_BYTES) {
    throw refuse('value-too-large', { reason: 'together', count, bytes: bytes * count, max: MAX_BOUND_BYTES });
  }
};

const summarize = async (minter: MinterReading, tools: MinterTools): Promise<MinterView> => {
  const { report: _, ...definition } = minter.definition;
  return { ...definition, statistics: await minterStatistics(minter, tools) };
};

const describe = async (minter: MinterReading, tools: MinterTools): Promise<MinterDetails> => ({
  ...(await summarize(minter, tools)),
  policy: (await minter.progress()).policy,
  report: minter.definition.report,
});

const fetchIdentifier = async (
  minter: MinterReading,
  tools: Pick<MinterTools, 'patterns'>,
  request: { readonly id: string; readonly elements: readonly string[] },
): Promise<IdentifierView> => {
  const [, pattern] = /^:idmap\/(.+)/s.exec(request.id) ?? [];
  if (pattern !== undefined) return fetchRule(minter, { ...request, pattern });
  if (request.elements.length === 0) await refuseLargeRecord(minter, await withoutPepper(minter, request.id));
  const { id, isHeld, elements } = await fetchElements(minter, tools, request);
  const record = await minter.record(id);
  const circulation =
    record === undefined || record.status === ''
      ? undefined
      : { status: record.status, date: record.date, contact: record.contact, position: record.position };
  return { id, isHeld, isPeppered: record?.pepper !== undefined, circulation, elements };
};

/** Fetches a rule by the name that it was bound with. */
const fetchRule = async (
  minter: MinterReading,
  {
    id,
    pattern,
    elements: names,
  }: { readonly id: string; readonly pattern: string; readonly elements: readonly string[] },
): Promise<IdentifierView> => {
  const elements = [];
  for (const element of names) {
    elements.push({ element, value: await minter.element(ruleIdentifier(element), pattern), isFromRule: false });
  }
  return { id, isHeld: false, isPeppered: false, circulation: undefined, elements };
};
