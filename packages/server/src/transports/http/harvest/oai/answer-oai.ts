import { parseIbi, type RepositoryLabel } from '@perene/core';
import type { Harvest, HarvestedItem } from '../../../../services/archive/harvest/harvest-items.ts';
import { stampOf } from '../stamp.ts';
import { element, type Xml } from '../xml.ts';
import {
  writeError,
  writeFormats,
  writeHeader,
  writeIdentify,
  writeOaiDocument,
  writeRecord,
  writeSets,
  writeTokenElement,
} from './oai-document.ts';
import { formatOf, hasFormat, METADATA_PREFIXES } from './oai-formats.ts';
import { isOaiError, type OaiError, type OaiList, type OaiRequest, readOaiRequest } from './oai-request.ts';
import { specOf } from './oai-sets.ts';
import { writeToken } from './oai-token.ts';

const RECORDS_A_PAGE = 100;
const HEADERS_A_PAGE = 500;

export interface OaiRepository {
  readonly harvest: Harvest;
  /** Microseconds since 1970. */
  readonly now: () => bigint;
  readonly name: string;
  /** The beginning of the addresses of this node. */
  readonly publicUrl: string;
  readonly baseUrl: string;
  readonly email: string;
  /** The host of the resolver: identifiers last as long as persistent URLs do. */
  readonly namespace: string;
}

interface Answer {
  readonly content: Xml;
  /** The date of the answer, if it is not now. */
  readonly at?: bigint;
}

/** Answers a request of OAI-PMH 2.0, right or wrong, with a document. */
export const answerOai = async (repository: OaiRepository, given: URLSearchParams): Promise<string> => {
  const request = readOaiRequest(given);
  const answer = isOaiError(request) ? request : await answerRequest(repository, request);
  const { baseUrl, now } = repository;
  if (isOaiError(answer)) {
    const isRepeated = answer.code !== 'badVerb' && answer.code !== 'badArgument';
    const repeated = isRepeated ? Object.fromEntries(given) : {};
    return writeOaiDocument({ baseUrl, at: stampOf(now()), given: repeated }, writeError(answer));
  }
  const at = stampOf(answer.at ?? now());
  return writeOaiDocument({ baseUrl, at, given: Object.fromEntries(given) }, answer.content);
};

const answerRequest = async (repository: OaiRepository, request: OaiRequest): Promise<Answer | OaiError> => {
  const { harvest } = repository;
  switch (request.verb) {
    case 'Identify': {
      const earliest = stampOf((await harvest.firstDate()) ?? 0n);
      return { content: writeIdentify({ ...repository, earliest }) };
    }
    case 'ListSets': {
      const [kinds, languages] = [await harvest.values('kind'), await harvest.values('language')];
      const collections = await harvest.collections();
      const sets = [
        ...collections.map(({ name, title }) => ({ column: 'collection', value: name, title }) as const),
        ...kinds.map((value) => ({ column: 'kind', value }) as const),
        ...languages.map((value) => ({ column: 'language', value }) as const),
      ];
      // A list must not be empty.
      return sets.length > 0
        ? { content: writeSets(sets) }
        : { content: writeSets([{ column: 'kind', value: 'document' }]) };
    }
    case 'ListMetadataFormats': {
      const { identifier } = request;
      if (identifier === undefined) return { content: writeFormats(METADATA_PREFIXES) };
      const record = await findRecord(repository, identifier);
      if (record === undefined) return unknownIdentifier;
      return { content: writeFormats(METADATA_PREFIXES.filter((prefix) => hasFormat(prefix, record.kind))) };
    }
    case 'GetRecord': {
      const record = await findRecord(repository, request.identifier);
      if (record === undefined) return unknownIdentifier;
      if (!hasFormat(request.prefix, record.kind)) {
        return { code: 'cannotDisseminateFormat', message: `the record has no ${request.prefix}` };
      }
      return { content: element('GetRecord', {}, writeRecord(record, request.prefix, identifying(repository))) };
    }
    default:
      return answerList(repository, request);
  }
};

const unknownIdentifier: OaiError = { code: 'idDoesNotExist', message: 'this Archive has no such record' };

const identifying = ({ namespace, publicUrl }: OaiRepository) => ({
  publicUrl,
  identify: (repository: string) => `oai:${namespace}:${repository}`,
});

const findRecord = async (
  { harvest, namespace }: OaiRepository,
  identifier: string,
): Promise<HarvestedItem | undefined> => {
  const prefix = `oai:${namespace}:`;
  const label = identifier.startsWith(prefix) ? parseIbi(identifier.slice(prefix.length)) : undefined;
  if (!label?.ok || label.value.text !== identifier.slice(prefix.length)) return undefined;
  return harvest.find(label.value.text as RepositoryLabel);
};

const answerList = async (repository: OaiRepository, list: OaiList): Promise<Answer | OaiError> => {
  const { harvest } = repository;
  const { verb, prefix, set, from, before, token } = list;
  if (token !== undefined && !(await harvest.isPlace(token.place))) {
    return { code: 'badResumptionToken', message: 'an older state was restored since: begin the list anew' };
  }
  const { kind } = formatOf(prefix);
  const collection = set?.column === 'collection' ? set.value : undefined;
  const having = [
    ...(set === undefined || set.column === 'collection' ? [] : [{ column: set.column, value: set.value }]),
    ...(kind === undefined ? [] : [{ column: 'kind', value: kind } as const]),
  ];
  const isBare = verb === 'ListIdentifiers';
  const limit = isBare ? HEADERS_A_PAGE : RECORDS_A_PAGE;
  const page = await harvest.list({
    after: token?.place.number ?? 0n,
    limit,
    from,
    before,
    having,
    collection,
    isBare,
  });
  if (page.items.length === 0) return { code: 'noRecordsMatch', message: 'no record matches' };
  const cursor = token?.cursor ?? 0;
  const size =
    token?.size ??
    (page.next && token === undefined ? await harvest.count({ from, before, having, collection }) : undefined);
  const next =
    page.next &&
    writeToken({
      metadataPrefix: prefix,
      set: set === undefined ? '' : specOf(set),
      from: from === undefined ? '' : stampOf(from),
      until: before === undefined ? '' : stampOf(before - 1n),
      place: page.next,
      cursor: cursor + page.items.length,
      size,
    });
  const naming = identifying(repository);
  return {
    at: page.horizon,
    content: element(
      verb,
      {},
      page.items.map((record) => (isBare ? writeHeader(record, naming) : writeRecord(record, prefix, naming))),
      token === undefined && next === undefined ? undefined : writeTokenElement({ token: next, cursor, size }),
    ),
  };
};
