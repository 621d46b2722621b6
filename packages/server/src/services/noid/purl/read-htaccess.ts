import { isPurlStatus, type Purl, type PurlStatus } from './purl.ts';

export interface ReadPurl extends Purl {
  readonly path: string;
  readonly maintainers: readonly string[] | undefined;
}

/** A pattern that makes the target of a whole path. */
interface ReadRule {
  readonly pattern: string;
  readonly status: PurlStatus;
  /** Absent where the rule leads nowhere. */
  readonly replacement: string | undefined;
}

/** Why a part of a file made no PURL. */
export interface PurlProblem {
  /** The line, or the path. */
  readonly place: string;
  readonly problem: PurlProblemCode;
  readonly text: string;
}

export type PurlProblemCode =
  | 'condition'
  | 'directive'
  | 'flag'
  | 'variable'
  | 'target'
  | 'pattern'
  | 'type'
  | 'domain'
  | 'malformed';

export interface ReadPurls {
  readonly purls: readonly ReadPurl[];
  readonly rules: readonly ReadRule[];
  readonly problems: readonly PurlProblem[];
}

const IGNORED = /^(?:options|rewriteengine|addtype|header|defaulttype|adddefaultcharset|rewritebase|<\/?ifmodule)\b/i;
const LITERAL = /^\^?\/?((?:[\w\-/~%,;=&!@ ]|\\[.+\-/])*)(\/\?)?(\$)?$/;
const PASSING = /^\^?\/?((?:[\w\-/~%,;=&!@ ]|\\[.+\-/])*)\((?:\.\*|\.\+)\)(\$)?$/;
/** Flags that change neither where a rule leads nor for whom. */
const HARMLESS = /^(?:L|END|NE|QSA|QSD|NC|nocase|last|noescape|qsappend)$/i;
const STATUS = /^R(?:edirect)?(?:=(\d{3}|permanent|temp|seeother))?$/i;
const WORDS: Readonly<Record<string, number>> = { permanent: 301, temp: 302, seeother: 303, gone: 410 };
const ABSOLUTE = /^https?:\/\//i;
const MAX_SHOWN = 200;

/** Reads the rules of w3id's `.htaccess` files, as far as they lead everyone to the same place. */
export const readHtaccess = (text: string): ReadPurls => {
  const purls: ReadPurl[] = [];
  const rules: ReadRule[] = [];
  const problems: PurlProblem[] = [];
  let isConditional = false;
  for (const [number, whole] of joinLines(text).entries()) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#') || IGNORED.test(line)) continue;
    const [directive = '', ...words] = splitWords(line);
    const problem = readDirective(directive, words, { purls, rules, isConditional });
    isConditional = /^rewritecond$/i.test(directive);
    if (problem !== undefined) problems.push({ place: String(number + 1), problem, text: line.slice(0, MAX_SHOWN) });
  }
  return { purls, rules, problems };
};

/** A line goes on after a backslash at its end; the numbers of lines stay. */
const joinLines = (text: string): readonly string[] => {
  const lines: string[] = [];
  let begun = '';
  for (const line of text.split(/\r\n?|\n/)) {
    const isOpen = line.endsWith('\\');
    begun += isOpen ? `${line.slice(0, -1)} ` : line;
    lines.push(isOpen ? '' : begun);
    if (!isOpen) begun = '';
  }
  return begun === '' ? lines : [...lines, begun];
};

const splitWords = (line: string): readonly string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

interface Adding {
  readonly purls: ReadPurl[];
  readonly rules: ReadRule[];
}

const readDirective = (
  directive: string,
  words: readonly string[],
  { isConditional, ...adding }: Adding & { readonly isConditional: boolean },
): PurlProblemCode | undefined => {
  if (/^rewritecond$/i.test(directive)) return 'condition';
  if (/^rewriterule$/i.test(directive)) return isConditional ? 'condition' : addRule(words, adding);
  return /^redirect(?:permanent|temp)?$/i.test(directive) ? addRedirect(directive, words, adding) : 'directive';
};

