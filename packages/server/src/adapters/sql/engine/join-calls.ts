/** Calls that come while one runs share the next one, which sees all that was there before each of them. */
export const joinCalls = <Result>(call: () => Promise<Result>): (() => Promise<Result>) => {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Result> | undefined;
  return () => {
    waiting ??= running.then(() => {
      const begun = call();
      running = begun.catch(() => undefined);
      waiting = undefined;
      return begun;
    });
    return waiting;
  };
};
