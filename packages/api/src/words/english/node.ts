import type { NodeRefusals } from '../../codes/node-refusals.ts';
import type { WordsFor } from '../sentence.ts';

const DISK_ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'let the user of this process read and write there',
  EPERM: 'let the user of this process read and write there',
  EROFS: 'mount the disk for writing',
  ENOSPC: 'free some space on the disk',
  EDQUOT: 'free some space, or raise the quota',
  EMFILE: 'let this process open more files',
  ENFILE: 'let this machine open more files',
  EXDEV: 'keep the whole data folder on one file system',
};

export const NODE: WordsFor<NodeRefusals> = {
  'setting-invalid': {
    unfit: ({ setting, text, position, expected }) =>
      `${setting}: "${text}" is wrong at character ${position + 1}: expected ${expected}`,
    'unfit-secret': ({ setting, position, expected }) =>
      `${setting}: what is given is wrong at character ${position + 1}: expected ${expected}`,
    expected: ({ setting, expected }) => `${setting}: expected ${expected}`,
    unknown: ({ path, name, known }) => `${path}: there is no setting "${name}"; there are ${known}`,
    'no-text': ({ path, name }) => `${path}: "${name}" must be a text or a number`,
    needs: ({ setting, other }) => `${setting} needs ${other}, which is not given`,
    'resolver-missing': 'no resolver is named',
    'registration-key-missing': 'an Archive is registered with a key of 10 digits or more, which is not given',
    'key-in-file': ({ path }) =>
      `the key of the Archive is in ${path}, and only a key that the database keeps can be rotated: put another into the file, restart, and let the operator of the resolver replace it`,
    'key-unfit': 'a key of the API has no blanks, nor any other characters than it was shown with',
    'own-machine': ({ command }) => `${command} acts on a data folder, on its own machine`,
    'server-and-here': ({ setting }) => `a running node is acted on, and ${setting} is about what is here`,
    'address-unknown': ({ host, cause }) => `the address of ${host} is not known (${cause})`,
    'address-unfit': ({ address }) => `${address} is no address`,
  },
  'settings-file-unreadable': ({ path, cause }) => `cannot read the settings file ${path}: ${cause}`,
  'clock-behind': ({ seconds, last }) =>
    `the clock is ${seconds} s behind the last label given (${last}): set it right, or wait, and mint again`,
  'dates-unproved': ({ now }) =>
    `nothing proves that dates from ${now} on are free until a later label: wait until the last date has come; nothing was changed`,
  'clock-unset': ({ now }) => `the clock says ${now}: set it, and mint again`,
  'count-out-of-range': {
    labels: ({ count, max }) => `cannot mint ${count} labels at once: ask for 1 to ${max}`,
    identifiers: ({ max }) => `from 1 to ${max} identifiers are minted at once`,
  },
  'data-folder-unusable': {
    unopened: ({ path, cause }) => `cannot open ${path}: ${cause}`,
    'not-made': ({ path, cause }) => `cannot make the folder ${path}: ${cause}`,
    absent: ({ path }) => `there are no data at ${path}`,
    emptied: ({ path }) =>
      `${path} has documents, and the database is empty: bring the database back from a backup, or move the documents away`,
    berkeley: ({ path }) => `${path} is no SQLite file, and may be a minter of the Perl program`,
  },
  'database-away':
    'the database cannot be reached, and this node does not know without it whether there is anything here: try again later',
  'database-busy': ({ database, seconds }) =>
    `${database} has been locked by another process for ${seconds} s: try again`,
  'database-failed': {
    failed: ({ database, cause }) => `cannot use ${database}: ${cause}; look at it and at its disk`,
    unreached: ({ database, cause }) =>
      `cannot reach ${database}: ${cause}; check that it runs, its address and the password`,
    'no-url': 'the address of the PostgreSQL is no URL: write it as postgres://user:password@host:5432/database',
    encoding: ({ database, encoding }) =>
      `${database} has the encoding ${encoding}, which cannot keep every text: create it with encoding UTF8`,
  },
  'value-unkept': {
    'null-character': 'the database cannot keep a text with the character U+0000: take it out of what is sent',
    'half-character':
      'the database cannot keep a text with half a character (a lone surrogate): take it out of what is sent',
    'large-integer': 'the database cannot keep an integer of more than 64 bits: take it out of what is sent',
  },
  'database-newer': {
    data: ({ version, known }) =>
      `the data is of schema version ${version}, this program knows ${known}: use a newer perene`,
    backup: ({ version, known }) =>
      `the backup is of schema version ${version}, this program knows ${known}: use a newer perene`,
  },
  'cannot-listen': {
    address: ({ host, port, cause }) =>
      `cannot listen on ${host} port ${port} (${cause})${cause === 'EACCES' ? ': ports below 1024 need privileges' : ''}`,
    worker: 'a worker ended before it could listen: its message is above',
  },
  'disk-failed': {
    failed: ({ path, cause }) =>
      `cannot use ${path}: ${cause}; ${DISK_ADVICE[cause] ?? 'look at the folder and its disk'}`,
    'no-folder': ({ path }) => `${path} is not a folder: move it away`,
    gone: ({ path, label }) => `${path} of ${label} is not on the disk`,
  },
  'backup-unusable': {
    tables: ({ names }) => `the tables of the backup cannot be read: it holds ${names}; take another backup`,
    row: ({ table, line }) => `the tables of the backup cannot be read: ${table}, line ${line}; take another backup`,
    value: ({ table, line, column }) =>
      `the tables of the backup cannot be read: ${table}, line ${line}, ${column}; take another backup`,
    unreadable: ({ path }) => `${path} of the backup cannot be read: take another`,
    'not-empty': 'the folder is not empty and no backup: name another one',
    'other-node': 'the folder has the backup of another node: name another one',
    incomplete: 'the folder has no complete backup: backup.json, which is written last, is missing',
    missing: ({ path }) => `${path} of the backup is missing: take another backup`,
    changed: ({ path }) => `${path} of the backup was changed or damaged: take another backup`,
  },
  'restore-not-empty': {
    version: ({ version, known }) =>
      `the database has tables of schema version ${version}, the backup of ${known}: restore into an empty data folder, and an empty database`,
    table: ({ table }) =>
      `the table ${table} of the database is in use: restore into an empty data folder, and an empty database`,
    file: ({ path, label }) =>
      `the data folder has ${path} of ${label}, which the backup does not have: restore into an empty one`,
  },
  'key-missing': {
    none: 'this needs a key: send it as "Authorization: Bearer KEY", or sign in in the console',
    node: ({ url }) => `the node at ${url} wants a key`,
    'other-archive': ({ archive }) => `aborting needs a key of ${archive}, which decides`,
  },
  'key-wrong': 'this key is wrong or was revoked: ask for another',
  'key-not-found': ({ id }) => `there is no valid key ${id}: look at the list of keys`,
  'key-last-admin': ({ id }) =>
    `${id} is the only administrator left: make another admin key, or a person who is an administrator, first`,
  'key-name-invalid': ({ max }) => `name whose key it is, in one line of at most ${max} visible characters`,
  'key-expiry-invalid': ({ text }) => `a key cannot end at "${text}": give a time to come, such as 2030-12-31`,
  'role-missing': {
    role: ({ role, own }) => `this needs the role ${role}, and yours is ${own}`,
    'own-items': ({ label }) => `${label} is not yours: ask its owner, a curator of its collection or an administrator`,
    limited: 'this key is limited to certain collections or minters: use another',
    'other-site': 'a page of another site cannot act for you here: open the address yourself',
  },
  'too-many-wrong-keys': ({ address, seconds }) => `too many wrong keys came from ${address}: wait ${seconds} s`,
};
