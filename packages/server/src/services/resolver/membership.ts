import {
  formatHostPort,
  formatMembershipStatus,
  formatServiceRequest,
  type HostPort,
  isConfirmation,
  type MembershipRequest,
  type MembershipStatus,
  parseServiceRequest,
} from '@perene/core';
import type { ArchiveMessenger } from '../../ports/archive-messenger.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyHashes } from '../../ports/key-hashes.ts';
import type { Member, Members } from '../../ports/members.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import type { MemberDirectory } from './member-directory.ts';

/** The resolver's side of RTC-11 section 7.2: Archives ask to be included and excluded. */
export interface ResolverService {
  answer(query: string, asked: { readonly by: string; readonly isHead: boolean }): Promise<ResolverAnswer>;
}

export interface ResolverAnswer {
  readonly status: 200 | 400 | 403 | 429 | 503;
  /** A list of pairs. */
  readonly body: string;
  readonly retryAfterSeconds?: number;
  /** For the log: who asked for what, and what came of it. */
  readonly event?: { readonly archive: string; readonly address: string; readonly outcome: string };
}

interface MembershipNeeds {
  readonly members: Members;
  readonly messenger: Pick<ArchiveMessenger, 'send'>;
  readonly hashes: KeyHashes;
  readonly directory: Pick<MemberDirectory, 'refresh'>;
  readonly clock: Pick<Clock, 'now'>;
}

const DEFAULT_PORT = 80;
const WRONG_KEYS_A_MINUTE = 20;
const CONFIRMATION_LIMITS = { deadlineMs: 5_000, maxBytes: 4_096 };
const CONFIRMATION_REQUEST = formatServiceRequest({ subject: 'inclusionConfirmationRequest' });

export const createResolverService = (needs: MembershipNeeds): ResolverService => {
  const limit = createAttemptLimit({ clock: needs.clock, most: WRONG_KEYS_A_MINUTE, periodSeconds: 60 });
  return {
    async answer(query, { by, isHead }) {
      const request = parseServiceRequest(query);
      if (!request.ok) return refuse(400, `character ${request.position + 1}: expected ${request.expected}`);
      const { value } = request;
      if (value.subject !== 'inclusionRequest' && value.subject !== 'exclusionRequest') {
        return refuse(400, 'expected a message to a resolver, inclusionRequest or exclusionRequest');
      }
      // Decision 38: a HEAD asks for nothing.
      if (isHead) return { status: 200, body: '' };
      const waitSeconds = limit.take(by);
      if (waitSeconds > 0) {
        return { ...refuse(429, `too many wrong keys, wait ${waitSeconds} s`), retryAfterSeconds: waitSeconds };
      }
      const answer = await answerMember(needs, value, () => limit.giveBack(by));
      const { archiveService, archiveAddress } = value;
      const outcome = answer.body.replaceAll('\r\n', ' ');
      return { ...answer, event: { archive: archiveService.text, address: formatHostPort(archiveAddress), outcome } };
    },
  };
};

const answerMember = async (
  needs: MembershipNeeds,
  request: MembershipRequest,
  onRightKey: () => void,
): Promise<ResolverAnswer> => {
  try {
    const member = await needs.members.find(request.archiveService.text);
    if (member === undefined || member.state === 'revoked') return refuse(403, 'this Archive is not registered');
    if (!(await needs.hashes.isHashOf(member.keyHash, request.registrationKey))) {
      return refuse(403, 'the registration key is wrong');
    }
    onRightKey();
    if (member.state === 'requested') return refuse(403, 'the registration has not been approved yet');
    const status =
      request.subject === 'inclusionRequest'
        ? await include(needs, request, member)
        : await exclude(needs, request, member);
    await needs.directory.refresh();
    return { status: status.kind === 'refused' ? 403 : 200, body: write(status) };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-many-registrations') return UNAVAILABLE;
    throw error;
  }
};

