/** Work that names the same things is done one after the other, in the order in which it was asked for. */
export const createTurns = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> => {
    const turn = Promise.allSettled(names.map((name) => last.get(name))).then(work);
    for (const name of names) last.set(name, turn);
    try {
      return await turn;
    } finally {
      for (const name of names) if (last.get(name) === turn) last.delete(name);
    }
  };
};
