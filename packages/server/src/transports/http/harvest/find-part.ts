import { refuse } from '@perene/api/refusals';
import type { FastifyRequest } from 'fastify';

const PART = /^(\d{1,9})\.xml$/;

/** Returns the part of a list whose file is asked for. */
export const findPart = <Part extends { readonly part: number }>(
  { params, method, originalUrl }: FastifyRequest<{ Params: { file: string } }>,
  parts: readonly Part[],
): Part => {
  const [, number] = PART.exec(params.file) ?? [];
  const found = parts.find(({ part }) => number !== undefined && part === Number(number));
  if (found !== undefined) return found;
  throw refuse('address-unknown', { reason: 'address', method, address: originalUrl.slice(0, 200) });
};
