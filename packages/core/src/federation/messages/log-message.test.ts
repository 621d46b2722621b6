import { describe, expect, it } from 'vitest';
import { formatLogAnswer, formatLogMessage, parseLogAnswer, parseLogMessage } from './log-message.ts';

const SENDER = 'archiveserviceibi=J8LNKAN8PW/4CQKS8E&registrationkey=0123456789';

describe('a message about the log', () => {
  it.each([
    ['servicesubject=logHead', { subject: 'logHead', isForWitness: false }],
    ['servicesubject=logHead&log.for=witness', { subject: 'logHead', isForWitness: true }],
    ['servicesubject=logProof&log.index=7', { subject: 'logProof', about: { index: 7 }, size: undefined }],
    [
      'servicesubject=logProof&log.label=J8LNKAN8PW/4CQKS8E&log.size=9',
      { subject: 'logProof', about: { label: 'J8LNKAN8PW/4CQKS8E' }, size: 9 },
    ],
    ['servicesubject=logConsistency&log.from=0&log.to=4503599627370496', { from: 0, to: 4_503_599_627_370_496 }],
    ['servicesubject=logEntries&log.from=3', { subject: 'logEntries', from: 3, count: undefined }],
    ['servicesubject=logEntries&log.from=3&log.count=10', { subject: 'logEntries', from: 3, count: 10 }],
    [
      `servicesubject=logWitness&${SENDER}&log.size=5&log.signature=EcTb%2B/A%3D`,
      { subject: 'logWitness', archiveService: { text: 'J8LNKAN8PW/4CQKS8E' }, size: 5, signature: 'EcTb+/A=' },
    ],
    [
      `servicesubject=logStatement&${SENDER}&log.statement=ibi-claim-v1%20none`,
      { subject: 'logStatement', registrationKey: '0123456789', text: 'ibi-claim-v1\nnone\n' },
    ],
  ])('%s', (query, expected) => {
    const message = parseLogMessage(query);
    expect(message).toMatchObject({ ok: true, value: expected });
    if (message.ok && message.value !== undefined) expect(formatLogMessage(message.value)).toBe(query);
  });

  it.each([
    ['servicesubject=logProof', 'message/missing'],
    ['servicesubject=logConsistency&log.to=1', 'message/missing'],
    ['servicesubject=logConsistency&log.from=1', 'message/missing'],
    ['servicesubject=logEntries', 'message/missing'],
    [`servicesubject=logWitness&log.size=5&log.signature=a`, 'message/missing'],
    [`servicesubject=logWitness&archiveserviceibi=J8LNKAN8PW/4CQKS8E`, 'message/missing'],
    [`servicesubject=logWitness&${SENDER}&log.signature=a`, 'message/missing'],
    [`servicesubject=logWitness&${SENDER}&log.size=5`, 'message/missing'],
    [`servicesubject=logStatement&${SENDER}`, 'message/missing'],
    [`servicesubject=logStatement&${SENDER}&log.statement=${'a'.repeat(8_193)}`, 'log-message/too-long'],
    ['servicesubject=logEntries&log.from=01', 'log-message/number'],
    ['servicesubject=logEntries&log.from=-1', 'log-message/number'],
    ['servicesubject=logEntries&log.from=4503599627370497', 'log-message/number'],
    ['servicesubject=logHead&log.for=everybody', 'message/value'],
    ['servicesubject=logHead&log.for=%zz', 'escape/malformed'],
  ])('refuses %s', (query, problem) => {
    expect(parseLogMessage(query)).toMatchObject({ ok: false, problem });
  });

  it.each(['', 'servicesubject=leaseRequest', 'log.from=1'])('is not "%s"', (query) => {
    expect(parseLogMessage(query)).toEqual({ ok: true, value: undefined });
  });
});

describe('an answer about the log', () => {
  it('is read as it was written', () => {
    const text = formatLogAnswer([
      ['log.entry', 'ibi-log-v1\n'],
      ['log.path', ''],
      ['log.entry', '— none'],
    ]);
    expect(text).toBe('log.entry ibi-log-v1%0A\r\nlog.path none\r\nlog.entry %E2%80%94%20none');
    const answer = parseLogAnswer(text);
    if (!answer.ok) throw new Error(answer.problem);
    expect(answer.value('log.entry')).toEqual(['ibi-log-v1\n', '— none']);
    expect(answer.value('log.path')).toEqual(['']);
    expect(answer.value('log.head')).toEqual([]);
  });

  it.each([
    ['log.entry {a b}', 'log-message/escape'],
    ['log.entry %zz', 'log-message/escape'],
    ['log.entry', 'pairs/value'],
  ])('refuses %s', (text, problem) => {
    expect(parseLogAnswer(text)).toMatchObject({ ok: false, problem });
  });
});
