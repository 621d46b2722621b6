import { type Ibi, parseIbi } from '../../ibi/ibi.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { isAlphanumeric, skip } from '../../parsing/characters.ts';
import { asItIs, type Field, fieldsOf, formatFields, oneOf, readFields } from '../../wire/fields.ts';
import { parseKey } from '../../wire/key.ts';
import { parseListOfPairs } from '../../wire/list-of-pairs.ts';
import { parseQueryString } from '../../wire/query-string.ts';
import { formatMembershipStatus, parseMembershipStatus } from '../../wire/status.ts';
import { type HeldLeaseName, type LeaseGrant, MAX_LEASE_SECONDS } from '../lease.ts';
import { ALGORITHM, formatSet, parseSet } from './digest-message.ts';

/**
 * The messages beyond RTC-11 of an Archive that runs Perene to its resolver: it asks for a lease, or announces new
 * labels.
 */
export type LeaseMessage = LeaseRequest | Announcement;

interface Sender {
  readonly archiveService: Ibi;
  readonly registrationKey: string;
  /** The lease that it has noted. */
  readonly held: HeldLeaseName | undefined;
}

/** Asks for a lease. */
interface LeaseRequest extends Sender {
  readonly subject: 'leaseRequest';
}

interface Announcement extends Sender {
  readonly subject: 'announcement';
  /** Fingerprints, in ascending order; undefined if there are too many, which the digest then has. */
  readonly added: Float64Array<ArrayBuffer> | undefined;
}

/** This many fit into a request line. */
export const MAX_ANNOUNCED = 800;
/** The answer to an announcement, once the resolver has stored it. */
export const ANNOUNCEMENT_RECEIVED = 'notice {announcement received}';

const MAX_NAME_LENGTH = 64;

interface Flat {
  readonly subject: LeaseMessage['subject'];
  readonly archiveService: Ibi;
  readonly registrationKey: string;
  readonly id: string | undefined;
  readonly term: string | undefined;
  readonly algorithm: typeof ALGORITHM | undefined;
  readonly added: Float64Array<ArrayBuffer> | undefined;
}

const parseName = (text: string): Answer<string> => {
  const end = skip(text, 0, (code) => isAlphanumeric(code) || code === 0x2d);
  const isName = end === text.length && end > 0 && end <= MAX_NAME_LENGTH;
  return isName
    ? accept(text)
    : refuse('lease/name', Math.min(end, MAX_NAME_LENGTH), `1 to ${MAX_NAME_LENGTH} letters, digits and "-"`);
};

const field = fieldsOf<Flat>();
const ABSENT = { absent: undefined };

const FIELDS: readonly Field<Flat>[] = [
  field('servicesubject', 'subject', oneOf('leaseRequest', 'announcement'), asItIs),
  field('archiveserviceibi', 'archiveService', parseIbi, ({ text }) => text),
  field('registrationkey', 'registrationKey', parseKey, asItIs),
  field('lease.held', 'id', parseName, asItIs, ABSENT),
  field('lease.term', 'term', parseName, asItIs, ABSENT),
  field('digest.algorithm', 'algorithm', oneOf(ALGORITHM), asItIs, ABSENT),
  field('digest.added', 'added', parseSet(MAX_ANNOUNCED), formatSet, ABSENT),
];

/** The value is undefined for another message. */
export const parseLeaseMessage = (query: string): Answer<LeaseMessage | undefined> => {
  const pairs = parseQueryString(query);
  if (!pairs.ok) return pairs;
  const subject = pairs.value.find(({ name }) => name === 'servicesubject')?.value;
  if (subject !== 'leaseRequest' && subject !== 'announcement') return accept(undefined);
  const read = readFields(pairs.value, FIELDS);
  if (!read.ok) return read;
  const { id, term, added, archiveService, registrationKey } = read.value;
  const sender = {
    archiveService,
    registrationKey,
    held: id === undefined || term === undefined ? undefined : { id, term },
  };
  return accept(subject === 'leaseRequest' ? { subject, ...sender } : { subject, ...sender, added });
};

export const formatLeaseMessage = ({ held, ...message }: LeaseMessage): string => {
  const added = message.subject === 'announcement' ? message.added : undefined;
  return formatFields<Flat>(
    { ...message, id: held?.id, term: held?.term, added, algorithm: added && ALGORITHM },
    FIELDS,
  );
};

/** Fingerprints of an announcement as `formatSet` wrote them. */
export const decodeAnnounced = (text: string): Float64Array<ArrayBuffer> | undefined => {
  const set = parseSet(MAX_ANNOUNCED)(text);
  return set.ok ? set.value : undefined;
};

export const formatLeaseGrant = ({ id, seconds }: LeaseGrant): string => `lease.id ${id}\r\nlease.seconds ${seconds}`;

/** The answer to a message of an Archive that gets no lease, because it is no member or not included; it says why. */
export const formatLeaseDenial = (reason: string): string =>
  `${formatMembershipStatus({ kind: 'refused', reason })}\r\nlease.seconds 0`;

/** Why there is no lease; undefined for any other answer. */
export const parseLeaseDenial = (text: string): string | undefined => {
  const pairs = parseListOfPairs(text);
  const isDenied = pairs.ok && pairs.value.some(({ name, value }) => name === 'lease.seconds' && value === '0');
  const status = isDenied ? parseMembershipStatus(text) : undefined;
  return status?.ok && status.value.kind === 'refused' ? status.value.reason : undefined;
};

/** Refuses a lease that is longer than an Archive accepts. */
export const parseLeaseGrant = (text: string): Answer<LeaseGrant> => {
  const pairs = parseListOfPairs(text);
  if (!pairs.ok) return pairs;
  const find = (wanted: string) => pairs.value.find(({ name }) => name === wanted)?.value;
  const [id, seconds] = [find('lease.id'), find('lease.seconds')];
  if (typeof id !== 'string' || !parseName(id).ok) return refuse('lease/missing', 0, 'a pair named lease.id');
  const isTime = typeof seconds === 'string' && /^[1-9]\d?$/.test(seconds) && Number(seconds) <= MAX_LEASE_SECONDS;
  return isTime
    ? accept({ id, seconds: Number(seconds) })
    : refuse('lease/seconds', 0, `lease.seconds, from 1 to ${MAX_LEASE_SECONDS}`);
};

export const isAnnouncementReceived = (text: string): boolean => {
  const pairs = parseListOfPairs(text);
  return (
    pairs.ok && pairs.value.some(({ name, value }) => name === 'notice' && [value].flat().join(' ') === RECEIVED_WORDS)
  );
};

const RECEIVED_WORDS = 'announcement received';
