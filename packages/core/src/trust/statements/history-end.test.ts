import { expect, it } from 'vitest';
import { historyEndMessage } from './history-end.ts';

it('the end of a history is signed line by line', () => {
  const message = historyEndMessage({ service: 'example.org/a/2026/11.17.09.20', number: '7', hash: 'abc=' });
  expect(new TextDecoder().decode(message)).toBe('ibi-history-v1\nexample.org/a/2026/11.17.09.20\n7\nabc=\n');
});
