import type { AlertEvidence } from '@perene/api';
import { formatTime, type HostPort, type Ibi, type Label, parseHostPort, parseIbi, parseIpAddress } from '@perene/core';
import {
  type Claim,
  findLabelEvidence,
  hashStatement,
  isAlert,
  type KeyChange,
  parseSigned,
  type Signed,
  secondsOf,
  standingOfKey,
  type Transfer,
} from '@perene/core/trust';
import type { AlertClaim, Members } from '../../../../ports/federation/members.ts';
import type { Signatures } from '../../../../ports/system/signatures.ts';
import type { LogStore, StoredEntry } from '../../../../ports/trust/log-store.ts';
import { findNamedItem } from '../claims/find-named-item.ts';
import { isOwnClaim } from '../claims/hear-claims.ts';
import { readKeyChange, readStored } from '../stored-entries.ts';

/** What can be checked about rival claims (decision 34); undefined for other identifiers than IBIs. */
export type FindEvidence = (alert: {
  readonly ibi: string;
  readonly claims: readonly AlertClaim[];
}) => Promise<AlertEvidence | undefined>;

type Claimant = AlertEvidence['claimants'][number];
type Logged = NonNullable<Claimant['first']>;

/** Where the log has more about an item, the first claims of its Archives are not looked for. */
const MAX_ENTRIES = 1_000;
const MAX_CLAIMANTS = 64;
const MAX_TRANSFERS = 100;
const DEFAULT_PORT = 80;

interface EvidenceParts {
  readonly store: Pick<LogStore, 'about' | 'firstAbout' | 'keyChanges'>;
  readonly members: Pick<Members, 'find'>;
  readonly signatures: Pick<Signatures, 'isValid' | 'sha256'>;
}

interface Said {
  readonly statement: Claim | Transfer;
  readonly logged: Logged;
}

interface ItemLog {
  /** Of the item, in the order of the log. */
  readonly said: readonly Said[];
  readonly isWhole: boolean;
}

export const createEvidence =
  (parts: EvidenceParts): FindEvidence =>
  async ({ ibi, claims }) => {
    const label = parseIbi(ibi);
    if (!label.ok) return undefined;
    const log = await readItemLog(parts, label.value);
    const rivals = claims.slice(0, MAX_CLAIMANTS).map((claim) => ({ ...claim, own: readOwn(claim) }));
    const labels = [label.value, ...otherForms(label.value, rivals)];
    const claimants: Claimant[] = [];
    for (const rival of rivals) claimants.push(await examine(parts, { rival, labels, log }));
    const hashes = new Set(claimants.map(({ signature, claim }) => (signature === 'valid' ? claim?.hash : undefined)));
    return {
      labels: labels.map(describeLabel),
      forms: findLabelEvidence(labels, NOBODY).forms,
      hashes: hashes.has(undefined) ? 'unknown' : hashes.size === 1 ? 'agree' : 'differ',
      claimants,
      transfers: log.said.flatMap(transferOf).slice(0, MAX_TRANSFERS),
    };
  };

const NOBODY = { hosts: [], addresses: [], firstClaimSeconds: undefined };

interface Rival extends AlertClaim {
  readonly own: Signed<Claim> | undefined;
}

const readOwn = ({ signed }: AlertClaim): Signed<Claim> | undefined => {
  const read = signed === undefined ? undefined : parseSigned(signed);
  return read?.ok && read.value.statement.kind === 'claim' ? (read.value as Signed<Claim>) : undefined;
};

/** A claimant may sign any other form as well, to agree with it: only what all of them sign counts. */
const otherForms = (label: Ibi, rivals: readonly Rival[]): readonly Ibi[] => {
  const name = label.form === 'repository' ? 'ibip' : 'repository';
  const forms = new Set(rivals.map(({ own }) => own?.statement[name]));
  const [form] = forms;
  const other = forms.size === 1 && form !== undefined ? parseIbi(form) : undefined;
  return other?.ok ? [other.value] : [];
};

const describeLabel = (label: Ibi): AlertEvidence['labels'][number] => ({
  label: label.text,
  place: label.form === 'repository' ? label.host : label.ip,
  port: label.port,
  made: formatTime(label.date),
});

const readItemLog = async ({ store, members }: EvidenceParts, label: Ibi): Promise<ItemLog> => {
  const first = await store.firstAbout(label.text);
  const said = (await store.about(label.text, { limit: MAX_ENTRIES })).toReversed().flatMap(saidIn);
  const statements = said.map(({ statement }) => statement);
  const named = label.form === 'ibip' ? await findNamedItem(label, statements, members.find) : undefined;
  // Where no claim is of the Archive that an IBIp names, the first that claimed the label decides which item it names.
  const item = (named?.whole[0] ?? (first && saidIn(first)[0]?.statement))?.repository ?? label.text;
  const entries = (await store.about(item, { limit: MAX_ENTRIES })).toReversed();
  return { said: entries.flatMap(saidIn), isWhole: entries.length < MAX_ENTRIES };
};

