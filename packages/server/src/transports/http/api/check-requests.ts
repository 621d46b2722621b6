import type { FastifySchemaCompiler } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

const DIGITS = /^\d{1,15}$/;

/**
 * Compares a part of a request with its schema. Parts other than the body consist of texts, in which only digits are a
 * number.
 */
export const compileCheck: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // A check is compiled when it is first needed: compiling them all would take most of the time that a node needs to
  // start.
  let compiled: ReturnType<typeof Compile<TSchema>> | undefined;
  const numbers = httpPart === 'body' ? [] : integersOf(schema as TObject);
  return (given: unknown) => {
    const value = numbers.length === 0 ? given : readNumbers(given as Readonly<Record<string, unknown>>, numbers);
    compiled ??= Compile(schema);
    const checker = compiled;
    return checker.Check(value)
      ? { value }
      : { error: (findLongList(schema, value) ?? checker.Errors(value)) as never };
  };
};

/** The first list of a body that is too long. All that is wrong with each of its elements would take seconds to find. */
const findLongList = (schema: TSchema, value: unknown): readonly object[] | undefined => {
  const { properties = {} } = schema as Partial<TObject>;
  for (const [name, { maxItems }] of Object.entries(properties as Readonly<Record<string, { maxItems?: number }>>)) {
    const list = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    if (maxItems === undefined || !Array.isArray(list) || list.length <= maxItems) continue;
    const message = `must not have more than ${maxItems} items`;
    return [{ keyword: 'maxItems', instancePath: `/${name}`, params: { limit: maxItems }, message }];
  }
  return undefined;
};

const integersOf = ({ properties }: TObject): readonly string[] =>
  Object.entries(properties as Readonly<Record<string, { readonly type?: string }>>)
    .filter(([, { type }]) => type === 'integer')
    .map(([name]) => name);

const readNumbers = (given: Readonly<Record<string, unknown>>, names: readonly string[]): object => {
  const value = { ...given };
  for (const name of names) {
    const text = value[name];
    if (typeof text === 'string' && DIGITS.test(text)) value[name] = Number(text);
  }
  return value;
};
