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
    return checker.Check(value) ? { value } : { error: checker.Errors(value) as never };
  };
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
