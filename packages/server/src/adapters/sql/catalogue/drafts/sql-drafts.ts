import { refuse } from '@perene/api/refusals';
import { foldFilePath } from '@perene/core/item';
import type { DraftFile, Drafts, StoredDraft } from '../../../../ports/archive/desk/drafts.ts';
import type { Locks } from '../../engine/locks.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { hasRows, readFirst, readOne, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { lockOfDraft, lockOfLabel } from '../catalogue-locks.ts';
import { fileOf, linkOf, withParts, writeNotes } from './draft-rows.ts';
import { forgetParts, reserveLabels } from './reservations.ts';

const MAX_NOTES = 100;
const LIVING = `state in ('open', 'review')`;

const lockOf = (id: string): Locks => ({ exclusive: [lockOfDraft(id)] });

export const createSqlDrafts = (database: SqlDatabase): Drafts => ({
  add: ({ id, owner, principal, madeBy, content, createdAt }, { most }) =>
    database.transaction(
      async (session) => {
        const query = `select count(*) as drafts from drafts where principal = ? and ${LIVING}`;
        const { drafts } = await readOne(session, { drafts: 'integer' }, query, [principal]);
        if (drafts >= BigInt(most)) return false;
        await session.run(
          `insert into drafts (id, state, owner, principal, made_by, content, notes, created_at, updated_at, revision)
           values (?, 'open', ?, ?, ?, ?, '[]', ?, ?, 1)`,
          [id, owner ?? null, principal, madeBy, JSON.stringify(content), createdAt, createdAt],
        );
        return true;
      },
      { exclusive: [`drafts of ${principal}`] },
    ),
  find: (id) => database.read((session) => findDraft(session, id)),
  list: ({ reader, state, before, limit }) =>
    database.read(async (session) => {
      const conditions = [
        state === undefined ? LIVING : 'state = ?',
        ...(before === undefined ? [] : ['number < ?']),
        ...(reader.seesAll
          ? []
          : [
              `(owner = ? or principal = ? or state = 'review' or id in (select draft from draft_people where person = ?))`,
            ]),
      ];
      const person = reader.person ?? '';
      const rows = await readRows(
        session,
        TABLES.drafts,
        `select * from drafts where ${conditions.join(' and ')} order by number desc limit ?`,
        [
          ...(state === undefined ? [] : [state]),
          ...(before === undefined ? [] : [before]),
          ...(reader.seesAll ? [] : [person, reader.principal, person]),
          BigInt(limit),
        ],
      );
      return withParts(session, rows);
    }),
  change: ({ id, revision }, { content, state, note }, at) =>
    database.transaction(async (session) => {
      const before = await findDraft(session, id);
      if (before?.revision !== revision || !isLiving(before)) throw refuse('draft-changed', { id });
      const notes = [...before.notes, ...(note ? [note] : [])].slice(-MAX_NOTES);
      await session.run(
        'update drafts set content = ?, state = ?, notes = ?, updated_at = ?, revision = revision + 1 where id = ?',
        [JSON.stringify(content ?? before.content), state ?? before.state, writeNotes(notes), at, id],
      );
    }, lockOf(id)),
  addFiles: (id, files, { at, most }) =>
    database.transaction((session) => addFiles(session, id, files, { at, most }), lockOf(id)),
  removeFile: (id, file, at) =>
    database.transaction(async (session) => {
      await touchOpen(session, id, at);
      return hasRows(session, 'delete from draft_files where draft = ? and id = ? returning id', [id, file]);
    }, lockOf(id)),
  share: (id, person) =>
    database.transaction(async (session) => {
      if (!(await isThere(session, id))) throw refuse('draft-changed', { id });
      await session.run('insert into draft_people (draft, person) values (?, ?) on conflict do nothing', [id, person]);
    }, lockOf(id)),
  unshare: (id, person) =>
    database.transaction(
      (session) => session.run('delete from draft_people where draft = ? and person = ?', [id, person]),
      lockOf(id),
    ),
  addLink: (id, { hash, id: link, purpose, createdAt, expiresAt }, { most }) =>
    database.transaction(async (session) => {
      if (!(await isThere(session, id))) throw refuse('draft-changed', { id });
      const over = `delete from draft_links where draft = ? and (expires_at <= ? or (purpose = 'preview' and purpose = ?))`;
      await session.run(over, [id, createdAt, purpose]);
      const query = 'select count(*) as links from draft_links where draft = ?';
      const { links } = await readOne(session, { links: 'integer' }, query, [id]);
      if (links >= BigInt(most)) return false;
      await session.run(
        'insert into draft_links (hash, id, draft, purpose, created_at, expires_at) values (?, ?, ?, ?, ?, ?)',
        [hash, link, id, purpose, createdAt, expiresAt],
      );
      return true;
    }, lockOf(id)),
  endLink: (id, link) =>
    database.transaction(
      (session) => session.run('delete from draft_links where draft = ? and id = ?', [id, link]),
      lockOf(id),
    ),
  findLink: (hash) =>
    database.read(async (session) => {
      const row = await readFirst(session, TABLES.draft_links, 'select * from draft_links where hash = ?', [hash]);
      return row && { draft: row.draft, ...linkOf(row) };
    }),
  reserve: (id, labels, at) =>
    database.transaction(
      async (session) => {
        if (!(await isThere(session, id))) throw refuse('draft-changed', { id });
        return reserveLabels(session, id, labels, at);
      },
      {
        exclusive: [
          lockOfDraft(id),
          lockOfLabel(labels.repository),
          ...(labels.ibip === undefined ? [] : [lockOfLabel(labels.ibip)]),
        ],
      },
    ),
  discard: ({ id, revision }, at) =>
    database.transaction(async (session) => {
      const isDiscarded = await hasRows(
        session,
        `update drafts set state = 'discarded', content = '{}', updated_at = ?, revision = revision + 1
         where id = ? and revision = ? and ${LIVING} returning id`,
        [at, id, revision],
      );
      if (!isDiscarded) throw refuse('draft-changed', { id });
      await session.run(`update reservations set state = 'ended' where draft = ?`, [id]);
      await forgetParts(session, id);
    }, lockOf(id)),
  sweep: (before) =>
    database.transaction((session) => session.run('delete from draft_links where expires_at <= ?', [before]), {
      exclusive: ['draft links'],
    }),
});

