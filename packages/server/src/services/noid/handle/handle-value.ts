import { isKept } from '../identifiers/check-identifiers.ts';

/** A reference to a value of a handle, such as `200:0.NA/12345`. */
export interface ValueReference {
  readonly handle: string;
  readonly index: number;
}

/** What an administrator may do, as twelve digits; `handle-rights.ts` says what each means. */
export interface AdminRecord extends ValueReference {
  readonly permissions: string;
}

export type HandleData =
  | { readonly format: 'string' | 'base64' | 'hex'; readonly value: string }
  | { readonly format: 'admin'; readonly value: AdminRecord }
  | { readonly format: 'vlist'; readonly value: readonly ValueReference[] }
  | { readonly format: 'site' | 'key'; readonly value: object };

/** A value as the JSON of the Handle System has it. */
export interface HandleValue {
  readonly index: number;
  readonly type: string;
  readonly data: HandleData;
  /** Administrators may read, and write; everyone may read, and write. Absent if it is `1110`. */
  readonly permissions?: string;
  /** Seconds, or a date until which the value may be kept. */
  readonly ttl: number | string;
  readonly timestamp: string;
  readonly references?: readonly ValueReference[];
}

/** A value of a request; the node says when it was changed. */
export type GivenValue = Omit<HandleValue, 'timestamp'>;

export const DEFAULT_TTL = 86_400;
const DEFAULT_PERMISSIONS = '1110';
const MAX_VALUES = 1_000;
const MAX_TYPE_LENGTH = 256;
const MAX_INDEX = 2_147_483_647;
const MAX_REFERENCES = 100;
/** Elements with such names have meanings of their own in a minter. */
const RESERVED_TYPE = /^[_:]/;
/** The password of an administrator is a key of the node, which keeps only the hash of it. */
const SECRET_TYPE = 'HS_SECKEY';

export type ValueProblem = 'values' | 'value' | 'index' | 'type' | 'secret' | 'data' | 'ttl' | 'permissions';

type Read<Value> = Value | undefined;

/** Reads the values of a request: a list, an object with `values`, or one value. */
export const readValues = (
  body: unknown,
): { readonly values: readonly GivenValue[] } | { readonly problem: ValueProblem } => {
  const list = Array.isArray(body) ? body : isObject(body) ? (body['values'] ?? [body]) : undefined;
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_VALUES) return { problem: 'values' };
  const values: GivenValue[] = [];
  for (const each of list) {
    const value = readValue(each);
    if (typeof value === 'string') return { problem: value };
    if (values.some(({ index }) => index === value.index)) return { problem: 'index' };
    values.push(value);
  }
  return { values };
};

export const readValue = (given: unknown): GivenValue | ValueProblem => {
  if (!isObject(given)) return 'value';
  const { index, type, ttl = DEFAULT_TTL, permissions = DEFAULT_PERMISSIONS, references } = given;
  if (!isIndex(index)) return 'index';
  if (typeof type !== 'string' || type === '' || type.length > MAX_TYPE_LENGTH || RESERVED_TYPE.test(type))
    return 'type';
  if (!isKept(type)) return 'type';
  if (type === SECRET_TYPE) return 'secret';
  const data = readData(given['data']);
  if (data === undefined) return 'data';
  const seconds = readTtl(ttl);
  if (seconds === undefined) return 'ttl';
  if (typeof permissions !== 'string' || !/^[01]{4}$/.test(permissions)) return 'permissions';
  const list = references === undefined ? undefined : readReferences(references);
  if (references !== undefined && list === undefined) return 'value';
  return {
    index,
    type,
    data,
    ...(permissions !== DEFAULT_PERMISSIONS && { permissions }),
    ttl: seconds,
    ...(list !== undefined && list.length > 0 && { references: list }),
  };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isIndex = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_INDEX;

const readTtl = (ttl: unknown): Read<number | string> => {
  if (typeof ttl === 'number') return Number.isInteger(ttl) && ttl >= 0 && ttl <= MAX_INDEX ? ttl : undefined;
  return typeof ttl === 'string' && ttl.length <= 40 && !Number.isNaN(Date.parse(ttl)) ? ttl : undefined;
};

/** A text alone is short for data of the format `string`. */
export const readData = (data: unknown): Read<HandleData> => {
  if (typeof data === 'string') return isKept(data) ? { format: 'string', value: data } : undefined;
  if (!isObject(data)) return undefined;
  const { format, value } = data;
  switch (format) {
    case 'string':
      return typeof value === 'string' && isKept(value) ? { format, value } : undefined;
    case 'base64':
      return typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value) ? { format, value } : undefined;
    case 'hex':
      return typeof value === 'string' && /^(?:[0-9A-Fa-f]{2})*$/.test(value) ? { format, value } : undefined;
    case 'admin':
      return readAdmin(value);
    case 'vlist': {
      const references = readReferences(value);
      return references && { format, value: references };
    }
    case 'site':
    case 'key':
      return isObject(value) ? { format, value } : undefined;
    default:
      return undefined;
  }
};

const readAdmin = (value: unknown): Read<HandleData> => {
  const reference = readReference(value);
  const { permissions } = isObject(value) ? value : {};
  if (reference === undefined || typeof permissions !== 'string' || !/^[01]{1,16}$/.test(permissions)) return undefined;
  return { format: 'admin', value: { ...reference, permissions } };
};

const readReferences = (value: unknown): Read<readonly ValueReference[]> => {
  if (!Array.isArray(value) || value.length > MAX_REFERENCES) return undefined;
  const references = value.map(readReference).filter((reference) => reference !== undefined);
  return references.length === value.length ? references : undefined;
};

/** PYHANDLE and others send the index of an administrator as text. */
const readReference = (value: unknown): Read<ValueReference> => {
  if (!isObject(value)) return undefined;
  const { handle, index: given } = value;
  const index = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given;
  if (typeof handle !== 'string' || handle === '' || handle.length > 1_024 || !isKept(handle)) return undefined;
  return index === 0 || isIndex(index) ? { handle, index } : undefined;
};

/** Whether everyone may read the value. */
export const isPublic = ({ permissions }: { readonly permissions?: unknown }): boolean =>
  typeof permissions !== 'string' || permissions[2] === '1';

/** Whether administrators may write the value. */
export const isWritable = ({ permissions = DEFAULT_PERMISSIONS }: Pick<HandleValue, 'permissions'>): boolean =>
  permissions[1] === '1';

/** Whether a value is wanted; without any condition, each is. A type with a point at its end stands for all below it. */
export const isWanted = (
  { index, type }: Pick<HandleValue, 'index' | 'type'>,
  { indexes, types }: { readonly indexes: readonly number[]; readonly types: readonly string[] },
): boolean => {
  if (indexes.length === 0 && types.length === 0) return true;
  const lower = type.toLowerCase();
  return (
    indexes.includes(index) ||
    types.some((each) => {
      const wanted = each.toLowerCase();
      return wanted.endsWith('.') ? lower.startsWith(wanted) || `${lower}.` === wanted : lower === wanted;
    })
  );
};
