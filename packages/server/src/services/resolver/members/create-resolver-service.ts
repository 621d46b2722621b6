import { because, type MembershipRefusal, misfit, Refusal } from '@perene/api/refusals';
import { describe } from '@perene/api/words';
import {
  type Answer,
  accept,
  formatHostPort,
  formatMembershipStatus,
  formatServiceRequest,
  type HostPort,
  isConfirmation,
  type MembershipRequest,
  type MembershipStatus,
  parseIpAddress,
  parseServiceRequest,
  refuse as refuseMessage,
} from '@perene/core';
import {
  formatLeaseDenial,
  type LeaseMessage,
  LOG_RECEIVED,
  type LogSubmission,
  parseAliasRequest,
  parseLeaseMessage,
  parseLogMessage,
  readKeyPairs,
} from '@perene/core/federation';
import type { ConfirmedPlace, Member, Members } from '../../../ports/federation/members.ts';
import type { ArchiveAddress, Messenger } from '../../../ports/federation/messenger.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import type { AliasTelling } from '../aliases/answer-alias-request.ts';
import type { LeaseAnswers } from '../leases/answer-leases.ts';
import { isNotLogged, type LogAnswers, type LogQuestion } from '../log/answer-log.ts';
import type { LogSubmissions } from '../log/claims/take-submissions.ts';
import { createKeyChecks } from './check-keys.ts';
import type { MemberDirectory } from './member-directory.ts';

/** The resolver's side of RTC-11 section 7.2: Archives ask to be included and excluded. */
export interface ResolverService {
  answer(query: string, asked: { readonly by: string; readonly isHead: boolean }): Promise<ResolverAnswer>;
}

export interface ResolverAnswer {
  readonly status: 200 | 400 | 403 | 404 | 429 | 503;
  /** A list of pairs. */
  readonly body: string;
  readonly retryAfterSeconds?: number;
  /** For the log: who asked for what, and the outcome. */
  readonly event?: { readonly archive: string; readonly address: string; readonly outcome: string };
}

/** From an Archive that says who it is. */
type MemberMessage = MembershipRequest | LeaseMessage | LogSubmission;

interface Received {
  /** The address of the sender. */
  readonly by: string;
  readonly query: string;
}

const DEFAULT_PORT = 80;
const CONFIRMATION_LIMITS = { deadlineMs: 5_000, maxBytes: 4_096 };
const CONFIRMATION_REQUEST = formatServiceRequest({ subject: 'inclusionConfirmationRequest' });

