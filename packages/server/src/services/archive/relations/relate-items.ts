import { formatRelation, type Label, type Relation, type Step } from '@perene/core';
import { protocolLanguage, speaksForItem } from '@perene/core/item';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';

/** An item that a relation leads to, held here or known by its label only. */
export interface RelatedItem {
  readonly relation: Relation;
  readonly label: Label;
  readonly item: CatalogueItem | undefined;
}

/**
 * The items that a relation leads to: several if it asks for a translation to any language. Each step is one look-up,
 * however many editions and translations there are. If a step needs an item that is held elsewhere, the result has what
 * is known so far, under the relation that leads there, and the resolver goes on from it. If one of several
 * translations leads no further, the result has it with the steps that it allows, because the reader may want that one.
 */
export const relateItems = async (
  catalogue: Catalogue,
  item: CatalogueItem,
  relation: Relation,
): Promise<readonly RelatedItem[]> => {
  let found: readonly RelatedItem[] = [{ relation: [], label: item.repository, item }];
  for (const step of relation) {
    const next = await Promise.all(found.map((related) => takeStep(catalogue, related, step)));
    const isAnywhere = next.some(({ length }) => length > 0);
    found = found.flatMap((related, index) => {
      const reached = next[index] ?? [];
      return reached.length === 0 && isAnywhere ? [{ ...related, item: undefined }] : reached;
    });
  }
  return found;
};

const takeStep = async (catalogue: Catalogue, from: RelatedItem, step: Step): Promise<readonly RelatedItem[]> => {
  const { item, relation } = from;
  if (item === undefined) return [from];
  switch (step.kind) {
    case 'lastEdition': {
      if (item.content === 'Metadata') return [{ ...from, relation: [...relation, step] }];
      const { here, elsewhere } = await catalogue.lastEdition(item.repository);
      // An edition that is held elsewhere may have a next one there, and only its Archive knows which is the last. The
      // answer names the next edition of the item itself; the resolver asks for that of a translation by the label of
      // the translation.
      const isKnown = elsewhere === undefined && here !== undefined && !(isCopy(item) && relation.length > 0);
      if (isKnown) return [{ label: here.repository, item: here, relation: [...relation, step] }];
      return relation.length === 0 ? [] : [{ ...from, item: undefined }];
    }
    case 'translation': {
      const translations = await catalogue.translations(item.repository, step.language);
      // Without a language, another item would be taken for the item itself. The protocol cannot name languages of three
      // letters.
      const told = translations.filter(({ label, language }) =>
        label === item.repository ? item.state.kind !== 'deleted' : protocolLanguage(language) !== undefined,
      );
      return told.map(({ label, language, item: translation }) => ({
        relation: [...relation, { ...step, language: protocolLanguage(language) }],
        label,
        item: translation,
      }));
    }
    case 'metadata': {
      const metadata = item.describedBy === undefined ? undefined : await catalogue.find(item.describedBy);
      return metadata ? [{ relation: [...relation, step], label: metadata.repository, item: metadata }] : [];
    }
  }
};

/** Whether the item is a copy here, whose editions the holder of the original knows. */
export const isCopy = ({ state }: CatalogueItem): boolean => !speaksForItem(state);

const LAST_EDITION: Step = { kind: 'lastEdition' };
const TRANSLATION: Step = { kind: 'translation', language: undefined };
const METADATA: Step = { kind: 'metadata', format: undefined };
const OAI_DC: Step = { kind: 'metadata', format: 'oai_dc' };

const ITEMS: readonly Relation[] = [
  [],
  [LAST_EDITION],
  [LAST_EDITION, TRANSLATION],
  [TRANSLATION],
  [TRANSLATION, LAST_EDITION],
];
const DESCRIPTIONS: readonly Relation[] = [[], [METADATA], [METADATA, TRANSLATION], [OAI_DC], [OAI_DC, TRANSLATION]];

/** Every relation of Table 9.5; a translation stands for those to all languages. */
export const ALL_RELATIONS: readonly Relation[] = ITEMS.flatMap((relation) =>
  DESCRIPTIONS.map((description) => [...relation, ...description]),
);

export const relationText = ({ relation }: RelatedItem): string => formatRelation(relation);
