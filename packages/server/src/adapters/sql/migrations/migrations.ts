import { refuse } from '@perene/api/refusals';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { readOne } from '../engine/typed-rows.ts';
import { ADD_MINTING_STATE } from './2026-11-15-01-minting-state.ts';
import { ADD_ARCHIVE } from './2026-11-16-02-archive.ts';
import { ADD_MINTERS } from './2026-11-16-03-minters.ts';
import { ADD_MEMBERS } from './2026-11-16-04-members.ts';
import { ADD_LABEL_CHANGES } from './2026-11-16-05-label-changes.ts';
import { ADD_ACTIVITY_INDEXES } from './2026-11-16-06-activity.ts';
import { ADD_AWAY_SINCE } from './2026-11-16-07-away-since.ts';
import { ADD_PINNED_SERVICES } from './2026-11-16-08-pinned-services.ts';
import { ADD_AWAITING_LINKS } from './2026-11-16-09-awaiting-links.ts';
import { ADD_RELATIONS } from './2026-11-16-10-relations.ts';
import { ADD_LEASES } from './2026-11-16-11-leases.ts';
import { ADD_ALIASES } from './2026-11-16-12-aliases.ts';
import { ADD_SEARCH_PREFIXES } from './2026-11-17-13-search-prefixes.ts';
import { ADD_TRANSFER_RECEIPTS } from './2026-11-17-14-transfer-receipts.ts';
import { ADD_CLAIMS } from './2026-11-17-15-claims.ts';
import { ADD_LOG } from './2026-11-17-16-log.ts';
import { ADD_PROPOSAL_STAMPS } from './2026-11-17-17-proposal-stamps.ts';
import { ADD_FILE_CHECKS } from './2026-11-17-18-file-checks.ts';
import { ADD_HISTORY_CHAIN } from './2026-11-17-19-history-chain.ts';
import { ADD_CONFIRMED_PLACES } from './2026-11-17-20-confirmed-places.ts';
import { ADD_DOUBTS_AND_DESCRIPTIONS } from './2026-11-17-21-doubts-and-descriptions.ts';
import { ADD_CHANGES } from './2026-11-17-22-changes.ts';
import { ADD_FIRST_HOLDERS } from './2026-11-18-23-first-holders.ts';
import { ADD_FILE_CHECKSUMS } from './2026-11-18-24-file-checksums.ts';
import { ADD_BROUGHT_RECORDS } from './2026-11-18-25-brought-records.ts';
import { ADD_USAGE } from './2026-11-18-26-usage.ts';
import { ADD_FINDING } from './2026-11-18-27-finding.ts';
import { ADD_PEOPLE } from './2026-11-18-28-people.ts';
import { ADD_PAST_BINDINGS } from './2026-11-18-29-past-bindings.ts';
import { ADD_COLLECTIONS } from './2026-11-18-30-collections.ts';
import { ADD_EMBARGO } from './2026-11-18-31-embargo.ts';
import { ADD_DRAFTS } from './2026-11-18-32-drafts.ts';
import { ADD_DESK } from './2026-11-18-33-desk.ts';
import { ADD_TOUCHED } from './2026-11-18-34-touched.ts';
import { ADD_DOIS } from './2026-11-18-35-dois.ts';
import { ADD_WITHDRAWALS } from './2026-11-18-36-withdrawals.ts';
import { ADD_NAME_BATCHES } from './2026-11-18-37-name-batches.ts';
import { ADD_CHANGED_ROWS } from './2026-11-18-38-changed-rows.ts';
import type { Migration } from './migration.ts';

/**
 * In the order in which they were published; the number in a file's name is the version that it leads to. A published
 * migration never changes, because databases go on from any of these versions.
 */
export const MIGRATIONS: readonly Migration[] = [
  ADD_MINTING_STATE,
  ADD_ARCHIVE,
  ADD_MINTERS,
  ADD_MEMBERS,
  ADD_LABEL_CHANGES,
  ADD_ACTIVITY_INDEXES,
  ADD_AWAY_SINCE,
  ADD_PINNED_SERVICES,
  ADD_AWAITING_LINKS,
  ADD_RELATIONS,
  ADD_LEASES,
  ADD_ALIASES,
  ADD_SEARCH_PREFIXES,
  ADD_TRANSFER_RECEIPTS,
  ADD_CLAIMS,
  ADD_LOG,
  ADD_PROPOSAL_STAMPS,
  ADD_FILE_CHECKS,
  ADD_HISTORY_CHAIN,
  ADD_CONFIRMED_PLACES,
  ADD_DOUBTS_AND_DESCRIPTIONS,
  ADD_CHANGES,
  ADD_FIRST_HOLDERS,
  ADD_FILE_CHECKSUMS,
  ADD_BROUGHT_RECORDS,
  ADD_USAGE,
  ADD_FINDING,
  ADD_PEOPLE,
  ADD_PAST_BINDINGS,
  ADD_COLLECTIONS,
  ADD_EMBARGO,
  ADD_DRAFTS,
  ADD_DESK,
  ADD_TOUCHED,
  ADD_DOIS,
  ADD_WITHDRAWALS,
  ADD_NAME_BATCHES,
  ADD_CHANGED_ROWS,
];

/** The migrations of a file that has only minters. */
export const MINTER_MIGRATIONS: readonly Migration[] = [ADD_MINTERS];

/** Brings the schema up to date; several processes may try at once. */
export const migrate = async (database: SqlDatabase, migrations = MIGRATIONS): Promise<void> => {
  await database.transaction(async (session) => {
    await session.run('create table if not exists schema_version (version bigint not null)');
    const last = 'select coalesce(max(version), 0) as version from schema_version';
    const version = Number((await readOne(session, { version: 'integer' }, last)).version);
    if (version > migrations.length) {
      throw refuse('database-newer', { reason: 'data', version, known: migrations.length });
    }
    for (const [index, statements] of migrations.entries()) {
      if (index < version) continue;
      for (const statement of statements) {
        await session.run(typeof statement === 'string' ? statement : statement[database.dialect]);
      }
      await session.run('insert into schema_version (version) values (?)', [BigInt(index + 1)]);
    }
  });
};
