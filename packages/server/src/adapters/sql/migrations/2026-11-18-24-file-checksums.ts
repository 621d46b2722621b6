import { describeTable } from '../engine/describe-table.ts';
import type { Migration } from './migration.ts';

/** The CRC-32 of contents by their SHA-256, computed when a ZIP file first needs it. */
export const ADD_FILE_CHECKSUMS: Migration = [
  describeTable(`create table file_checksums (
  sha256 text primary key,
  crc32 bigint not null
) rowless`),
];
