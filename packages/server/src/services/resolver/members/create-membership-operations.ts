import { Refusal, refuse } from '@perene/api/refusals';
import { type Label, parseIbi } from '@perene/core';
import { createAttemptLimit } from '../../../concurrency/attempt-limit.ts';
import type { Mail } from '../../../ports/federation/mail.ts';
import type { AlertPlace, Member, MemberDetails, Members } from '../../../ports/federation/members.ts';
import { type Clock, millisecondsOf } from '../../../ports/system/clock.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import type { FindEvidence } from '../log/alerts/find-evidence.ts';
import type { FindTrust } from '../log/show-trust.ts';
import { viewAlert, viewArchive } from './archive-view.ts';
import { checkRegistration } from './check-registration.ts';
import { writeConfirmationMail } from './confirmation-mail.ts';
import type { MemberCircuits } from './member-circuits.ts';
import type { MemberDirectory } from './member-directory.ts';
import type { DecidedArchive, MembershipOperations, Registrar, RegistrationRequest } from './membership-operations.ts';

const MAX_REQUESTED = 1_000;
const REQUEST_MICROSECONDS = 7n * 86_400_000_000n;
const MEMBERS_PER_STEP = 500;
const REQUESTS_AN_HOUR = 20;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

/** RTC-11 section 7.1, for requests from the API, the command line and e-mails. */
export const createMembershipOperations = ({
  members,
  secrets,
  directory,
  circuits,
  clock,
  mail,
  resolverUrl,
  onMailError,
  findEvidence,
  findTrust,
}: {
  readonly members: Members;
  readonly secrets: Pick<Secrets, 'hashKey' | 'isKeyOf'>;
  readonly directory: Pick<MemberDirectory, 'refresh'>;
  /** Undefined in a command, which asks no Archives. */
  readonly circuits: Pick<MemberCircuits, 'healthOf'> | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** Undefined if the operator gave no mail server. */
  readonly mail: Mail | undefined;
  readonly resolverUrl: string;
  /** Is called when an e-mail could not be sent, which undoes nothing. */
  readonly onMailError: (error: unknown) => void;
  readonly findEvidence: FindEvidence;
  readonly findTrust: FindTrust;
}): MembershipOperations => {
  const limit = createAttemptLimit({
    now: () => millisecondsOf(clock.now()),
    most: REQUESTS_AN_HOUR,
    periodSeconds: 3_600,
  });

  const confirm = async ({ service, administratorEmail: to }: Member): Promise<DecidedArchive['mail']> => {
    if (mail === undefined || to === undefined) return 'none';
    try {
      await mail.send(writeConfirmationMail({ to, service, resolverUrl }));
      return 'sent';
    } catch (error) {
      onMailError(error);
      return 'failed';
    }
  };

  const tell = async (member: Member, isNew: boolean): Promise<DecidedArchive> => {
    await directory.refresh();
    return { ...viewArchive(member, circuits), mail: isNew ? await confirm(member) : 'none' };
  };

  return {
    async register(request, by) {
      if (by.kind === 'anyone') {
        const waitSeconds = limit.take(by.address);
        if (waitSeconds > 0)
          throw refuse('too-many-registrations', { reason: 'address', address: by.address, seconds: waitSeconds });
      }
      checkRegistration(request);
      const registerNow = () => register({ members, secrets, clock }, request, by);
      const { member, isNew } = await registerNow().catch(async (error: unknown) => {
        if (!isFull(error) || (await forgetOldRequests({ members, clock })) === 0) throw error;
        return registerNow();
      });
      return tell(member, isNew);
    },
    async approve(service) {
      let isNew = false;
      const member = await members.change(service, (known) => {
        if (known === undefined || (known.state !== 'requested' && known.state !== 'revoked')) return undefined;
        isNew = true;
        const now = clock.now();
        return { kind: 'keep', member: { ...known, state: 'registered', registeredAt: now, changedAt: now } };
      });
      if (member === undefined) throw notFound(service);
      return tell(member, isNew);
    },
    async revoke(service) {
      let before: Member | undefined;
      const member = await members.change(service, (known) => {
        before = known;
        if (known === undefined || known.state === 'revoked') return undefined;
        if (known.state === 'requested' && known.number === undefined) return { kind: 'forget' };
        const changes = { state: 'revoked', isConfirmed: false, changedAt: clock.now() } as const;
        return { kind: 'keep', member: { ...known, ...changes } };
      });
      if (before === undefined) throw notFound(service);
      await directory.refresh();
      return viewArchive(member ?? { ...before, state: 'revoked' }, circuits);
    },
    async list({ cursor = '', limit: wanted }) {
      const most = limitOf(wanted);
      const found = await members.list({ after: cursor, limit: most + 1 });
      const page = found.slice(0, most);
      const next = found.length > most ? page.at(-1)?.service : undefined;
      const trust = await findTrust(page.map(({ service }) => service));
      const archives = page.map((member) => ({ ...viewArchive(member, circuits), ...trust.get(member.service) }));
      return { archives, ...(next !== undefined && { next }) };
    },
    async alert(ibi) {
      const read = parseIbi(ibi);
      const alert = await members.findAlert(read.ok ? read.value.text : ibi);
      if (alert === undefined) throw refuse('alert-not-found', { label: ibi });
      const evidence = await findEvidence(alert);
      return { ...viewAlert(alert), ...(evidence !== undefined && { evidence }) };
    },
    async alerts({ cursor, limit: wanted }) {
      const most = limitOf(wanted);
      const found = await members.listAlerts({ after: readPlace(cursor), limit: most + 1 });
      const page = found.slice(0, most);
      const last = found.length > most ? page.at(-1) : undefined;
      return { alerts: page.map(viewAlert), ...(last && { next: `${last.lastSeenAt}-${last.ibi}` }) };
    },
  };
};

