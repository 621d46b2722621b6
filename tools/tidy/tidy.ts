import { findImportProblems } from './imports.ts';
import { findSentences } from './sentences.ts';

/** A file of the project, with its path from the root, written with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Project {
  /** TypeScript files. */
  readonly sources: readonly SourceFile[];
  /** Paths of the vector files. */
  readonly vectors: readonly string[];
}

const MAX_LINES = 300;
const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('tests/');
const isShipped = (file: SourceFile): boolean => file.path.startsWith('packages/') && !isTest(file);

/** Checks rules of style as a test. Each problem is one line, with the file and what to do. */
export const tidy = ({ sources, vectors }: Project): readonly string[] => [
  ...sources
    .filter(isShipped)
    .flatMap((file) => [
      ...findImportProblems(file),
      ...findImpurity(file),
      ...findEnvironment(file),
      ...findLateImports(file),
      ...findSentences(file),
      ...findLength(file),
    ]),
  ...sources.flatMap(findName),
  ...findCrowded(sources.filter(isShipped)),
  ...findUnreadVectors(vectors, sources.filter(isTest)),
];

/** Comments may mention what code may not use. */
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

const IMPURE = /\b(?:Date\s*[.(]|new Date|Math\.random|crypto|performance|setTimeout|setInterval|globalThis|process)\b/;

const findImpurity = ({ path, text }: SourceFile): readonly string[] => {
  const found = path.startsWith('packages/core/') ? IMPURE.exec(withoutComments(text)) : null;
  return found ? [`${path}: core receives time and chance, but uses "${found[0]}"`] : [];
};

const MAIN_FILES = ['packages/server/src/main.ts', 'packages/server/src/noid-main.ts'];

const findEnvironment = ({ path, text }: SourceFile): readonly string[] =>
  /\bprocess\.env\b/.test(withoutComments(text)) && !MAIN_FILES.includes(path)
    ? [`${path}: only main.ts and noid-main.ts read process.env`]
    : [];

const MAY_LOAD_LATE = [...MAIN_FILES, 'packages/server/src/transports/cli/', 'packages/console/'];
/**
 * Packages that must be loaded late, because loading them takes about as long as a whole command: only rules of minters
 * need the first, only requests to other nodes the second, only people who sign in the third and the fourth, only nodes
 * with files in object storage the others.
 */
const LOADED_LATE = new Set([
  're2js',
  'undici',
  '@node-rs/argon2',
  'oauth4webapi',
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
]);

const findLateImports = ({ path, text }: SourceFile): readonly string[] =>
  MAY_LOAD_LATE.some((prefix) => path.startsWith(prefix))
    ? []
    : [...withoutComments(text).matchAll(/\bimport\('([^']+)'/g)]
        .filter(([, specifier = '']) => !LOADED_LATE.has(specifier))
        .map(([, specifier]) => `${path}: imports ${specifier} late; only a command may, where it begins`);

const findLength = ({ path, text }: SourceFile): readonly string[] => {
  const lines = text.split('\n').length - 1;
  return lines > MAX_LINES ? [`${path}: ${lines} lines, at most ${MAX_LINES}: split it by what it does`] : [];
};

const findName = ({ path }: SourceFile): readonly string[] => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|config|d))?\.tsx?$/.test(name)
    ? []
    : [`${path}: name it in kebab-case`];
};

const MAX_FILES = 12;
/** Lists of things of one kind, which nobody reads as a whole. */
const LISTS = ['packages/server/src/adapters/sql/migrations', 'packages/api/src/words/'];

const findCrowded = (sources: readonly SourceFile[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, files]) => files > MAX_FILES && !LISTS.some((list) => folder.startsWith(list)))
    .map(([folder, files]) => `${folder}: ${files} files, at most ${MAX_FILES}: split it by what they do`);
};

/** Whether a test reads the file: by its name with the folder, or by listing that folder or the one that it is in. */
const reads = ({ text }: SourceFile, vector: string): boolean => {
  const folder = vector.slice(0, vector.lastIndexOf('/') + 1);
  const above = folder.replace(/[^/]+\/$/, '');
  const isListed = text.includes(folder) || (above !== 'vectors/' && text.includes(above));
  return text.includes('readdirSync') ? isListed : text.includes(folder) && text.includes(vector.slice(folder.length));
};

const findUnreadVectors = (vectors: readonly string[], tests: readonly SourceFile[]): readonly string[] =>
  vectors
    .filter((vector) => !tests.some((test) => reads(test, vector)))
    .map((vector) => `${vector}: no test reads this file`);
