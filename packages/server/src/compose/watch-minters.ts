import { type MinterOperations, walkMinters } from '../services/noid/minter-operations.ts';

const PERIOD_MS = 24 * 3_600_000;

/** Tells, at once and every day, of each minter whose identifiers are about to run out; answers how to stop. */
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
  let turn = look().catch(onError);
  const timer = setInterval(() => {
    turn = turn.then(look).catch(onError);
  }, PERIOD_MS);
  return async () => {
    clearInterval(timer);
    await turn;
  };
};
