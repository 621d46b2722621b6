import { useState } from 'preact/hooks';

export interface Action {
  readonly isRunning: boolean;
  /** Why the last run was refused. */
  readonly error: unknown;
  /** Does the work unless it is being done already; returns whether it was done. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** Runs what a person asks the node for with a button. */
export const useAction = (): Action => {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning) return false;
    setRunning(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (refused) {
      setError(refused);
      return false;
    } finally {
      setRunning(false);
    }
  };
  return { isRunning, error, run };
};
