import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

it('bash completes commands, options and their values', async () => {
  const script = join(createTemporaryFolder(), 'perene.bash');
  writeFileSync(script, (await runPerene(['completion', 'bash'])).stdout);
  /** Returns what bash offers at the end of a line. */
  const offers = (...words: readonly string[]): readonly string[] => {
    const given = ['perene', ...words].map((word) => `'${word}'`).join(' ');
    const lines = `. '${script}'; COMP_WORDS=(${given}); COMP_CWORD=${words.length}; _perene; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['--norc', '-c', lines], { encoding: 'utf8' }).trim().split('\n');
  };
  expect(offers('dep')).toEqual(['deposit']);
  expect(offers('item', 'with')).toEqual(['withdraw']);
  expect(offers('--json', 'item', 'edit', '--embar')).toEqual(['--embargo']);
  expect(offers('search', '--sort', 're')).toEqual(['relevance']);
  expect(offers('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  expect(offers('search', 'item', 'x')).toEqual(['']);
});

it('zsh and fish are told the same commands, with what they mean', async () => {
  const [zsh, fish] = [await runPerene(['completion', 'zsh']), await runPerene(['completion', 'fish'])];
  expect(zsh.stdout).toMatch(/^#compdef perene\n/);
  expect(zsh.stdout).toContain(`'withdraw:`);
  expect(zsh.stdout).toContain(`'perene search --sort') compadd -- 'relevance' `);
  expect(fish.stdout).toContain(`complete -c perene -n '__perene_at "perene item"' -f -a 'withdraw' -d '`);
  expect(fish.stdout).toContain(`complete -c perene -n '__perene_at "perene search"' -l sort -d `);
  expect(await runPerene(['completion', 'tcsh'])).toMatchObject({ status: 2 });
});

it('manual pages are written from the commands', async () => {
  const page = await runPerene(['man', 'item', 'edit']);
  expect(page.stdout).toMatch(/^\.TH "PERENE-ITEM-EDIT" "1" "" "perene /);
  expect(page.stdout).toContain('.SH SYNOPSIS\n\\fBperene item edit\\fR [options] <IBI>\n');
  expect(page.stdout).toContain('\\fB\\-\\-json\\fR');
  expect(page.stdout).toContain('$ perene item edit ');
  const folder = join(createTemporaryFolder(), 'man1');
  expect(await runPerene(['man', '--to', folder])).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['perene.1', 'perene-item.1', 'perene-item-edit.1']));
  expect(readFileSync(join(folder, 'perene-item-edit.1'), 'utf8')).toBe(page.stdout);
  expect(readFileSync(join(folder, 'perene.1'), 'utf8')).toContain('perene\\-item(1)');
});