const isFull = (error: unknown): boolean =>
  error instanceof Refusal && 'reason' in error.parameters && error.parameters.reason === 'waiting';

/** Requests that nobody has decided about for a week make room for others; returns how many there were. */
const forgetOldRequests = async ({
  members,
  clock,
}: {
  readonly members: Members;
  readonly clock: Pick<Clock, 'now'>;
}): Promise<number> => {
  const before = clock.now() - REQUEST_MICROSECONDS;
  const isOld = ({ state, number, requestedAt }: Member): boolean =>
    state === 'requested' && number === undefined && requestedAt < before;
  let forgotten = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: readonly Member[] = await members.list({ after, limit: MEMBERS_PER_STEP });
    for (const { service } of page.filter(isOld)) {
      await members.change(service, (known) => (known !== undefined && isOld(known) ? { kind: 'forget' } : undefined));
      forgotten += 1;
    }
    after = page.at(-1)?.service;
  }
  return forgotten;
};

interface Registered {
  readonly member: Member;
  /** Whether it is registered now, and was not before. */
  readonly isNew: boolean;
}

const register = async (
  {
    members,
    secrets,
    clock,
  }: {
    readonly members: Members;
    readonly secrets: Pick<Secrets, 'hashKey' | 'isKeyOf'>;
    readonly clock: Pick<Clock, 'now'>;
  },
  { service, registrationKey, email }: RegistrationRequest,
  by: Registrar,
): Promise<Registered> => {
  const keyHash = await secrets.hashKey(registrationKey);
  const before = await members.find(service);
  const isRepeated = before !== undefined && (await secrets.isKeyOf(before.keyHash, registrationKey));
  const now = clock.now();
  let isNew = false;
  const member = await members.change(service, (known, { requested }) => {
    if (by.kind === 'anyone') {
      if (known === undefined) {
        if (requested >= MAX_REQUESTED) throw refuse('too-many-registrations', { reason: 'waiting' });
        return { kind: 'keep', member: { ...emptyMember(service, now), keyHash, administratorEmail: email } };
      }
      if (known.state === 'requested' && isRepeated && known.keyHash === before?.keyHash) return undefined;
      throw alreadyThere(known);
    }
    // Only the Archive of the resolver's own node is a member without a key.
    if (known?.keyHash === '') throw refuse('registration-invalid', { reason: 'own-service' });
    isNew = known === undefined || known.state === 'requested' || known.state === 'revoked';
    const details = known ?? emptyMember(service, now);
    return {
      kind: 'keep',
      member: {
        ...details,
        state: isNew ? 'registered' : details.state,
        keyHash,
        administratorEmail: email ?? details.administratorEmail,
        registeredAt: isNew ? now : details.registeredAt,
        changedAt: now,
      },
    };
  });
  if (member === undefined) throw new Error(`${service} was not kept`);
  return { member, isNew };
};

const emptyMember = (service: Label, now: bigint): MemberDetails => ({
  service,
  state: 'requested',
  keyHash: '',
  address: undefined,
  ip: undefined,
  platformVersion: undefined,
  administratorEmail: undefined,
  isConfirmed: false,
  confirmed: undefined,
  requestedAt: now,
  registeredAt: undefined,
  changedAt: now,
});

const limitOf = (wanted = DEFAULT_LIMIT): number => Math.min(Math.max(Math.trunc(wanted), 1), MAX_LIMIT);

const readPlace = (cursor: string | undefined): AlertPlace | undefined => {
  if (cursor === undefined) return undefined;
  const [, lastSeenAt, ibi] = /^(\d{1,18})-(.{1,1000})$/.exec(cursor) ?? [];
  if (lastSeenAt !== undefined && ibi !== undefined) return { lastSeenAt: BigInt(lastSeenAt), ibi };
  throw refuse('cursor-invalid', { cursor: cursor.slice(0, 100) });
};

const notFound = (service: Label): Refusal => refuse('archive-not-found', { service });

const alreadyThere = ({ service, state }: Member): Refusal =>
  state === 'requested'
    ? refuse('archive-registered', { reason: 'waits', service })
    : refuse('archive-registered', { reason: 'state', service, state });
