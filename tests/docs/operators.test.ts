import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../packages/server/src/config/setting-names.ts';
import { readSettings } from '../../packages/server/src/config/settings.ts';
import { readSettingsFile } from '../../packages/server/src/config/settings-file.ts';
import { readProgram } from '../../tools/build-docs/cli-reference.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { DOCUMENTS, readDocument } from './shown-commands.ts';

const blocksOf = (path: string): readonly { readonly language: string; readonly text: string }[] =>
  [...readDocument(path).matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));

/** Matches what follows the name of the program on a line, up to what the shell takes. */
const PERENE = /(?:^|\s|\/)perene(?:\.js)? ((?:[a-z]+ ?)+(?:[^\n|>#\\]|\\\n)*)/gm;

const commandLines = (path: string): readonly string[] =>
  blocksOf(path)
    .filter(({ language }) => ['', 'sh', 'console', 'ini'].includes(language))
    .flatMap(({ text }) => [...text.matchAll(PERENE)].map(([, line = '']) => line.trim()))
    .filter((line) => program.commands.some((command) => command.name() === line.split(' ')[0]));

const { program } = readProgram();

/** Returns the flags that a command does not know; undefined if there is no such command. */
const unknownFlags = (line: string): readonly string[] | undefined => {
  const words = line.split(/\s+/);
  let command: Command = program;
  const options = [...program.options];
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) break;
    command = next;
    options.push(...command.options);
  }
  if (command.commands.length > 0) return undefined;
  const known = options.flatMap(({ short, long }) => [short, long]);
  return words.filter((word) => /^--?[a-z]/.test(word) && !known.includes(word));
};

describe('commands of perene that documents name', () => {
  it.each(DOCUMENTS.filter((path) => commandLines(path).length > 0))('exist, with their flags: %s', (path) => {
    expect(commandLines(path).map((line) => [line, unknownFlags(line)])).toEqual(
      commandLines(path).map((line) => [line, []]),
    );
  });

  it('are found at all', () => {
    expect(DOCUMENTS.flatMap(commandLines).length).toBeGreaterThan(30);
    expect(unknownFlags('serve --no-such-flag 1')).toEqual(['--no-such-flag']);
    expect(unknownFlags('item nothing')).toBeUndefined();
  });
});

describe('docs/install.md', () => {
  const text = readDocument('docs/install.md');
  const blockAbout = (word: string): string =>
    blocksOf('docs/install.md').find((block) => block.text.includes(word))?.text ?? '';

  it('shows settings files that are read', () => {
    const files = blocksOf('docs/install.md').filter(({ language }) => language === 'json');
    expect(files).toHaveLength(2);
    for (const { text: json } of files) {
      const path = join(createTemporaryFolder(), 'settings.json');
      writeFileSync(path, json);
      readSettings({ flags: {}, environment: {}, file: readSettingsFile(path) });
    }
    expect(JSON.parse(files[0]?.text ?? '')).toMatchObject({ 'public-url': 'https://www.example.org' });
  });

  it('names settings, flags and variables that exist', () => {
    const known = Object.entries(SETTINGS).flatMap(([name, { flag, variable }]) => [name, flag, variable]);
    for (const name of ['public-url', 'trusted-proxies', 'database']) expect(known).toContain(name);
    const variables = [...text.matchAll(/PERENE_[A-Z_]+/g)].map(([variable]) => variable);
    expect(variables.filter((variable) => ![...known, 'PERENE_CONFIG'].includes(variable))).toEqual([]);
  });

  it('has a unit for systemd that starts what is there, with the data where it may write', () => {
    const unit = blockAbout('[Service]');
    const paths = [...unit.matchAll(/\/opt\/perene\/(\S+)/g)].map(([, path = '']) => path);
    expect(paths).toHaveLength(2);
    for (const path of paths) expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true);
    const [, state] = /^StateDirectory=(\S+)$/m.exec(unit) ?? [];
    expect(JSON.parse(blockAbout('trusted-proxies')).data).toBe(`/var/lib/${state}`);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
  });

  it('has proxies that reach the port on which a node listens', () => {
    expect(blockAbout('proxy_pass')).toContain('proxy_pass http://localhost:8080;');
    expect(blockAbout('reverse_proxy')).toContain('reverse_proxy localhost:8080');
    expect(SETTINGS.port.help).toContain('8080');
    expect(blockAbout('proxy_pass').match(/[{}]/g)).toEqual(['{', '{', '}', '}']);
  });
});
