import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Whether an answer had begun when something failed: then it is not answered again, which would fail as well. What is
 * missing of it never comes, so the connection is cut, and the client notices.
 */
export const cutBegunAnswer = (error: unknown, { log }: FastifyRequest, reply: FastifyReply): boolean => {
  const { raw } = reply;
  if (!raw.headersSent) return false;
  reply.hijack();
  log.warn({ err: error }, 'failed after the answer had begun');
  if (!raw.writableEnded) raw.destroy();
  return true;
};
