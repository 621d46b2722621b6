import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SqlRow } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { MIGRATIONS, migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import { DATABASES } from '../fixtures/databases.ts';

const FOLDER = fileURLToPath(new URL('../../packages/server/src/adapters/sql/migrations/', import.meta.url));

interface SingleMigration {
  readonly title: string;
  /** The first digits of the SHA-256 of the statements: of SQLite, of PostgreSQL. */
  readonly published: readonly [sqlite: string, postgres: string];
  /** Rows that the version before the migration may have left. */
  readonly before: readonly string[];
  /** Rows that a program of the new version writes. */
  readonly written?: readonly string[];
  readonly after: readonly { readonly query: string; readonly rows: readonly SqlRow[] }[];
}

const addItem = (repository: string, state = 'original'): string =>
  `insert into items (repository, ibips, content, state, state_detail, file_name_encoding, file_list, created_at,
     updated_at, revision) values ('${repository}', '', 'Data', '${state}', '{}', 'utf-8', 'open', 1, 2, 3)`;

const addMember = (service: string, number: number, state: string, changedAt: number): string =>
  `insert into archive_members (service, number, state, key_hash, is_confirmed, requested_at, changed_at)
     values ('${service}', ${number}, '${state}', 'hash', 0, 1, ${changedAt})`;

/** The migrations in the order of the versions that they lead to. */
const SINGLE: readonly SingleMigration[] = [
  {
    title: 'an empty database gets the last date',
    published: ['7ea32ecc44698a04', '7ea32ecc44698a04'],
    before: [],
    written: ['insert into minting_state (id, last_date_microseconds) values (1, 7)'],
    after: [{ query: 'select * from minting_state', rows: [{ id: 1n, last_date_microseconds: 7n }] }],
  },
  {
    title: 'a minter becomes an Archive, and keeps its last date',
    published: ['39d617b75b73bc52', '11de8f9b39da69aa'],
    before: ['insert into minting_state (id, last_date_microseconds) values (1, 7)'],
    written: [addItem('example.org/a')],
    after: [
      { query: 'select last_date_microseconds as last from minting_state', rows: [{ last: 7n }] },
      { query: 'select number, repository from items', rows: [{ number: 1n, repository: 'example.org/a' }] },
    ],
  },
  {
    title: 'minters of noid come to an Archive with items',
    published: ['59182b3f1482d03c', '469476d959afd6b6'],
    before: [addItem('example.org/a')],
    written: [
      `insert into noid_identifiers (minter, id, status, date, contact, position, is_held)
         values (1, 'b', '', '', '', 2, 0), (1, 'B', '', '', '', 1, 0)`,
    ],
    after: [
      { query: 'select repository from items', rows: [{ repository: 'example.org/a' }] },
      // Both databases order texts byte by byte.
      {
        query: 'select id, pepper from noid_identifiers order by id',
        rows: ['B', 'b'].map((id) => ({ id, pepper: null })),
      },
    ],
  },
  {
    title: 'members come to a node with minters',
    published: ['6a7bf4f5d0001c78', 'a3bb5f408e414106'],
    before: [
      `insert into noid_notes (minter, note, value, encoding) values (1, 'n', 'v', 'text')`,
      addItem('example.org/a'),
    ],
    written: [addMember('example.org/s', 0, 'included', 2)],
    after: [
      { query: 'select note, value from noid_notes', rows: [{ note: 'n', value: 'v' }] },
      { query: 'select number, address from archive_members', rows: [{ number: 0n, address: null }] },
    ],
  },
  {
    title: 'every label that is there is a change, in the order in which they came',
    published: ['552405e84c7df48c', '823e46eabfc1ad56'],
    before: [`insert into labels (label, number) values ('b', 2), ('c', 2), ('a', 1)`],
    written: [`insert into label_changes (label, kind, held) values ('b', 'removed', 2)`],
    after: [
      {
        query: 'select number, label, kind, held from label_changes order by number',
        rows: [
          { number: 1n, label: 'a', kind: 'added', held: 1n },
          { number: 2n, label: 'b', kind: 'added', held: 2n },
          { number: 3n, label: 'c', kind: 'added', held: 3n },
          { number: 4n, label: 'b', kind: 'removed', held: 2n },
        ],
      },
      { query: 'select count(distinct mark) as marks from label_changes', rows: [{ marks: 4n }] },
    ],
  },
  {
    title: 'indexes of the log come to a history',
    published: ['40cc9e95d9fdd9d3', '40cc9e95d9fdd9d3'],
    before: [
      `insert into history (repository, at, who, action, detail) values ('example.org/a', 1, 'Ana', 'added', '{}')`,
    ],
    after: [{ query: 'select number, at, who from history', rows: [{ number: 1n, at: 1n, who: 'Ana' }] }],
  },
  {
    title: 'Archives that are switched off are so since their last change',
    published: ['b047121eba4876ba', 'b047121eba4876ba'],
    before: [
      addMember('a', 0, 'included', 2),
      addMember('b', 1, 'excluded', 3),
      addMember('c', 2, 'revoked', 4),
      addMember('d', 3, 'registered', 5),
    ],
    after: [
      {
        query: 'select service, away_since from archive_members order by service',
        rows: [
          { service: 'a', away_since: null },
          { service: 'b', away_since: 3n },
          { service: 'c', away_since: 4n },
          { service: 'd', away_since: null },
        ],
      },
    ],
  },
  {
    title: 'pinned services come to members',
    published: ['40befad900e4cc4a', '5a8c5b84a1623b31'],
    before: [addMember('LK47B6W/362SFKH', 0, 'included', 2)],
    written: [`insert into pinned_services (service, repository) values ('LK47B6W/362SFKH', 'example.org/a')`],
    after: [
      {
        query: 'select repository, state from pinned_services p join archive_members m on m.service = p.service',
        rows: [{ repository: 'example.org/a', state: 'included' }],
      },
    ],
  },
  {
    title: 'links of imported items may wait',
    published: ['f3e6008a4fd8d180', '0aee699b21c7714b'],
    before: [addItem('example.org/a')],
    written: [`insert into awaiting_links (repository, batch, line, links) values ('example.org/a', 'b', 3, '{}')`],
    after: [
      {
        query: 'select line, revision from awaiting_links l join items i on i.repository = l.repository',
        rows: [{ line: 3n, revision: 3n }],
      },
    ],
  },
  {
    title: 'chains end at what is held elsewhere, and copies speak for themselves',
    published: ['a6a14c155451b07b', '0f0bf18857beab69'],
    before: [
      addItem('e1'),
      addItem('e3'),
      addItem('copy', 'copy'),
      `insert into editions (label, chain, place) values ('e1', 'e1', 0), ('e2', 'e1', 1), ('e3', 'e1', 2), ('copy', 'e1', 3)`,
      `insert into translations (label, family, language) values ('e1', 'e1', 'pt'), ('copy', 'e1', 'en')`,
    ],
    written: [
      `insert into translations values ('x', 'e1', '', 'edit', '', 'Ana', 1), ('y', 'e1', '', 'edit', '', 'Ana', 1)`,
    ],
    after: [
      {
        query: 'select label, chain, place, origin, at from editions order by place',
        rows: [
          { label: 'e1', chain: 'e1 0', place: 0n, origin: 'before', at: 0n },
          { label: 'e2', chain: 'e1 0', place: 1n, origin: 'before', at: 0n },
          { label: 'e3', chain: 'e1 1', place: 2n, origin: 'before', at: 0n },
          { label: 'copy', chain: 'e1 1', place: 3n, origin: 'before', at: 0n },
        ],
      },
      {
        query: 'select item, kind, label, language, origin from item_links order by item, kind',
        rows: [
          { item: 'copy', kind: 'editionOf', label: 'e3', language: '', origin: 'copy' },
          { item: 'copy', kind: 'translation', label: 'e1', language: 'pt', origin: 'copy' },
          { item: 'e3', kind: 'editionOf', label: 'e2', language: '', origin: 'before' },
        ],
      },
      {
        query: 'select label, language from translations order by label',
        rows: [
          { label: 'copy', language: 'en' },
          { label: 'e1', language: 'pt' },
          { label: 'x', language: '' },
          { label: 'y', language: '' },
        ],
      },
    ],
  },
  {
    title: 'leases come to members and joined resolvers',
    published: ['0b4f7ae1fd7d25cf', '83e23b364da9824f'],
    before: [
      addMember('example.org/s', 7, 'included', 2),
      `insert into joined_resolvers (resolver, state, address, at) values ('http://r.example.org', '{}', '', 1)`,
    ],
    written: ['insert into given_leases (member, revision) values (7, 1)'],
    after: [
      {
        query: 'select service, granted, held from given_leases join archive_members on number = member',
        rows: [{ service: 'example.org/s', granted: null, held: null }],
      },
      { query: 'select resolver from joined_resolvers', rows: [{ resolver: 'http://r.example.org' }] },
    ],
  },
  {
    title: 'items of before have no aliases',
    published: ['853f06e2ccdfa8ff', '5aba8e13450793b6'],
    before: [addItem('example.org/a')],
    after: [{ query: 'select repository, aliases from items', rows: [{ repository: 'example.org/a', aliases: '' }] }],
  },
  {
    title: 'the index of words is made anew, beside the items',
    published: ['063eeee5dfad6d29', '1c71e69e10992793'],
    before: [addItem('example.org/a')],
    after: [{ query: 'select repository from items', rows: [{ repository: 'example.org/a' }] }],
  },
  {
    title: 'transfers of before have no receipt, and nobody is known to have begun them',
    published: ['c47d010fc7b27208', 'c47d010fc7b27208'],
    before: [`insert into transfers (id, repository, outcome, at) values ('t', 'example.org/a', 'committed', 1)`],
    after: [{ query: 'select id, who, receipt from transfers', rows: [{ id: 't', who: null, receipt: null }] }],
  },
  {
    title: 'items of before have no claims',
    published: ['bf818ab6c38badc2', 'c18db6604c0d544d'],
    before: [addItem('example.org/a')],
    written: [
      `insert into claims (repository, place, kind, hash, statement) values ('example.org/a', 1, 'claim', 'h', 's')`,
    ],
    after: [
      {
        query: 'select i.repository, c.place from items i join claims c on c.repository = i.repository',
        rows: [{ repository: 'example.org/a', place: 1n }],
      },
    ],
  },
  {
    title: 'a log comes to a resolver with members',
    published: ['b73dea0fa2119030', '8269c131ba7ee44a'],
    before: [addMember('example.org/s', 0, 'included', 2)],
    written: [
      `insert into log_entries (number, leaf, hash) values (0, 'ibi-log-v1', 'sha256:0')`,
      `insert into log_labels (label, entry) values ('b', 0), ('B', 0)`,
    ],
    after: [
      { query: 'select service from archive_members', rows: [{ service: 'example.org/s' }] },
      { query: 'select number, key_of from log_entries', rows: [{ number: 0n, key_of: null }] },
      // Byte by byte, in both databases.
      { query: 'select label from log_labels order by label', rows: [{ label: 'B' }, { label: 'b' }] },
    ],
  },
  {
    title: 'proposals of before have no stamps',
    published: ['8c2d8d199744b36c', '8c2d8d199744b36c'],
    before: [
      `insert into proposals (direction, kind, of_label, item_label, state, language, title, archive, address, note, who, at, changed_at, asked_at) values ('in', 'edition', 'a', 'b', 'open', '', '', '', '', '', '', 1, 1, 1)`,
    ],
    after: [{ query: 'select of_label, stamp from proposals', rows: [{ of_label: 'a', stamp: '' }] }],
  },
  {
    title: 'files of before are unchecked',
    published: ['5411f3cd2abd6fb8', '73ecc7a9240feb91'],
    before: [
      `insert into files (repository, path, folded_path, bytes, sha256, media_type) values ('a', 'b', 'b', 1, 'ab', 'text/plain')`,
    ],
    after: [
      { query: 'select path from files', rows: [{ path: 'b' }] },
      { query: 'select path from file_checks', rows: [] },
    ],
  },
  {
    title: 'the history of before waits for its hashes',
    published: ['75afa7db352728ae', '574d71c10d368636'],
    before: [
      `insert into history (repository, at, who, action, detail) values ('example.org/a', 1, 'Ana', 'added', '{}')`,
    ],
    after: [
      { query: 'select number, who from history', rows: [{ number: 1n, who: 'Ana' }] },
      { query: 'select number from history_chain', rows: [] },
    ],
  },
  {
    title: 'Archives that had answered are known by their addresses',
    published: ['21a12f1b0abdb3f5', '21a12f1b0abdb3f5'],
    before: [
      `insert into archive_members (service, number, state, key_hash, address, is_confirmed, requested_at, changed_at, revision)
       values ('example.org/a', 0, 'included', '', 'a.example.org', 1, 1, 1, 1), ('example.org/b', 1, 'included', '', 'b.example.org', 0, 1, 1, 2)`,
    ],
    after: [
      {
        query: 'select service, confirmed_address, confirmed_ips from archive_members order by service',
        rows: [
          { service: 'example.org/a', confirmed_address: 'a.example.org', confirmed_ips: '' },
          { service: 'example.org/b', confirmed_address: null, confirmed_ips: '' },
        ],
      },
    ],
  },
  {
    title: 'descriptions of before are for everyone, no log is in doubt, and dates of before are taken',
    published: ['4711ef23798422a2', '4711ef23798422a2'],
    before: [
      addItem('example.org/a'),
      'insert into minting_state (id, last_date_microseconds) values (1, 7)',
      `insert into witnessed_logs (resolver, log_key, head, at) values ('http://a.example.org', 'k', 'h', 1)`,
    ],
    after: [
      {
        query: 'select repository, description from items',
        rows: [{ repository: 'example.org/a', description: 'open' }],
      },
      { query: 'select head, doubt from witnessed_logs', rows: [{ head: 'h', doubt: null }] },
      { query: 'select * from given_dates', rows: [{ first_date: 0n, last_date: 7n }] },
    ],
  },
  {
    title: 'items of before are changes that were made, in the order of their dates',
    published: ['3aa6c565eec736db', '15d05a85819ecdd3'],
    before: [
      addItem('example.org/a'),
      addItem('example.org/b', 'deleted'),
      addItem('example.org/c'),
      `update items set updated_at = 9 where repository = 'example.org/a'`,
      `update items set updated_at = 1, described_by = 'example.org/c' where repository = 'example.org/b'`,
    ],
    written: [`insert into made_changes (repository, action) values ('example.org/c', 'edited')`],
    after: [
      {
        query: 'select number, repository, action, at from made_changes order by number',
        rows: [
          { number: 1n, repository: 'example.org/b', action: 'removed', at: 2n },
          { number: 2n, repository: 'example.org/c', action: 'added', at: 2n },
          { number: 3n, repository: 'example.org/a', action: 'added', at: 9n },
          { number: 4n, repository: 'example.org/c', action: 'edited', at: null },
        ],
      },
      { query: 'select number from changes', rows: [] },
    ],
  },
  {
    title: 'first holders come to members',
    published: ['3060849ff2b39932', '69a8d74408cf5211'],
    before: [addMember('example.org/a', 7, 'included', 1)],
    written: [`insert into first_holders (name, archive, item) values ('hash', 7, '')`],
    after: [
      {
        query: 'select name, item, service from first_holders h join archive_members m on m.number = h.archive',
        rows: [{ name: 'hash', item: '', service: 'example.org/a' }],
      },
    ],
  },
  {
    title: 'checksums come to contents that have none yet',
    published: ['7df24ca91fe250d5', 'd2f85ca400862a4b'],
    before: [addItem('example.org/a')],
    written: [`insert into file_checksums (sha256, crc32) values ('ab', 4294967295)`],
    after: [
      { query: 'select repository from items', rows: [{ repository: 'example.org/a' }] },
      { query: 'select * from file_checksums', rows: [{ sha256: 'ab', crc32: 4_294_967_295n }] },
    ],
  },
  {
    title: 'items of before brought nothing along',
    published: ['5d8711896981a759', '4ea85cd2e3509a45'],
    before: [addItem('example.org/a')],
    written: [`insert into brought_records (repository, history, claims) values ('example.org/b', '[]', '[]')`],
    after: [
      {
        query: 'select * from brought_records',
        rows: [{ repository: 'example.org/b', history: '[]', claims: '[]', settled_at: null }],
      },
    ],
  },
  {
    title: 'accesses of before are redirects still, and nobody is said to have read anything',
    published: ['631a0c26474b0030', 'bbecca8029c70f95'],
    before: [
      `insert into access_counts (repository, day, content, accesses) values ('example.org/a', '2026-11-17', 'Data', 5)`,
    ],
    after: [
      { query: 'select accesses from access_counts', rows: [{ accesses: 5n }] },
      { query: 'select repository from usage_counts', rows: [] },
    ],
  },
  {
    title: 'items of before are to be indexed anew, and closed descriptions stay so',
    published: ['edad2e9c7a6330c7', '753f8f7d19b0158f'],
    before: [
      addItem('example.org/a'),
      addItem('example.org/b'),
      addItem('example.org/c', 'deleted'),
      `update items set described_by = 'example.org/b', description = 'closed' where repository = 'example.org/a'`,
      `update items set described_by = 'example.org/a' where repository <> 'example.org/a'`,
    ],
    after: [
      {
        query: 'select number, version, is_open, title from search_index_facts order by number',
        rows: [
          { number: 1n, version: 0n, is_open: 0n, title: '' },
          { number: 2n, version: 0n, is_open: 1n, title: '' },
        ],
      },
    ],
  },
  {
    title: 'keys and items of before belong to nobody, and people can be added',
    published: ['82632b97ce29146a', 'edc0f6850e1cbf95'],
    before: [
      addItem('example.org/a'),
      `insert into api_keys (id, name, role, hash, created_at) values ('a1', 'Ana', 'admin', 'h', 1)`,
    ],
    after: [
      { query: 'select owner from items', rows: [{ owner: null }] },
      {
        query: 'select role, person, expires_at, limits from api_keys',
        rows: [{ role: 'admin', person: null, expires_at: null, limits: null }],
      },
      { query: 'select id from people', rows: [] },
    ],
  },
  {
    title: 'bindings of before have no history, and are found by their values',
    published: ['4f33660035e70ec8', 'a7b0becd1f40568b'],
    before: [
      `insert into noid_elements (minter, id, element, value, encoding) values (1, '12345/x', '_t', 'https://a.org/', 'text')`,
    ],
    after: [
      { query: 'select id from noid_past', rows: [] },
      {
        query: `select id from noid_elements where minter = 1 and element = '_t' and substr(value, 1, 200) = 'https://a.org/'`,
        rows: [{ id: '12345/x' }],
      },
    ],
  },
  {
    title: 'collections come to an Archive, and no item says what its persistent URL opens',
    published: ['8e394833689be34e', '6b25984e362c146e'],
    before: [addItem('example.org/a')],
    written: ['insert into collection_members (collection, item, place) values (1, 1, 7)'],
    after: [
      { query: 'select repository, opens from items', rows: [{ repository: 'example.org/a', opens: null }] },
      { query: 'select item, record from collection_members', rows: [{ item: 1n, record: null }] },
    ],
  },
  {
    title: 'no item of before has an embargo',
    published: ['f55d79352a4fddd8', 'f55d79352a4fddd8'],
    before: [addItem('example.org/a')],
    after: [{ query: 'select repository, embargo from items', rows: [{ repository: 'example.org/a', embargo: null }] }],
  },
  {
    title: 'collections of before ask for no review',
    published: ['2bb94ebdca430a25', 'cf5dc43fc12245b8'],
    before: [
      `insert into collections (name, kind, title, description, defaults, created_at, updated_at, revision)
       values ('maps', 'collection', '{}', '{}', '{}', 1, 1, 1)`,
    ],
    after: [
      { query: 'select name, review from collections', rows: [{ name: 'maps', review: 'none' }] },
      { query: 'select id from drafts', rows: [] },
    ],
  },
  {
    title: 'items of before are listed by size and change, and removed ones are to be indexed',
    published: ['fdf2a1f5d9df9ff9', 'da2be573ee440fd4'],
    before: [
      addItem('example.org/a', 'copy'),
      addItem('example.org/b'),
      addItem('example.org/c', 'deleted'),
      `update items set described_by = 'example.org/b', owner = 'p1', updated_at = 7 where repository = 'example.org/a'`,
      `update items set described_by = 'example.org/a' where repository = 'example.org/c'`,
      `insert into files (repository, path, folded_path, bytes, sha256, media_type)
        values ('example.org/a', 'a', 'a', 5, 'x', 'text/plain'), ('example.org/a', 'b', 'b', 6, 'x', 'text/plain')`,
      `insert into search_index_facts (number, version, is_open, type, year, language, licence, title)
        values (1, 2, 1, '', '', '', '', 'A')`,
    ],
    after: [
      {
        query: 'select number, version, state, owner, changed_at, bytes from search_index_facts order by number',
        rows: [
          { number: 1n, version: 2n, state: 'copy', owner: 'p1', changed_at: 7n, bytes: 11n },
          { number: 3n, version: 0n, state: 'deleted', owner: '', changed_at: 7n, bytes: 0n },
        ],
      },
      { query: 'select id from batches', rows: [] },
    ],
  },
  {
    title: 'names of what is changed are noted from now on',
    published: ['38336213e6ad8a09', '911592dc5a0b6d64'],
    before: [addItem('example.org/a')],
    written: [`update items set state = 'deleted' where repository = 'example.org/a'`],
    after: [{ query: 'select name from touched', rows: [{ name: 'example.org/a' }] }],
  },
  {
    title: 'changes of items with DOIs are to be sent from now on',
    published: ['2eb8dbe752cc462c', '97e52d54a9ce83ad'],
    before: [addItem('example.org/a')],
    written: [
      `insert into doi_registrations (doi, kind, subject, wanted, wish, done, state, attempts, due_at, claimed_until, changed_at)
        values ('10.5072/x', 'item', 'example.org/a', 'findable', 1, 1, 'findable', 0, 9, 0, 0)`,
      `update items set state = 'deleted' where repository = 'example.org/a'`,
      `insert into noid_elements (minter, id, element, value, encoding) values (1, '12345/x', '_doi', '10.5072/y', 'text')`,
    ],
    after: [
      {
        query: 'select doi, subject, done < wish as waits, due_at from doi_registrations order by doi',
        rows: [
          { doi: '10.5072/x', subject: 'example.org/a', waits: 1n, due_at: 0n },
          { doi: '10.5072/y', subject: '1 12345/x', waits: 1n, due_at: 0n },
        ],
      },
    ],
  },
  {
    title: 'no item is withdrawn, and items can be',
    published: ['609e32f18990d2cb', '609e32f18990d2cb'],
    before: [addItem('example.org/a'), addItem('example.org/b')],
    written: [`update items set withdrawn_at = 7, withdrawn_reason = 'r' where repository = 'example.org/b'`],
    after: [
      {
        query: 'select repository, withdrawn_at, withdrawn_reason from items order by repository',
        rows: [
          { repository: 'example.org/a', withdrawn_at: null, withdrawn_reason: null },
          { repository: 'example.org/b', withdrawn_at: 7n, withdrawn_reason: 'r' },
        ],
      },
    ],
  },
  {
    title: 'changes of many names come to minters',
    published: ['a2b8ea01e923d40f', '35bdb111d3099b2c'],
    before: [
      `insert into noid_elements (minter, id, element, value, encoding) values (1, '12345/x', '_t', 'https://a.org/', 'text')`,
    ],
    written: [
      `insert into name_batch_lines (batch, place, id, bound_before, bound_after, outcome) values ('a', 1, '12345/x', '{}', '{}', 'waiting')`,
    ],
    after: [
      { query: 'select id from noid_elements', rows: [{ id: '12345/x' }] },
      { query: 'select id from name_batches', rows: [] },
      { query: 'select outcome, code from name_batch_lines', rows: [{ outcome: 'waiting', code: null }] },
    ],
  },
  {
    title: 'no row has changed yet',
    published: ['21483fcff0c943f5', 'd2cc979d18cedf06'],
    before: [addItem('example.org/a')],
    after: [{ query: 'select name, key from changed_rows', rows: [] }],
  },
];

it('each migration has a file, named by its day and the version that it leads to, and is tried here', () => {
  const versions = globSync('[0-9]*.ts', { cwd: FOLDER })
    .toSorted()
    .map((name) => Number(/^[\d-]{11}(\d\d)-/.exec(name)?.[1]));
  expect(versions).toEqual(MIGRATIONS.map((_, index) => index + 1));
  expect(SINGLE).toHaveLength(MIGRATIONS.length);
});

describe.each(['sqlite', 'postgres'] as const)('what is published for %s', (dialect) => {
  it('never changes', () => {
    const digests = MIGRATIONS.map((statements) =>
      createHash('sha256')
        .update(statements.map((one) => (typeof one === 'string' ? one : one[dialect])).join(';\n'))
        .digest('hex')
        .slice(0, 16),
    );
    expect(digests).toEqual(SINGLE.map(({ published }) => published[dialect === 'sqlite' ? 0 : 1]));
  });
});

describe.each(DATABASES)('a single migration of $name', ({ openEmpty }) => {
  it.each(SINGLE.map((single, index) => ({ ...single, version: index + 1 })))(
    'leads to version $version: $title',
    async ({ version, before, written = [], after }) => {
      const database = await openEmpty();
      await migrate(database, MIGRATIONS.slice(0, version - 1));
      await database.transaction(async (session) => {
        for (const statement of before) await session.run(statement);
      });
      await migrate(database, MIGRATIONS.slice(0, version));
      await database.transaction(async (session) => {
        for (const statement of written) await session.run(statement);
      });
      for (const { query, rows } of after) {
        expect(await database.read((session) => session.all(query))).toEqual(rows);
      }
    },
  );
});