const UNAVAILABLE: ResolverAnswer = { status: 503, body: 'status.archive unavailable', retryAfterSeconds: 60 };

/** Included whether it confirms or not: some Archives cannot be reached for a while. A private address is another matter. */
const include = async (
  needs: MembershipNeeds,
  request: MembershipRequest,
  before: Member,
): Promise<MembershipStatus> => {
  const address = formatHostPort(withoutDefaultPort(request.archiveAddress));
  const confirmed = await askBack(needs.messenger, { address, service: before.service });
  if (confirmed === 'not allowed') {
    return { kind: 'refused', reason: 'the address of the Archive is private, which this resolver does not allow' };
  }
  const wanted = {
    state: 'included',
    address,
    ip: request.archiveIp.text,
    platformVersion: request.platformVersion,
    administratorEmail: request.administratorEmail,
    isConfirmed: confirmed === 'yes',
  } as const;
  const isDone = await change(needs, before, (member) => {
    // Whoever came later has the last word: an exclusion while the Archive was asked back counts.
    if (member.state !== 'included' && member.revision !== before.revision) return undefined;
    const included = { ...member, ...wanted };
    return isSame(member, included) ? 'as it is' : included;
  });
  return isDone
    ? { kind: 'included', confirmed: confirmed === 'yes' }
    : { kind: 'refused', reason: 'it was excluded or revoked meanwhile' };
};

const exclude = async (
  needs: MembershipNeeds,
  request: MembershipRequest,
  before: Member,
): Promise<MembershipStatus> => {
  // Written even where nothing changes: an inclusion that is under way must notice.
  const isDone = await change(needs, before, (member) => ({
    ...member,
    state: 'excluded',
    isConfirmed: false,
    platformVersion: request.platformVersion,
    administratorEmail: request.administratorEmail,
  }));
  return isDone ? { kind: 'excluded' } : { kind: 'refused', reason: 'it was revoked meanwhile' };
};

/** Tells whether the member is now as wanted. */
const change = async (
  { members, clock }: MembershipNeeds,
  before: Member,
  decide: (member: Member) => Member | 'as it is' | undefined,
): Promise<boolean> => {
  let isDone = false;
  await members.change(before.service, (member) => {
    // Another key, or none any more: the operator has decided otherwise since the key was checked.
    if (member === undefined || member.state === 'revoked' || member.keyHash !== before.keyHash) return undefined;
    const wanted = decide(member);
    if (wanted === undefined) return undefined;
    isDone = true;
    return wanted === 'as it is' ? undefined : { kind: 'keep', member: { ...wanted, changedAt: clock.now() } };
  });
  return isDone;
};

const isSame = (one: Member, other: Member): boolean =>
  one.state === other.state &&
  one.address === other.address &&
  one.ip === other.ip &&
  one.platformVersion === other.platformVersion &&
  one.administratorEmail === other.administratorEmail &&
  one.isConfirmed === other.isConfirmed;

/** RTC-11 Example 7.4. */
const askBack = async (
  messenger: MembershipNeeds['messenger'],
  archive: { readonly address: string; readonly service: string },
): Promise<'yes' | 'no' | 'not allowed'> => {
  try {
    return isConfirmation(await messenger.send(archive, CONFIRMATION_REQUEST, CONFIRMATION_LIMITS)) ? 'yes' : 'no';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'peer-not-allowed' ? 'not allowed' : 'no';
  }
};

const withoutDefaultPort = ({ host, port }: HostPort): HostPort => ({
  host,
  port: port === DEFAULT_PORT ? undefined : port,
});

/** Decision 20; a reason is made of words. */
const refuse = (status: 400 | 403 | 429, reason: string): ResolverAnswer => ({
  status,
  body: write({ kind: 'refused', reason }),
});

const write = (status: MembershipStatus): string =>
  formatMembershipStatus(
    status.kind === 'refused' ? { kind: 'refused', reason: status.reason.replaceAll(/[{}]/g, '') } : status,
  );
