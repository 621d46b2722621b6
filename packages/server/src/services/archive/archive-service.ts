import {
  ACKNOWLEDGED,
  CONFIRMATION,
  formatListOfPairs,
  parseQueryString,
  parseServiceRequest,
  type Refused,
  type UrlRequest,
} from '@perene/core';
import { parseDigestRequest } from '@perene/core/federation';
import { Refusal } from '../../refusals/refusal.ts';
import type { DigestAnswers } from './answer-digest.ts';
import {
  type AnswerMemory,
  createAnswerMemory,
  keyOfRequest,
  type WrittenAnswer,
  writeAnswer,
} from './answer-memory.ts';
import { type AccessNeeds, countAccess } from './count-access.ts';
import { describeUrls, formsOfLabel, type UrlAnswerNeeds } from './describe-urls.ts';

/** The Archive's side of RTC-11: one answer for each message (section 9.2, Algorithm 1). */
export interface ArchiveService {
  /** Its label, which messages are addressed to. */
  readonly label: string;
  /** At once where nothing has to be looked up. A message that comes by HEAD is answered, and counts for nothing. */
  answer(query: string, options?: { readonly isHead: boolean }): ServiceAnswer | Promise<ServiceAnswer>;
}

export interface ServiceAnswer {
  readonly status: 200 | 400 | 503;
  /** A list of pairs; empty where the Archive does not hold the item. */
  readonly body: string;
  /** The same for everyone until the catalogue changes, but for its key. */
  readonly isLasting?: boolean;
}

interface DigestNeeds {
  readonly digests: DigestAnswers;
}

type ServiceNeeds = UrlAnswerNeeds & AccessNeeds & DigestNeeds & { readonly memory: AnswerMemory };

export const createArchiveService = ({
  label,
  ...needs
}: Omit<UrlAnswerNeeds, 'archiveService'> & AccessNeeds & DigestNeeds & { readonly label: string }): ArchiveService => {
  const memory = createAnswerMemory(needs.catalogue);
  const service = { ...needs, memory, archiveService: formsOfLabel(label) };
  return { label, answer: (query, options) => answerMessage(service, query, options) };
};

const answerMessage = (
  needs: ServiceNeeds,
  query: string,
  { isHead } = { isHead: false },
): ServiceAnswer | Promise<ServiceAnswer> => {
  if (query.includes('digestRequest')) {
    const digestRequest = parseDigestRequest(query);
    if (!digestRequest.ok) return refused(digestRequest);
    if (digestRequest.value) return needs.digests.answer(digestRequest.value).then((body) => ({ status: 200, body }));
  }
  const request = parseServiceRequest(query);
  if (!request.ok) return refused(request);
  switch (request.value.subject) {
    case 'inclusionConfirmationRequest':
      return { status: 200, body: CONFIRMATION };
    case 'urlRequest':
      return answerUrlRequest(needs, request.value, { isWhole: asksForWholeList(query) });
    case 'acknowledgment':
      return isHead ? RECEIVED : countAccess(needs, request.value).then(() => RECEIVED);
    default:
      return refused({ position: 0, expected: 'a message to an Archive, not to a resolver' });
  }
};

const RECEIVED: ServiceAnswer = { status: 200, body: ACKNOWLEDGED };

/** At once where the answer is known. */
const answerUrlRequest = (
  needs: ServiceNeeds,
  request: UrlRequest,
  options: { readonly isWhole: boolean },
): ServiceAnswer | Promise<ServiceAnswer> => {
  const key = keyOfRequest(request, options.isWhole);
  const known = needs.memory.find(key);
  return known ? complete(needs, known, true) : lookUp(needs, request, { ...options, key });
};

const lookUp = async (
  needs: ServiceNeeds,
  request: UrlRequest,
  { isWhole, key }: { readonly isWhole: boolean; readonly key: string },
): Promise<ServiceAnswer> => {
  const version = needs.memory.version();
  try {
    const description = await describeUrls(needs, request, { isWhole });
    const answer = writeAnswer(description);
    if (description?.isLasting) needs.memory.keep(key, answer, version);
    return complete(needs, answer, description?.isLasting === true);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'transfer-in-doubt') return IN_DOUBT;
    throw error;
  }
};

/** Neither "here" nor "not here": the resolver asks again. */
const IN_DOUBT: ServiceAnswer = { status: 503, body: 'status.archive unavailable' };

const complete = (
  { urlKeys, clock }: ServiceNeeds,
  { text, itemNumber }: WrittenAnswer,
  isLasting: boolean,
): ServiceAnswer => ({
  status: 200,
  isLasting,
  body: itemNumber === undefined ? text : `${text}\r\nurlkey ${urlKeys.issue(itemNumber, clock.now())}`,
});

/** The filter is optional in the standard; `parsedibiurl.filter=none` asks an Archive of ours to leave it out. */
const asksForWholeList = (query: string): boolean => {
  if (!query.includes('parsedibiurl.filter')) return false;
  const pairs = parseQueryString(query);
  return pairs.ok && pairs.value.some(({ name, value }) => name === 'parsedibiurl.filter' && value === 'none');
};

const refused = ({ position, expected }: Pick<Refused, 'position' | 'expected'>): ServiceAnswer => {
  const words = `character ${position + 1}: expected ${expected}`.replaceAll(/[{}]/g, '').split(' ');
  const pairs = formatListOfPairs([
    { name: 'status.archive', value: 'refused' },
    { name: 'status.reason', value: words },
  ]);
  return { status: 400, body: pairs.ok ? pairs.value : 'status.archive refused' };
};
