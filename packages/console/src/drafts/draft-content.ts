import type { DraftContent } from '@perene/api';
import { type Description, describeItem, isOpenAccess, readAccess, readFields } from '../description/description.ts';

type Fields = NonNullable<Parameters<typeof describeItem>[0]['metadata']>['fields'];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Metadata of a draft come in every form that the API takes, and may be wrong. */
const readValue = (given: unknown): Fields[string] =>
  [given].flat().flatMap((one: unknown) => {
    if (typeof one === 'string') return [{ value: one }];
    if (typeof one !== 'object' || one === null || !('value' in one)) return [];
    return [Object.fromEntries(Object.entries(one).map(([name, value]) => [name, textOf(value)])) as { value: string }];
  });

/** The form as it was left. */
export const describeDraft = (content: DraftContent): Description => {
  const metadata = (content.metadata ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.fromEntries(
    Object.entries(metadata)
      .map(([name, given]) => [name, readValue(given)] as const)
      .filter(([, values]) => values.length > 0),
  );
  return describeItem({
    ...(content.language !== undefined && { language: content.language }),
    metadata: { repository: '', fields, updated: '' },
    access: content.access ?? { fileList: 'open' },
    collections: (content.collections ?? []).map((name) => ({ name, title: {} })),
    ...(content.opens && { opens: content.opens }),
  });
};

/** What is kept of the form; what the form does not show stays as it was. */
export const writeContent = (before: DraftContent, description: Description, target: string): DraftContent => {
  const { editionOf, nextEdition, translationOf, translations } = before;
  const kept = { editionOf, nextEdition, translationOf, translations };
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    metadata: readFields(description.fields),
    ...(description.language !== '' && { language: description.language }),
    ...(target !== '' && { target }),
    ...(isOpenAccess(description.access) ? {} : { access: readAccess(description.access) }),
    ...(description.opens && { opens: description.opens }),
    ...(description.collections && description.collections.length > 0 && { collections: description.collections }),
  };
};
