import { Refusal } from '@perene/api/refusals';
import { describeMisfit } from '@perene/api/words';
import {
  ACKNOWLEDGED,
  CONFIRMATION,
  formatListOfPairs,
  type HostPort,
  type Label,
  parseQueryString,
  parseServiceRequest,
  type Refused,
  type UrlRequest,
  type WrittenForms,
} from '@perene/core';
import {
  formatAliasAnswer,
  parseAliasRequest,
  parseDigestRequest,
  parseRelationMessage,
  parseStatementRequest,
  parseTransferCheck,
} from '@perene/core/federation';
import { type Alias, aliasLabel, wireState } from '@perene/core/item';
import { allowCopy, watchCopyUse } from '../../../memory/copy-use.ts';
import type { Memory, Recollection } from '../../../memory/recollection.ts';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { Opens } from '../../../ports/archive/desk/collections.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { TransferConfirmations } from '../moving/confirm-transfer.ts';
import type { HandOverProbe } from '../moving/hand-over-probe.ts';
import type { RelationAnswers } from '../relations/answer-relations.ts';
import type { FollowCounter } from '../usage/count-follows.ts';
import type { DigestAnswers } from './answer-digest.ts';
import { createAnswerMemory, keyOfRequest, type WrittenAnswer, writeAnswer } from './answer-memory.ts';
import { answerStatements } from './answer-statements.ts';
import { countAccess, factsOf } from './count-access.ts';
import { createUrlDescriptions, type DescribeUrls, formsOf, type UrlDescription } from './describe-urls.ts';
import type { UrlKeys } from './url-keys.ts';

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
  /** A list of pairs; empty if the Archive does not hold the item. */
  readonly body: string;
  /** Whether it is the same for everyone until the catalogue changes, except for its key. */
  readonly isLasting?: boolean;
}

export const createArchiveService = ({
  catalogue,
  recollection,
  handOver,
  urlKeys,
  clock,
  follows,
  digests,
  relations,
  transfers,
  label,
  publicUrl,
  opens,
  isReadingPublic,
  archiveAddress,
  platformSoftware,
}: {
  readonly catalogue: Catalogue;
  readonly recollection: Recollection;
  readonly handOver: Pick<HandOverProbe, 'hasCommitted'>;
  readonly urlKeys: UrlKeys;
  readonly clock: Clock;
  /** Undefined in tests that count nothing. */
  readonly follows?: Pick<FollowCounter, 'note'> | undefined;
  readonly digests: DigestAnswers;
  /** Undefined in a command, which answers no proposals. */
  readonly relations?: RelationAnswers | undefined;
  /** Undefined in a command, which confirms no transfers. */
  readonly transfers?: TransferConfirmations | undefined;
  /** Of the Archive service. */
  readonly label: Label;
  readonly publicUrl: string;
  /** What persistent URLs of items lead to; their files if it is not said. */
  readonly opens?: Opens | undefined;
  readonly isReadingPublic?: boolean | undefined;
  readonly archiveAddress: HostPort;
  readonly platformSoftware: WrittenForms | undefined;
}): ArchiveService => {
  const urls = createUrlAnswers({
    describe: createUrlDescriptions({
      catalogue,
      handOver,
      clock,
      publicUrl,
      opens,
      isReadingPublic,
      archiveAddress,
      label,
      platformSoftware,
    }),
    recollection,
    memory: createAnswerMemory(recollection),
    issueKey: (summary) => urlKeys.issue(summary, clock.now()),
    summarize: (facts) => urlKeys.summarize(facts),
  });
  const answerMessages = [
    (query: string) => answerDigestRequest(digests, query),
    (query: string) => answerRelationMessage(relations, query),
    (query: string) => answerAliasRequest(catalogue, query),
    (query: string) => answerTransferCheck(transfers, query),
    (query: string) => answerStatementRequest(catalogue, query),
  ];
  return {
    label,
    answer(query, { isHead } = { isHead: false }) {
      for (const answerMessage of answerMessages) {
        const answer = answerMessage(query);
        if (answer !== undefined) return answer;
      }
      const request = parseServiceRequest(query);
      // RTC-11 Algorithm 1, lines 19 to 21: the answer is always the same.
      if (!request.ok) return ACKNOWLEDGMENT.test(query) ? RECEIVED : refused(request);
      switch (request.value.subject) {
        case 'inclusionConfirmationRequest':
          return { status: 200, body: CONFIRMATION };
        case 'urlRequest':
          return urls(request.value, { isWhole: asksForWholeList(query) });
        case 'acknowledgment':
          if (isHead) return RECEIVED;
          return countAccess({ catalogue, urlKeys, clock, publicUrl, follows }, request.value).then(() => RECEIVED);
        default:
          return refused({ problem: 'message/unknown-subject', position: 0, expected: SUBJECTS });
      }
    },
  };
};

/** An answer to a message beyond RTC-11; undefined if the query is not such a message. */
type Extension = ServiceAnswer | Promise<ServiceAnswer> | undefined;

const answerDigestRequest = (digests: DigestAnswers, query: string): Extension => {
  if (!query.includes('digestRequest')) return undefined;
  const request = parseDigestRequest(query);
  if (!request.ok) return refused(request);
  return request.value && digests.answer(request.value).then(asAnswer);
};

