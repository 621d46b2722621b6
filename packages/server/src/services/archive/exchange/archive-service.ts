import { Refusal } from '@perene/api/refusals';
import {
  ACKNOWLEDGED,
  CONFIRMATION,
  formatListOfPairs,
  type Label,
  parseQueryString,
  parseServiceRequest,
  type Refused,
  type UrlRequest,
} from '@perene/core';
import {
  formatAliasAnswer,
  parseAliasRequest,
  parseDigestRequest,
  parseRelationMessage,
} from '@perene/core/federation';
import { type Alias, aliasLabel } from '@perene/core/item';
import type { RelationAnswers } from '../relations/answer-relations.ts';
import type { DigestAnswers } from './answer-digest.ts';
import {
  type AnswerMemory,
  createAnswerMemory,
  keyOfRequest,
  type WrittenAnswer,
  writeAnswer,
} from './answer-memory.ts';
import { type AccessNeeds, countAccess, factsOf } from './count-access.ts';
import { describeUrls, formsOf, type UrlAnswerNeeds } from './describe-urls.ts';

/** The Archive's side of RTC-11: one answer for each message (section 9.2, Algorithm 1). */
export interface ArchiveService {
  /** Its label, to which messages are addressed. */
  readonly label: Label;
  /**
   * Returns the answer itself, and no promise, if nothing has to be looked up. A message that comes by HEAD is answered
   * but not counted.
   */
  answer(query: string, options?: { readonly isHead: boolean }): ServiceAnswer | Promise<ServiceAnswer>;
}

export interface ServiceAnswer {
  readonly status: 200 | 400 | 503;
  /** A list of pairs; empty where the Archive does not hold the item. */
  readonly body: string;
  /** Whether it is the same for everyone until the catalogue changes, except for its key. */
  readonly isLasting?: boolean;
}

interface DigestNeeds {
  readonly digests: DigestAnswers;
  /** Undefined in a command, which answers no proposals. */
  readonly relations?: RelationAnswers | undefined;
}

type ServiceNeeds = UrlAnswerNeeds & AccessNeeds & DigestNeeds & { readonly memory: AnswerMemory };

export const createArchiveService = (needs: UrlAnswerNeeds & AccessNeeds & DigestNeeds): ArchiveService => {
  const service = { ...needs, memory: createAnswerMemory(needs.catalogue) };
  return { label: needs.label, answer: (query, options) => answerMessage(service, query, options) };
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
  if (query.includes('=relation')) {
    const message = parseRelationMessage(query);
    if (!message.ok) return refused(message);
    if (message.value && needs.relations) return needs.relations.answer(message.value).then(asAnswer);
  }
  if (query.includes('aliasRequest')) {
    const alias = parseAliasRequest(query);
    if (!alias.ok) return refused(alias);
    if (alias.value) return answerAlias(needs, alias.value);
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

const asAnswer = (body: string): ServiceAnswer => ({ status: 200, body });
/** Answers for deleted items too, because their labels lead to tombstones. */
const answerAlias = async ({ catalogue }: ServiceNeeds, alias: Alias): Promise<ServiceAnswer> => {
  const item = await catalogue.find(aliasLabel(alias));
  return { status: 200, body: formatAliasAnswer(item && formsOf(item, undefined)) };
};

const RECEIVED: ServiceAnswer = { status: 200, body: ACKNOWLEDGED };

/** Returns the answer itself if it is remembered. */
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
    const facts = description === undefined ? [] : factsOf(description.list);
    const answer = writeAnswer(description, facts.length === 0 ? undefined : needs.urlKeys.summarize(facts));
    if (description?.isLasting) needs.memory.keep(key, answer, version);
    return complete(needs, answer, description?.isLasting === true);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'transfer-in-doubt') return IN_DOUBT;
    throw error;
  }
};

/** Says neither "here" nor "not here", so that the resolver asks again. */
const IN_DOUBT: ServiceAnswer = { status: 503, body: 'status.archive unavailable' };

const complete = (
  { urlKeys, clock }: ServiceNeeds,
  { text, summary }: WrittenAnswer,
  isLasting: boolean,
): ServiceAnswer => ({
  status: 200,
  isLasting,
  body: summary === undefined ? text : `${text}\r\nurlkey ${urlKeys.issue(summary, clock.now())}`,
});

/**
 * The filter is optional in the standard; `parsedibiurl.filter=none` asks an Archive that runs Perene to leave it out.
 */
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
