import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../open-api.ts';
import { REFUSALS } from '../refusals.ts';
import { OPERATION_LIST } from './index.ts';
import { headersOf, NOTHING, type Operation, refusalsOf } from './operation.ts';

const problemsOf = (schema: TSchema, value: unknown): readonly unknown[] => [...Value.Errors(schema, value)];

/** The values of a request that belong to one of its parts. */
const pick = (given: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));

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
