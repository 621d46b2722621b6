import type { ItemLinks } from '../../ports/catalogue.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { textOf } from './catalogue-rows.ts';
import type { SqlSession } from './sql-database.ts';

/** Editions form chains, translations families; both may hold labels of items that are kept elsewhere. */
export const linkItem = async (
  session: SqlSession,
  { repository, language, links }: { repository: string; language: string | undefined; links: ItemLinks },
): Promise<void> => {
  const own = async (label: string): Promise<string> => ownName(session, label);
  if (links.editionOf !== undefined) await linkEditions(session, await own(links.editionOf), repository);
  if (links.nextEdition !== undefined) await linkEditions(session, repository, await own(links.nextEdition));
  if (links.translationOf !== undefined) {
    await joinFamily(session, { label: repository, language: language ?? '' }, await own(links.translationOf));
  }
  for (const [otherLanguage, label] of Object.entries(links.translations ?? {})) {
    await addToFamily(session, repository, language ?? '');
    const other = await own(label);
    // An item that is here knows best what it is written in.
    const ownLanguage = await languageOf(session, other);
    await joinFamily(session, { label: other, language: ownLanguage || otherLanguage }, repository);
  }
};

/** Links that named this item before it came, by any of its labels and without its language, are its own from now on. */
export const adoptLinks = async (
  session: SqlSession,
  { repository, ibips, language }: { repository: string; ibips: readonly string[]; language?: string | undefined },
): Promise<void> => {
  for (const ibip of ibips) {
    await adoptEdition(session, repository, ibip);
    await adoptTranslation(session, repository, ibip);
  }
  if (language !== undefined) await changeLanguage(session, repository, language);
};

/** Where both labels have a place, their chains are one, which meet there. */
const adoptEdition = async (session: SqlSession, repository: string, ibip: string): Promise<void> => {
  const [named] = await session.all('select chain, place from editions where label = ?', [ibip]);
  if (named === undefined) return;
  const [own] = await session.all('select chain, place from editions where label = ?', [repository]);
  if (own === undefined) {
    await session.run('update editions set label = ? where label = ?', [repository, ibip]);
    return;
  }
  await session.run('delete from editions where label = ?', [ibip]);
  const [chain, other] = [textOf(own['chain']), textOf(named['chain'])];
  if (chain === other)
    throw new Refusal('edition-order', `${repository} and ${ibip}, which are one item, are two editions`);
  const distance = BigInt(own['place'] ?? 0n) - BigInt(named['place'] ?? 0n);
  const [taken] = await session.all(
    `select mine.label, theirs.label as other from editions theirs
     join editions mine on mine.chain = ? and mine.place = theirs.place + ? where theirs.chain = ?`,
    [chain, distance, other],
  );
  if (taken !== undefined) {
    throw new Refusal(
      'edition-exists',
      `${textOf(taken['label'])} and ${textOf(taken['other'])} have one place among the editions`,
    );
  }
  await session.run('update editions set chain = ?, place = place + ? where chain = ?', [chain, distance, other]);
};

/** Where both labels have a family, their families are one. */
const adoptTranslation = async (session: SqlSession, repository: string, ibip: string): Promise<void> => {
  const other = await familyOf(session, ibip);
  if (other === undefined) return;
  const family = await familyOf(session, repository);
  if (family === undefined) {
    await session.run('update translations set label = ? where label = ?', [repository, ibip]);
    return;
  }
  await session.run('delete from translations where label = ?', [ibip]);
  if (family !== other) await mergeFamilies(session, family, other);
};

const ownName = async (session: SqlSession, label: string): Promise<string> => {
  const [row] = await session.all(
    'select i.repository from labels l join items i on i.number = l.number where l.label = ?',
    [label],
  );
  return row === undefined ? label : textOf(row['repository']);
};

interface Place {
  readonly chain: string;
  readonly place: bigint;
}

