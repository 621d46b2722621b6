import { formatRelation, type Relation, type Step } from '@perene/core';
import type { Catalogue, CatalogueItem } from '../../ports/catalogue.ts';

/** An information item in relation with another, held here or known by its label only. */
export interface RelatedItem {
  readonly relation: Relation;
  readonly label: string;
  readonly item: CatalogueItem | undefined;
}

/**
 * The items that a relation leads to: several where it asks for a translation to any language. Each step is one look-up,
 * however many editions and translations there are. Where a step needs an item that is held elsewhere, what is known so
 * far is answered under the relation that leads there, and the resolver asks on.
 */
export const relateItems = async (
  catalogue: Catalogue,
  item: CatalogueItem,
  relation: Relation,
): Promise<readonly RelatedItem[]> => {
  let found: readonly RelatedItem[] = [{ relation: [], label: item.repository, item }];
  for (const step of relation) {
    const next = await Promise.all(found.map((related) => takeStep(catalogue, related, step)));
    found = next.flat();
  }
  return found;
};

const takeStep = async (catalogue: Catalogue, from: RelatedItem, step: Step): Promise<readonly RelatedItem[]> => {
  const { item, relation } = from;
  if (item === undefined) return [from];
  switch (step.kind) {
    case 'lastEdition': {
      if (item.content === 'Metadata') return [];
      const last = await catalogue.lastEdition(item.repository);
      if (last.item !== undefined) return [{ ...last, relation: [...relation, step] }];
      // An edition that is held elsewhere may have a next one there: only its Archive knows which is the last. The item
      // itself names its next edition; that of a translation is asked for by the label of the translation.
      return relation.length === 0 ? [] : [{ ...from, item: undefined }];
    }
    case 'translation': {
      const translations = await catalogue.translations(item.repository, step.language);
      return translations.map(({ label, language, item: translation }) => ({
        relation: [...relation, { ...step, language }],
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
