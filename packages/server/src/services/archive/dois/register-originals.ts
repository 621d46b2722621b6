import type { Authorship, Catalogue, NewItem } from '../../../ports/archive/catalogue.ts';
import { type DoiRules, makeDoi, ownDoi } from './create-dois.ts';

/** The catalogue of a node that registers a DOI for every new original with data, in the same transaction. */
export const registerOriginals = (catalogue: Catalogue, rules: DoiRules): Catalogue => ({
  ...catalogue,
  async add(items, authorship) {
    const given = items.map((item) => giveDoi(item, rules));
    await catalogue.add(given, { ...authorship, dois: [...(authorship.dois ?? []), ...doisOf(given, rules)] });
  },
});

const isRegistered = ({ content, state }: NewItem): boolean => content === 'Data' && state.kind === 'original';

/** An item that is brought along with a DOI keeps that, whoever has registered it. */
const giveDoi = (item: NewItem, rules: DoiRules): NewItem => {
  const { aliases = [] } = item;
  if (!isRegistered(item) || aliases.some((alias) => /^(?:doi:|info:doi|https?:\/\/(?:dx\.)?doi\.org)/i.test(alias)))
    return item;
  return { ...item, aliases: [...aliases, `doi:${makeDoi(item, rules)}`] };
};

const doisOf = (items: readonly NewItem[], rules: DoiRules): NonNullable<Authorship['dois']> =>
  items.filter(isRegistered).flatMap(({ repository, aliases = [] }) => {
    const doi = ownDoi({ aliases }, rules);
    return doi === undefined ? [] : [{ doi, repository, wanted: rules.state }];
  });
