import { misfit, refuse } from '@perene/api/refusals';
import { type Ibi, type IbiForms, type Label, parseUrlList, type ReadUrlList } from '@perene/core';
import { isAnswerAbout } from '@perene/core/federation';
import type { IncludedArchive } from '../../members/member-directory.ts';

/** Whether the Archive service that an answer names is that of the member that was asked. */
export type IsServiceOf = (service: Label, forms: IbiForms) => boolean;

/** An answer that is about the label that was asked for, and from the Archive that was asked. */
export interface HeardAnswer {
  readonly archive: IncludedArchive;
  readonly list: ReadUrlList;
}

export interface ListReading {
  readonly isServiceOf: IsServiceOf;
  /** Called with every answer that counts, and not waited for. */
  readonly onHeard: (answer: HeardAnswer) => void;
}

/**
 * Returns undefined if the Archive does not hold the item. Decision 44: an answer must be about the label that was
 * asked for.
 */
export const readList = (
  body: string,
  {
    archive,
    ibi,
    reading: { isServiceOf, onHeard },
  }: { readonly archive: IncludedArchive; readonly ibi: Ibi; readonly reading: ListReading },
): ReadUrlList | undefined => {
  const answer = parseUrlList(body);
  if (!answer.ok) throw refuse('peer-refused', { reason: 'unreadable', ...misfit(answer) });
  const list = answer.value;
  const forms = list?.related.get('')?.ibi;
  if (list === undefined) return undefined;
  if (forms !== undefined && !isAnswerAbout(forms, ibi)) throw refuse('peer-refused', { reason: 'other-item' });
  const service = list.archiveService;
  if (!archive.isLocal && service !== undefined && !isServiceOf(archive.service, service)) {
    throw refuse('peer-refused', { reason: 'other-service' });
  }
  onHeard({ archive, list });
  return list;
};
