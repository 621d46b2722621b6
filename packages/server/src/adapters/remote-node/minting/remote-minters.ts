import type { AnswerOf, BodyOf, Client, RequestOf } from '@perene/api';
import { Refusal, repeatRefusal } from '@perene/api/refusals';
import type { FetchedElement } from '../../../services/noid/bindings/fetch-elements.ts';
import { readValue, type ValueText, writeValue } from '../../../services/noid/bindings/value-text.ts';
import type { IdentifierView, MinterOperations } from '../../../services/noid/minters/minter-operations.ts';
import { createRemoteClient, type RemoteAddress } from '../remote-client.ts';

/** The minters of a node that runs elsewhere, with the rights of the key. */
export const createRemoteMinters = (address: RemoteAddress): MinterOperations => {
  const client = createRemoteClient(address);
  return {
    create: ({ contact: _, ...request }) => client.createMinter(request as RequestOf<'createMinter'>),
    list: (page) => client.listMinters(page),
    show: (name) => client.showMinter({ name }),
    statistics: (name) => client.countMinter({ name }),
    setPolicy: (name, policy) => client.setMinterPolicy({ name, policy }),
    async mint(name, { count, elements = [], isPeppered = false }) {
      const bindings = Object.fromEntries(elements.map(({ element, value }) => [element, bindingOf(value)]));
      const answer = await client.mintIdentifiers({ name, count, bindings, peppered: isPeppered });
      return { ids: answer.ids, stopped: refusalOf(answer) };
    },
    bind: (name, { how, id, element, value }) =>
      client.bindElement({ name, id, element, ...asBindMode(how), ...(value && writeValue(value)) }),
    fetch: (name, request) => fetchIdentifier(client, name, request),
    async find(sought) {
      const { bound, ...query } = sought;
      const { names, next } = await client.findNames({ ...query, ...bound });
      return {
        next,
        names: names.map(({ held, issued, reason = '', state, target, title, ...name }) => ({
          ...name,
          state: state === 'withdrawn' ? { kind: state, reason } : { kind: state },
          issued,
          isHeld: held,
          target,
          title,
        })),
      };
    },
    async past(name, request) {
      const { id, changes, next } = await client.listPastBindings({ name, ...request });
      return {
        id,
        next,
        changes: changes.map(({ at, who, element, value, base64, batch }) => ({
          at: BigInt(Date.parse(at)) * 1_000n,
          who,
          element,
          value: value === undefined && base64 === undefined ? undefined : givenValue({ value, base64 }),
          batch,
        })),
      };
    },
    setState: (name, { id, state }) =>
      client.setNameState({
        name,
        id,
        state: state.kind,
        ...(state.kind === 'withdrawn' && state.reason !== '' && { reason: state.reason }),
      }),
    hold: (name, { ids, isHeld }) => client.holdIdentifiers({ name, ids, held: isHeld }),
    async queue(name, { ids, when }) {
      const { queued, refused } = await client.queueIdentifiers({ name, ids, when });
      return { queued, refused: refused.map((detail) => ({ detail })) };
    },
    async validate(name, request) {
      const { ids } = await client.validateIdentifiers({ name, ...request });
      return ids.map(({ id, problem }) => ({ id, problem: problem === undefined ? undefined : { detail: problem } }));
    },
  };
};

const refusalOf = ({ stopped }: AnswerOf<'mintIdentifiers'>): Refusal | undefined => stopped && repeatRefusal(stopped);

/** The mode is not checked here, because the node refuses unknown modes. */
const asBindMode = (how: string) => ({ how }) as Pick<BodyOf<'bindElement'>, 'how'>;

/** The value in the form that a mint accepts. */
const bindingOf = (value: Uint8Array): string | { readonly base64: string } => {
  const written = writeValue(value);
  return 'value' in written ? written.value : written;
};

const fetchIdentifier = async (
  client: Client,
  name: string,
  { id: given, elements: names }: { readonly id: string; readonly elements: readonly string[] },
): Promise<IdentifierView> => {
  const { id, held, peppered, circulation, bindings } = await client.showIdentifier({ name, id: given });
  const elements: FetchedElement[] = [];
  for (const element of names) elements.push(await fetchElement(client, { name, id: given, element }));
  const all = bindings.map((bound) => ({ element: bound.element, value: givenValue(bound), isFromRule: false }));
  return {
    id,
    isHeld: held,
    isPeppered: peppered,
    circulation,
    elements: names.length === 0 ? all : elements,
  };
};

const fetchElement = async (
  client: Client,
  request: { readonly name: string; readonly id: string; readonly element: string },
): Promise<FetchedElement> => {
  const { element } = request;
  try {
    const found = await client.fetchBinding(request);
    return { element, value: givenValue(found), isFromRule: found.fromRule };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'binding-missing') throw error;
    return { element, value: undefined, isFromRule: false };
  }
};

const givenValue = ({
  value,
  base64 = '',
}: {
  readonly value?: string | undefined;
  readonly base64?: string | undefined;
}) => {
  const written: ValueText = value === undefined ? { base64 } : { value };
  return readValue(written);
};
