import {
  type Claim,
  formatSigned,
  type Hash,
  hashStatement,
  type PublicKey,
  type Sha256,
  type Signature,
  type Signed,
  type Transfer,
} from '@perene/core/trust';
import type { Page, PageRequest } from '../../../../ports/archive/catalogue.ts';
import type { KeptStatement } from '../../../../ports/archive/claims.ts';
import type { SqlSession, SqlValue } from '../../engine/sql-database.ts';
import { type Row, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';

/**
 * `claim` and `transfer` are of this Archive. `offered` is a transfer to this Archive that no claim follows yet, and
 * `received` any other one.
 */
type StatementKind = 'claim' | 'transfer' | 'offered' | 'received';

/** A statement that was just kept. */
export interface NewStatement {
  readonly repository: string;
  readonly place: bigint;
  readonly kind: StatementKind;
  readonly hash: Hash;
  readonly signed: Signed<Claim | Transfer>;
}

const TRANSFER_HEADER = 'ibi-transfer-v1';
const NONE = 'none';

/**
 * Statements were made here, or checked, before they were kept, and are trusted from there: to check each again would
 * take longer than to find it.
 */
export const signedOf = (text: string): Signed<Claim | Transfer> => {
  const lines = text.split('\n').map((line) => (line === NONE ? undefined : line));
  return lines[0] === TRANSFER_HEADER ? signedTransfer(lines) : signedClaim(lines);
};

type Lines = readonly (string | undefined)[];

const signedClaim = (lines: Lines): Signed<Claim> => {
  const [, repository, ibip, state, hash, time, archiveService, previous, key, signature] = lines;
  const statement = { kind: 'claim', repository, ibip, state, hash, time, archiveService, previous } as Claim;
  return { statement, key: key as PublicKey, signature: signature as Signature };
};

const signedTransfer = (lines: Lines): Signed<Transfer> => {
  const [, repository, ibip, hash, time, archiveService, previous, receiver, key, signature] = lines;
  const statement = { kind: 'transfer', repository, ibip, hash, time, archiveService, previous, receiver } as Transfer;
  return { statement, key: key as PublicKey, signature: signature as Signature };
};

/** The text of the last claim about the item of a table called `i`; null where there is none. */
export const LAST_CLAIM = `(select c.statement from claims c where c.repository = i.repository and c.kind = 'claim'
  order by c.place desc limit 1)`;

export const claimOf = (text: string | null): Signed<Claim> | undefined =>
  text === null ? undefined : (signedOf(text) as Signed<Claim>);

export const keptOf = (row: Row<typeof TABLES.claims>): KeptStatement => ({
  place: row.place,
  isOwn: row.kind === 'claim' || row.kind === 'transfer',
  text: row.statement,
  signed: signedOf(row.statement),
  hash: row.hash as Hash,
});

/** The newest first. */
export const listStatements = async (
  session: SqlSession,
  repository: string,
  { before, limit }: PageRequest,
): Promise<Page<KeptStatement>> => {
  const rows = await readRows(
    session,
    TABLES.claims,
    `select * from claims where repository = ? ${before === undefined ? '' : 'and place < ?'} order by place desc limit ?`,
    [repository, ...(before === undefined ? [] : [before]), BigInt(limit + 1)],
  );
  return { entries: rows.slice(0, limit).map(keptOf), next: rows.length > limit ? rows[limit - 1]?.place : undefined };
};

export const statementOf = (
  signed: Signed<Claim | Transfer>,
  place: { readonly repository: string; readonly place: bigint; readonly kind: StatementKind },
  sha256: Sha256,
): NewStatement => ({ ...place, signed, hash: hashStatement(signed.statement, sha256) });

export const insertStatements = async (session: SqlSession, statements: readonly NewStatement[]): Promise<void> => {
  if (statements.length === 0) return;
  const values = statements.flatMap(({ repository, place, kind, hash, signed }): SqlValue[] => [
    repository,
    place,
    kind,
    hash,
    formatSigned(signed),
  ]);
  const places = statements.map(() => '(?, ?, ?, ?, ?)').join(', ');
  await session.run(`insert into claims (repository, place, kind, hash, statement) values ${places}`, values);
};
