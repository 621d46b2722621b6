import { minterProperties, parseTemplate, validateIdentifier } from '@perene/core/noid';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../open-api.ts';
import { REFUSALS } from '../refusals.ts';
import { EXAMPLE_IDENTIFIER, EXAMPLE_MINTER } from './examples.ts';
import { OPERATION_LIST } from './index.ts';
import { headersOf, NOTHING, type Operation, refusalsOf } from './operation.ts';

const problemsOf = (schema: TSchema, value: unknown): readonly unknown[] => [...Value.Errors(schema, value)];

/** Returns the values of a request that belong to one of its parts. */
const pick = (given: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));

it('speaks of identifiers that the minter of the examples mints', () => {
  const template = parseTemplate(EXAMPLE_MINTER.template);
  if (!template.ok) throw new Error(template.problem);
  const { naan, term, bindsAnything, properties } = EXAMPLE_MINTER;
  expect(validateIdentifier(EXAMPLE_IDENTIFIER, template.value, { naan }).ok).toBe(true);
  expect(minterProperties(template.value, { naan, term, bindsAnything })).toBe(properties);
  const examples = JSON.stringify(OPERATION_LIST.map(([, { example }]) => example));
  expect(new Set(examples.match(/\b12345\/\w+/g))).toEqual(new Set([EXAMPLE_IDENTIFIER]));
});

describe.each(OPERATION_LIST)('%s', (_id, operation: Operation) => {
  const { path, params = NOTHING, query = NOTHING, body, isBodyOptional, answer, example, summary } = operation;
  const headers = headersOf(operation);

  it('has an example that its own schemas take', () => {
    const given = example.request ?? {};
    const parts = [params, query, headers, ...(body === undefined ? [] : [body])];
    for (const part of parts) expect(problemsOf(part, pick(given, Object.keys(part.properties)))).toEqual([]);
    expect(Object.keys(given).filter((name) => !parts.some(({ properties }) => name in properties))).toEqual([]);
    if (answer.body === undefined) expect(example.answer).toBeUndefined();
    else expect(problemsOf(answer.body, example.answer)).toEqual([]);
  });

  it('names the parameters of its path, and no value twice', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params.properties)).toEqual(inPath);
    const names = [params, query, ...(body === undefined || isBodyOptional ? [] : [body])].flatMap(({ properties }) =>
      Object.keys(properties),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('takes nothing in its query and body that is not foreseen', () => {
    expect(query).toMatchObject({ additionalProperties: false });
    if (body !== undefined) expect(body).toMatchObject({ additionalProperties: false });
    expect(summary).toMatch(/^[A-Z]/);
  });

  it('has an example that the document takes, which may tell more than the schemas check', () => {
    const described = describeApi({ version: '1' }).paths[`/api/v1${path}`]?.[operation.method.toLowerCase()];
    for (const { name, required, schema, example: given } of described?.parameters ?? []) {
      if (given !== undefined) expect(problemsOf(schema, given), name).toEqual([]);
      else expect(required, name).toBe(false);
    }
    const { schema, example: given } = described?.requestBody?.content['application/json'] ?? {};
    if (schema !== undefined) expect(problemsOf(schema, given)).toEqual([]);
  });

  it('has no body in the answers to HEAD, as HTTP has none', () => {
    const described = describeApi({ version: '1' }).paths[`/api/v1${path}`]?.[operation.method.toLowerCase()];
    for (const { content } of Object.values(described?.responses ?? {})) {
      if (operation.method === 'HEAD') expect(content).toBeUndefined();
    }
  });

  it('names each code of its refusals once', () => {
    expect(new Set(refusalsOf(operation)).size).toBe(refusalsOf(operation).length);
  });

  it('says what every status means', () => {
    const document = describeApi({ version: '1' });
    const responses = document.paths[`/api/v1${path}`]?.[operation.method.toLowerCase()]?.responses ?? {};
    expect(Object.keys(responses).map(Number)).toEqual(
      [...new Set([answer.status, ...refusalsOf(operation).map((code) => REFUSALS[code].http)])].sort(
        (one, other) => one - other,
      ),
    );
    for (const { description } of Object.values(responses)) expect(description).toMatch(/^[A-Z](?!ndefined)/);
  });
});