export const createResolverService = ({
  members,
  messenger,
  secrets,
  directory,
  leases,
  log,
  tellAlias,
  clock,
}: {
  readonly members: Members;
  readonly messenger: Pick<Messenger, 'send'>;
  readonly secrets: Pick<Secrets, 'isKeyOf' | 'isKnownKey'>;
  readonly directory: Pick<MemberDirectory, 'refresh'>;
  readonly leases: LeaseAnswers;
  /** Undefined where this node has no log. */
  readonly log: { readonly answers: LogAnswers; readonly submissions: LogSubmissions } | undefined;
  readonly tellAlias: AliasTelling;
  readonly clock: Pick<Clock, 'now'>;
}): ResolverService => {
  const keys = createKeyChecks({ secrets, clock });

  /** Returns whether the change was made. */
  const change = async (before: Member, decide: (member: Member) => Member | undefined): Promise<boolean> => {
    let isDone = false;
    await members.change(before.service, (member) => {
      // The operator has changed or removed the key since it was checked.
      if (member === undefined || member.state === 'revoked' || member.keyHash !== before.keyHash) return undefined;
      const wanted = decide(member);
      if (wanted === undefined) return undefined;
      isDone = true;
      return { kind: 'keep', member: { ...wanted, changedAt: clock.now() } };
    });
    return isDone;
  };

  /**
   * Includes an Archive even if it does not confirm, because some cannot be reached for a while. Refuses a private
   * address.
   */
  const include = async (request: MembershipRequest, before: Member): Promise<Changed> => {
    const address = formatHostPort(withoutDefaultPort(request.archiveAddress));
    const confirmed = await askBack(messenger, { address, service: before.service });
    if (confirmed === 'not-allowed') {
      return { reason: 'address-private' };
    }
    const isConfirmed = confirmed !== 'no';
    const wanted = {
      state: 'included',
      address,
      ip: request.archiveIp.text,
      platformVersion: request.platformVersion,
      administratorEmail: request.administratorEmail,
      isConfirmed,
      ...(isConfirmed && { confirmed: { address, ...confirmed } }),
    } as const;
    const isDone = await change(before, (member) => {
      // The later message counts: the Archive may have been excluded while it was asked back.
      if (member.state !== 'included' && member.revision !== before.revision) return undefined;
      // The member is written even if nothing changes, so that every process learns that the Archive is running.
      return { ...member, ...wanted };
    });
    return isDone ? { kind: 'included', confirmed: isConfirmed } : { reason: 'away-meanwhile' };
  };

  const exclude = async (request: MembershipRequest, before: Member): Promise<Changed> => {
    // Written even if nothing changes, so that an inclusion under way notices it.
    const isDone = await change(before, (member) => ({
      ...member,
      state: 'excluded',
      isConfirmed: false,
      platformVersion: request.platformVersion,
      administratorEmail: request.administratorEmail,
    }));
    return isDone ? { kind: 'excluded' } : { reason: 'revoked-meanwhile' };
  };

  const answerMember = async (request: MemberMessage, { by, query }: Received): Promise<ResolverAnswer> => {
    try {
      const member = await members.find(request.archiveService.text);
      const deny = 'held' in request ? denyLease : refuseMember;
      if (member === undefined || member.state === 'revoked') {
        return deny({ reason: 'not-registered' });
      }
      const finding = await keys.check({ member, key: request.registrationKey, by });
      if (finding === 'wrong') return deny({ reason: 'key-wrong' });
      if (finding !== 'right') {
        const { waitSeconds } = finding;
        return {
          ...refuse(429, { reason: 'too-many-keys', seconds: waitSeconds }),
          retryAfterSeconds: waitSeconds,
        };
      }
      if (member.state === 'requested') return deny({ reason: 'not-approved' });
      if (member.state !== 'included' && request.subject === 'leaseRequest') return deny({ reason: 'not-included' });
      if ('held' in request) return { status: 200, body: await leases.answer(numberOf(member), request) };
      if (request.subject === 'logWitness' || request.subject === 'logStatement') return takeSubmission(request);
      const status =
        request.subject === 'inclusionRequest' ? await include(request, member) : await exclude(request, member);
      await directory.refresh();
      if ('reason' in status) return refuse(403, status);
      const key = status.kind === 'included' ? await pinKey(request, query) : {};
      return { status: 200, body: formatMembershipStatus({ ...status, ...key }) };
    } catch (error) {
      if (error instanceof Refusal && error.code === 'too-many-registrations') return UNAVAILABLE;
      throw error;
    }
  };

  /** Pins the key of the Archive; returns whether it counts. */
  const pinKey = async (
    { archiveService }: MembershipRequest,
    query: string,
  ): Promise<{ readonly key?: 'known' | 'other' }> => {
    const given = readKeyPairs(query);
    if (log === undefined || !given.ok || given.value === undefined) return {};
    const counts = await log.submissions.key(archiveService.text, given.value);
    return { key: counts ? 'known' : 'other' };
  };

  const takeSubmission = async (message: LogSubmission): Promise<ResolverAnswer> => {
    if (log === undefined) return UNAVAILABLE;
    const { text: service } = message.archiveService;
    const isTaken =
      message.subject === 'logWitness'
        ? await log.submissions.witness(service, message)
        : await log.submissions.statement(service, message.text);
    if (isTaken === 'too-many') return { ...UNAVAILABLE, status: 429, retryAfterSeconds: 3_600 };
    return isTaken ? { status: 200, body: LOG_RECEIVED } : refuse(403, { reason: 'not-logged' });
  };

  const answerAboutLog = async (question: LogQuestion): Promise<ResolverAnswer> => {
    if (log === undefined) return UNAVAILABLE;
    try {
      return { status: 200, body: await log.answers.answer(question) };
    } catch (error) {
      if (!isNotLogged(error)) throw error;
      return { status: 404, body: formatMembershipStatus({ kind: 'refused', reason: describe(error, 'en') }) };
    }
  };

  return {
    async answer(query, { by, isHead }) {
      const alias = query.includes('aliasRequest') ? parseAliasRequest(query) : undefined;
      if (alias?.ok && alias.value !== undefined) {
        const { item } = alias.value;
        const body = isHead ? '' : await tellAlias(alias.value.alias, { by, item });
        return body === undefined ? UNAVAILABLE : { status: 200, body };
      }
      const request = alias?.ok === false ? alias : readMessage(query);
      if (!request.ok) return refuse(400, { reason: 'message', ...misfit(request) });
      const { value } = request;
      // Decision 38: a HEAD request changes nothing.
      if (isHead) return { status: 200, body: '' };
      if (!('archiveService' in value)) return answerAboutLog(value);
      const answer = await answerMember(value, { by, query });
      if (!('archiveAddress' in value)) return answer;
      const { archiveService, archiveAddress } = value;
      const outcome = answer.body.replaceAll('\r\n', ' ');
      return { ...answer, event: { archive: archiveService.text, address: formatHostPort(archiveAddress), outcome } };
    },
  };
};

