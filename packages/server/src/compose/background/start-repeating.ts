/** Does the work at once and after every period, one turn after the other; returns how to stop. */
export const startRepeating = (
  work: () => Promise<void>,
  { periodMs, onError }: { readonly periodMs: number; readonly onError: (error: unknown) => void },
): (() => Promise<void>) => {
  let turn = work().catch(onError);
  const timer = setInterval(() => {
    turn = turn.then(work).catch(onError);
  }, periodMs);
  return async () => {
    clearInterval(timer);
    await turn;
  };
};
