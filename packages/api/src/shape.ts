import type { TSchema } from 'typebox';

interface Shape {
  readonly type?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
}

/**
 * Whether an answer has the expected shape: an object with all required members. Further members are accepted, because
 * a node of another version may send more.
 */
export const hasShape = (schema: TSchema, value: unknown): boolean => {
  const { required = [], properties = {} } = schema as Shape;
  if (typeof value !== 'object' || value === null) return false;
  return required.every((name) => isOfType(properties[name]?.type, (value as Record<string, unknown>)[name]));
};

const isOfType = (type: unknown, value: unknown): boolean => {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null;
  if (type === 'string' || type === 'boolean') return typeof value === type;
  return type === 'integer' || type === 'number' ? typeof value === 'number' : value !== undefined;
};
