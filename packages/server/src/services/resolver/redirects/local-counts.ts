import type { Acknowledgment, Label, RepositoryLabel } from '@perene/core';
import type { AccessCounts, DailyCount } from '../../../ports/archive/counts/access-counts.ts';

/** Counts accesses to documents of this node, which need no message; many are written at once. */
export interface LocalCounts {
  /** The label of the Archive service of this node. */
  readonly service: Label;
  count(acknowledgment: Pick<Acknowledgment, 'url' | 'contentType'>): void;
  noteFollow(acknowledgment: Pick<Acknowledgment, 'url' | 'clientAddresses'>, citing: Label): void;
  finish(): Promise<void>;
}

const WRITE_AFTER_MS = 2_000;

export const createLocalCounts = (needs: {
  readonly service: Label;
  readonly accessCounts: Pick<AccessCounts, 'add'>;
  /** The repository that a URL of this node leads to. */
  readonly repositoryOf: (url: string) => RepositoryLabel | undefined;
  /** YYYY-MM-DD. */
  readonly today: () => string;
  readonly noteFollow: (follow: { repository: RepositoryLabel; citing: Label; address: string }) => void;
  readonly onError: (error: unknown) => void;
}): LocalCounts => {
  const { service, accessCounts, repositoryOf, today, onError } = needs;
  /** The counts by content and URL, since the day below began. */
  let counts = { Data: new Map<string, number>(), Metadata: new Map<string, number>() };
  let day = '';
  let timer: NodeJS.Timeout | undefined;
  /** The counts that are not stored yet because the database did not answer. */
  let left: readonly DailyCount[] = [];

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const written = [...left, ...describe('Data'), ...describe('Metadata')];
    counts = { Data: new Map(), Metadata: new Map() };
    left = [];
    if (written.length === 0) return;
    try {
      await accessCounts.add(written);
    } catch (error) {
      left = [...left, ...written];
      wait();
      onError(error);
    }
  };

  const describe = (content: DailyCount['content']): readonly DailyCount[] =>
    [...counts[content]].flatMap(([url, accesses]) => {
      const repository = repositoryOf(url);
      return repository === undefined ? [] : [{ repository, day, content, accesses }];
    });

  const wait = (): void => {
    if (timer !== undefined) return;
    day = today();
    timer = setTimeout(() => void write(), WRITE_AFTER_MS).unref();
  };

  return {
    service,
    count({ url, contentType = 'Data' }) {
      wait();
      const urls = counts[contentType];
      urls.set(url, (urls.get(url) ?? 0) + 1);
    },
    noteFollow({ url, clientAddresses }, citing) {
      const repository = repositoryOf(url);
      // Those before the last are claims of the client.
      if (repository !== undefined) needs.noteFollow({ repository, citing, address: clientAddresses.at(-1) ?? '' });
    },
    finish: write,
  };
};
