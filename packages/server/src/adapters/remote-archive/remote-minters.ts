import { isRefusalCode, Refusal } from '../../refusals/refusal.ts';
import type { Bound } from '../../services/noid/bind-element.ts';
import type { FetchedElement } from '../../services/noid/fetch-elements.ts';
import type {
  Circulation,
  IdentifierView,
  MinterDetails,
  MinterOperations,
  MinterPage,
  QueueAnswer,
} from '../../services/noid/minter-operations.ts';
import type { MinterStatistics } from '../../services/noid/minter-statistics.ts';
import type { Validated } from '../../services/noid/validate-identifiers.ts';
import { readValue, type ValueText, writeValue } from '../../services/noid/value-text.ts';
import { queryOf, withJson } from './json-request.ts';
import { createNodeClient, type NodeClient } from './node-client.ts';
import { hasList, readAnswer } from './read-answer.ts';

/** The minters of a node that runs elsewhere; who acts, the key says. */
export const createRemoteMinters = (address: {
  readonly url: string;
  readonly key: string | undefined;
}): MinterOperations => {
  const node = createNodeClient(address);
  return {
    async create({ contact: _, ...request }) {
      return readMinter(await node.ask(withJson('POST', '/minters', request)));
    },
    async list(page) {
      return readAnswer<MinterPage>(
        await node.ask({ method: 'GET', path: `/minters${queryOf(page)}` }),
        hasList('minters'),
      );
    },
    async show(name) {
      return readMinter(await node.ask({ method: 'GET', path: minterPath(name) }));
    },
    async statistics(name) {
      const answer = await node.ask({ method: 'GET', path: `${minterPath(name)}/statistics` });
      return readAnswer<MinterStatistics>(answer, ({ mints }) => typeof mints === 'number');
    },
    async setPolicy(name, policy) {
      return readMinter(await node.ask(withJson('PATCH', minterPath(name), { policy })));
    },
    async mint(name, { count, elements = [], isPeppered = false }) {
      const bindings = Object.fromEntries(elements.map(({ element, value }) => [element, bindingOf(value)]));
      const body = { count, bindings, peppered: isPeppered };
      const answer = readAnswer<MintAnswer>(
        await node.ask(withJson('POST', `${minterPath(name)}/mint`, body)),
        hasList('ids'),
      );
      return { ids: answer.ids, stopped: refusalOf(answer) };
    },
    async bind(name, { how, id, element, value }) {
      const answer = await node.ask(
        withJson('PUT', bindingPath(name, id, element), { how, ...(value && writeValue(value)) }),
      );
      return readAnswer<Bound>(answer, (bound) => typeof bound['id'] === 'string');
    },
    fetch: (name, request) => fetchIdentifier(node, name, request),
    async hold(name, { ids, isHeld }) {
      await node.ask(withJson('POST', `${minterPath(name)}/holds`, { ids, held: isHeld }));
    },
    async queue(name, { ids, when }) {
      const answer = await node.ask(withJson('POST', `${minterPath(name)}/queue`, { ids, when }));
      return readAnswer<QueueAnswer>(answer, hasList('refused'));
    },
    async validate(name, request) {
      const answer = await node.ask(withJson('POST', `${minterPath(name)}/validate`, request));
      const { ids } = readAnswer<{ readonly ids: readonly Validated[] }>(answer, hasList('ids'));
      return ids.map(({ id, problem }) => ({ id, problem }));
    },
  };
};

interface MintAnswer {
  readonly ids: readonly string[];
  readonly stopped?: { readonly code: string; readonly detail: string };
}

const refusalOf = ({ stopped }: MintAnswer): Refusal | undefined =>
  stopped && new Refusal(isRefusalCode(stopped.code) ? stopped.code : 'node-refused', stopped.detail);

/** As a mint takes it. */
const bindingOf = (value: Uint8Array): string | ValueText => {
  const written = writeValue(value);
  return 'value' in written ? written.value : written;
};

interface IdentifierAnswer {
  readonly id: string;
  readonly held: boolean;
  readonly peppered: boolean;
  readonly circulation?: Circulation;
  readonly bindings: readonly (ValueText & { readonly element: string })[];
}

const fetchIdentifier = async (
  node: NodeClient,
  name: string,
  { id: given, elements: names }: { readonly id: string; readonly elements: readonly string[] },
): Promise<IdentifierView> => {
  const answer = await node.ask({ method: 'GET', path: identifierPath(name, given) });
  const { id, held, peppered, circulation, bindings } = readAnswer<IdentifierAnswer>(answer, hasList('bindings'));
  const elements: FetchedElement[] = [];
  for (const element of names) elements.push(await fetchElement(node, bindingPath(name, given, element), element));
  const all = bindings.map((bound) => ({ element: bound.element, value: readValue(bound), isFromRule: false }));
  return { id, isHeld: held, isPeppered: peppered, circulation, elements: names.length === 0 ? all : elements };
};

const fetchElement = async (node: NodeClient, path: string, element: string): Promise<FetchedElement> => {
  const answer = await node.send({ method: 'GET', path });
  if (answer.status === 404 && node.refusalOf(answer).code === 'binding-missing') {
    return { element, value: undefined, isFromRule: false };
  }
  const found = readAnswer<ValueText & { readonly fromRule: boolean }>(
    node.accept(answer),
    ({ value, base64 }) => typeof (value ?? base64) === 'string',
  );
  return { element, value: readValue(found), isFromRule: found.fromRule };
};

const readMinter = (answer: unknown): MinterDetails =>
  readAnswer<MinterDetails>(
    answer,
    ({ name, statistics }) => typeof name === 'string' && typeof statistics === 'object' && statistics !== null,
  );

const minterPath = (name: string): string => `/minters/${encodeURIComponent(name)}`;

/** An identifier is one segment, with all of its slashes. */
const identifierPath = (name: string, id: string): string => `${minterPath(name)}/ids/${encodeURIComponent(id)}`;

const bindingPath = (name: string, id: string, element: string): string =>
  `${identifierPath(name, id)}/bindings/${encodeURIComponent(element)}`;