const readMessage = (query: string): Answer<MemberMessage | LogQuestion> => {
  const log = parseLogMessage(query);
  if (!log.ok) return log;
  if (log.value) return accept(log.value);
  const lease = parseLeaseMessage(query);
  if (!lease.ok) return lease;
  if (lease.value) return accept(lease.value);
  const request = parseServiceRequest(query);
  if (!request.ok) return request;
  const { value } = request;
  return value.subject === 'inclusionRequest' || value.subject === 'exclusionRequest'
    ? accept(value)
    : refuseMessage('message/unknown-subject', 0, 'inclusionRequest or exclusionRequest');
};

/** An approved Archive always has a number. */
const numberOf = ({ service, number }: Member): number => {
  if (number === undefined) throw new Error(`${service} has no number`);
  return number;
};

const UNAVAILABLE: ResolverAnswer = { status: 503, body: 'status.archive unavailable', retryAfterSeconds: 60 };

/**
 * RTC-11 Example 7.4. Only the address that said yes is confirmed: a name may list addresses of others, or change between
 * two look-ups.
 */
const askBack = async (
  messenger: Pick<Messenger, 'send'>,
  archive: ArchiveAddress,
): Promise<Pick<ConfirmedPlace, 'ips'> | 'no' | 'not-allowed'> => {
  let asked: string | undefined;
  const onConnected = (ip: string): void => {
    asked = ip;
  };
  try {
    const answer = await messenger.send(archive, CONFIRMATION_REQUEST, { ...CONFIRMATION_LIMITS, onConnected });
    if (!isConfirmation(answer)) return 'no';
    const ip = asked === undefined ? undefined : parseIpAddress(asked);
    return { ips: ip?.ok ? [ip.value.text] : [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'peer-not-allowed' ? 'not-allowed' : 'no';
  }
};

const withoutDefaultPort = ({ host, port }: HostPort): HostPort => ({
  host,
  port: port === DEFAULT_PORT ? undefined : port,
});

/** Decision 20: the reason is a list of words. */
const wordsOf = (refusal: MembershipRefusal): string =>
  describe(because('membership-refused', refusal), 'en').replaceAll(/[{}]/g, '');

const refuse = (status: 400 | 403 | 429, refusal: MembershipRefusal): ResolverAnswer => ({
  status,
  body: formatMembershipStatus({ kind: 'refused', reason: wordsOf(refusal) }),
});

const refuseMember = (refusal: MembershipRefusal): ResolverAnswer => refuse(403, refusal);

const denyLease = (refusal: MembershipRefusal): ResolverAnswer => ({
  status: 403,
  body: formatLeaseDenial(wordsOf(refusal)),
});

type Changed = Exclude<MembershipStatus, { readonly kind: 'refused' }> | MembershipRefusal;
