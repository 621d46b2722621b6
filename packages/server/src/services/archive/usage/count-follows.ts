import type { Label, RepositoryLabel } from '@perene/core';
import { createFollowBook } from '@perene/core/usage';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { CitingCount } from '../../../ports/archive/counts/usage-counts.ts';
import { type Clock, millisecondsOf } from '../../../ports/system/clock.ts';
import type { QuickSecrets } from '../../../ports/system/secrets.ts';
import { dayOf } from './days.ts';
import { createSessionNames } from './judge-visits.ts';

/** Counts from which items the items of this Archive are followed; nobody waits for it. */
export interface FollowCounter {
  note(follow: NotedFollow): void;
  /** Writes what was noted. */
  finish(): Promise<void>;
}

interface NotedFollow {
  readonly repository: RepositoryLabel;
  readonly citing: Label;
  /** The address of the visitor; it is never stored. */
  readonly address: string;
}

const WRITE_AFTER_MS = 5_000;
const MAX_FOLLOWS = 50_000;
const MAX_OF_VISITOR = 30;

export const createFollowCounter = ({
  catalogue,
  secrets,
  clock,
  onError,
}: {
  readonly catalogue: Pick<Catalogue, 'find' | 'usageCounts'>;
  readonly secrets: Pick<QuickSecrets, 'randomBytes' | 'sha512'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): FollowCounter => {
  const counts = createFollowBook({ maxFollows: MAX_FOLLOWS, maxOfVisitor: MAX_OF_VISITOR });
  const nameSession = createSessionNames(secrets);
  let waiting: CitingCount[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const noted = waiting;
    waiting = [];
    try {
      const named = await Promise.all(noted.map((one) => nameItems(catalogue, one)));
      const counted = named.filter((one) => one !== undefined);
      if (counted.length > 0) await catalogue.usageCounts.addCiting(counted);
    } catch (error) {
      onError(error);
    }
  };
  const writeNext = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };

  return {
    note({ repository, citing, address }) {
      const at = millisecondsOf(clock.now());
      if (!counts({ session: nameSession(address, at), repository, citing, at })) return;
      waiting.push({ repository, citing, day: dayOf(at) });
      timer ??= setTimeout(() => void writeNext(), WRITE_AFTER_MS).unref();
    },
    finish: writeNext,
  };
};

/** Names both items by what they are called here; undefined if the item is not here, or cites itself. */
const nameItems = async (
  catalogue: Pick<Catalogue, 'find'>,
  { repository, citing, day }: CitingCount,
): Promise<CitingCount | undefined> => {
  const item = await catalogue.find(repository);
  if (item === undefined) return undefined;
  const cited = item.describes ?? item.repository;
  const other = await catalogue.find(citing);
  const label = other?.describes ?? other?.repository ?? citing;
  return label === cited ? undefined : { repository: cited, citing: label, day };
};
