import type { NoticeParameters } from '../../codes/notice-codes.ts';
import type { WordsFor } from '../sentence.ts';
import { at } from './grammar.ts';

export const NOTICES: WordsFor<NoticeParameters> = {
  unreachable: 'the node does not answer: look at your connection, then try again',
  stopped: 'it was stopped',
  'answer-no-json': 'what answers is no JSON: is it a Perene node?',
  'answer-unexpected': 'something else came than was asked for: is it a Perene node?',
  'failed-inside': 'this node cannot do it now: its log says why, under the id of this request',
  'identifier-not-queued': {
    held: ({ id }) => `${id} is held: release it before it is queued`,
    'queued-already': ({ id }) => `${id} is in the queue already`,
    'unqueued-already': ({ id }) => `${id} was taken out of the queue already`,
    'not-queued': ({ id }) => `${id} is not in the queue`,
  },
  'minter-running-out': {
    'none-left': 'no identifier is left: create another minter',
    few: ({ remaining, total }) => `${remaining} of ${total} identifiers are left: prepare another minter`,
    soon: ({ remaining, total, exhaustedOn }) =>
      `${remaining} of ${total} identifiers are left, which last until ${exhaustedOn} at the present rate: prepare another minter`,
  },
  'pattern-steps': ({ steps, max }) => `it takes ${steps} steps, at most ${max} are possible: repeat less in it`,
  'rules-full': ({ max }) => `there are ${max} rules already`,
  'import-note': {
    'left-out': ({ line, said }, say) => `line ${line}: left out: ${say(said)}`,
    'queued-twice': ({ text }) => `${text} is in the queue already`,
    'key-unknown': ({ text }) => `the key ${text} is unknown`,
    'latin-1': ({ line, text }) => `line ${line}: ${text} is no UTF-8, and was read as Latin-1`,
    circulation: ({ line, id, text }) =>
      `line ${line}: ${id} has the circulation record "${text}", which means nothing: taken as issued`,
    'rule-pattern': ({ id, pattern, said }, say) =>
      `the rule ${id} ${pattern}: the pattern cannot be used (${say(said)}); bind it in another way`,
    'rule-replacement': ({ line, id, pattern, replacement }) =>
      `line ${line}: the rule ${id} ${pattern} has the replacement ${replacement}: only $1 to $9 and $& mean something here, the rest stands for itself; bind it anew`,
    'queue-issued': ({ id }) => `queue: left out: ${id}, which was issued since`,
    'queue-unqueued': ({ id }) => `queue: left out: ${id}, which was unqueued since`,
    order: ({ total }) =>
      `order: ${total} identifiers are more than the original counts exactly; the order begins anew, and passes over what was issued`,
  },
  'proposal-note': {
    'no-holder': ({ label, said }, say) =>
      `no Archive is known to hold ${label} (${say(said)}); it is looked for again every hour`,
    silent: ({ said }, say) => `it does not answer: ${say(said)}`,
    unconfirmed: ({ said }, say) => `it could not check the proposal: ${say(said)}`,
    withdrawn: ({ said }, say) => `withdrawn: ${say(said)}`,
    'not-there': 'it says that it does not hold the original',
    busy: 'it has too many proposals now, and is asked again later',
    'language-unknown': 'the language of the translation is not known: give it one',
    'link-removed': 'it had accepted, and has removed the link since: `perene relation propose` asks again',
    'ask-for-edition': ({ of, item }) =>
      `it takes no proposals: ask its operator to make ${item} the next edition of ${of}`,
    'ask-for-translation': ({ of, item }) =>
      `it takes no proposals: ask its operator to make ${item} a translation of ${of}`,
  },
  'membership-refused': {
    'not-registered': 'this Archive is not registered',
    'key-wrong': 'the registration key is wrong',
    'not-approved': 'the registration has not been approved yet',
    'not-included': 'this Archive is not included: it has to ask for that',
    'address-private': 'the address of the Archive is private, which this resolver does not allow',
    'away-meanwhile': 'it was excluded or revoked meanwhile',
    'revoked-meanwhile': 'it was revoked meanwhile',
    'not-logged': 'the signature is wrong, or its key does not count for this Archive',
    'too-many-keys': ({ seconds }) => `too many wrong keys, wait ${seconds} s`,
    message: at,
    'no-status': ({ resolver }) => `${resolver} says nothing about membership: is it a resolver?`,
  },
  'archive-finding': {
    'not-described': 'no item describes it',
    'describes-nothing': 'it describes no item',
    'description-empty': 'it says nothing of the item that it describes',
    'target-unknown': 'its target is none of its files',
    'name-unknown': 'it is not found by its repository name',
    'ibip-unknown': 'it is not found by all of its IBIps',
    'alias-unknown': 'it is not found by all of its aliases',
    'alias-leads-nowhere': 'the alias leads to no item',
    'label-leads-nowhere': 'the label names no item',
    'files-without-item': 'it has files in the catalogue, and is not there itself',
    'file-missing': 'the file is missing: restore it from a backup',
    'file-content': 'the file has another content: restore it from a backup',
    'file-length': ({ bytes, expected }) =>
      `the file has ${bytes} bytes instead of ${expected}: restore it from a backup`,
    'file-unreadable': ({ said }, say) => `the file cannot be read: ${say(said)}`,
    'file-unknown': 'the file is on the disk and not in the catalogue: look at it, then move it away',
    'documents-left': 'its documents were left behind, no item has them: clean them away',
    'claim-missing': 'its claim is gone',
    'claim-outdated': 'its last claim is not of what it is now',
    'claim-forged': ({ place }) => `its signed statement ${place} is not what was signed`,
    'claim-unchained': ({ place }) => `its signed statement ${place} does not follow the one before`,
    'history-changed': ({ row }) => `row ${row} of the history was changed, or the one before it was`,
    'history-gone': ({ row }) => `row ${row} of the history was deleted`,
    'history-cut': ({ row }) => `row ${row} was the end of the history once, and is not in it as it was signed`,
    'history-end-forged': 'the end of the history is not signed with a key of this Archive',
    'history-unbegun': 'the history does not say how the item came',
    'history-unlinked': ({ row }) => `row ${row} of the history has lost its hash, or was put in from outside`,
  },
  health: {
    named: 'the node has a name of its own',
    'trying-out': 'the node has no name, so its labels are for trying out only: give it one with --identity-host',
    'clock-right': 'the clock goes on from the last label',
    'clock-behind': ({ seconds, last }) =>
      `the clock is ${seconds} s behind the last label (${last}): set it right; if it was ahead then and is right now, "perene ibi accept-clock" goes on with dates that are free`,
    'clock-differs': ({ seconds, resolver }) =>
      `the clock differs by ${seconds} s from that of ${resolver}: let both follow a time server`,
    'disk-room': ({ gibibytes }) => `${gibibytes} GiB are free`,
    'disk-low': ({ gibibytes }) => `only ${gibibytes} GiB are free: make room soon`,
    'disk-full': ({ gibibytes }) => `only ${gibibytes} GiB are free: make room now, or deposits will fail`,
    'disk-absent': ({ folder }) => `there is no folder ${folder}: give the right one with --data`,
    'disk-read-only': ({ folder }) => `${folder} cannot be written: give its owner the right to, or run as its owner`,
    'disk-open': ({ folder }) => `other users may read ${folder}, keys included: take the right away with chmod 700`,
    'database-whole': 'the database is whole',
    'database-damaged': ({ text }) => `the database is damaged (${text}): restore the last backup`,
    unopened: ({ said }, say) => say(said),
    keys: ({ count }) =>
      `${count === 1 ? 'one key or person administers' : `${count} keys and people administer`} the node`,
    'keys-none': 'neither key nor person administers the node: make a key with "perene key create --role admin"',
    'certificate-none': ({ resolver }) => `${resolver} has no TLS, so there is no certificate to look at`,
    'certificate-valid': ({ resolver, until }) => `the certificate of ${resolver} is valid until ${until}`,
    'certificate-ends': ({ resolver, until }) =>
      `the certificate of ${resolver} ends on ${until}: tell its operator, or renew it`,
    'resolver-silent': ({ resolver, cause }) =>
      `${resolver} cannot be reached from here (${cause}): look at its address and certificate, and at the network`,
    'reach-own': 'the node resolves its own labels and joins no other resolver',
    reached: ({ resolver }) => `${resolver} reaches this Archive`,
    unreached: ({ resolver, said }, say) =>
      `${resolver} does not reach this Archive (${say(said)}): is the node running, approved there, and open at --archive-address?`,
    'backup-none': 'there was never a backup: make one with "perene backup", and let a timer repeat it',
    'backup-old': ({ at }) => `the last backup is of ${at}: make one with "perene backup", and let a timer repeat it`,
    'backup-recent': ({ at }) => `the last backup is of ${at}`,
    'fixity-never': 'the files were never read again: the running node does so',
    'fixity-damaged': ({ files }) =>
      `${files === 1 ? 'one file is' : `${files} files are`} damaged, and no copy was found: bring them from a backup; "perene verify" names them`,
    'fixity-old': ({ at }) =>
      `the reading of all files that began on ${at} takes too long: raise --fixity-bytes-per-second, and keep the node running`,
    'fixity-recent': ({ at }) => `the last reading of all files began on ${at}`,
    'dois-registered': ({ dois }) => `DataCite knows ${dois === 1 ? 'the DOI' : `all ${dois} DOIs`} as wanted`,
    'dois-failing': ({ dois }) =>
      `${dois === 1 ? 'one DOI' : `${dois} DOIs`} could not be sent to DataCite yet, and will be tried again: "perene doi list --waiting" tells why`,
    'dois-refused': ({ dois }) =>
      `DataCite refuses ${dois === 1 ? 'one DOI' : `${dois} DOIs`}: "perene doi list --waiting" tells why; mend the metadata, or the account and then "perene doi retry"`,
    'log-none': 'the node keeps no log, and nothing is wrong with one that it watches',
    'log-whole': 'the log agrees with its entries',
    'log-damaged': ({ findings }) =>
      `the log differs from its entries in ${findings} places: "perene log verify" names them; restore the last backup`,
    'log-late': ({ resolver, since }) =>
      `${resolver} has not proved since ${since} that its log has only grown; "perene archive status" shows more`,
    'log-unproved': ({ resolver, since }) =>
      `${resolver} has not proved since ${since} that its log has only grown: keep what "perene archive status --json" shows, and ask its operator why`,
    'log-rewritten': ({ resolver }) =>
      `${resolver} has rewritten its log: ask its operator why, then "perene archive accept-log"`,
    'claims-awaited': ({ items }) =>
      `the node was restored from a backup, and signs nothing of ${items === 1 ? 'its one item' : `its ${items} items`} before it has read the log of its resolver: let it run until the resolver answers`,
    'claims-continued': (counts) => `after the restore, ${continued(counts)}`,
    'claims-lost': (counts) =>
      `after the restore, ${continued(counts)}; ${counts.lost} labels that were signed after the backup are not here: bring their items from another copy`,
  },
};

const continued = ({ statements, removed, handedOver }: Continued): string =>
  `claims go on from the log of the resolver (${statements} came back; removed again: ${removed}; handed over: ${handedOver})`;

interface Continued {
  readonly statements: number;
  readonly removed: number;
  readonly handedOver: number;
}
