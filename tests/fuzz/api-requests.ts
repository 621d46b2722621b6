import { API_PATH, headersOf, OPERATION_LIST, type Operation } from '@perene/api';
import type { TObject } from 'typebox';
import type { Chance } from '../fixtures/chance.ts';
import type { JsonSchema } from '../fixtures/json-schema.ts';
import { bytesOf, type FuzzRequest } from './request.ts';
import { anyText, escapeText, mutate } from './texts.ts';
import type { World } from './world.ts';

type Values = Readonly<Record<string, unknown>>;

const EDGES = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e300];
const MAX_DEPTH = 5;
const DEEP = 400;

/** Makes values for one operation: mostly the example or what the schema allows, now and then anything at all. */
const createMaker = (chance: Chance, likely: readonly string[]) => {
  const anything = (depth: number): unknown => {
    switch (chance.below(depth > 3 ? 5 : 8)) {
      case 0:
        return chance.pick(EDGES);
      case 1:
        return chance.is(0.5);
      case 2:
        return null;
      case 5:
        return Array.from({ length: chance.below(4) }, () => anything(depth + 1));
      case 6:
        return Object.fromEntries([1, 2].map(() => [anyText(chance, ['title', 'value', 'id']), anything(depth + 1)]));
      case 7:
        return chance.is(0.02) ? JSON.parse(`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`) : '';
      default:
        return anyText(chance, likely);
    }
  };
  const integer = ({ minimum = -3, maximum = 20 }: JsonSchema): number => {
    // Large counts are allowed, and take long: they are asked for seldom.
    if (chance.is(0.001)) return maximum;
    return chance.is(0.05) ? chance.pick(EDGES) : minimum + chance.below(Math.min(maximum - minimum, 12) + 1);
  };
  const fitting = (schema: JsonSchema, example: unknown, depth: number): unknown => {
    if (chance.is(0.04) || depth > MAX_DEPTH) return anything(depth);
    if (example !== undefined && chance.is(0.7)) return changed(example);
    const [type] = [schema.type ?? 'any'].flat();
    if (schema.enum !== undefined) return chance.pick(schema.enum);
    if (schema.anyOf !== undefined) return fitting(chance.pick(schema.anyOf), undefined, depth + 1);
    if (type === 'integer') return integer(schema);
    if (type === 'boolean') return chance.is(0.5);
    if (type === 'array') {
      return Array.from({ length: chance.below(4) }, () => fitting(schema.items ?? {}, undefined, depth + 1));
    }
    if (type === 'object') return record(schema, {}, depth + 1);
    return anyText(chance, likely);
  };
  /** Leaves most of an example as it is. */
  const changed = (value: unknown): unknown => {
    if (chance.is(0.03)) return anything(1);
    if (typeof value === 'string') return chance.is(0.1) ? mutate(chance, value) : value;
    if (Array.isArray(value)) return value.map(changed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner)]));
  };
  const record = ({ properties = {}, required = [] }: JsonSchema, examples: Values, depth: number): Values => {
    const chosen = Object.entries(properties).filter(([name]) =>
      chance.is(required.includes(name) || examples[name] !== undefined ? 0.97 : 0.3),
    );
    const values = chosen.map(([name, schema]) => [name, fitting(schema, examples[name], depth)] as const);
    if (chosen.length === 0 || chance.is(0.03)) values.push([anyText(chance, ['title', 'x']), anything(depth)]);
    return Object.fromEntries(values);
  };
  return { anything, record };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Makes a request to one operation of the API, from its example and its schemas. */
export const apiRequest = (chance: Chance, world: World): FuzzRequest => {
  const [, operation] = chance.pick(OPERATION_LIST);
  const likely = [...world.labels, ...world.ids, ...world.uploads, ...world.keyIds, world.minter, world.service];
  const examples = examplesFor(operation, world);
  const { record, anything } = createMaker(chance, likely);
  const part = (schema: TObject | undefined): Values => record((schema ?? {}) as JsonSchema, examples, 0);
  const params = operation.params === undefined ? {} : part(operation.params);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) =>
    escapeText(textOf(params[name] ?? 'x')),
  );
  const query = new URLSearchParams(
    Object.entries(operation.query === undefined && chance.is(0.95) ? {} : part(operation.query)).map(
      ([name, value]) => [name, textOf(value)],
    ),
  ).toString();
  const headers = Object.entries(part(headersOf(operation))).map(
    ([name, value]) => [name.replaceAll(/[^\w-]/g, 'x') || 'x', textOf(value)] as const,
  );
  return {
    method: operation.method,
    target: `${API_PATH}${path}${query === '' ? '' : `?${query}`}`,
    ...bodyFor(chance, operation, headers, () => (chance.is(0.03) ? anything(0) : part(operation.body))),
  };
};

const examplesFor = ({ example }: Operation, world: World): Values =>
  JSON.parse(
    Object.entries(world.examples).reduce(
      (text, [name, real]) => text.replaceAll(name, real),
      JSON.stringify(example.request ?? {}),
    ),
  ) as Values;

const bodyFor = (
  chance: Chance,
  { method, body, bytes, formPart }: Operation,
  headers: FuzzRequest['headers'],
  make: () => unknown,
): Pick<FuzzRequest, 'headers' | 'body'> => {
  const typed = (type: string, text: string) => ({
    headers: [...headers, ['content-type', chance.is(0.03) ? anyText(chance, [type]) : type] as const],
    body: bytesOf(chance.is(0.05) ? mutate(chance, text) : text),
  });
  if (bytes !== undefined) return typed(bytes, chance.is(0.7) ? 'hello' : anyText(chance));
  if (body === undefined)
    return method === 'GET' || chance.is(0.9) ? { headers, body: undefined } : typed('application/json', '{}');
  const json = JSON.stringify(make()) ?? '';
  if (formPart === undefined || chance.is(0.3)) return typed('application/json', json);
  const boundary = 'fuzzed-boundary';
  const names = [anyText(chance, ['report.txt', 'a/b.txt', '../x']), 'two.txt'].map((name) =>
    name.replaceAll(/["\r\n]/g, ''),
  );
  const parts = [
    `content-disposition: form-data; name="${formPart}"\r\ncontent-type: application/json\r\n\r\n${json}`,
    ...names.map((name) => `content-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${anyText(chance)}`),
  ];
  const form = `${parts.map((text) => `--${boundary}\r\n${text}\r\n`).join('')}--${boundary}--\r\n`;
  return typed(`multipart/form-data; boundary=${boundary}`, form);
};