const answerRelationMessage = (relations: RelationAnswers | undefined, query: string): Extension => {
  if (!query.includes('=relation')) return undefined;
  const message = parseRelationMessage(query);
  if (!message.ok) return refused(message);
  return message.value && relations?.answer(message.value).then(asAnswer);
};

const answerTransferCheck = (transfers: TransferConfirmations | undefined, query: string): Extension => {
  if (!query.includes('transferCheck')) return undefined;
  const check = parseTransferCheck(query);
  if (!check.ok) return refused(check);
  return check.value && transfers?.answer(check.value).then(asAnswer);
};

const answerStatementRequest = (catalogue: Pick<Catalogue, 'find' | 'statements'>, query: string): Extension => {
  if (!query.includes('statementRequest')) return undefined;
  const request = parseStatementRequest(query);
  if (!request.ok) return refused(request);
  return request.value && answerStatements(catalogue, request.value).then(asAnswer);
};

/** Answers for deleted items too, because their labels lead to tombstones. */
const answerAliasRequest = (catalogue: Pick<Catalogue, 'find'>, query: string): Extension => {
  if (!query.includes('aliasRequest')) return undefined;
  const request = parseAliasRequest(query);
  if (!request.ok) return refused(request);
  return request.value && answerAlias(catalogue, request.value.alias);
};

const answerAlias = async (catalogue: Pick<Catalogue, 'find'>, alias: Alias): Promise<ServiceAnswer> => {
  const used = watchCopyUse();
  const item = await allowCopy(() => catalogue.find(aliasLabel(alias)));
  if (item === undefined && used() !== undefined) return IN_DOUBT;
  const found = item && { ibi: formsOf(item, undefined), state: wireState(item.state) };
  return asAnswer(formatAliasAnswer(found));
};

const SUBJECTS = 'inclusionConfirmationRequest, urlRequest or acknowledgment';

const asAnswer = (body: string): ServiceAnswer => ({ status: 200, body });

const ACKNOWLEDGMENT = /(?:^|&)servicesubject=acknowledgment(?:&|$)/;
const RECEIVED: ServiceAnswer = { status: 200, body: ACKNOWLEDGED };

/** Returns the answer itself if it is remembered. */
const createUrlAnswers = ({
  describe,
  recollection,
  memory,
  issueKey,
  summarize,
}: {
  readonly describe: DescribeUrls;
  readonly recollection: Recollection;
  readonly memory: Memory<WrittenAnswer>;
  readonly issueKey: (summary: string) => string;
  readonly summarize: UrlKeys['summarize'];
}) => {
  const complete = ({ text, summary }: WrittenAnswer, isLasting: boolean): ServiceAnswer => ({
    status: 200,
    isLasting,
    body: summary === undefined ? text : `${text}\r\nurlkey ${issueKey(summary)}`,
  });

  const lookUp = async (request: UrlRequest, isWhole: boolean, key: string): Promise<ServiceAnswer> => {
    const reading = recollection.begin();
    const used = watchCopyUse();
    try {
      const description = await recollection.noting(reading, () => allowCopy(() => describe(request, { isWhole })));
      if (used() !== undefined && lacks(description, request)) return IN_DOUBT;
      const facts = description === undefined ? [] : factsOf(description.list);
      const answer = writeAnswer(description, facts.length === 0 ? undefined : summarize(facts));
      if (description?.isLasting) memory.keep(key, answer, reading);
      return complete(answer, description?.isLasting === true);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'transfer-in-doubt') return IN_DOUBT;
      throw error;
    }
  };

  return (request: UrlRequest, { isWhole }: { readonly isWhole: boolean }): ServiceAnswer | Promise<ServiceAnswer> => {
    const key = keyOfRequest(request, isWhole);
    const known = memory.find(key);
    return known ? complete(known, true) : lookUp(request, isWhole, key);
  };
};

/** Whether the answer is that something is not here: what a copy of the database lacks may be in the database. */
const lacks = (description: UrlDescription | undefined, { filePath }: UrlRequest): boolean => {
  const related = [...(description?.list.related.values() ?? [])];
  return related.length === 0 || (filePath !== undefined && related.every(({ url }) => url === undefined));
};

/** Says neither "here" nor "not here", so that the resolver asks again. */
const IN_DOUBT: ServiceAnswer = { status: 503, body: 'status.archive unavailable' };

/**
 * The filter is optional in the standard; `parsedibiurl.filter=none` asks an Archive that runs Perene to leave it out.
 */
const asksForWholeList = (query: string): boolean => {
  if (!query.includes('parsedibiurl.filter')) return false;
  const pairs = parseQueryString(query);
  return pairs.ok && pairs.value.some(({ name, value }) => name === 'parsedibiurl.filter' && value === 'none');
};

const refused = (unfit: Omit<Refused, 'ok'>): ServiceAnswer => {
  const words = describeMisfit(unfit, 'en').replaceAll(/[{}]/g, '').split(' ');
  const pairs = formatListOfPairs([
    { name: 'status.archive', value: 'refused' },
    { name: 'status.reason', value: words },
  ]);
  return { status: 400, body: pairs.ok ? pairs.value : 'status.archive refused' };
};
