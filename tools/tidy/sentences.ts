import type { SourceFile } from './tidy.ts';

/**
 * Folders in which no sentences are made: they return codes with parameters, and packages/api puts these into words.
 */
const SPEECHLESS = ['packages/server/src/services/', 'packages/server/src/ports/'];

/** Files whose texts are data: the sample, and documents whose text the standard or the Perl program fixes. */
const DOCUMENTS = [
  'packages/server/src/services/sample/',
  'packages/server/src/services/noid/minters/creation-report.ts',
  'packages/server/src/services/resolver/members/confirmation-mail.ts',
];

const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
/** Matches exceptions, which are defects that only the log shows. */
const DEFECT = /new Error\((?:'[^'\n]*'|`[^`]*`)\)/g;
const LITERAL = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const SENTENCE = /\b[a-z]+ [a-z]+ [a-z]+\b/;

/** Finds texts of three words and more in folders that make no sentences. */
export const findSentences = ({ path, text }: SourceFile): readonly string[] => {
  const isLooked = SPEECHLESS.some((room) => path.startsWith(room)) && !DOCUMENTS.some((room) => path.startsWith(room));
  if (!isLooked) return [];
  const code = text.replaceAll(COMMENT, '').replaceAll(DEFECT, '');
  return [...code.matchAll(LITERAL)]
    .map(([literal]) => literal)
    .filter((literal) => SENTENCE.test(literal.replaceAll(/\$\{[^}]*\}/g, '')))
    .map((literal) => `${path}: return a code with parameters, and word it in packages/api: ${literal.slice(0, 60)}`);
};
