import { meetLanguage } from './relations.ts';

/**
 * The laws of translations. Translations of one item form a family, with at most one member in a language; an empty
 * language is an unknown one.
 */
export interface FamilyMember {
  readonly label: string;
  readonly language: string;
}

/** An Archive service is one of its kind (RTC-11 section 9.1); of metadata Table 9.5 has translations. */
export const mayHaveTranslations = (content: string): boolean => content !== 'Service';

/** The member that already has the language of another one. */
export const findTakenLanguage = (
  family: readonly FamilyMember[],
  joining: readonly FamilyMember[],
): FamilyMember | undefined =>
  family.find(
    ({ label, language }) =>
      language !== '' && joining.some((other) => other.language === language && other.label !== label),
  );

/**
 * The name of a family after a member has left: another label, because that member may come back. A single item is no
 * family.
 */
export const nameFamily = (labels: readonly string[]): string | undefined =>
  labels.length > 1 ? labels.toSorted()[0] : undefined;

export interface KnownTranslation {
  readonly label: string;
  readonly language: string | undefined;
  readonly item: { readonly state: { readonly kind: string } } | undefined;
}

/**
 * Chooses the translations of an item that are shown, by language: the item itself and those that are not removed, each
 * item and each language once, the first that is known. Where a language is asked for, only those that meet it.
 */
export const chooseTranslations = <Known extends KnownTranslation>(
  known: readonly Known[],
  { repository, asked }: { readonly repository: string; readonly asked: string | undefined },
): readonly Known[] => {
  const living = known.filter(({ label, item }) => label === repository || item?.state.kind !== 'deleted');
  const distinct = living.filter(
    ({ label, language }, index) =>
      living.findIndex((one) => one.label === label || (language !== undefined && one.language === language)) === index,
  );
  const met =
    asked === undefined
      ? undefined
      : meetLanguage(
          asked,
          distinct.flatMap(({ language }) => language ?? []),
        );
  return distinct
    .filter(({ language }) => met === undefined || (language !== undefined && met.includes(language)))
    .toSorted((one, other) => compareTexts(one.language ?? '', other.language ?? ''));
};

/** Compares code unit by code unit, as the databases do. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
