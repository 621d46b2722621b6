import { type MinterOperations, walkMinters } from '../../services/noid/minters/minter-operations.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 24 * 3_600_000;

/** Reports each minter whose identifiers are about to run out, at once and every day; returns how to stop. */
export const watchMinters = ({
  minters,
  onWarning,
  onError,
}: {
  readonly minters: Pick<MinterOperations, 'list'>;
  readonly onWarning: (minter: string, warning: string) => void;
  readonly onError: (error: unknown) => void;
}): (() => Promise<void>) => {
  const look = async (): Promise<void> => {
    for await (const { name, statistics } of walkMinters(minters)) {
      if (statistics.warning !== undefined) onWarning(name, statistics.warning);
    }
  };
  return startRepeating(look, { periodMs: PERIOD_MS, onError });
};
