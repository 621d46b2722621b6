import { existsSync, readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../packages/server/src/config/setting-names.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const variablesIn = (text: string): readonly string[] => text.match(/\bPERENE_[A-Z_]+\b/g) ?? [];

describe('Containerfile', () => {
  it('has nothing that a linter finds wrong', () => {
    expect(validate(read('Containerfile'))).toEqual([]);
    expect(validate('FROM node\nRUNN true\n')).not.toEqual([]);
  });

  it('runs programs that exist, as a user without privileges', () => {
    const paths = [...read('Containerfile').matchAll(/\/opt\/perene\/(packages\/server\/bin\/\S+)/g)].map(
      ([, path = '']) => path,
    );
    expect(paths).toHaveLength(2);
    expect(paths.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
    expect(read('Containerfile')).toMatch(/^USER node$/m);
  });
});

interface Service {
  readonly profiles?: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

describe('compose.yaml', () => {
  const { services, volumes }: Readonly<Record<'services' | 'volumes', Readonly<Record<string, Service>>>> = parse(
    read('compose.yaml'),
  );

  it('starts one node, and PostgreSQL only by its profile', () => {
    const always = Object.keys(services).filter((name) => services[name]?.profiles === undefined);
    expect(always).toEqual(['perene']);
    expect(services['database']?.profiles).toEqual(['postgres']);
    expect(existsSync(new URL(services['perene']?.build?.dockerfile ?? 'none', ROOT))).toBe(true);
  });

  it('declares all that its services refer to', () => {
    const all = Object.values(services);
    const mounted = all.flatMap((service) => (service.volumes ?? []).map((volume) => volume.split(':')[0]));
    expect(mounted.sort()).toEqual(Object.keys(volumes).sort());
    expect(
      all.flatMap((service) => Object.keys(service.depends_on ?? {})).filter((name) => !(name in services)),
    ).toEqual([]);
  });

  it('keeps the data folder of the Containerfile in a volume', () => {
    const [, folder] = /PERENE_DATA=(\S+)/.exec(read('Containerfile')) ?? [];
    expect(services['perene']?.volumes).toEqual([`perene-data:${folder}`]);
  });
});

it.each(['Containerfile', 'compose.yaml'])('%s sets only settings that exist', (path) => {
  const known: readonly string[] = Object.values(SETTINGS).map(({ variable }) => variable);
  const used = variablesIn(read(path));
  expect(used.length).toBeGreaterThan(1);
  expect(used.filter((variable) => !known.includes(variable))).toEqual([]);
});

it('the development container is described by JSON that is prepared like a clone', () => {
  expect(JSON.parse(read('.devcontainer/devcontainer.json'))).toMatchObject({
    postCreateCommand: 'node tools/prepare.mjs',
  });
});