const isLiving = ({ state }: Pick<StoredDraft, 'state'>): boolean => state === 'open' || state === 'review';

const findDraft = async (session: SqlSession, id: string): Promise<StoredDraft | undefined> => {
  const rows = await readRows(session, TABLES.drafts, 'select * from drafts where id = ?', [id]);
  return (await withParts(session, rows))[0];
};

const isThere = (session: SqlSession, id: string): Promise<boolean> =>
  hasRows(session, `select id from drafts where id = ? and ${LIVING}`, [id]);

/** Files are changed only while nobody judges them. */
const touchOpen = async (session: SqlSession, id: string, at: bigint): Promise<void> => {
  const touch = `update drafts set updated_at = ?, revision = revision + 1 where id = ? and state = 'open' returning id`;
  if (!(await hasRows(session, touch, [at, id]))) throw refuse('draft-changed', { id });
};

const addFiles = async (
  session: SqlSession,
  draft: string,
  files: readonly DraftFile[],
  { at, most }: { readonly at: bigint; readonly most: number },
): Promise<readonly DraftFile[]> => {
  await touchOpen(session, draft, at);
  const replaced: DraftFile[] = [];
  for (const { id, path, bytes, sha256, mediaType } of files) {
    const folded = foldFilePath(path);
    const same = 'delete from draft_files where draft = ? and folded_path = ? returning *';
    replaced.push(...(await readRows(session, TABLES.draft_files, same, [draft, folded])).map(fileOf));
    await session.run(
      'insert into draft_files (id, draft, path, folded_path, bytes, sha256, media_type) values (?, ?, ?, ?, ?, ?, ?)',
      [id, draft, path, folded, BigInt(bytes), sha256, mediaType],
    );
  }
  const query = 'select count(*) as files from draft_files where draft = ?';
  if ((await readOne(session, { files: 'integer' }, query, [draft])).files > BigInt(most)) {
    throw refuse('too-many-files', { max: most });
  }
  return replaced;
};
