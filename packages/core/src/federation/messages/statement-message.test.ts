import { expect, it } from 'vitest';
import { formatStatementRequest, parseStatementRequest } from './statement-message.ts';

const HASH = `sha256:${'0'.repeat(64)}`;
const QUERY = `servicesubject=statementRequest&statement.item=J8LNKAN8PW/4CQKS8E&statement.hash=${HASH}`;

it('a request for statements is read as it was written', () => {
  const request = parseStatementRequest(QUERY);
  expect(request).toMatchObject({ ok: true, value: { ibi: { text: 'J8LNKAN8PW/4CQKS8E' }, hash: HASH } });
  if (!request.ok || request.value === undefined) throw new Error('no request');
  expect(formatStatementRequest(request.value)).toBe(QUERY);
});

it.each([
  ['servicesubject=statementRequest', 'statement-request/item'],
  ['servicesubject=statementRequest&statement.item=J8LNKAN8PW/4CQKS8E', 'statement-request/hash'],
  ['%zz=1', 'escape/malformed'],
])('refuses %s', (query, problem) => {
  expect(parseStatementRequest(query)).toMatchObject({ ok: false, problem });
});

it.each(['', 'servicesubject=urlRequest'])('is not "%s"', (query) => {
  expect(parseStatementRequest(query)).toEqual({ ok: true, value: undefined });
});
