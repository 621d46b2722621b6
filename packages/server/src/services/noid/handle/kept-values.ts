import type { BoundElement, IdentifierElement } from '../../../ports/minting/minter-store.ts';
import { TARGET_ELEMENT } from '../ezid/read-changes.ts';
import {
  DEFAULT_TTL,
  type HandleData,
  type HandleValue,
  isPublic,
  readData,
  readValue,
  type ValueReference,
} from './handle-value.ts';

/** What the elements of a name do not tell about its values: indexes, formats, times, permissions. */
export const VALUES_ELEMENT = '_handle';
const URL_TYPE = 'URL';
const DECODER = new TextDecoder();
const STRICT_DECODER = new TextDecoder('utf-8', { fatal: true });

interface KeptValue {
  readonly index: number;
  readonly element: string;
  readonly type: string;
  readonly format: HandleData['format'];
  readonly ttl: number | string;
  readonly timestamp: string;
  readonly permissions?: string;
  readonly references?: readonly ValueReference[];
}

/**
 * Keeps values as elements of the name, so that all interfaces see the same: the first URL is the target, the first
 * value of another type is bound to the type, and further ones to the type and their index.
 */
export const keepValues = (values: readonly HandleValue[]): ReadonlyMap<string, Uint8Array> => {
  const elements = new Map<string, Uint8Array>();
  const kept: KeptValue[] = [];
  for (const value of values.toSorted((one, other) => one.index - other.index)) {
    const { index, type, data, ttl, timestamp, permissions, references } = value;
    const first = type === URL_TYPE && data.format === 'string' ? TARGET_ELEMENT : type;
    const element = elements.has(first) ? `${type} ${index}` : first;
    elements.set(element, bytesOf(data));
    kept.push({
      index,
      element,
      type,
      format: data.format,
      ttl,
      timestamp,
      ...(permissions !== undefined && { permissions }),
      ...(references !== undefined && { references }),
    });
  }
  return elements.set(VALUES_ELEMENT, Buffer.from(JSON.stringify(kept)));
};

const bytesOf = (data: HandleData): Uint8Array => {
  switch (data.format) {
    case 'string':
      return Buffer.from(data.value);
    case 'base64':
    case 'hex':
      return Buffer.from(data.value, data.format);
    default:
      return Buffer.from(JSON.stringify(data.value));
  }
};

/** The elements that hold values which not everyone may read; what is noted of values tells of them, too. */
export const closedElements = (told: Uint8Array | undefined): ReadonlySet<string> => {
  const closed = readTold(told).filter((kept) => !isPublic(kept));
  return new Set(closed.length === 0 ? [] : [VALUES_ELEMENT, ...closed.map(({ element }) => element)]);
};

/** Whether an element is a value of the handle: what the node itself notes is none. */
export const isValueElement = (element: string): boolean =>
  element === TARGET_ELEMENT || (!element.startsWith('_') && !element.startsWith(':'));

/** The values of a name, in the order of their indexes; those that other interfaces bound get free indexes. */
export const readKeptValues = (
  bound: readonly Pick<BoundElement, 'element' | 'value'>[],
  changed: string,
): readonly HandleValue[] => {
  const elements = new Map(bound.map(({ element, value }) => [element, value]));
  const values: HandleValue[] = [];
  const told = new Set<string>();
  for (const kept of readTold(elements.get(VALUES_ELEMENT))) {
    const { element, format, timestamp, ...rest } = kept;
    const bytes = elements.get(element);
    const value = readValue({ ...rest, data: '' });
    if (bytes === undefined || typeof value === 'string') continue;
    told.add(element);
    values.push(order({ ...value, data: dataOf(format, bytes), timestamp }));
  }
  const taken = new Set(values.map(({ index }) => index));
  const others = bound.filter(({ element }) => isValueElement(element) && !told.has(element));
  let index = 0;
  // The target comes first: it is what most handles have at index 1.
  for (const { element, value } of others.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    do index += 1;
    while (taken.has(index));
    const type = element === TARGET_ELEMENT ? URL_TYPE : element;
    values.push({ index, type, data: dataOf(undefined, value), ttl: DEFAULT_TTL, timestamp: changed });
  }
  return values.toSorted((one, other) => one.index - other.index);
};

const rankOf = ({ element }: Pick<IdentifierElement, 'element'>): number => (element === TARGET_ELEMENT ? 0 : 1);

/** The members in the order in which the Handle System writes them. */
const order = ({ index, type, data, permissions, ttl, timestamp, references }: HandleValue): HandleValue => ({
  index,
  type,
  data,
  ...(permissions !== undefined && { permissions }),
  ttl,
  timestamp,
  ...(references !== undefined && { references }),
});

/** Any interface may have bound something else there, which then tells nothing. */
const readTold = (bytes: Uint8Array | undefined): readonly KeptValue[] => {
  if (bytes === undefined) return [];
  try {
    const told: unknown = JSON.parse(DECODER.decode(bytes));
    return Array.isArray(told) ? told.filter(isKeptValue) : [];
  } catch {
    return [];
  }
};

const isKeptValue = (value: unknown): value is KeptValue => {
  const { element, format, timestamp } = (value ?? {}) as Partial<Record<keyof KeptValue, unknown>>;
  return [element, format, timestamp].every((text) => typeof text === 'string');
};

const dataOf = (format: HandleData['format'] | undefined, bytes: Uint8Array): HandleData => {
  switch (format) {
    case 'hex':
    case 'base64':
      return { format, value: Buffer.from(bytes).toString(format) };
    case undefined:
    case 'string':
      return textOf(bytes);
    default:
      try {
        return readData({ format, value: JSON.parse(DECODER.decode(bytes)) }) ?? textOf(bytes);
      } catch {
        return textOf(bytes);
      }
  }
};

/** Elements may be bound to any bytes. */
const textOf = (bytes: Uint8Array): HandleData => {
  try {
    return { format: 'string', value: STRICT_DECODER.decode(bytes) };
  } catch {
    return { format: 'base64', value: Buffer.from(bytes).toString('base64') };
  }
};