const addRule = (
  [pattern = '', target = '', flags = '']: readonly string[],
  { purls, rules }: Adding,
): PurlProblemCode | undefined => {
  const given = flags
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((flag) => flag.trim())
    .filter((flag) => flag !== '');
  const isGone = given.some((flag) => /^G(?:one)?$/i.test(flag));
  if (!isGone && given.some((flag) => !HARMLESS.test(flag) && !STATUS.test(flag))) return 'flag';
  if (pattern.startsWith('!')) return 'pattern';
  if (/%\{|%\d/.test(target)) return 'variable';
  if (!isGone && !ABSOLUTE.test(target)) return 'target';
  const status = isGone ? 410 : statusOf(given);
  if (status === undefined) return 'flag';
  const isCaseless = given.some((flag) => /^(?:NC|nocase)$/i.test(flag));
  const made = { status, isPartial: false, target: isGone ? undefined : target, maintainers: undefined };
  const [, literal, slash, end] = LITERAL.exec(pattern) ?? [];
  const isPlain = literal !== undefined && end === '$' && pattern.startsWith('^') && !isCaseless;
  if (isPlain && !target.includes('$')) {
    const path = unescapePattern(literal);
    purls.push({ ...made, path });
    if (slash !== undefined && path !== '') purls.push({ ...made, path: `${path}/` });
    return undefined;
  }
  const [, begin] = PASSING.exec(pattern) ?? [];
  const path = begin === undefined ? undefined : unescapePattern(begin);
  const isPassed = /^[^$]*\$1$/.test(target) && target.replace('$1', '').endsWith('/');
  if (path !== undefined && isPassed && !isCaseless && pattern.startsWith('^') && (path === '' || path.endsWith('/'))) {
    purls.push({ ...made, isPartial: true, target: target.slice(0, -2), path });
    return undefined;
  }
  rules.push({ pattern: wholePattern(pattern, isCaseless), status, replacement: made.target });
  return undefined;
};

const statusOf = (flags: readonly string[]): PurlStatus | undefined => {
  const [, given = '302'] = flags.map((flag) => STATUS.exec(flag)).find((match) => match !== null) ?? [];
  const status = WORDS[given.toLowerCase()] ?? Number(given);
  return isPurlStatus(status) ? status : undefined;
};

const unescapePattern = (text: string): string => text.replaceAll(/\\(.)/g, '$1');

/** Apache replaces the whole address, wherever the pattern is found in it. */
const wholePattern = (pattern: string, isCaseless: boolean): string => {
  const start = pattern.startsWith('^') ? '^' : '^.*?';
  const end = pattern.endsWith('$') && !pattern.endsWith('\\$') ? '$' : '.*$';
  const inner = pattern.replace(/^\^\/?/, '').replace(/(?<!\\)\$$/, '');
  return `${isCaseless ? '(?i)' : ''}${start}${inner}${end}`;
};

const addRedirect = (
  directive: string,
  words: readonly string[],
  { purls }: Pick<Adding, 'purls'>,
): PurlProblemCode | undefined => {
  const isNamed = /^(?:\d{3}|permanent|temp|seeother|gone)$/i.test(words[0] ?? '');
  const named = isNamed ? (words[0] ?? '') : directive.slice('redirect'.length) || 'temp';
  const [path = '', target] = isNamed ? words.slice(1) : words;
  const status = WORDS[named.toLowerCase()] ?? Number(named);
  if (!isPurlStatus(status) || path === '') return 'malformed';
  if (status !== 410 && (target === undefined || !ABSOLUTE.test(target))) return 'target';
  // Redirect names the path from the root of the site; the first part of it is the domain.
  const own = path.replace(/^\/[^/]*\/?/, '');
  // What follows the path is passed on.
  const isPartial = own === '' || own.endsWith('/');
  purls.push({ path: own, status, isPartial, target: status === 410 ? undefined : target, maintainers: undefined });
  return undefined;
};
