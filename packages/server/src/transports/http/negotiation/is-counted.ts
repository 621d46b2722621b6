import type { IncomingMessage } from 'node:http';

const PREFETCH = /\bprefetch\b/i;

/**
 * Decision 38: `HEAD` is not counted, nor a request of a browser that fetches in advance, because nobody may read the
 * answer.
 */
export const isCounted = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean => {
  const purpose = headers['sec-purpose'] ?? headers['purpose'];
  return method === 'GET' && !(purpose !== undefined && PREFETCH.test(String(purpose)));
};
