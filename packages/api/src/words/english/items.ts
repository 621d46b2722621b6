import type { Difference, ItemRefusals } from '../../codes/item-refusals.ts';
import type { WordsFor } from '../sentence.ts';
import { EXPECTED } from './fields.ts';
import { at } from './grammar.ts';
import { MINTER_FILES } from './minter-files.ts';

const DIFFERENCES: Readonly<Record<Difference, string>> = {
  item: 'another item',
  labels: 'other labels',
  aliases: 'other aliases',
  description: 'another description',
  files: 'other files',
};

export const ITEMS: WordsFor<ItemRefusals> = {
  'item-not-found': {
    label: ({ label }) => `${label} is not in this Archive`,
    described: ({ label, by }) => `${label}, which ${by} describes, is not in this Archive`,
    'copy-source': ({ label }) => `${label} is not in this Archive: say where to copy it from`,
    said: ({ origin, said }, say) => `${origin} says: ${say(said)}`,
  },
  'item-removed': {
    stays: ({ label }) => `${label} was removed: it stays as it was`,
    before: ({ label }) => `${label} was removed before`,
    because: ({ label, because }) => `${label} was removed: ${because}`,
    on: ({ label, date, because }) => `${label} was removed on ${date}: ${because}`,
    said: ({ origin, said }, say) => `${origin} says: ${say(said)}`,
  },
  'item-withdrawn': ({ label, date, because }) => `${label} was withdrawn on ${date}: ${because}`,
  'item-changed': {
    meanwhile: ({ label }) => `${label} was changed meanwhile: look at it again, then repeat`,
    revision: ({ label, revision }) => `${label} is at revision ${revision} now: look at it again, then repeat`,
    transfer: ({ transfer }) => `the transfer ${transfer} has taken another step meanwhile: repeat`,
  },
  'item-refused': {
    'not-original': ({ label }) => `${label} is not the original here: change the original, then refresh the copy`,
    'no-member': ({ label }) => `${label} is not in this collection`,
    'never-member': ({ label }) =>
      `${label} describes an item, or is a service: only items with files are in collections`,
    'no-metadata': ({ label }) => `${label} has no metadata in this Archive`,
    describes: ({ label, other }) => `${label} describes ${other}: remove that one, its description stays`,
    'archive-service': ({ label }) => `${label} is the Archive service itself, which can neither be removed nor moved`,
    'no-editions': ({ label }) => `${label} is metadata, which have no editions: link the item that they describe`,
    'one-service': ({ label }) => `${label} is an Archive service, which has no editions and no translations`,
    'not-added': ({ label, ibip }) =>
      `${ibip} was not added to ${label} later: an item keeps the labels that it came with`,
    restored: ({ label }) =>
      `${label} cannot be handed over yet: this Archive was restored, and has not read the log of its resolver since`,
    'in-transfer': ({ label }) =>
      `${label} is being handed over to another Archive: finish or abort the transfer first`,
    withdrawn: ({ label }) => `${label} is withdrawn: restore it before it is handed over`,
    'withdrawn-before': ({ label }) => `${label} is withdrawn already`,
    'not-withdrawn': ({ label }) => `${label} is not withdrawn`,
    'removed-here': ({ label }) => `${label} was removed here: no copy may take its place`,
    'original-here': ({ label }) =>
      `${label} is here, or on its way here, as the original: an Archive holds no copy beside it`,
    'no-copy': ({ label }) => `${label} is no copy here, so there is nothing to refresh`,
    'described-otherwise': ({ label, here, there }) =>
      `${label} is described by ${here} here and by ${there} there: drop the copy here, then repeat`,
    'moves-with': ({ label, other }) => `${label} moves with ${other}, which it describes: hand that one over`,
    'others-links': ({ label }) => `${label} is not the original here: its holder proposes its links`,
    'no-original-any-more': ({ label }) => `${label} is not an original of this Archive any more`,
    'both-here': () => 'this Archive holds both: link them here',
    'not-held': ({ label }) => `${label} cannot be handed over so: this Archive does not hold it`,
    'holds-original': ({ label }) => `${label} cannot be handed over so: this Archive holds the original`,
    'holds-copy': ({ label, from }) =>
      `${label} cannot be handed over so: this Archive holds a copy, which came from ${from}; only the original is handed over`,
    'holds-tombstone': ({ label }) => `${label} cannot be handed over so: it was removed from this Archive`,
    'handing-over': ({ label, to }) =>
      `${label} cannot be handed over so: this Archive is handing it over to ${to}; finish or abort that first`,
    'taking-over': ({ label, from }) =>
      `${label} cannot be handed over so: this Archive is taking it over from ${from}; finish or abort that first`,
  },
  'label-invalid': {
    label: (unfit) => `"${unfit.text}" is no label: ${at(unfit)}`,
    ibip: (unfit) => `"${unfit.text}" is no IBIp: ${at(unfit)}`,
    repository: (unfit) => `"${unfit.text}" is no repository name: ${at(unfit)}`,
    'resolver-service': ({ label }) => `${label} is the label of the resolver, and of no item`,
    'not-minted': ({ label }) => `${label} has the name of this node, and the node has not minted it`,
    future: ({ label }) => `${label} is of a moment that has not come: look at the clocks`,
    relation: ({ text, label }) => `${text} asks for a relation of ${label}: give a label alone`,
  },
  'label-taken': {
    here: ({ label }) => `${label} names an item of this Archive already: an Archive holds no two items of one label`,
    reserved: ({ label }) => `${label} is reserved for a draft here: only its draft is published under it`,
    disputed: ({ label }) => `several Archives say already that ${label} is theirs`,
    elsewhere: ({ label, address }) => `${label} names an item of the Archive at ${address}: a label leads to one item`,
    differs: ({ label, difference }) => `${label} is here already, with ${DIFFERENCES[difference]}: it stays as it is`,
    'other-item': ({ label, here, there }) => `${label} is ${here} in this Archive, and ${there} there`,
  },
  'alias-invalid': {
    unfit: (unfit) => `"${unfit.text}" is no alias: ${at(unfit)}`,
    'too-many': ({ max }) => `an item has at most ${max} aliases`,
  },
  'alias-taken': {
    here: ({ alias, label }) => `${alias} leads to ${label} already: an alias is one item's`,
    there: ({ alias, here, there }) => `${alias} leads to ${here} here, and to ${there} there`,
    elsewhere: ({ alias, label }) =>
      `${alias} leads to ${label}, an item of another Archive, by the resolver: an alias is one item's`,
    announced: ({ alias, service, address }) =>
      `the Archive ${service} at ${address} has announced ${alias} to the resolver, and does not answer now: try again when it is back`,
    mintable: ({ alias }) =>
      `${alias} is an alias of an item of this node, and this minter might issue it: take another template or NAAN`,
  },
  'alias-minted': {
    minted: ({ alias }) => `${alias} is a name of a minter of this node: bind its target there`,
    mintable: ({ alias, minter }) => `${alias} is a name that the minter ${minter} of this node may issue`,
  },
  'alias-unknown': ({ label, alias }) => `${label} has no alias ${alias}`,
  'metadata-invalid': ({ problems: [first, ...others] }) =>
    `metadata: at ${first?.path || 'the whole'} expected ${first?.expected}${others.length > 0 ? ` (and ${others.length} more)` : ''}`,
  'edition-exists': {
    next: ({ earlier, next }) =>
      `${earlier} has a next edition, ${next}: make yours an edition of the last one, or remove that link first if it was removed elsewhere`,
    said: ({ earlier, next }) =>
      `${next} is said here to be the next edition of ${earlier}: make yours an edition of it, or remove its link first`,
    previous: ({ later, previous }) => `${later} is the next edition of ${previous} already`,
    'one-place': ({ label, other }) => `${label} and ${other} have one place among the editions`,
  },
  'edition-order': {
    itself: ({ label }) => `${label} cannot be an edition of itself`,
    'same-item': ({ earlier, later }) => `${later} is an edition of the same item as ${earlier} already`,
    already: ({ earlier, later }) => `${earlier} is an edition of ${later} already`,
    'one-item': ({ label, other }) => `${label} and ${other}, which are one item, are two editions`,
    loop: ({ label, other }) => `the later editions of ${other} lead to ${label}, which cannot come before them`,
  },
  'translation-exists': {
    itself: ({ label }) => `${label} cannot be a translation of itself`,
    translation: ({ language, label }) => `there is a translation to ${language} already: ${label}`,
    version: ({ language, label }) =>
      `${label} is said to be the version in ${language} already: if it is not, remove its link first`,
    'no-language': ({ label }) => `a translation of ${label} needs a language`,
  },
  'relation-not-found': ({ label, other, linked }) =>
    `${label} is linked to no ${other}${linked.length === 0 ? '' : `, but to ${linked.join(', ')}`}`,
  'proposal-not-found': ({ id }) => `nothing was proposed to this Archive as number ${id}`,
  'proposal-settled': {
    state: ({ id, state }) => `proposal ${id} is ${state} already: change the link itself`,
    'not-said': ({ address }) => `the Archive at ${address}, which holds it, does not say so`,
    removed: ({ item }) => `${item} was removed`,
    withdrawn: ({ id, said }, say) => `proposal ${id} is withdrawn: ${say(said)}`,
  },
  'language-invalid': {
    unfit: ({ text }) =>
      `"${text}" is no language: write two letters, or three where there are no two, and perhaps a country: pt, pt-BR, yrl`,
    other: ({ label, known, language }) => `${label} is in ${known}, not in ${language}: change its language first`,
    unknown: ({ label, archive }) => `the language of ${label} is not known: ask ${archive} to give it one`,
  },
  'network-invalid': ({ text, expected }) => `"${text}" is no network: expected ${expected}`,
  'target-missing': ({ target, files }) => `the target "${target}" is none of the item's files: ${files}`,
  'nothing-to-change': 'nothing to change was given',
  'reason-missing': {
    tombstone: ({ max }) => `say why, in at most ${max} characters: the tombstone will show it`,
    proposal: ({ max }) => `say why, in at most ${max} characters: the other side is told`,
    return: ({ max }) => `say what is to be changed, in at most ${max} characters: the depositor reads it`,
  },
  'search-too-wide': {
    stars: ({ max }) => `at most ${max} words of a search may end with a star: write some of them in full`,
    words: ({ max }) => `a search has at most ${max} words: look for the rarest of them`,
  },
  'too-many-searches': ({ seconds }) =>
    `too many searches came from your network: wait ${seconds} s; all records are at /dumps`,
  'search-too-slow': ({ seconds }) =>
    `the search was given up after ${seconds} s: look for rarer words, or try again later`,
  'cursor-invalid': ({ cursor }) => `"${cursor}" is no cursor: take "next" of the page before`,
  'changes-restored': ({ cursor }) =>
    `no change here has the cursor "${cursor}": an older state was restored since; read the changes from the beginning`,
  'changes-unready': 'the changes of older items are still being counted: try again in a minute',
  'zip-unready': ({ label }) => `the files of ${label} are being read for their ZIP file: try again in a minute`,
  'archive-service-fixed': ({ label }) => `the Archive service of this data is ${label} and stays so`,
  'file-embargoed': ({ label, until }) => `the files of ${label} are closed until ${until}`,
  'embargo-invalid': ({ text }) => `${text} is no day such as 2027-01-31`,
  'client-not-allowed': ({ label, address, metadata }) =>
    metadata === ''
      ? `${label} may not be read from ${address}`
      : `${label} may not be read from ${address}; its metadata may: ${metadata}`,
  'description-closed': {
    here: ({ label }) => `the description of ${label} is closed: a key opens it`,
    there: ({ label, origin }) => `${origin} keeps the description of ${label} closed: a key of it opens it`,
  },
  'file-list-closed': {
    here: ({ label }) => `the list of files of ${label} is closed: a key opens it`,
    there: ({ label, origin }) => `${origin} keeps the list of files of ${label} closed: a key of it opens the list`,
  },
  'no-files': {
    none: 'an item needs at least one file: give its path',
    paths: ({ paths }) => `there is no file to deposit in ${paths}`,
  },
  'file-name-invalid': {
    unfit: ({ path, position, expected }) => `"${path}", character ${position + 1}: expected ${expected}`,
    unkept: (unfit) => `${unfit.path} cannot keep its name: ${at(unfit)}`,
    upload: (unfit) => `filename: ${at(unfit)}`,
    outside: ({ path }) => `"${path}" is no path inside the folder of files: write one without ".."`,
    encoding: ({ path, encoding }) => `"${path}" has letters that ${encoding} does not have`,
    bytes: ({ path }) => `${path} is not UTF-8: write its other bytes as in Relat\\xF3rio.pdf`,
  },
  'file-name-taken': {
    case: ({ path }) => `${path}: another file has this name, letter case aside; rename one`,
    both: ({ path, one, other }) => `${one} and ${other} would both be ${path}: rename one`,
  },
  'too-many-files': ({ max }) => `an item has at most ${max} files: pack some into one, or deposit several items`,
  'file-too-large': {
    come: ({ path, bytes, max }) =>
      `${path}: ${bytes} bytes have come and at most ${max} are taken; send a smaller file`,
    known: ({ path, bytes, max }) => `${path} has ${bytes} bytes, and at most ${max} are taken here`,
    announced: ({ max }) => `a file has at most ${max} bytes; send a smaller one`,
    upload: ({ id, bytes }) => `upload ${id} was announced with ${bytes} bytes, and more have come`,
  },
  'documents-exist': {
    deposit: ({ label }) => `${label} has its documents already: deposit others as another item`,
    'left-behind': ({ label }) => `other documents of ${label} were left behind here`,
  },
  'file-missing': {
    'of-item': ({ path, label }) => `${label} has no file ${path}`,
    'not-listed': ({ path, label }) => `${path} is not among the documents of ${label}: look at its list of files`,
    upload: ({ id }) => `${id}: there is no such upload; send it again`,
    address: ({ address }) => `there is no document at /col/${address}`,
  },
  'file-unreadable': {
    failed: ({ path, cause }) => `cannot read ${path} (${cause})`,
    'not-found': ({ path, cause }) => `cannot read ${path} (${cause}): check the path`,
    'not-utf-8': ({ path, cause }) =>
      `cannot read ${path} (${cause}): its name is not UTF-8, give the folder that it is in`,
    unwritable: ({ path, cause }) => `cannot write ${path}: ${cause}`,
    'no-proof': ({ path, expected }) => `${path} is no proof file: expected ${expected}`,
    'no-head': ({ path }) => `${path} has no head of a log: name another file, or remove it to begin anew`,
    outside: ({ path, folder }) => `${path} is no file inside of ${folder}: correct its path, or name another folder`,
    shorter: ({ path }) => `${path} became shorter while it was sent: deposit it again`,
    several: ({ path }) => `${path} may be several files: give the folder that they are in`,
    link: ({ path }) => `${path} is a symbolic link: give what it leads to`,
    'no-file': ({ path }) => `${path} is neither a file nor a folder: take it out`,
  },
  'format-not-offered': ({ label, formats }) =>
    `${label} is not described in a format of the Accept header; there are ${formats.join(', ')}`,
  'file-damaged': {
    catalogue: ({ path, label }) => `${path} of ${label} is not what the catalogue says`,
    here: ({ path, label }) =>
      `${path} of ${label} is damaged on the disk of this node, which looks for a copy of it elsewhere; try again later`,
    line: ({ path, bytes, sha256 }) =>
      `${path} has ${bytes} bytes of SHA-256 ${sha256}, not what its line says: bring the right file`,
  },
  'copy-differs': ({ path, sha256, announced }) =>
    `${path} is not what was announced: SHA-256 ${sha256}, not ${announced}; try again later`,
  'package-invalid': {
    'no-package': ({ path }) => `there is no bag, OCFL object or RO-Crate in ${path}`,
    'no-items': ({ path }) => `there is no item of this format in ${path}`,
    'no-storage-root': ({ path }) => `${path} is neither empty nor a storage root of OCFL 1.1: name another folder`,
    declaration: ({ path }) => `${path} does not say that the package is of a version that is known here`,
    'no-record': ({ path }) =>
      `${path} is missing: only packages that Perene exported, or that have such a record, can be imported`,
    unreadable: ({ path }) => `${path} cannot be read: it is not what its format asks for`,
    link: ({ path }) => `${path} is a link or no regular file: packages may not have such`,
    outside: ({ path }) => `${path} leads out of its package`,
    unlisted: ({ path }) => `${path} is in the package, but not on its lists`,
    missing: ({ path }) => `${path} is on a list of the package, but not in it`,
    incomplete: ({ missing }) =>
      `the repository has told of ${missing} records that are in no file: harvest it to its end`,
    undescribed: ({ path }) => `no record says what ${path} is`,
    unnamed: ({ path }) => `the record at ${path} does not say which item it is of`,
    hash: ({ path }) => `${path} does not have the hash that its package says`,
    'too-many': ({ path }) => `${path} has too many files for a package`,
    'too-large': ({ path }) => `${path} is too large for a list or a record`,
  },
  'record-invalid': {
    field: ({ place, expected }) => `at ${place} expected ${EXPECTED[expected]}`,
    choice: ({ place, choices }) => `at ${place} expected ${choices}`,
    removal: ({ place, max }) =>
      `at ${place} expected when and why: {"at": "...", "reason": "at most ${max} characters"}`,
    'unknown-field': ({ name, place }) => `"${name}" is no field of ${place === '' ? 'an item' : place}`,
    'line-too-long': ({ max }) => `the line has more than ${max} bytes`,
    'line-not-utf-8': 'the line is not in UTF-8',
    'no-json': 'the line is no JSON: write one object a line',
    'no-object': 'the line is no object: write one as in {"repository": "..."}',
    ...MINTER_FILES,
  },
};
