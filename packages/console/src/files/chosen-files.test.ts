import { expect, it } from 'vitest';
import { addFiles, type ChosenFile, checkFiles, defaultTarget, readFileInput, totalBytes } from './chosen-files.ts';

const chosen = (path: string): ChosenFile => ({ path, file: new File(['x'], path) });

/** Makes a file as the dialog for folders gives it. */
const inFolder = (path: string): File =>
  Object.defineProperty(new File(['x'], path.slice(path.lastIndexOf('/') + 1)), 'webkitRelativePath', { value: path });

const pathsOf = (files: readonly ChosenFile[]): readonly string[] => files.map(({ path }) => path);

it.each([
  [
    ['report/a.pdf', 'report/data/b.csv'],
    ['a.pdf', 'data/b.csv'],
  ],
  [['report/a.pdf', 'report/.DS_Store', 'report/data/Thumbs.db'], ['a.pdf']],
  [
    ['a.pdf', 'data/b.csv'],
    ['a.pdf', 'data/b.csv'],
  ],
  [['relato\u0301rio.pdf'], ['relatório.pdf']],
  [['a\\b?.pdf '], ['a\\x5Cb?.pdf\\x20']],
])('the folder around all files is left out: %j', (paths, expected) => {
  expect(pathsOf(readFileInput(paths.map(inFolder)))).toEqual(expected);
});

it('a file chosen again takes the place of the first', () => {
  const [first, again] = [chosen('a.txt'), chosen('a.txt')];
  const files = addFiles([first, chosen('b.txt')], [again]);
  expect(pathsOf(files)).toEqual(['a.txt', 'b.txt']);
  expect(files[0]).toBe(again);
  expect(totalBytes(files)).toBe(2);
});

it('each file with a wrong name is named', () => {
  const files = ['a.txt', 'A.TXT', 'con.txt', 'a:b', '..', 'a\\b'].map(chosen);
  expect([...checkFiles(files)]).toEqual([
    ['A.TXT', 'file-path/taken'],
    ['..', 'file-path/relative'],
    ['a\\b', 'file-path/escape'],
  ]);
});

it.each([
  [['b.pdf', 'index.html', 'a.pdf'], 'index.html'],
  [['b.pdf', 'a.pdf'], 'a.pdf'],
  [[], ''],
])('of %j the link opens %s', (paths, target) => {
  expect(defaultTarget(paths)).toBe(target);
});