const saidIn = (stored: StoredEntry): readonly Said[] => {
  const { content, time } = readStored(stored);
  if (isAlert(content) || content.statement.kind === 'key') return [];
  return [{ statement: content.statement, logged: { index: stored.index, time } }];
};

const transferOf = ({ statement, logged }: Said): AlertEvidence['transfers'] => {
  if (statement.kind !== 'transfer') return [];
  const { archiveService: from, receiver: to, hash, time } = statement;
  return [{ from, to, hash, time, logged }];
};

const examine = async (
  parts: EvidenceParts,
  { rival, labels, log }: { readonly rival: Rival; readonly labels: readonly Ibi[]; readonly log: ItemLog },
): Promise<Claimant> => {
  const { own, address, service: known } = rival;
  const service = own?.statement.archiveService ?? known;
  const changes = (await parts.store.keyChanges(service)).map((stored) => ({
    change: readKeyChange(stored).statement,
    logged: { index: stored.index, time: readStored(stored).time },
  }));
  const first = log.isWhole ? log.said.find(({ statement }) => isClaimOf(statement, service))?.logged : undefined;
  const signature = judgeSignature(
    parts,
    rival,
    changes.map(({ change }) => change),
  );
  const key = signature === 'valid' ? changes.find(({ change }) => change.key === own?.key) : undefined;
  const {
    host,
    address: ip,
    instant,
    secondsToClaim,
  } = findLabelEvidence(labels, {
    ...(await findPlaces(parts, rival)),
    firstClaimSeconds: first && secondsOf(first.time as Claim['time']),
  });
  return {
    service: known,
    address,
    signature,
    ...(own !== undefined && { claim: describeClaim(parts, own, log) }),
    ...(key !== undefined && { key: { reason: key.change.reason, logged: key.logged } }),
    ...(first !== undefined && { first }),
    chain: judgeChain(log, service),
    host,
    ip,
    instant,
    ...(secondsToClaim !== undefined && { secondsToClaim }),
  };
};

const isClaimOf = (statement: Claim | Transfer, service: Label): boolean =>
  statement.kind === 'claim' && statement.archiveService === service;

const judgeSignature = (
  { signatures }: EvidenceParts,
  { own, signed, service }: Rival,
  changes: readonly KeyChange[],
): Claimant['signature'] => {
  if (own === undefined) return signed === undefined ? 'unsigned' : 'wrong';
  if (!signatures.isValid(own)) return 'wrong';
  if (!isOwnClaim(service, own.statement)) return 'of-another';
  const standing = standingOfKey(changes, { ...own.statement, key: own.key });
  return standing === 'current' || standing === 'former' ? 'valid' : `key-${standing}`;
};

const describeClaim = (
  { signatures: { sha256 } }: EvidenceParts,
  { statement, key }: Signed<Claim>,
  log: ItemLog,
): NonNullable<Claimant['claim']> => {
  const { hash, time, previous } = statement;
  const own = hashStatement(statement, sha256);
  const logged = log.said.find((said) => hashStatement(said.statement, sha256) === own)?.logged;
  return { hash, time, key, ...(previous !== undefined && { previous }), ...(logged !== undefined && { logged }) };
};

const judgeChain = ({ said, isWhole }: ItemLog, service: Label): Claimant['chain'] => {
  if (!isWhole || !said.some(({ statement }) => isClaimOf(statement, service))) return 'unknown';
  const first = said.find(({ statement }) => statement.kind === 'claim' && statement.state === 'Original');
  if (first?.statement.archiveService === service) return 'first';
  const isReceiver = said.some(({ statement }) => statement.kind === 'transfer' && statement.receiver === service);
  return isReceiver ? 'received' : 'neither';
};

/** Where the Archive answered when it was asked back. What it only declares is not known. */
const findPlaces = async ({ members }: EvidenceParts, { service }: Rival) => {
  const confirmed = (await members.find(service))?.confirmed;
  const reached = confirmed && parseHostPort(confirmed.address);
  const place: HostPort[] = reached?.ok ? [{ ...reached.value, port: reached.value.port ?? DEFAULT_PORT }] : [];
  const isIp = ({ host }: HostPort): boolean => parseIpAddress(host).ok;
  const ips = [...place.filter(isIp).map(({ host }) => host), ...(confirmed?.ips ?? [])];
  return {
    hosts: place.filter((one) => !isIp(one)),
    // The port in an IBIp is another than that of a host, and nobody can ask for it.
    addresses: ips.map((host) => ({ host, port: undefined })),
  };
};
