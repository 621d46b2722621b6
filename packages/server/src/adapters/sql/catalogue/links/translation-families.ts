import { Refusal, refuse } from '@perene/api/refusals';
import { type FamilyMember, findTakenLanguage, nameFamily } from '@perene/core/item';
import type { SqlSession, WritingSession } from '../../engine/sql-database.ts';
import { readFirst, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { ALL_RELATIONS } from '../catalogue-locks.ts';
import { type LinkSource, SOURCE_COLUMNS, sourceOf, sourceValues } from './link-source.ts';
import { refuseLanguage } from './refuse-link.ts';
import { isOriginalHere, takeBackLink, tellLink, toldTranslations } from './told-links.ts';

/**
 * Translations form families, with one member a language; a member may be held elsewhere, and its language may be
 * unknown. A copy is a member only if originals here link to it, and its own links do not change the family. The source
 * of a row is that of the link that added the member.
 */
const MEMBER = { label: 'text', language: 'text' } as const;

const familyOf = async (session: SqlSession, label: string): Promise<string | undefined> => {
  const query = 'select family from translations where label = ?';
  return (await readFirst(session, { family: 'text' }, query, [label]))?.family;
};

/** The language that an item takes in its family: its own, or else the given one; none if it was removed. */
const languageOf = async (session: SqlSession, { label, language }: FamilyMember): Promise<string> => {
  const query = 'select language, state from items where repository = ?';
  const item = await readFirst(session, { language: 'text?', state: 'text' }, query, [label]);
  return item?.state === 'deleted' ? '' : (item?.language ?? language);
};

/** Translations that were removed leave their languages to others. */
const freeLanguages = (session: SqlSession, family: string): Promise<void> =>
  session.run(
    `update translations set language = '' where family = ? and language <> ''
       and exists (select 1 from items i where i.repository = translations.label and i.state = 'deleted')`,
    [family],
  );

const addMember = async (
  session: WritingSession,
  given: FamilyMember,
  source: LinkSource,
): Promise<{ readonly family: string }> => {
  const { label } = given;
  const known = await languageOf(session, given);
  const query = 'select family, language from translations where label = ?';
  const member = await readFirst(session, { family: 'text', language: 'text' }, query, [label]);
  if (member !== undefined) {
    if (known !== '' && known !== member.language) {
      await changeLanguage(session, label, known);
      // A language that was not known before does not make another link.
      if (member.language === '') return { family: member.family };
      await session.run('update translations set origin = ?, archive = ?, who = ?, at = ? where label = ?', [
        ...sourceValues(source),
        label,
      ]);
    }
    return { family: member.family };
  }
  await session.run(
    `insert into translations (label, family, language, ${SOURCE_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?)`,
    [label, label, known, ...sourceValues(source)],
  );
  return { family: label };
};

export const linkTranslations = async (
  session: WritingSession,
  one: FamilyMember,
  other: FamilyMember,
  source: LinkSource,
): Promise<void> => {
  if (one.label === other.label) throw refuse('translation-exists', { reason: 'itself', label: other.label });
  const { family } = await addMember(session, other, source);
  const { family: joining } = await addMember(session, one, source);
  if (joining === family) return;
  await mergeFamilies(session, family, joining);
  await takeBackLink(session, { item: one.label, kind: 'translation', label: other.label });
  if (await isOriginalHere(session, other.label)) {
    await takeBackLink(session, { item: other.label, kind: 'translation', label: one.label });
  }
};

const mergeFamilies = async (session: SqlSession, family: string, joining: string): Promise<void> => {
  await freeLanguages(session, family);
  await freeLanguages(session, joining);
  const members = 'select label, language from translations where family = ?';
  const meeting = await readRows(
    session,
    MEMBER,
    `select other.label, other.language from translations mine
     join translations other on other.language = mine.language and other.family = ?
     where mine.family = ? and mine.language <> ''`,
    [family, joining],
  );
  const taken = findTakenLanguage(meeting, await readRows(session, MEMBER, members, [joining]));
  if (taken !== undefined) throw refuseLanguage(taken);
  await session.run('update translations set family = ? where family = ?', [family, joining]);
};

/** Changes the language of a member; no other member may have the new one. */
export const changeLanguage = async (session: WritingSession, label: string, language: string): Promise<void> => {
  const family = await familyOf(session, label);
  if (family === undefined) return;
  session.need(ALL_RELATIONS);
  await freeLanguages(session, family);
  const query = 'select label, language from translations where family = ? and language = ? limit 2';
  const taken = findTakenLanguage(await readRows(session, MEMBER, query, [family, language]), [{ label, language }]);
  if (taken !== undefined) throw refuseLanguage(taken);
  await session.run('update translations set language = ? where label = ?', [language, label]);
};

/** Removes `other` from the translations of the item and of its family; returns whether it was one. */
export const unlinkTranslation = async (session: SqlSession, item: string, other: string): Promise<boolean> => {
  const family = await familyOf(session, item);
  const isMember = family !== undefined && family === (await familyOf(session, other));
  const wasTold = await takeBackLink(session, { item, kind: 'translation', label: other });
  if (!isMember) return wasTold;
  await session.run('delete from translations where label = ?', [other]);
  const first = 'select label, language from translations where family = ? order by label limit 2';
  const name = nameFamily((await readRows(session, MEMBER, first, [family])).map(({ label }) => label));
  if (name === undefined) await session.run('delete from translations where family = ?', [family]);
  else await session.run('update translations set family = ? where family = ?', [name, family]);
  return true;
};

/** If both labels have a family, the two families become one. */
export const adoptTranslation = async (session: WritingSession, repository: string, ibip: string): Promise<void> => {
  const other = await familyOf(session, ibip);
  if (other === undefined) return;
  session.need(ALL_RELATIONS);
  const family = await familyOf(session, repository);
  if (family === undefined) {
    await session.run('update translations set label = ? where label = ?', [repository, ibip]);
    await session.run('update translations set family = ? where family = ?', [repository, ibip]);
    return;
  }
  await session.run('delete from translations where label = ?', [ibip]);
  if (family !== other) await mergeFamilies(session, family, other);
};

/** Makes a family of a link that both a received original and an original here name. */
export const joinReceived = async (session: WritingSession, repository: string): Promise<void> => {
  for (const { label, language, source } of await toldTranslations(session, repository)) {
    if (!(await isOriginalHere(session, label))) continue;
    const isKnown = (await familyOf(session, repository)) !== undefined;
    const isMember = isKnown && (await familyOf(session, repository)) === (await familyOf(session, label));
    const back = (await toldTranslations(session, label)).some((told) => told.label === repository);
    if (isMember) await takeBackLink(session, { item: repository, kind: 'translation', label });
    else if (back) await joinIfFree(session, { label: repository, language: '' }, { label, language }, source);
  }
};

/** If two have the same language, they are not joined, and each keeps its own links. */
const joinIfFree = async (
  session: WritingSession,
  one: FamilyMember,
  other: FamilyMember,
  source: LinkSource,
): Promise<void> => {
  try {
    await linkTranslations(session, one, other, source);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};

/** Turns the family of an original that has moved away into links of the copy that stays. */
export const tellFamily = async (session: SqlSession, repository: string): Promise<void> => {
  const rows = await readRows(
    session,
    TABLES.translations,
    `select t.* from translations mine join translations t on t.family = mine.family and t.label <> mine.label
     where mine.label = ?`,
    [repository],
  );
  for (const row of rows) {
    const link = { item: repository, kind: 'translation', label: row.label } as const;
    await tellLink(session, { ...link, language: row.language }, sourceOf(row));
  }
};
