import type { AnvlProblem } from '../../../services/noid/ezid/anvl.ts';
import type { EzidProblem } from '../../../services/noid/ezid/ezid-answer.ts';

/** A status line, word for word as EZID writes it, because clients compare it. */
export interface StatusLine {
  readonly status: number;
  readonly line: string;
}

const bad = (why: string): StatusLine => ({ status: 400, line: `error: bad request - ${why}` });

export const UNAUTHORIZED: StatusLine = { status: 401, line: 'error: unauthorized' };
export const FORBIDDEN: StatusLine = { status: 403, line: 'error: forbidden' };
export const METHOD_NOT_ALLOWED: StatusLine = { status: 405, line: 'error: method not allowed' };
export const INTERNAL: StatusLine = { status: 500, line: 'error: internal server error' };
export const BUSY: StatusLine = { status: 503, line: 'error: concurrency limit exceeded' };

export const BAD = {
  contentType: bad('If specified, Content-Type must be text/plain and encoding must be UTF-8'),
  encoding: bad('character decoding error'),
  body: bad('malformed or incomplete request body'),
  tooLarge: bad('identifier metadata is too large to be shown'),
  subsystem: bad('no such subsystem'),
  parameter: (name: string) => bad(`unrecognized URL query parameter '${name}'`),
  value: (name: string) => bad(`invalid value for URL query parameter '${name}'`),
} as const;

const ANVL: Readonly<Record<AnvlProblem, string>> = {
  escape: 'percent-decode error',
  continuation: 'no previous label for continuation line',
  'no-colon': 'no colon in line',
  'empty-label': 'empty label',
  'repeated-label': 'repeated label',
  'too-many': 'too many lines or labels',
};

export const sayAnvlProblem = (problem: AnvlProblem): StatusLine => bad(`ANVL parse error (${ANVL[problem]})`);

const FIELDS: Readonly<Record<(EzidProblem & { readonly error: 'field' })['problem'], string>> = {
  'not-settable': 'field is not settable',
  'no-user': 'no such user',
  status: 'invalid identifier status',
  'status-change': 'invalid identifier status change',
  url: 'enter a valid URL',
  profile: 'invalid profile name',
  'yes-or-no': "value must be 'yes' or 'no'",
};

const PROBLEMS: Readonly<Record<Exclude<EzidProblem['error'], 'field' | 'exhausted' | 'forbidden'>, string>> = {
  identifier: 'invalid identifier',
  shoulder: 'no such shoulder',
  'no-minting': 'shoulder does not support minting',
  exists: 'identifier already exists, cannot create',
  unknown: 'no such identifier',
  'no-deletion': 'identifier status does not support deletion',
  ownership: 'ownership change prohibited',
};

export const sayProblem = (problem: EzidProblem): StatusLine => {
  if (problem.error === 'forbidden') return FORBIDDEN;
  if (problem.error === 'field') return bad(`${problem.field}: ${FIELDS[problem.problem]}`);
  if (problem.error === 'exhausted') {
    return { status: 503, line: `error: minter failed to create an identifier on shoulder ${problem.shoulder}` };
  }
  return bad(PROBLEMS[problem.error]);
};
