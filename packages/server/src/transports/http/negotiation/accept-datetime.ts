import { refuse } from '@perene/api/refusals';
import type { FastifyRequest } from 'fastify';
import { parseDatetime } from './memento.ts';

/** RFC 7089 section 4.5.3: a time that cannot be read is refused. */
export const readDatetime = ({ headers }: FastifyRequest): number | undefined => {
  const { 'accept-datetime': text } = headers;
  if (text === undefined) return undefined;
  const time = parseDatetime(String(text));
  if (time === undefined) throw refuse('request-invalid', { reason: 'no-datetime', text: String(text).slice(0, 100) });
  return time;
};
