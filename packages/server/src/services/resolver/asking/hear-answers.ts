import { formatRelation, type Relation, type Step } from '@perene/core';
import { isSecondHand, isWithdrawn, type Sought } from '@perene/core/federation';
import { createUrlRequest, type HeardList, type Hearing } from './ask-archives.ts';
import { rankOf } from './rank-answers.ts';
import {
  type Heeding,
  isBare,
  isEntitled,
  isOfFile,
  isOfRelated,
  isRefuted,
  leadsOn,
  readHeard,
} from './read-answers.ts';
import type { Journey, Place } from './resolve-persistent-url.ts';

const stateIn = ({ list }: HeardList, { relation }: Sought): string | undefined =>
  list.related.get(formatRelation(relation))?.state;

/**
 * An Archive may know only relations of one step, and leave those out of a filtered answer (Algorithm 1, line 17). Then
 * the first step is asked for alone, and the resolver goes on from there.
 */
export const hearByStep = async (journey: Journey, place: Place, sought: Sought): Promise<Hearing> => {
  const hearing = await hearOnce(journey, place, sought);
  const isOfItems = isOfMore(sought.relation, 'lastEdition') || isOfMore(sought.relation, 'translation');
  return isOfItems && isUntold({ journey, place, sought, hearing })
    ? hearFirstStep(journey, place, { sought, hearing })
    : hearing;
};

/** Whether the relation begins with such a step, and goes on. */
export const isOfMore = ([first, ...others]: Relation, kind: Step['kind']): boolean =>
  first?.kind === kind && others.length > 0;

/** Adds answers about the first step alone; of those who do not answer now, what they said of the whole still counts. */
export const hearFirstStep = async (
  journey: Journey,
  place: Place,
  { sought, hearing: before }: { readonly sought: Sought; readonly hearing: Hearing },
): Promise<Hearing> => {
  const first = place.verbs.find(({ kind }) => kind !== 'fileList');
  const verbs = place.verbs.filter((verb) => verb.kind === 'fileList' || verb === first);
  const relation = sought.relation.slice(0, 1);
  const { heard, silent, ...more } = await hearOnce(journey, { ...place, verbs }, { ...sought, relation });
  const services = new Set([...heard.map(({ archive }) => archive.service), ...silent.map(({ service }) => service)]);
  // A filtered answer may have the next edition only where editions are asked for.
  const withNext = (one: HeardList): HeardList => {
    const earlier = before.heard.find(({ archive }) => archive.service === one.archive.service);
    const nextEdition = one.list.nextEdition ?? earlier?.list.nextEdition;
    return nextEdition === undefined ? one : { ...one, list: { ...one.list, nextEdition } };
  };
  return {
    heard: [...heard.map(withNext), ...before.heard.filter(({ archive }) => !services.has(archive.service))],
    silent: [...silent, ...before.silent.filter(({ service }) => !services.has(service))],
    ...more,
  };
};

const isUntold = ({ hearing: { heard }, journey: { wantsOriginal }, place, sought }: Heeding): boolean => {
  const bare = heard.filter((one) => isBare(one, sought));
  const tells = (one: HeardList): boolean =>
    !bare.includes(one) &&
    !isSecondHand(one.list, sought, place.ibi) &&
    leadsOn(readHeard(one.list, sought, wantsOriginal));
  return bare.length > 0 && !heard.some(tells);
};

/** Nobody is asked the same twice on one journey, unless something was passed over meanwhile. */
export const hearOnce = async (journey: Journey, place: Place, sought: Sought): Promise<Hearing> => {
  const { hearings, passedOver } = journey;
  const key = JSON.stringify([place.ibi.text, place.verbs, sought.relation, sought.isTranslation, passedOver.size]);
  const known = hearings.get(key);
  if (known !== undefined) return known;
  const hearing = await hear(journey, place, sought);
  hearings.set(key, hearing);
  return hearing;
};

const hear = (journey: Journey, place: Place, sought: Sought): Promise<Hearing> => {
  const { ask, request, reading, leftMs, trace, wantsOriginal } = journey;
  const { ibi, verbs } = place;
  return ask({
    request: createUrlRequest(ibi, { clientAddresses: request.clientAddresses, filePath: reading.url.filePath, verbs }),
    satisfies: (heard, firstHolder) => {
      const read = readHeard(heard.list, sought, wantsOriginal);
      const isBelieved =
        !isSecondHand(heard.list, sought, ibi) && !(isOfRelated(sought) && isRefuted(heard, ibi, firstHolder));
      const isTombstone = isWithdrawn(heard.list) && isEntitled(heard, ibi, firstHolder);
      return isBelieved && leadsOn(read) && (isTombstone || isOfFile(read, journey, place));
    },
    // Relations belong to the holder of the original (decision 45), so only those who claim it have a rank.
    rank: (heard) => rankOf(ibi, heard, isOfRelated(sought) ? 'Original' : stateIn(heard, sought)),
    wantsAll: wantsOriginal,
    leftMs,
    trace,
  });
};