const findPlace = async (session: SqlSession, label: string): Promise<Place> => {
  await session.run('insert into editions (label, chain, place) values (?, ?, 0) on conflict (label) do nothing', [
    label,
    label,
  ]);
  const [row] = await session.all('select chain, place from editions where label = ?', [label]);
  return { chain: textOf(row?.['chain']), place: BigInt(row?.['place'] ?? 0n) };
};

const labelAt = async (session: SqlSession, { chain, place }: Place): Promise<string | undefined> => {
  const [row] = await session.all('select label from editions where chain = ? and place = ?', [chain, place]);
  return row === undefined ? undefined : textOf(row['label']);
};

const linkEditions = async (session: SqlSession, earlier: string, later: string): Promise<void> => {
  if (earlier === later) throw new Refusal('edition-order', `${earlier} cannot be an edition of itself`);
  const before = await findPlace(session, earlier);
  const after = await findPlace(session, later);
  if (before.chain === after.chain) {
    if (after.place === before.place + 1n) return;
    throw new Refusal('edition-order', `${later} is an edition of the same item as ${earlier} already`);
  }
  const next = await labelAt(session, { ...before, place: before.place + 1n });
  if (next !== undefined) {
    throw new Refusal(
      'edition-exists',
      `${earlier} has a next edition, ${next}: make yours an edition of the last one`,
    );
  }
  const previous = await labelAt(session, { ...after, place: after.place - 1n });
  if (previous !== undefined) {
    throw new Refusal('edition-exists', `${later} is the next edition of ${previous} already`);
  }
  await session.run('update editions set chain = ?, place = place + ? where chain = ?', [
    before.chain,
    before.place + 1n - after.place,
    after.chain,
  ]);
};

const familyOf = async (session: SqlSession, label: string): Promise<string | undefined> => {
  const [row] = await session.all('select family from translations where label = ?', [label]);
  return row === undefined ? undefined : textOf(row['family']);
};

const addToFamily = async (session: SqlSession, label: string, language: string): Promise<string> => {
  await session.run(
    'insert into translations (label, family, language) values (?, ?, ?) on conflict (label) do nothing',
    [label, label, language],
  );
  return (await familyOf(session, label)) ?? label;
};

const joinFamily = async (
  session: SqlSession,
  member: { readonly label: string; readonly language: string },
  other: string,
): Promise<void> => {
  if (member.label === other) throw new Refusal('translation-exists', `${other} cannot be a translation of itself`);
  const family = await addToFamily(session, other, await languageOf(session, other));
  const joining = await addToFamily(session, member.label, member.language);
  if (joining !== family) await mergeFamilies(session, family, joining);
};

const mergeFamilies = async (session: SqlSession, family: string, joining: string): Promise<void> => {
  const [taken] = await session.all(
    `select mine.label, other.label as other, other.language from translations mine
     join translations other on other.language = mine.language and other.family = ? where mine.family = ?`,
    [family, joining],
  );
  if (taken !== undefined) {
    const language = textOf(taken['language']);
    throw new Refusal(
      'translation-exists',
      language === ''
        ? `${textOf(taken['label'])} and ${textOf(taken['other'])} have no language: give each one with --language`
        : `there is a translation to ${language} already: ${textOf(taken['other'])}`,
    );
  }
  await session.run('update translations set family = ? where family = ?', [family, joining]);
};

const languageOf = async (session: SqlSession, label: string): Promise<string> => {
  const [row] = await session.all('select language from items where repository = ?', [label]);
  return textOf(row?.['language']);
};

/** A changed language must not meet another member's. */
export const changeLanguage = async (session: SqlSession, label: string, language: string): Promise<void> => {
  const family = await familyOf(session, label);
  if (family === undefined) return;
  const [taken] = await session.all('select label from translations where family = ? and language = ? and label <> ?', [
    family,
    language,
    label,
  ]);
  if (taken !== undefined) {
    throw new Refusal('translation-exists', `${textOf(taken['label'])} is the version in ${language} already`);
  }
  await session.run('update translations set language = ? where label = ?', [language, label]);
};
