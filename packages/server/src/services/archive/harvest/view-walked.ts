import { dateFromMicroseconds, formatTime } from '@perene/core';
import type { NeighbouringLabel, WalkedData } from '../../../ports/archive/catalogue-records.ts';
import type { ItemView } from '../archive-operations.ts';
import { revisionOf, summarizeItem } from '../items/view-item.ts';

/**
 * An item as it is shown to programs that copy many: with the editions before and after it, because a chain may have
 * thousands, and a change of a neighbour is a change of the item.
 */
export const viewWalked = (
  { item, files, collections, description, previousEdition, nextEdition, translations }: WalkedData,
  resolverUrl: string,
): ItemView => {
  const describing = description?.item;
  const own = { label: item.repository, language: item.language };
  const related = [previousEdition, nextEdition, ...translations].filter((one) => one !== undefined);
  return {
    ...summarizeItem(item, describing, resolverUrl),
    content: item.content,
    ...(item.target !== undefined && { target: item.target }),
    ...(item.fileNameEncoding === 'iso-8859-1' && { fileNameEncoding: item.fileNameEncoding }),
    access: item.access,
    ...(item.opens && { opens: item.opens }),
    ...(collections.length > 0 && { collections: collections.map(({ name, title }) => ({ name, title })) }),
    files,
    ...(describing?.metadata && {
      metadata: {
        repository: describing.repository,
        fields: describing.metadata,
        updated: formatTime(dateFromMicroseconds(describing.updatedAt)),
      },
    }),
    editions: {
      ...(nextEdition && { next: nextEdition.label }),
      all: [previousEdition, own, nextEdition].flatMap((edition) => edition?.label ?? []),
    },
    translations: Object.fromEntries([own, ...translations].flatMap(byLanguage)),
    elsewhere: Object.fromEntries(related.filter(isElsewhere).map(({ label }) => [label, `${resolverUrl}/${label}`])),
    links: [],
    revision: revisionOf(item, describing),
  };
};

const byLanguage = ({ label, language }: Pick<NeighbouringLabel, 'label' | 'language'>) =>
  language === undefined ? [] : [[language, label] as const];

const isElsewhere = ({ number }: NeighbouringLabel): boolean => number === undefined;
