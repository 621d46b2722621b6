import { noteCopyUse } from '../../../memory/copy-use.ts';
import { isDatabaseGone } from '../../../ports/node/copy-standing.ts';

/**
 * Reads anew which members there are and what they have announced. While the database is gone, what was known before will
 * do: whoever answers then watches over such uses, and denies nothing.
 */
export const orAsKnown = (refreshing: Promise<void>): Promise<void> =>
  refreshing.catch((error: unknown) => {
    if (!isDatabaseGone(error)) throw error;
    noteCopyUse(Date.now());
  });
