import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendCompressed } from '../send-compressed.ts';
import { answerOai, type OaiRepository } from './answer-oai.ts';

const PATH = '/oai';
const FORM = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 16_384;

/** Registers OAI-PMH 2.0, for GET and for POST (section 3.1.1 of the protocol). */
export const registerOai = (routes: FastifyInstance, repository: OaiRepository): void => {
  routes.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  const answer = async (request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> => {
    const document = await answerOai(repository, new URLSearchParams(text));
    return sendCompressed(request, reply, { mediaType: 'text/xml; charset=utf-8', text: document });
  };
  routes.get(PATH, (request, reply) => {
    const { originalUrl } = request;
    const start = originalUrl.indexOf('?');
    return answer(request, reply, start === -1 ? '' : originalUrl.slice(start + 1));
  });
  routes.post(PATH, (request, reply) => answer(request, reply, typeof request.body === 'string' ? request.body : ''));
};
