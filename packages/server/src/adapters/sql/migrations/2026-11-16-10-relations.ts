import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

const ORIGIN = 'origin text not null, archive text not null, who text not null, at bigint not null';
const UNWRITTEN = `'before', '', '', 0`;

/** Chains go on from originals only; the links of a copy count for the copy alone. */
const isNoOriginal = (table: string): string => `${table}.number is null or ${table}.state in ('copy', 'receiving')`;
const originOf = (table: string): string =>
  `case when ${table}.state in ('copy', 'receiving') then 'copy' else 'before' end, '', '', 0`;

const NEIGHBOURS = `editions later join editions earlier
  on earlier.chain = later.chain and earlier.place = later.place - 1`;

const PROPOSALS = describeTable(`create table proposals (
  number numbered,
  direction text not null,
  kind text not null,
  of_label text not null,
  item_label text not null,
  state text not null,
  language text not null,
  title text not null,
  archive text not null,
  address text not null,
  note text not null,
  who text not null,
  at bigint not null,
  changed_at bigint not null,
  asked_at bigint not null,
  unique (direction, kind, of_label, item_label)
)`);

/**
 * Gives links their source. Chains go on from originals of this Archive, and end at an item that is held elsewhere; a
 * link that only one item names belongs to that item.
 */
export const ADD_RELATIONS: Migration = [
  describeTable(`create table item_links (item text not null, kind text not null, label text not null,
    language text not null, ${ORIGIN}, primary key (item, kind, label))`),
  'create index item_links_by_label on item_links (label)',
  `create unique index item_links_of_editions on item_links (item, kind) where kind <> 'translation'`,
  `insert into item_links select later.label, 'editionOf', earlier.label, '', ${originOf('i')}
   from ${NEIGHBOURS} join items i on i.repository = later.label left join items p on p.repository = earlier.label
   where ${isNoOriginal('p')} or i.state in ('copy', 'receiving')`,
  `insert into item_links select earlier.label, 'nextEdition', later.label, '', ${originOf('i')}
   from ${NEIGHBOURS} join items i on i.repository = earlier.label where i.state in ('copy', 'receiving')`,
  `insert into item_links select mine.label, 'translation', t.label, t.language, ${originOf('i')}
   from translations mine join translations t on t.family = mine.family and t.label <> mine.label
   join items i on i.repository = mine.label where i.state in ('copy', 'receiving')`,
  describeTable(`create table edition_places (label text primary key, chain text not null, place bigint not null,
    ${ORIGIN}, unique (chain, place))`),
  // No label has a blank, so no other chain has such a name.
  `insert into edition_places select e.label, e.chain || ' ' || (
     select count(*) from editions b left join items i on i.repository = b.label
     where b.chain = e.chain and b.place < e.place and (${isNoOriginal('i')})
   ), e.place, ${UNWRITTEN} from editions e`,
  'drop table editions',
  'alter table edition_places rename to editions',
  describeTable(`create table translation_members (label text primary key, family text not null, language text not null,
    ${ORIGIN})`),
  `insert into translation_members select label, family, language, ${UNWRITTEN} from translations`,
  'drop table translations',
  'alter table translation_members rename to translations',
  'create index translations_by_family on translations (family, language)',
  `create unique index translations_by_language on translations (family, language) where language <> ''`,
  PROPOSALS,
  `create index proposals_open on proposals (direction, asked_at) where state = 'open'`,
];
