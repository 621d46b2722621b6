import type { Acknowledgment } from '@perene/core';
import type { AccessCounts, DailyCount } from '../../ports/access-counts.ts';

/** Accesses to documents of this very node: no message is needed, and many are written at once. */
export interface LocalCounts {
  /** The label of the Archive service that they belong to. */
  readonly service: string;
  count(acknowledgment: Pick<Acknowledgment, 'url' | 'contentType'>): void;
  finish(): Promise<void>;
}

const WRITE_AFTER_MS = 2_000;

export const createLocalCounts = (needs: {
  readonly service: string;
  readonly accessCounts: Pick<AccessCounts, 'add'>;
  /** The repository that a URL of this node leads to. */
  readonly repositoryOf: (url: string) => string | undefined;
  /** YYYY-MM-DD. */
  readonly today: () => string;
  readonly onError: (error: unknown) => void;
}): LocalCounts => {
  const { service, accessCounts, repositoryOf, today, onError } = needs;
  let counts = new Map<string, { -readonly [Key in keyof DailyCount]: DailyCount[Key] }>();
  let timer: NodeJS.Timeout | undefined;

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const written = counts;
    counts = new Map();
    if (written.size === 0) return;
    try {
      await accessCounts.add([...written.values()]);
    } catch (error) {
      // Nothing is lost by a database that is away for a while.
      for (const { accesses, ...access } of written.values()) add(access, accesses);
      onError(error);
    }
  };

  const add = ({ repository, day, content }: Omit<DailyCount, 'accesses'>, accesses: number): void => {
    const key = `${repository} ${day} ${content}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { repository, day, content, accesses });
    else known.accesses += accesses;
    timer ??= setTimeout(() => void write(), WRITE_AFTER_MS).unref();
  };

  return {
    service,
    count({ url, contentType }) {
      const repository = repositoryOf(url);
      if (repository !== undefined) add({ repository, day: today(), content: contentType }, 1);
    },
    finish: write,
  };
};
