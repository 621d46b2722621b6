import type { LabelChange } from '../../../../ports/archive/catalogue-records.ts';
import type { ClaimSigner } from '../../../../ports/archive/claims.ts';
import { HISTORY_LOCK } from '../../engine/locks.ts';
import type { LateStep, SqlSession, SqlValue } from '../../engine/sql-database.ts';
import { readFirst } from '../../engine/typed-rows.ts';
import { linkHistory } from './history-chain.ts';
import { signHistoryEnd } from './sign-history-end.ts';

const ROWS_PER_STATEMENT = 100;
/** A row of the history may have megabytes. */
const MAX_CHARACTERS_PER_STATEMENT = 4 * 1_048_576;

interface HistoryRow {
  readonly repository: string;
  readonly at: bigint;
  readonly who: string;
  readonly action: string;
  readonly detail: string;
}

type EndEntry =
  | { readonly kind: 'history'; readonly row: HistoryRow }
  | { readonly kind: 'label'; readonly label: string; readonly change: LabelChange['kind'] }
  | { readonly kind: 'signer'; readonly signer: ClaimSigner };

/**
 * What must be in the order of commits: the history with its hashes, and the changes of labels with their count. The lock is
 * held until the commit, so whoever sees one of the numbers sees all lower ones.
 */
export const END_OF_TRANSACTION: LateStep<EndEntry> = {
  lock: HISTORY_LOCK,
  async run(session, entries) {
    const rows = entries.flatMap((entry) => (entry.kind === 'history' ? [entry.row] : []));
    await addHistory(session, rows);
    if (rows.length > 0) await linkHistory(session);
    await signHistoryEnd(session, entries.findLast((entry) => entry.kind === 'signer')?.signer);
    await addLabelChanges(
      session,
      entries.flatMap((entry) => (entry.kind === 'label' ? [entry] : [])),
    );
  },
};

const addHistory = async (session: SqlSession, rows: readonly HistoryRow[]): Promise<void> => {
  for (const part of inParts(rows, ({ detail }) => detail.length)) {
    await insert(
      session,
      'history (repository, at, who, action, detail)',
      part.map(({ repository, at, who, action, detail }) => [repository, at, who, action, detail]),
    );
    await insert(
      session,
      'made_changes (repository, action)',
      part.map(({ repository, action }) => [repository, action]),
    );
  }
};

const LAST_HELD = 'select held from label_changes order by number desc limit 1';

const addLabelChanges = async (
  session: SqlSession,
  changes: readonly { readonly label: string; readonly change: LabelChange['kind'] }[],
): Promise<void> => {
  if (changes.length === 0) return;
  let held = (await readFirst(session, { held: 'integer' }, LAST_HELD))?.held ?? 0n;
  for (const part of inParts(changes, ({ label }) => label.length)) {
    const rows = part.map(({ label, change }) => {
      held += change === 'added' ? 1n : -1n;
      return [label, change, held];
    });
    await insert(session, 'label_changes (label, kind, held)', rows);
  }
};

const insert = (session: SqlSession, target: string, rows: readonly (readonly SqlValue[])[]): Promise<void> =>
  session.run(
    `insert into ${target} values ${rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ')}`,
    rows.flat(),
  );

function* inParts<Row>(rows: readonly Row[], sizeOf: (row: Row) => number): Generator<readonly Row[]> {
  let part: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    characters += sizeOf(row);
    if (part.length < ROWS_PER_STATEMENT && characters < MAX_CHARACTERS_PER_STATEMENT) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}
